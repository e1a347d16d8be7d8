"""Surveillance: rounds are found, any moment is replayed as it was, and what was changed is shown to be so."""

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.settings import Settings
from app.store.database import Database
from tests.screens.checks.accessibility import violations
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.keyboard import lost, walk
from tests.screens.checks.motion import moving
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.tables import Table
from tests.tampering.copies import owner_of

DESKTOP, TABLET = "1440x900", "1024x768"
# A signature comes once a minute, and with a new shoe.
SIGNED_WITHIN_MS = 90_000


def a_round(house: ScreensHouse, **how: Any) -> Table:
    """A table at which a round was played: one box stands, the dealer draws to 17."""
    table = house.table(**how)
    table.wager(1, 25_00)
    table.deal("9S", "7D", "KS")
    table.answer({"type": "Stand", "box": 1})
    table.deal("JD")
    table.until("complete")
    return table


def found(house: ScreensHouse, screens: Screens, table: Table, how: How = How(DESKTOP)) -> Page:  # noqa: B008
    """The screen with the round of this table among what was found."""
    page = screens.surveillance(house.hire("surveillance"), how).page
    tables = page.get_by_role("navigation", name="Tables")
    expect(tables.get_by_text(f"Table {table.number} ")).to_be_visible()  # when they come, what is below them moves
    page.get_by_label("Table", exact=True).fill(table.number)
    page.get_by_role("button", name="Find rounds").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    return page


def opened(house: ScreensHouse, screens: Screens, table: Table, how: How = How(DESKTOP)) -> Page:  # noqa: B008
    """The screen at the first event of the round."""
    page = found(house, screens, table, how)
    page.locator("tbody button.link").click()
    expect(page.locator(".events [aria-current=step]")).to_be_visible()
    return page


def version(page: Page) -> int:
    """Which event is looked at, by the address."""
    return int(page.url.split("?")[0].rsplit("/", 1)[1])


def shown_at(page: Page, number: int) -> None:
    """The table that is shown is that of this event."""
    expect(page.locator(f".then[data-version='{number}']")).to_be_visible()


@pytest.fixture
def tampered(the_house: ScreensHouse, house: ScreensHouse) -> Callable[[str, int, str, str], None]:
    """What somebody does who owns the database: other words in one event."""

    def act(stream: str, version: int, words: str, others: str) -> None:
        async def acted() -> None:
            with Database(Settings(data=the_house.data), print) as database:
                connection = await owner_of(database)
                try:
                    await connection.execute(_REPLACE, stream, version, words, others)
                finally:
                    await connection.close()

        the_house.run(acted())

    return act


_REPLACE = "UPDATE events SET payload = replace(payload::text, $3, $4)::json WHERE stream = $1 AND version = $2"


def test_a_round_is_found_by_what_is_known_of_it(house: ScreensHouse, screens: Screens) -> None:
    table = a_round(house)
    page = found(house, screens, table)
    expect(page.locator("tbody tr")).to_contain_text("$25")
    for label, said, rounds in (
        ("Card", "js", 0),
        ("Card", "KS", 1),
        ("Amount", "25", 1),
        ("Amount", "26", 0),
        ("Player", "1A", 1),
        ("Dealer", table.dealer.who, 1),
        ("Dealer", "nobody", 0),
    ):
        page.get_by_label(label, exact=True).fill(said)
        page.get_by_role("button", name="Find rounds").click()
        expect(page.locator("tbody tr")).to_have_count(rounds)
        page.get_by_label(label, exact=True).fill("")
    page.get_by_label("Amount", exact=True).fill("much")
    page.get_by_role("button", name="Find rounds").click()
    expect(page.locator(".notice")).to_contain_text("is no amount")


