"""Times are the house's, wherever the browser stands, and a gaming day has its night."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.typescript.running import made

SOURCE = """
import { day, exactTimeOfDay, gamingDay, instant, zone } from "./clock";
export default ({ us, sought }) => ({
  zone: zone(),
  told: us.map((each) => `${day(each)} ${exactTimeOfDay(each)} ${gamingDay(each)}`),
  found: sought.map(([gaming, time, which]) => new Date(instant(gaming, time, which)).toISOString().slice(0, 16)),
});
"""


def clock(zone: str, us: tuple[int, ...] = (), sought: tuple[tuple[str, str, str], ...] = ()) -> Any:
    """What the clock of a house that begins its day at six says."""
    return made("shared", SOURCE, {"us": us, "sought": sought}, {"zone": zone, "dayBegins": "6"})


def us(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000_000


def test_the_house_has_its_own_midnight_and_the_gaming_day_another() -> None:
    told = clock("Pacific/Auckland", (us("2026-11-18T13:30:00") + 123_456, us("2026-11-18T17:00:00")))
    assert told["zone"] == "Pacific/Auckland"
    assert told["told"] == ["2026-11-19 02:30:00.123456 2026-11-18", "2026-11-19 06:00:00.000000 2026-11-19"]


@pytest.mark.parametrize(
    ("zone", "sought", "found"),
    [
        ("Pacific/Auckland", ("2026-11-18", "22:00", "first"), "2026-11-18T09:00"),
        ("Pacific/Auckland", ("2026-11-18", "02:00", "first"), "2026-11-18T13:00"),
        ("Pacific/Auckland", ("2026-11-18", "06:00:00", "last"), "2026-11-17T17:00"),
        # The hour from two to three comes twice on 5 April 2026, and is left out on 27 September.
        ("Pacific/Auckland", ("2026-04-04", "02:30", "first"), "2026-04-04T13:30"),
        ("Pacific/Auckland", ("2026-04-04", "02:30", "last"), "2026-04-04T14:30"),
        ("Pacific/Auckland", ("2026-09-26", "02:30", "first"), "2026-09-26T13:30"),
        ("America/New_York", ("2026-11-18", "23:59", "last"), "2026-11-19T04:59"),
    ],
)
def test_when_a_gaming_day_has_a_time(zone: str, sought: tuple[str, str, str], found: str) -> None:
    assert clock(zone, sought=(sought,))["found"] == [found]


def test_a_zone_that_the_browser_does_not_know_is_told_as_utc() -> None:
    assert clock("Nowhere/Else", (us("2026-11-18T13:30:00"),)) == {
        "zone": "UTC", "told": ["2026-11-18 13:30:00.000000 2026-11-18"], "found": [],
    }  # fmt: skip
