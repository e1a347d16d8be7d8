"""The sign above the table: what players read, from a distance, and that it never says more or older than it may."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.rulebook import load_ruleset, ruleset_ids
from tests.screens.checks.accessibility import violations
from tests.screens.checks.colours import DEFICIENCIES, apart, painted, seen_with
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.motion import moving
from tests.screens.checks.sizes import cut_off, fine_print, outside, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.tables import Table

LANDSCAPE, PORTRAIT = "1920x1080", "1080x1920"
# A letter can be read from 200 to 250 times its height away: at 3 m that is 13 mm, which on a 32-inch sign (0.37 mm a
# pixel) are 35 pixels. Capitals and digits are 0.73 of their font's size high.
READ_AT_3_M_PX, CAPITAL = 35, 0.73
SMALLEST_PX = 22
# So far apart two colours are told from each other at a glance.
SEEN = 30.0
LOST_WITHIN_MS = 30_000


def words(page: Page) -> str:
    return " ".join(page.locator("main").inner_text().split())


def played(table: Table, screens: Screens, how: How = How(LANDSCAPE)) -> Page:  # noqa: B008
    """A sign that has followed a round up to the first decision."""
    page = screens.sign(table, how).page
    expect(page.locator(".notice-line")).to_have_text("Place your bets")
    table.wager(1, 25_00)
    table.wager(3, 50_00)
    table.deal("5S", "KD", "9H", "6D", "9C")
    expect(page.locator("[data-box='1'] .total")).to_have_text("11")
    return page


@pytest.mark.parametrize("book", ruleset_ids())
def test_what_is_paid_stands_there_as_the_book_has_it(house: ScreensHouse, screens: Screens, book: str) -> None:
    table = house.table(book, shoe_ready=False)
    page = screens.sign(table).page
    rules = load_ruleset(book)
    expect(page.locator("footer")).to_contain_text(rules.hash[:8])
    expect(page.locator("footer")).to_contain_text(rules.title)
    rows = dict(
        zip(
            page.locator("aside > .pay-table th").all_inner_texts(),
            page.locator("aside > .pay-table td").all_inner_texts(),
            strict=True,
        )
    )
    shown: Any = table.view("sign")["rules"]["pays"]
    assert rows == {row["words"]: row["odds"] for row in shown if row["wager"] == "main"}
    assert sorted(rows.values()) == sorted([f"{odds.pays} to {odds.to}" for odds in rules.pay.odds.values()])
    expect(page.locator(".range")).to_have_text("$10 \N{EN DASH} $500")
    expect(page.locator(".stays")).to_contain_text("dealer")


def test_a_round_and_after_it_the_last_one(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    page = played(table, screens)
    expect(page.locator(".notice-line")).to_have_text("No more bets")
    expect(page.locator(".dealer .total")).to_have_text("9")
    expect(page.locator("[data-box='3'] .total")).to_have_text("19")
    table.deal("KS")
    expect(page.locator("[data-box='1'] .outcome")).to_have_text("✓ Win")  # this book pays a 21 at once
    table.answer({"type": "Stand", "box": 3})
    table.deal("9D")
    expect(page.locator("main")).to_have_attribute("data-phase", "complete")
    expect(page.locator("[data-box='1'] .outcome")).to_have_text("✓ Win")
    expect(page.locator("[data-box='3'] .outcome")).to_have_text("✓ Win")
    table.order({"type": "OpenBetting"})
    expect(page.locator(".notice-line")).to_have_text("Place your bets")
    expect(page.locator(".last-mark")).to_have_text("Last round")
    expect(page.locator(".dealer .total")).to_have_text("18")
    assert "$25" not in words(page)


def test_a_card_face_down_is_a_back_and_nothing_more(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("ma-pontoon-21-v3", hole_card="blind")
    page = screens.sign(table).page
    table.wager(1, 25_00)
    table.deal("5S", "KH", "6D", "AS")
    expect(page.locator(".dealer .card-back")).to_have_count(1)
    expect(page.locator(".dealer [data-card]")).to_have_count(1)
    assert "ace of" not in page.content()
    expect(page.locator(".dealer .total")).to_have_text("10")


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_it_is_read_from_three_metres(house: ScreensHouse, screens: Screens, size: str) -> None:
    table = house.table("act-canberra-2005")
    page = played(table, screens, How(size, reduced_motion=True))
    assert small(page, ".hand .card", READ_AT_3_M_PX / CAPITAL * 1.4) == []
    for selector in (".hand .total", ".dealer .total", ".notice-line", ".range"):
        for box in page.locator(selector).all():
            size_px = box.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")
            assert size_px * CAPITAL >= READ_AT_3_M_PX - 0.5, selector
    assert fine_print(page, SMALLEST_PX, exempt=".page, svg") == []
    assert weak_text(page, HIGH) == []
    assert violations(page) == []
    assert [*cut_off(page), *outside(page), *moving(page)] == []


def test_suits_are_told_apart_without_colours(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    screen = screens.sign(table)
    table.wager(1, 25_00)
    table.deal("5H", "9S", "5C")
    hearts = screen.page.locator("[data-card='5H'] .card-suit")
    clubs = screen.page.locator("[data-card='5C'] .card-suit")
    for deficiency in DEFICIENCIES:
        with seen_with(screen, deficiency):
            expect(hearts).to_be_visible()
            assert [apart(*painted(screen, suit)) > SEEN for suit in (hearts, clubs)] == [True, True], deficiency
    assert hearts.get_attribute("d") != clubs.get_attribute("d")


def test_its_token_comes_behind_the_address_and_is_not_left_there(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    page = screens.new("sign", How(LANDSCAPE)).go(f"/sign/{table.number}#{house.display(table)}").page
    expect(page.locator(".notice-line")).to_have_text("Place your bets")
    assert page.url.endswith(f"/sign/{table.number}")
    page.reload()
    expect(page.locator(".notice-line")).to_have_text("Place your bets")


def test_without_a_token_it_says_how_to_hang_it_up(house: ScreensHouse, screens: Screens) -> None:
    table = house.table(shoe_ready=False)
    page = screens.new("sign", How(LANDSCAPE)).go(f"/sign/{table.number}").page
    expect(page.locator(".neutral")).to_contain_text("no token")


def test_without_the_server_it_has_a_neutral_face_and_comes_back(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    page = played(table, screens)
    house.kill()
    expect(page.locator(".neutral")).to_be_visible(timeout=LOST_WITHIN_MS)
    assert not re.search(r"\d", words(page).replace(f"Table {table.number}", ""))
    house.start()
    expect(page.locator("[data-box='1'] .total")).to_have_text("11", timeout=LOST_WITHIN_MS)