def test_times_are_the_houses_wherever_the_browser_is(house: ScreensHouse, screens: Screens) -> None:
    table = a_round(house)
    page = found(house, screens, table, How(DESKTOP, zone="Asia/Kathmandu"))
    (told,) = house.ask("GET", f"/rounds?table={table.number}", by=house.watcher)["rounds"]
    at = datetime.fromtimestamp(told["opened_us"] / 1_000_000, UTC)
    expect(page.locator("tbody tr")).to_contain_text(at.strftime("%Y-%m-%d %H:%M:%S"))
    page.get_by_label("From time", exact=True).fill(at.strftime("%H:%M"))
    page.get_by_label("To time", exact=True).fill(at.strftime("%H:%M"))
    page.get_by_role("button", name="Find rounds").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    before = at - timedelta(minutes=2)
    page.get_by_label("From time", exact=True).fill(before.strftime("%H:%M"))
    page.get_by_label("To time", exact=True).fill(before.strftime("%H:%M"))
    page.get_by_role("button", name="Find rounds").click()
    expect(page.locator("tbody tr")).to_have_count(0)


def test_a_replay_lands_on_the_right_event(house: ScreensHouse, screens: Screens) -> None:
    table = a_round(house)
    page = opened(house, screens, table)
    entry = page.locator(".events li", has_text=re.compile(r"\bKS\b|king of spades", re.IGNORECASE)).first
    number = int(entry.get_attribute("data-version") or 0)
    entry.get_by_role("button", include_hidden=True).click()
    shown_at(page, number)
    assert version(page) == number
    expect(page.locator(".then [data-box='1'] [data-card]")).to_have_count(2)
    expect(page.locator(".then [data-box='1'] .total")).to_contain_text("19")
    page.keyboard.press("ArrowLeft")
    shown_at(page, number - 1)
    expect(page.locator(".then [data-box='1'] [data-card]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    shown_at(page, number)
    link = page.url
    other = screens.surveillance(house.hire("surveillance"), How(DESKTOP)).page
    other.goto(link)
    shown_at(other, number)
    expect(other.locator(".events [aria-current=step]")).to_have_attribute("data-version", str(number))


def test_every_audience_as_it_saw_the_moment(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("ma-pontoon-21-v3", hole_card="blind")
    table.wager(1, 25_00)
    table.deal("5S", "KH", "6D", "AS")
    page = opened(house, screens, table)
    page.keyboard.press("End")
    expect(page.locator(".then .dealer .card-back")).to_have_count(1)
    expect(page.locator(".wagers")).to_contain_text("$25")
    page.get_by_role("radio", name="Players").click()
    expect(page.locator(".then[data-by=sign]")).to_be_visible()
    expect(page.locator(".wagers li")).to_have_count(0)
    page.get_by_role("radio", name="Record").click()
    expect(page.locator(".facts")).to_contain_text("Face down 1, commitment")
    assert "ace of spades" not in page.content()


def test_it_is_played_and_scrubbed_and_has_its_lanes(house: ScreensHouse, screens: Screens) -> None:
    table = a_round(house)
    page = opened(house, screens, table)
    first = version(page)
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".then .dealer [data-card]")).to_have_count(2, timeout=30_000)
    page.keyboard.press("Home")  # to the first of the round, and from there of what is loaded
    page.wait_for_url(re.compile(rf"/{first}\?"))
    for lane in ("game", "money", "taps"):
        assert page.locator(f".lane-{lane} .mark").count() > 0, lane
    page.keyboard.press("Home")
    page.wait_for_url(lambda url: int(url.split("?")[0].rsplit("/", 1)[1]) < first)
    page.goto(page.url.replace(f"/{version(page)}?", f"/{first + 3}?"))
    expect(page.locator(".frames tbody tr").first).to_be_visible()
    expect(page.locator(".frames .hex").first).to_have_text(re.compile(r"^([0-9a-f]{2} )+$|sealed"))


def test_the_record_is_proved_in_the_browser(house: ScreensHouse, screens: Screens) -> None:
    page = opened(house, screens, a_round(house))
    expect(page.locator("[data-proof=unchanged]")).to_be_visible()
    page.locator(".badge").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("events were hashed here")
    expect(dialog.locator(".keys li")).to_have_count(1)
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator(".as-hashed summary").click()
    expect(page.locator(".as-hashed pre")).to_contain_text('"type"')


def test_words_that_are_not_what_was_hashed_are_found(house: ScreensHouse, screens: Screens) -> None:
    page = found(house, screens, a_round(house))
    page.route("**/timeline?*", lambda route: route.fulfill(body=_of_somebody_else(route.fetch().text())))
    page.locator("tbody button.link").click()
    expect(page.locator("[data-proof=changed]")).to_be_visible()
    page.locator(".badge").click()
    expect(page.get_by_role("dialog")).to_contain_text("is told otherwise than it was hashed (author)")


def _of_somebody_else(timeline: str) -> str:
    return timeline.replace('"actor":"person:', '"actor":"person:not-')


def test_a_log_that_was_tampered_with_is_shown_red(
    house: ScreensHouse, screens: Screens, tampered: Callable[[str, int, str, str], None]
) -> None:
    table = a_round(house)
    page = opened(house, screens, table)
    expect(page.locator("[data-proof=unchanged]")).to_be_visible()
    entry = page.locator(".events li.lane-money", has_text="$25").first
    number = int(entry.get_attribute("data-version") or 0)
    stream = f"table:{table.number}"
    tampered(stream, number, "2500", "9500")
    page.locator(".badge").click()
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-proof=changed]")).to_contain_text(f"CHANGED at event {number}")
    expect(page.get_by_role("dialog")).to_contain_text("does not have the hash that it was recorded with")
    red = page.locator("[data-proof=changed]").evaluate("(badge) => getComputedStyle(badge).backgroundColor")
    assert re.fullmatch(r"rgb\(1\d\d, 0, 1\d\)", red), red
    tampered(stream, number, "9500", "2500")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-proof=unchanged]")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, TABLET])
