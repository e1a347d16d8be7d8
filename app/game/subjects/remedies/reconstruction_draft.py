"""A reconstruction in the making: the round as far as the corrected sequence goes, and what may be done next."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from app.game.core.acts import Act
from app.game.core.apply import apply
from app.game.core.draft import Draft
from app.game.core.records import name_of, replace
from app.game.core.rejections import Rejected
from app.game.core.state import RoundRecord, Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies import commands as c
from app.game.subjects.remedies.anonymous_cards import names_of
from app.game.subjects.remedies.reconstruction import (
    FREE,
    Corrected,
    merged,
    seen_kept,
    split_acts,
    stays,
    with_the_rest,
    with_true_cards,
)
from app.game.subjects.remedies.rewriting import at_step
from app.game.subjects.remedies.round_replay import Stopped, cards_in, do_act, replay, steps_of


class Listed(NamedTuple):
    """An act of the round as it is recorded, and the event of it; `stays`: it is none that a correction is about."""

    act: Act
    event: Event
    before: Table
    after: Table
    stays: bool


class Tried(NamedTuple):
    """One act of the corrected sequence, by its number in it, with what it caused."""

    step: int
    before: Table
    events: tuple[Event, ...]
    after: Table


class Attempt(NamedTuple):
    """How far the sequence goes: the table then, and why the act `step` cannot be done, if one cannot. `left`: cards
    that left the shoe and have no place in it yet; `over`: cards in it that did not."""

    table: Table
    events: tuple[Event, ...]
    done: tuple[Tried, ...]
    refused: Rejected | None
    left: tuple[str, ...]
    over: tuple[str, ...]


def folded(record: RoundRecord) -> Table:
    """The table as the round left it."""
    return reduce(apply, record.events, replace(record.opening, opening=record.opening))


def listed_acts(record: RoundRecord) -> tuple[Listed, ...]:
    """What was done in the round after the wagers, in order."""
    before, after = split_acts(record.events)
    seen = seen_kept(after)
    tables = [replace(record.opening, opening=record.opening)]
    for event in record.events:
        tables.append(apply(tables[-1], event))
    found = []
    for act, at in steps_of(record.events)[len(before) :]:
        found.append(Listed(act, record.events[at], tables[at], tables[at + 1], stays(act, seen)))
    return tuple(found)


def attempt(rules: Ruleset, remedy: c.Reconstruct, record: RoundRecord, held: Iterable[str]) -> Attempt:
    """The corrected sequence, as far as it can be done. `held`: cards that left the shoe and lie nowhere yet."""
    before, after = split_acts(record.events)
    begun = replay(record.opening, rules, before)
    assert not isinstance(begun, Stopped), "what was done before the deal stays as it was"
    left, over = _cards(with_the_rest(remedy.acts, after), after, held, remedy.corrected)
    table, events, done, refused = begun.table, [*begun.events], list[Tried](), None
    for step, act in merged(remedy.acts, after, whole=not left):
        draft = Draft(table, rules)
        refused = _invented(draft, act, after) or do_act(draft, act)
        if refused is not None:
            refused = at_step(refused, step)
            break
        done.append(Tried(step, table, tuple(draft.events), draft.table))
        table, events = draft.table, [*events, *draft.events]
    return Attempt(table, tuple(events), tuple(done), refused, *_named(names_of(record), left, over))


def _invented(draft: Draft, act: Act, after: tuple[Act, ...]) -> Rejected | None:
    if isinstance(act, FREE) or act in after:
        return None
    return draft.refuse("not_in_the_record", {"act": name_of(type(act))})


def _cards(
    acts: tuple[Act, ...], after: tuple[Act, ...], held: Iterable[str], corrected: Corrected
) -> tuple[list[str], list[str]]:
    """The cards that have no place yet, and those too many; while there are some, more is to come."""
    recorded, over = [*cards_in(after, acts), *held], list[str]()
    left = with_true_cards(recorded, corrected) or recorded
    for card in cards_in(acts, after):
        if card in left:
            left.remove(card)
        else:
            over.append(card)
    return left, over


def _named(names: Mapping[str, str], *cards: list[str]) -> list[tuple[str, ...]]:
    """The cards, those that lie face down by their names, in an order that depends on no commitment."""
    return [tuple(sorted([names.get(each, each) for each in several])) for several in cards]
