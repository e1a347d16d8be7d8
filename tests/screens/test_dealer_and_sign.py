"""The sign's banner and the dealer's sentence say the same at every moment, and a final total is one number on both."""

import re

import pytest
from playwright.sync_api import expect

from app.books.rulebook import ruleset_ids
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.tables import Table
from tests.screens.terminal import Terminal
from tests.screens.test_surveillance import opened

# What the dealer's sentence has to say, or may not say, with each banner.
SAYS = {
    "Place your bets": r"Place your bets",
    "No more bets": r"^(?!.*(Place your bets|Pay and take))",
    "Round paused": r"^Stop\.",
    "Paying bets": r"Pay and take",
    "Cards are being prepared": r"^(?!.*Place your bets)",
    "Round void": r"void",
}


class Both:
    """The two screens of a table."""

    def __init__(self, table: Table, screens: Screens) -> None:
        self.table, self.sign = table, screens.sign(table).page
        self.dealer = Terminal(screens.dealer(table))

    def agree(self, banner: str) -> None:
        """The sign has this banner, and the dealer is told nothing else."""
        expect(self.sign.locator(".notice-line")).to_have_text(banner)
        expect(self.dealer.control("sentence")).to_contain_text(re.compile(SAYS[banner]))

    def total(self, points: str) -> None:
        """Both have this as the dealer's total."""
        for page, name in ((self.sign, ".dealer .total"), (self.dealer.page, ".dealer-total")):
            expect(page.locator(name)).to_have_text(points)


@pytest.mark.parametrize("book", ruleset_ids())
def test_they_agree_through_a_round(house: ScreensHouse, screens: Screens, book: str) -> None:
    both = Both(house.table(book), screens)
    table, dealer = both.table, both.dealer
    both.agree("Place your bets")
    table.wager(1, 25_00)
    both.agree("Place your bets")
    dealer.tap("CloseBets")
    both.agree("No more bets")
    table.deal("9S", "AH", "9D")
    table.order({"type": "Report", "irregularity": "error_card"})
    both.agree("Round paused")
    dealer.tap("undo")
    both.agree("No more bets")
    if dealer.control("Proceed").count():
        dealer.tap("Proceed")
    dealer.tap("Stand")
    table.deal("9C")
    both.total("20")  # the ace counts eleven, for good
    both.agree("Paying bets")
    dealer.tap("tick all")
    both.agree("Place your bets")
    table.order({"type": "OpenBetting"})
    both.agree("Place your bets")
    expect(both.sign.locator(".last-mark")).to_be_visible()
    expect(both.sign.locator(".dealer .total")).to_have_text("20")


def test_a_soft_total_is_two_numbers_only_while_it_may_change(house: ScreensHouse, screens: Screens) -> None:
    both = Both(house.table(), screens)
    table = both.table
    table.wager(1, 25_00)
    table.wager(2, 25_00)
    table.deal("AS", "9H", "6C", "9D", "9C")
    expect(both.sign.locator("[data-box='1'] .total")).to_have_text("10/20")
    both.dealer.says("Box 1: soft 20")
    both.dealer.tap("Stand")
    expect(both.sign.locator("[data-box='1'] .total")).to_have_text("20")
    expect(both.dealer.page.locator("[data-box='1'] .total strong")).to_have_text("20")


def test_they_agree_while_the_cards_are_made_ready(house: ScreensHouse, screens: Screens) -> None:
    both = Both(house.table(shoe_ready=False), screens)
    both.agree("Cards are being prepared")
    both.table.wager(1, 25_00)
    both.agree("Place your bets")


def test_a_final_total_is_one_number_on_the_floor_and_to_surveillance_too(
    house: ScreensHouse, screens: Screens
) -> None:
    table = house.table()
    table.wager(1, 25_00)
    table.deal("9S", "AH", "9D")
    floor = screens.new("floor", How("1440x900")).sign_in(house.hire("supervisor")).go(f"/floor/tables/{table.number}")
    expect(floor.page.locator(".layout .dealer-hand .total b")).to_have_text("soft 11")
    table.answer({"type": "Stand", "box": 1})
    table.deal("9C")
    table.until("complete")
    expect(floor.page.locator(".layout .dealer-hand .total b")).to_have_text("20")
    watching = opened(house, screens, table)
    watching.keyboard.press("End")
    expect(watching.locator(".then .dealer .total")).to_contain_text("20")
    expect(watching.locator(".then .dealer .total")).not_to_contain_text("soft")
