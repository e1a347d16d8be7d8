"""Whole rounds of every book at the dealer's screen, from the wagers to the tick-off, with the sign following."""

import re

import pytest
from playwright.sync_api import expect

from app.books.rulebook import ruleset_ids
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.terminal import Terminal


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_whole_round(house: ScreensHouse, screens: Screens, book: str) -> None:
    table = house.table(book, bets_open=False)
    sign = screens.sign(table).page
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("1B", 10_00).bet("3A", 25_00, 25_00)
    assert {each["player"]: each["main_cents"] for each in table.view()["places"]} == {
        "1A": 25_00, "1B": 10_00, "3A": 50_00,
    }  # fmt: skip
    dealer.says("box 1")
    table.deal("5S", "KD", "9H", "6D", "9C")
    dealer.says("Box 1: hard 11. Ask the player.")
    dealer.lacks("Split", "Proceed", "chip 2500")
    expect(sign.locator("main")).not_to_have_attribute("data-phase", "betting")
    table.deal("2C")  # a card that is drawn is the hit, without a tap
    dealer.says("Box 1: hard 13.")
    dealer.tap("Stand")
    dealer.says("Box 3: hard 19.")
    dealer.tap("Stand")
    table.deal("8D")  # the dealer's 17: 3A gets 50.00, 1A and 1B lose theirs
    dealer.says("Dealer 17.")
    expect(sign.locator("main")).to_have_attribute("data-phase", "complete")
    expect(sign.locator(".dealer .total")).to_have_text("17")
    dealer.has("tick 1", re.compile(r"1A\s*take \$25\s*1B\s*take \$10"))
    dealer.has("tick 3", re.compile(r"3A\s*pay \$50"))
    dealer.has("tick all", "pay $50, take $35")
    dealer.tap("tick 1")
    dealer.has("untick 1", "taken")
    dealer.tap("tick all")
    dealer.has("untick 3", "paid")
    due = [each["pays_cents"] + each["takes_cents"] for each in table.view()["payments"]]
    assert due == [0] * len(due)
    dealer.has("repeat all", "$85")
    dealer.tap("repeat all")
    expect(dealer.control("place 3A")).to_have_class(re.compile(r"\bstands\b"))
    dealer.lacks("tick 1", "untick 1", "repeat all")
    assert {each["player"]: each["main_cents"] for each in table.view()["places"]} == {
        "1A": 25_00, "1B": 10_00, "3A": 50_00,
    }  # fmt: skip


def test_wagers_of_every_kind(house: ScreensHouse, screens: Screens) -> None:
    """Chips, an amount that is keyed, a side bet, a bettor behind, clearing, undoing; and what comes too late."""
    table = house.table(bets_open=False)
    dealer = Terminal(screens.dealer(table))
    dealer.bet("2A", 25_00)
    dealer.tap("kind perfect_pairs", "chip 1000")
    dealer.has("place 2A", "PP $10")
    dealer.bet("2B", 5_00, 10_00)
    dealer.hold("place 2B")
    dealer.key("35")
    dealer.has("place 2B", "$35")
    dealer.tap("undo")  # the amount is again what it was before the last tap
    dealer.has("place 2B", "$15")
    dealer.tap("clear")
    dealer.lacks("place 2C")
    dealer.tap("place 5A", "chip 50000", "chip 500")
    expect(dealer.page.locator(".notice")).to_contain_text("maximum")
    dealer.has("place 5A", "$500")
    dealer.tap("CloseBets")
    table.deal("9S")
    dealer.says("Next card: box 5.")
    dealer.hold("standing 2A")
    dealer.key("50")
    expect(dealer.page.locator(".note.late")).to_contain_text("2A Main $50")
    late = table.view()["late_wagers"]
    assert [(each["player"], each["cents"]) for each in late] == [("2A", 50_00)]
    assert [each["main_cents"] for each in table.view()["places"]] == [25_00, 500_00]


def test_an_amount_that_follows_the_first_card(house: ScreensHouse, screens: Screens) -> None:
    """Only which boxes are live has to be known at the first card."""
    table = house.table(bets_open=False)
    dealer = Terminal(screens.dealer(table))
    dealer.tap("place 1A", "chip 2500", "place 4A", "follows")
    dealer.has("place 4A", "$ ?")
    table.deal("9S", "8H", "9D", "9C", "KS")
    dealer.says("Box 1:")
    dealer.tap("Stand")
    dealer.says("How much has 4A bet?")
    dealer.tap("1.amount.4.4A", "choice $50")
    dealer.page.get_by_label("Name or badge").fill(house.supervisor.who)
    dealer.page.get_by_label("PIN", exact=True).fill(house.supervisor.pin)
    dealer.page.get_by_role("button", name="Bet $50").click()
    dealer.says("Box 4: hard 18.")
    dealer.has("standing 4A", "entered late")
    places = {each["player"]: (each["main_cents"], each["amount"]) for each in table.view()["places"]}
    assert places == {"1A": (25_00, ""), "4A": (50_00, "late")}
