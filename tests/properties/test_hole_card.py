"""The three ways to deal the dealer's second card: the same cards give the same money, and a face-down card gives
nothing away."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.core.cards import DECK, Card, copies
from app.game.core.records import replace
from app.game.core.state import Table
from app.game.core.turn import peek_due
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from app.roundscript.read import read_script
from app.roundscript.runner import Outcome, run_script
from tests.agreement.rounds import RandomRound, script_text

SEEDS = st.integers(min_value=0, max_value=2**32)
WITH_HOLE_CARDS = [book for book in ruleset_ids() if "reader" in load_ruleset(book).table.hole_cards]


class OpenRound(RandomRound):
    """A random round without a hole card."""

    def _table(self) -> dict[str, Any]:
        return super()._table() | {"hole_card": "none"}


def money_by_wager(table: Table) -> dict[tuple[int, str, str], int]:
    """What each bettor's wager of each kind on each box came to."""
    assert table.round is not None
    cents: dict[tuple[int, str, str], int] = defaultdict(int)
    for line in table.round.lines:
        cents[line.box, line.player, line.wager] += line.pays_cents - line.takes_cents
    return dict(cents)


def with_hole_card(round_: RandomRound, hole_card: str, seed: int) -> Outcome:
    """The same round dealt with a hole card: the dealer's second card, or any other that changed nothing."""
    table = round_.table
    assert table.round is not None
    second = table.round.dealer[1] if len(table.round.dealer) > 1 else unseen_card(table, seed)
    initial = 2 * len(table.round.boxes) + 1
    dealt = round_.lines[:initial]
    rest = drop_dealers_second(round_, initial)
    insured = [line for line in rest if line.startswith("insure")]
    others = [line for line in rest if not line.startswith("insure")]
    script = round_.script()
    script["table"] = script["table"] | {"hole_card": hole_card}
    lines = [*dealt, f"hole {second}", *insured]
    return replayed(script, round_.rules, lines, others)


def unseen_card(table: Table, seed: int) -> Card:
    left = [card for card in DECK if copies(table.shoe.drawn, card) < table.shoe.decks]
    return Random(seed).choice(left)


def drop_dealers_second(round_: RandomRound, initial: int) -> list[str]:
    """The lines after the initial deal without the one that was the dealer's second card."""
    assert round_.table.round is not None
    drawn_later = len(round_.table.round.dealer) - 1
    lines = list(round_.lines[initial:])
    if drawn_later:
        cards = [index for index, line in enumerate(lines) if line.startswith("cards")]
        del lines[cards[-drawn_later]]
    return lines


def replayed(script: dict[str, Any], rules: Ruleset, lines: list[str], others: list[str]) -> Outcome:
    """Run the lines; then the reading where one is due; then the rest, with "proceed" where it is wanted."""
    outcome = run(script, rules, lines)
    if peek_due(outcome.table):
        lines = [*lines, "peek"]
        outcome = run(script, rules, lines)
    for line in others:
        assert outcome.table.round is not None
        if outcome.table.round.complete and not line.startswith("rescue"):
            break
        if line == "proceed" and not waits_for_proceed(outcome.table, rules):
            continue
        if line.startswith("cards") and only_waits_for_proceed(outcome.table, rules):
            lines = [*lines, "proceed"]
        lines = [*lines, line]
        outcome = run(script, rules, lines)
    if waits_for_proceed(outcome.table, rules):
        outcome = run(script, rules, [*lines, "proceed"])
    return outcome


def waits_for_proceed(table: Table, rules: Ruleset) -> bool:
    return any(each.question == "proceed" for each in open_questions(table, rules))


def only_waits_for_proceed(table: Table, rules: Ruleset) -> bool:
    """The hole card turns up only when the dealer has closed the offers: no card of the shoe does it here."""
    kinds = {each.question for each in open_questions(table, rules)}
    return "proceed" in kinds and not kinds & {"card", "decide"}


def run(script: dict[str, Any], rules: Ruleset, lines: list[str]) -> Outcome:
    outcome = run_script(read_script(script_text(script | {"play": "\n".join(lines)})), rules)
    assert outcome.refusal is None, (lines, outcome.refusal)
    return outcome


@pytest.mark.parametrize("book", WITH_HOLE_CARDS)
@pytest.mark.parametrize("hole_card", ["blind", "reader"])
@settings(max_examples=150, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_the_same_cards_give_the_same_money_wager_by_wager(book: str, hole_card: str, seed: int) -> None:
    round_ = OpenRound(load_ruleset(book), seed).play()
    outcome = with_hole_card(round_, hole_card, seed)
    assert outcome.table.round is not None
    assert outcome.table.round.complete
    assert money_by_wager(outcome.table) == money_by_wager(round_.table)


@pytest.mark.parametrize("book", WITH_HOLE_CARDS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS, other=st.sampled_from(DECK))
def test_a_face_down_card_changes_no_view_until_it_is_turned_up(book: str, seed: int, other: Card) -> None:
    """Two tables that differ only in the hole card look alike to everybody but surveillance, who see a commitment."""
    rules = load_ruleset(book)
    round_ = RandomRound(rules, seed).play()
    initial = [index for index, line in enumerate(round_.lines) if line.startswith("hole")]
    if not initial:
        return
    lines = round_.lines[: initial[0] + 1]
    one = run(round_.script(), rules, lines).table
    two = run(round_.script(), rules, [*lines[:-1], f"hole {other}"]).table
    assert sign_view(one, rules) == sign_view(two, rules)
    assert dealer_view(one, rules) == dealer_view(two, rules)
    assert floor_view(one, rules) == floor_view(two, rules)
    seen = surveillance_view(one, rules)
    assert replace(seen, commitments=()) == replace(surveillance_view(two, rules), commitments=())
    assert (seen == surveillance_view(two, rules)) == (lines[-1].split()[1] == other)
    assert lines[-1].split()[1] not in repr(replace(one.round, boxes=(), dealer=()) if one.round else "")
