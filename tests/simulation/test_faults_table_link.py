"""Every fault of the catalogue at a table with a Table Link shoe, one by one and in pairs, over real lines.

All pairs: `PAIRS=all`; without it a sample, the same each time.
"""

import os
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.simulation.evening import Evening
from tests.simulation.standing_shoes import StandingShoes
from tests.simulation.table_link_faults import FAULTS
from tests.simulation.tables_with_shoes import House, evening_at

pytestmark = pytest.mark.usefixtures("proves_itself")

LINES = ("pty", "tcp")
MOMENTS = ("between", "middle")
OVER_RFC2217 = [(moment, fault) for moment in MOMENTS for fault in ("drop", "duplicate", "babble", "unplug")]
SAMPLE = 30
CARD_BYTES = 26  # of a card that is pushed, if nothing in it has to be doubled
PAIRS = [
    (line, moment, one, two)
    for one, two in combinations(FAULTS, 2)
    for line in LINES
    for moment in MOMENTS
    if line in FAULTS[one].lines and line in FAULTS[two].lines
]
# Each of these has once shown a fault of the program, or of these tests.
FOUND = [
    ("tcp", "middle", "delay", "missing"),
    ("tcp", "middle", "delay", "two at once"),
    ("pty", "between", "delay", "foreign"),
    ("pty", "middle", "unplug", "swapped"),
    ("tcp", "between", "reboot", "pushed back"),
    ("tcp", "middle", "jam", "overflow"),
]
CHOSEN = PAIRS if os.environ.get("PAIRS") == "all" else [*FOUND, *Random(5).sample(PAIRS, SAMPLE - len(FOUND))]
SINGLE = [(line, moment, name) for name, fault in FAULTS.items() for line in LINES for moment in MOMENTS
          if line in fault.lines]  # fmt: skip


@pytest.fixture(scope="module")
def house(database: Database, settings: Settings) -> Iterator[House]:
    shoes = StandingShoes()
    yield House(database, settings, shoes)
    shoes.end()


async def played(evening: Evening, moment: str, *faults: str) -> None:
    """The faults happen at this moment, the round goes on to its end, and everything is whole again."""
    if moment == "between":
        await evening.round(1)
    else:
        await evening.bets(1, 2)
        await evening.cards(3)
    for name in faults:
        await FAULTS[name].happen(evening, evening.chance)
    if moment == "between":
        if not all([FAULTS[name].held_between for name in faults]):
            await evening.quiet()  # it is over before anybody wagers
        await evening.bets(1, 2)
    await evening.finish_round()
    await evening.shoe.ask("/heal", {})
    await evening.all_told()


@pytest.mark.parametrize(("line", "moment", "fault"), SINGLE)
async def test_one_fault(line: str, moment: str, fault: str, house: House, number: str) -> None:
    async with evening_at(house, number, line, Random(f"{line}{moment}{fault}")) as evening:
        await played(evening, moment, fault)
        await evening.assert_whole()
        expected = FAULTS[fault].held_for
        if moment == "between" and not FAULTS[fault].held_between:
            expected = ()
        if expected:
            assert set(expected) & set(evening.recorded.holds), evening.recorded.holds
        else:
            await evening.assert_as_if_nothing_had_happened()


@pytest.mark.parametrize(("moment", "fault"), [*OVER_RFC2217, ("middle", "half-open")])
async def test_one_fault_over_rfc2217(moment: str, fault: str, house: House, number: str) -> None:
    async with evening_at(house, number, "rfc2217", Random(f"{moment}{fault}")) as evening:
        await played(evening, moment, fault)
        await evening.assert_whole()
        await evening.assert_as_if_nothing_had_happened()


@pytest.mark.parametrize("line", LINES)
async def test_cards_split_at_every_byte(line: str, house: House, number: str) -> None:
    async with evening_at(house, number, line, Random(line)) as evening:
        await evening.bets(1, 2, 3, 4, 5, 6, 7)
        for place in range(CARD_BYTES):
            await evening.shoe.fault("split", times=3, at=place, seconds=0.01)
            if evening.over:
                await evening.bets(1, 2, 3, 4, 5, 6, 7)
            await evening.cards(1)
        await evening.finish_round()
        await evening.shoe.ask("/heal", {})
        await evening.all_told()
        await evening.assert_whole()
        await evening.assert_as_if_nothing_had_happened()


@pytest.mark.parametrize(("line", "moment", "one", "two"), CHOSEN)
async def test_two_faults(line: str, moment: str, one: str, two: str, house: House, number: str) -> None:
    async with evening_at(house, number, line, Random(f"{line}{moment}{one}{two}")) as evening:
        await played(evening, moment, one, two)
        await evening.assert_whole()
