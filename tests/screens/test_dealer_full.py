"""The dealer's screen with as much on it as the book allows: every control is reached, nothing is cut off."""

from typing import Any

import pytest
from playwright.sync_api import expect

from app.books.rulebook import ruleset_ids
from tests.screens.checks.reaching import clipped, unreachable
from tests.screens.checks.sizes import cut_off, fine_print, outside, overlapping, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.terminal import Terminal
from tests.screens.test_dealer_sight import READ_PX, TOUCHED_PX
from tests.screens.worst import FullTable

# What scrolls out of sight lies over nothing: a hit test finds what covers a button.
WORDS_AND_CARDS = ".hands .total strong, .hands .how, .hands .doubled, .hands .card"


@pytest.mark.parametrize("book", ruleset_ids())
def test_nothing_of_a_full_table_is_out_of_reach(house: ScreensHouse, screens: Screens, book: str) -> None:
    full = FullTable(house, screens, book)
    page = full.screen.page
    for moment in full.moments():
        found = [
            *unreachable(page),
            *clipped(page, "main"),
            *overlapping(page, WORDS_AND_CARDS),
            *small(page, "button:not(.standing)", TOUCHED_PX),
            *fine_print(page, READ_PX),
            *[each for each in (*cut_off(page), *outside(page, ".top, .actions, .tools")) if "hidden-" not in each],
        ]
        assert found == [], "\n".join([moment, *found])


def told_much(view: Any) -> None:
    """Everything at once that can be said beside the dealer's hand: an earlier round put right at every box, bets that
    came too late, players to be told something."""
    owed = [dict(each, round=each["round"] - 1, amended=True, pays_cents=1_250_00) for each in view["payments"]]
    view["payments"] += owed
    for number in range(1, 8):
        view["prompts"].append({"code": "warn_below_minimum", "player": f"{number}B", "clause": "3.4"})
        late = {"box": number, "player": f"{number}A", "kind": "main", "cents": 50_00, "clause": "6.2(a)"}
        view["late_wagers"].append(late)


def test_whatever_is_told_beside_the_dealers_hand_is_reached(house: ScreensHouse, screens: Screens) -> None:
    full = FullTable(house, screens, "nz-division-15", told_much)
    page = full.screen.page
    for moment in full.moments():
        if moment in ("doubled", "settling", "repeating"):
            expect(full.dealer.control("amended 7")).to_be_attached()
            found = [*unreachable(page), *clipped(page, "main")]
            assert found == [], "\n".join([moment, *found])


def test_every_dialog_is_reached_over_a_full_table(house: ScreensHouse, screens: Screens) -> None:
    full = FullTable(house, screens, "act-canberra-2005")
    page, dealer = full.screen.page, full.dealer
    for moment in full.moments():
        openers = {"offers": ("report", "correct", "relief", "devices", "sentence"), "doubled": ("report", "correct")}
        for opener in openers.get(moment, ()):
            dealer.control(opener).tap()
            expect(page.locator("dialog")).to_be_visible()
            found = [*unreachable(page), *clipped(page, "dialog")]
            assert found == [], "\n".join([opener, *found])
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)


def test_a_refusal_covers_nothing_that_is_to_be_tapped(house: ScreensHouse, screens: Screens) -> None:
    """What the server refused is said over the sentence, and the buttons below stay where they are."""
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.tap("place 5A", "chip 50000", "chip 500")
    expect(dealer.page.locator(".notice")).to_contain_text("maximum")
    assert unreachable(dealer.page, ".boxes button, .actions button, .tools button, .notice button") == []
