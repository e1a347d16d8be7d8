"""Faults at a table with a Bee-Tek shoe, over a pseudo-terminal and TCP.

Its line has neither check digits nor numbers: what is damaged holds the table, and so does each disconnection, but a
card that is lost whole, told twice or told as another cannot be seen there. The count of the shoe finds the first two,
and the running composition some of the third: so all of its cards are marked as unchecked.
"""

import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.settings import Settings
from app.store.database import Database
from app.surveillance.verifying import verify
from tests.simulation.changed_cards import never_found, shares_found
from tests.simulation.evenings import BETWEEN, BOOK, MIDDLE, Evening, Moment
from tests.simulation.playing import playing
from tests.simulation.shoe_faults import LINES, Pairs, catalogue, evenings_of_pairs, play_pairs
from tests.simulation.simulator import simulators

DOWN, UNSEEN = "line_was_down", "error_card_unseen"
BITS_TO_CONTEXT, BITS_TO_BRACKET, BITS_TO_RANK = 8, 8 * 7, 8 * 13  # in ` [Game]<Card:4S> `
# Why the table holds for each fault; what is not here is made good by the line itself, or the line cannot tell.
HOLDS = {
    "unreadable": {"card_unread"}, "foreign": {"foreign_card"}, "babble": {"damaged"},
    "unplug-replug": {DOWN}, "unplug-card": {DOWN}, "half-open": {DOWN}, "burn": {UNSEEN},
    "jam": {"jammed"}, "pushed-back": {"card_pushed_back"},
}  # fmt: skip
HOLDS_BETWEEN = {"two-at-once": {UNSEEN}, "foreign": {UNSEEN}}
ENTERED_BETWEEN = ("unreadable", "unplug-card", "half-open")
SHOES = int(os.environ.get("SHOES", "250"))


def holds(fault: str, moment: Moment) -> set[str]:
    """Why the table holds for this fault."""
    found = set(HOLDS.get(fault, set()))
    if moment == BETWEEN:
        found |= HOLDS_BETWEEN.get(fault, set()) | ({"card_not_awaited"} if fault in ENTERED_BETWEEN else set())
    return found


@asynccontextmanager
async def evening_at(
    database: Database, settings: Settings, number: str, line: str, *more: str
) -> AsyncIterator[Evening]:
    """An evening with such a shoe; at its end the log proves itself."""
    arguments = ("shoe", "--dialect", "bee-tek", "--listen", line, "--seed", "6", *more)
    async with (
        simulators(*arguments) as devices,
        playing(database, settings, number, BOOK, devices) as here,
    ):
        evening = Evening(here, database, settings)
        await evening.begin()
        yield evening
    assert (await verify(database, settings)).clean


@pytest.mark.parametrize("moment", [MIDDLE, BETWEEN], ids=lambda moment: moment.name)
@pytest.mark.parametrize("line", LINES)
async def test_each_fault_alone(line: str, moment: Moment, database: Database, settings: Settings, number: str) -> None:
    async with evening_at(database, settings, number, line) as evening:
        for fault in catalogue("bee-tek", line):
            if fault.name == "flip":
                continue  # what comes of it depends on the bit: see below
            outcome = await evening.scenario([fault], moment)
            assert set(outcome.holds) == holds(fault.name, moment), fault.name
            assert outcome.exact or fault.silent, fault.name


@pytest.mark.parametrize("evening_of", evenings_of_pairs("bee-tek", seed=2), ids=str)
async def test_pairs_of_faults(evening_of: Pairs, database: Database, settings: Settings, number: str) -> None:
    await play_pairs(lambda more: evening_at(database, settings, number + more, evening_of.line), evening_of)


@pytest.mark.parametrize("at", [BITS_TO_CONTEXT, BITS_TO_BRACKET, BITS_TO_RANK + 6])
async def test_a_damaged_token_may_have_been_a_card(
    at: int, database: Database, settings: Settings, number: str
) -> None:
    async with evening_at(database, settings, number, LINES[1]) as evening:
        await evening.watch()
        await evening.here.bet(1)
        await evening.deal(2)
        await evening.here.shoe.fault("flip", at=at)
        await evening.press()
        await evening.made_good()
        outcome = await evening.outcome()
        assert "damaged" in outcome.holds
        assert outcome.exact
        await evening.finish(outcome)


async def test_a_card_changed_on_the_line_is_found_when_there_cannot_be_one_more(
    database: Database, settings: Settings, number: str
) -> None:
    """4S told as 5S: nobody knows, until a ninth 5S comes."""
    async with evening_at(database, settings, number, LINES[0]) as evening:
        await evening.watch()
        await evening.here.bet(1)
        await evening.here.shoe.stack("4S", *["5S"] * 7)
        await evening.here.shoe.fault("flip", at=BITS_TO_RANK)
        await evening.deal(2)
        outcome = await evening.outcome()
        assert (outcome.left[0], outcome.recorded[0], outcome.holds) == ("4S", "5S", ())
        await evening.finish_round()
        seen = len((await evening.outcome()).recorded)
        while "impossible_card" not in (await evening.outcome()).holds:
            await evening.here.bet(1)
            await evening.here.shoe.stack(*["5S"] * min(2, 8 - (await evening.drawn()).count("5S")))
            await evening.deal(2)
            await evening.finish_round()
        outcome = await evening.outcome()
        assert len(outcome.left) > seen
        ninth = [n for n, card in enumerate(outcome.recorded) if card == "5S"][8]
        assert outcome.left[: ninth + 1].count("5S") == 8


def test_how_many_changed_cards_the_composition_finds() -> None:
    """Whole shoes of eight decks with one changed card each, by the real session and check, beside the prediction."""
    found = shares_found(SHOES, random.Random(3))
    print({undealt: f"{share:.3f} (predicted {1 - never_found(undealt):.3f})" for undealt, share in found.items()})
    assert found[0] == 1.0
    for undealt, share in found.items():
        predicted = 1 - never_found(undealt)
        deviation = (predicted * (1 - predicted) / SHOES) ** 0.5
        assert abs(share - predicted) <= 4 * deviation + 1e-9, undealt
