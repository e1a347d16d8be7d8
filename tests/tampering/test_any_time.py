"""A time that Python has none of is found like any other change, and keeps nobody from a verdict."""

import asyncio

import pytest

from tests.tampering.acts import run
from tests.tampering.copies import FIRST, House

TIMES = ("infinity", "-infinity", "20000-01-01 00:00:00+00", "4000-01-01 00:00:00+00 BC")


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("column", ["recorded_at", "event_at"])
def test_an_impossible_time_of_an_event_is_found(house: House, column: str, time: str) -> None:
    act = run(f"UPDATE events SET {column} = '{time}' WHERE stream = $1 AND version = 5", FIRST)  # noqa: S608
    found = asyncio.run(house.found_after(act))
    assert found.first_bad[FIRST].version == 5
    assert "hash of the row" in {each.what for each in found.found}


@pytest.mark.parametrize("time", TIMES)
def test_an_impossible_time_of_a_command_is_found(house: House, time: str) -> None:
    sql = f"UPDATE commands SET recorded_at = '{time}' WHERE stream = $1 AND first_version = 5"  # noqa: S608
    found = asyncio.run(house.found_after(run(sql, FIRST)))
    assert found.first_bad[FIRST].version == 5
    assert {each.what for each in found.found} == {"command"}


@pytest.mark.parametrize("day", ["infinity", "-infinity", "20000-01-01"])
def test_an_impossible_day_of_an_event_is_found(house: House, day: str) -> None:
    act = run(f"UPDATE events SET day = '{day}' WHERE stream = $1 AND version = 5", FIRST)  # noqa: S608
    found = asyncio.run(house.found_after(act))
    assert found.first_bad[FIRST].version == 5
