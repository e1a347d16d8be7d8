"""Where the next card is said to go is where a card goes that is drawn: `routing.next_card` against what `decide`
accepts, in every state of evenings at which much goes wrong, and of all round scripts.

Told: burnt, the dealer's face down, a box's face down, face up; and for each the hand.
"""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.consequences import advance
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import DECK
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import Table
from app.game.decide import decide
from app.game.routing import NextCard, next_card
from app.game.rules.ruleset import Ruleset
from app.game.subjects.shoe.possible_cards import unfit
from app.roundscript.runner import run_script
from tests.properties.test_devices import Wired
from tests.rules.expectations import script_at, script_files

STEPS = 120
COMMITMENT = "0" * 64
DOWN = ("burn", "hole", "down")


class Taken(NamedTuple):
    """What became of a card that was drawn: where it went."""

    box: int | None
    hand: int | None
    implied_hit: bool = False


def taken(table: Table, rules: Ruleset, command: c.Command) -> Taken | str | None:
    """Where the card goes; the code of the refusal; None if the table holds for it."""
    answer = decide(table, rules, command)
    if isinstance(answer, Rejected):
        return answer.code
    # A side bet without a main wager that nobody saw goes back by itself when the card closes the betting.
    if any(isinstance(each, e.TableHeld) and each.irregularity != "side_bet_without_main" for each in answer.events):
        return None
    return _where(answer)


def _where(answer: Accepted) -> Taken | None:
    for event in answer.events:
        if isinstance(event, e.CardBurnt):
            return Taken(None, None)
        if isinstance(event, e.CardDealt | e.CardDealtDown) and not event.kept:
            return Taken(event.box, event.hand, event.implied_hit)
    return None


def told_as_drawn(table: Table, rules: Ruleset) -> None:
    """Hold what is told against all four ways in which a card may leave the shoe."""
    fitting = next((card for card in DECK if unfit(table, (card,)) is None), None)
    if table.closed or not table.ruleset_hash or table.held is not None or not table.shoe.left or fitting is None:
        return
    found = next_card(table, rules)
    how = found.how if isinstance(found, NextCard) else ""
    burnt = taken(table, rules, c.BurnCard(COMMITMENT))
    hole = taken(table, rules, c.DrawFaceDown(COMMITMENT, hole=True))
    down = taken(table, rules, c.DrawFaceDown(COMMITMENT))
    up = taken(table, rules, c.DrawCard(fitting))
    if not isinstance(found, NextCard):
        assert not any(isinstance(each, Taken) for each in (burnt, hole, down, up)), found
        wanted = None if found is None or found.code == "card_lies_ready" else found.code
        assert up == wanted, (found, up)
        return
    assert found.clause
    assert [isinstance(each, Taken) for each in (burnt, hole, down)] == [how == name for name in DOWN]
    assert isinstance(up, Taken) == (how in ("up", "down"))
    went = {"burn": burnt, "hole": hole, "down": down, "up": up}[how]
    target = found.target
    assert went == (Taken(None, None) if target is None else Taken(target.box, target.hand, target.implied_hit))


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_evenings(book: str, seed: int) -> None:
    evening = Wired(load_ruleset(book), seed)
    for _ in range(STEPS):
        told_as_drawn(evening.table, evening.rules)
        told_as_drawn(replace(evening.table, held=None), evening.rules)  # as the intake looks behind a hold
        evening.step()


@pytest.mark.parametrize("book", ruleset_ids())
def test_scripts(book: str) -> None:
    rules = load_ruleset(book)
    for path in script_files(book):
        table = EMPTY
        for event in run_script(script_at(path), rules).events:
            table = apply(table, event)
            if _waits_for_somebody(table, rules):
                told_as_drawn(table, rules)


def _waits_for_somebody(table: Table, rules: Ruleset) -> bool:
    """Whether it is a state between two commands, and not one on the way."""
    draft = Draft(table, rules)
    advance(draft)
    return not draft.events
