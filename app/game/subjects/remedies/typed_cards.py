"""A card that somebody typed is another one on the felt, or there is none: the dealer puts it right alone, until what
hangs on it has been paid.

Paid is what was ticked off: what the record alone has settled by a wrong card has not happened.
"""

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.seals import Opened, seal
from app.game.core.state import Keyed, Round, Table
from app.game.core.turn import stage
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.actual_payments import ticked_otherwise
from app.game.subjects.remedies.card_positions import Drawn, DrawnStep, Place, TypedCard, drawn_steps, typed_cards
from app.game.subjects.remedies.corrected_card import Otherwise, played_otherwise
from app.game.subjects.remedies.corrected_reading import was_misused
from app.game.subjects.remedies.rewriting import not_possible
from app.game.subjects.remedies.round_replay import Step, Stopped, steps_of


def correct_card(draft: Draft, command: c.CorrectCard) -> Rejected | None:
    """Have the card be what it is."""
    found = next((each for each in typed_cards(draft.table) if each.number == command.number), None)
    if found is None or found.card != command.was or not _may_be(draft.table, found, command):
        return draft.refuse("correction_not_offered.typed_card")
    again = _played_again(draft.table, draft.rules, command, found)
    if isinstance(again, Stopped):
        return again.rejected if again.rejected.code == "whose_card" else not_possible(again)
    refused = paid_already(draft, again.round)
    if refused is not None:
        return refused
    _keyed_otherwise(draft, command, found)
    put_right(draft, again, f"{command.was} was {command.card or 'no card'}")
    return None


def put_right(draft: Draft, again: Draft, reason: str) -> None:
    """The record is put right: the round is the one that was played again."""
    misused = was_misused(draft.table, again)
    draft.emit(e.RoundRewritten("correction", reason, draft.rules.questions["decide"], tuple(again.events)))
    if misused:
        draft.emit(e.TableHeld(None, "reader_misused", phase=stage(draft.table)))


def _may_be(table: Table, found: TypedCard, command: c.CorrectCard) -> bool:
    """Whether it can be said at all; what had lain face down is proved by what opens it."""
    if table.round is None or table.round.void is not None or command.card == command.was:
        return False
    down = isinstance(_drawn(table, found).act, c.DrawFaceDown)
    opened = command.opened.card if command.opened is not None else None
    return not down or command.card is None or opened == command.card


def _drawn(table: Table, found: TypedCard) -> DrawnStep:
    return drawn_steps(table.record)[found.number - 1]


# --- the round played again


def _played_again(table: Table, rules: Ruleset, command: c.CorrectCard, found: TypedCard) -> Draft | Stopped:
    steps, wrong, hand = steps_of(table.record), _drawn(table, found), (found.box, found.hand)
    done = _over_at(table, hand)
    acts = [(step, _corrected(step.act, wrong.act, command, is_it=step.at == wrong.at)) for step in steps]
    course = [
        Otherwise(act, stood_on(table, step), over=done is not None and step.at > done)
        for step, act in acts
        if act is not None
    ]
    return played_otherwise(table, rules, course, hand, command.own)


def _corrected(act: Act, wrong: Act, command: c.CorrectCard, *, is_it: bool) -> Act | None:
    """The act with the other card: the card itself, or where it was turned up."""
    if is_it and command.card is None:
        return None
    if isinstance(wrong, c.DrawFaceDown):
        return with_opened(act, wrong.commitment, command.opened) if command.opened is not None else act
    if not is_it or command.card is None:
        return act
    assert isinstance(act, Drawn), "a card left the shoe"
    assert not isinstance(act, c.DrawFaceDown), "everybody sees it"
    return replace(act, card=command.card)


def with_opened(act: Act, before: str, opened: Opened) -> Act:
    """The act with this card in the place of the one that had been dealt face down, or was turned up."""
    if isinstance(act, c.DrawFaceDown) and act.commitment == before:
        return replace(act, commitment=seal(opened))
    if isinstance(act, c.TurnUpHole | e.HoleTurnedUp) and seal(act.opened) == before:
        return replace(act, opened=opened)
    if isinstance(act, c.TurnUpBox):
        return replace(act, opened=tuple([opened if seal(each) == before else each for each in act.opened]))
    return act


def stood_on(table: Table, step: Step) -> Place | None:
    """The hand on which it was tapped to stand."""
    event = table.record[step.at]
    return (event.box, event.hand) if isinstance(event, e.HandCompleted) else None


def _over_at(table: Table, hand: Place) -> int | None:
    """Where in the record the hand was over by itself."""
    for at, event in enumerate(table.record):
        if isinstance(event, e.HandCompleted) and (event.box, event.hand) == hand and event.why != "stand":
            return at
    return None


# --- what was paid


def paid_already(draft: Draft, again: Round) -> Rejected | None:
    """Whether something that was ticked off would not have been due."""
    place = ticked_otherwise(draft.table, again)
    if place is None:
        return None
    box, player = place
    return draft.refuse("correction_not_offered.paid", {"player": player, "box": box}, box=box)


# --- the cards that wait for the shoe's word


def _keyed_otherwise(draft: Draft, command: c.CorrectCard, found: TypedCard) -> None:
    """The shoe's word, if it is still to come, is compared with the card as it is now."""
    at = keyed_at(draft.table, found)
    if at is None:
        return
    keyed, wrong = draft.table.keyed, _drawn(draft.table, found).act
    right = _corrected(wrong, wrong, command, is_it=True)
    now = (as_keyed(right),) if isinstance(right, Drawn) else ()
    draft.emit(e.KeyedCorrected((*keyed[:at], *now, *keyed[at + 1 :])))


def as_keyed(act: Drawn) -> Keyed:
    """How a keyed card waits for the shoe's word."""
    return Keyed(None, act.commitment) if isinstance(act, c.DrawFaceDown) else Keyed(act.card)


def keyed_at(table: Table, found: TypedCard) -> int | None:
    """The place of the card among those that wait: of equal ones that were keyed the last are those that still wait."""
    drawn = [step.act for step in drawn_steps(table.record)]
    act = drawn[found.number - 1]
    if act.source != "keyed":
        return None
    later = sum([each.source == "keyed" and as_keyed(each) == as_keyed(act) for each in drawn[found.number :]])
    waiting = [at for at, each in enumerate(table.keyed) if each == as_keyed(act)]
    return waiting[-1 - later] if later < len(waiting) else None