def test_it_is_legible_and_everything_has_a_name(house: ScreensHouse, screens: Screens, size: str) -> None:
    page = opened(house, screens, a_round(house), How(size, reduced_motion=True))
    expect(page.locator("[data-proof=unchanged]")).to_be_visible()
    assert violations(page) == []
    assert weak_text(page, HIGH) == []
    assert moving(page) == []


def test_everything_is_reached_by_keyboard(house: ScreensHouse, screens: Screens) -> None:
    page = found(house, screens, a_round(house))
    assert lost(walk(page)) == []
    page.locator("tbody button.link").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".events [aria-current=step]")).to_be_visible()
    assert lost(walk(page)) == []


def test_others_are_not_let_in(house: ScreensHouse, screens: Screens) -> None:
    page = screens.surveillance(house.hire("dealer")).page
    expect(page.get_by_text("This room is for surveillance and auditors")).to_be_visible()


def test_a_dispute_pack_is_taken_away_and_verified_elsewhere(
    house: ScreensHouse, screens: Screens, tmp_path: Path
) -> None:
    table = a_round(house)
    page = opened(house, screens, table)
    page.get_by_role("button", name="Dispute pack").click()
    page.get_by_label("Why").fill("The player at 1A says that he was paid too little.")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Make the pack").click()
    pack = tmp_path / coming.value.suggested_filename
    coming.value.save_as(pack)
    expect(page.locator(".notice.good")).to_contain_text("was made and recorded")
    with zipfile.ZipFile(pack) as files:
        files.extract("verify.py", tmp_path)
    alone = [sys.executable, "-I", "-S", str(tmp_path / "verify.py"), str(pack)]
    done = subprocess.run(alone, cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = house.ask("GET", "/house/events", by=house.watcher)["events"]
    assert any("paid too little" in each["words"] for each in told)


def test_a_table_is_followed_live_and_its_round_is_told(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    table.wager(1, 25_00)
    page = screens.surveillance(house.hire("surveillance"), How(DESKTOP)).page
    page.get_by_role("button", name=f"Table {table.number} ").click()
    page.get_by_role("button", name="Go live").click()
    table.deal("9S", "7D", "KS")
    expect(page.locator(".then [data-box='1'] [data-card]")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Go live")).to_be_visible()
    table.answer({"type": "Stand", "box": 1})
    table.deal("JD")
    page.keyboard.press("End")
    expect(page.locator(".then .dealer [data-card]")).to_have_count(2)
    page.get_by_role("button", name="Story").click()
    expect(page.get_by_role("dialog")).to_contain_text("9S KS")
    expect(page.get_by_role("dialog")).to_contain_text("nz-division-15")
    assert violations(page) == []
