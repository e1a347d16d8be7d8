"""The dealer's screen with as much on it as the book allows: every control is reached, nothing is cut off."""

import pytest

from app.rulebook import ruleset_ids
from tests.screens.checks.reaching import clipped, unreachable
from tests.screens.checks.sizes import cut_off, fine_print, outside, overlapping, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
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
