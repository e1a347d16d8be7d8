"""The dealer's screen as eyes and fingers have it: sizes, contrast, what is cut off, in all its main states."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.screens.checks.accessibility import violations
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.motion import moving
from tests.screens.checks.sizes import cut_off, fine_print, outside, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.tables import Table
from tests.screens.terminal import Terminal

PRIMARY_PX, LABEL_PX, TOUCHED_PX, READ_PX = 96, 24, 44, 16
# What answers what is asked: large; what is always there, or belongs to one bettor of a box: not smaller than a finger.
PRIMARY = ".bar .tap:not(.half), .ranks .tap, .suits .tap, .chip, .sharing > .tap"
LABELLED = ".bar .big, .ranks .tap, .suits .tap, .chip, .sharing .tap"


def wrong(page: Page) -> list[str]:
    """Everything that is not as it should be."""
    labels = page.evaluate(
        """([selector, least]) => [...document.querySelectorAll(selector)]
            .filter((each) => parseFloat(getComputedStyle(each).fontSize) < least).map((each) => each.textContent)""",
        [LABELLED, LABEL_PX],
    )
    return [
        *small(page, PRIMARY, PRIMARY_PX),
        *[f"a label under {LABEL_PX} px: {each}" for each in labels],
        *small(page, "button:not(.standing)", TOUCHED_PX),
        *fine_print(page, READ_PX),
        *weak_text(page, HIGH),
        *violations(page),
        *[each for each in cut_off(page) if "hidden-from-sight" not in each],
        *outside(page),
    ]


def betting(table: Table, dealer: Terminal) -> None:
    """Chips for one box of a full table."""
    for box in range(1, 8):
        table.wager(box, 25_00)
    table.wager(2, 10_00, place="B", seated=False)
    dealer.tap("place 4A")


def offers(table: Table, dealer: Terminal) -> None:
    """Insurance and surrender at once, with bettors behind."""
    betting(table, dealer)
    table.deal("8S", "8H", "6D", "7C", "9S", "AH", "2D", "AC", "6H", "8D", "5D", "4C", "9H", "KH", "3D")
    dealer.says("Offer insurance")


def sharing(table: Table, dealer: Terminal) -> None:
    """A split with a bettor behind."""
    offers(table, dealer)
    dealer.tap("Proceed", "Stand")
    dealer.says("Box 2")
    dealer.tap("Split")


def settling(table: Table, dealer: Terminal) -> None:
    """A round that is over, with money to pay and to take."""
    table.wager(1, 25_00)
    table.wager(3, 50_00)
    table.deal("9S", "KD", "9H", "8D", "9C")
    dealer.tap("Stand")
    dealer.says("Box 3")
    dealer.tap("Stand")
    table.deal("9D")
    dealer.says("Dealer 18.")


def keying(table: Table, dealer: Terminal) -> None:
    """A card by hand."""
    table.wager(1, 25_00)
    table.deal("9S")
    dealer.tap("pad", "rank K")


def holding(table: Table, dealer: Terminal) -> None:
    """Something went wrong."""
    table.wager(1, 25_00)
    table.deal("9S", "9H", "8D")
    dealer.tap("report", "error_card")
    dealer.says("Stop.")


STATES: dict[str, Callable[[Table, Terminal], None]] = {
    each.__name__: each for each in (betting, offers, sharing, settling, keying, holding)
}


@pytest.mark.parametrize("state", STATES)
def test_it_can_be_read_and_touched(house: ScreensHouse, screens: Screens, state: str) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table, how=How(touch=True, reduced_motion=True)))
    STATES[state](table, dealer)
    found = wrong(dealer.page)
    assert found == [], "\n".join(found)
    assert moving(dealer.page) == []


def test_cards_between_shoes(house: ScreensHouse, screens: Screens) -> None:
    """The checklist of a new set, step by step at the screen, with the supervisor's PIN for the second inspection."""
    table = house.table(shoe_ready=False)
    dealer = Terminal(screens.dealer(table))
    dealer.tap("set", "letter S", "letter 1", "bring red")
    assert wrong(dealer.page) == []
