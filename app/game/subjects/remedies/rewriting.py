"""Putting the round's record right: played again with other acts, it becomes one event on the table."""

from collections.abc import Sequence
from typing import Any, Literal

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.cards import Card
from app.game.core.draft import Draft
from app.game.core.message import message
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import DEALER, Table
from app.game.subjects.remedies.round_replay import Step, Stopped, replay, steps_of

# After these the next card is one that was called for.
CALLS = (c.Hit, c.Double, c.Split, c.AcceptCard)
Cause = Literal["correction", "undo", "irregularity", "reconstruction"]


def rewrite(draft: Draft, acts: Sequence[Act], cause: Cause, reason: str, clause: str | None) -> Rejected | None:
    """Let these have been the acts of the round."""
    assert draft.table.opening is not None
    again = replay(draft.table.opening, draft.rules, acts)
    if isinstance(again, Stopped):
        return not_possible(again)
    draft.emit(e.RoundRewritten(cause, reason, clause, tuple(again.events)))
    return None


def not_possible(stopped: Stopped) -> Rejected:
    """Why the round cannot have gone like this."""
    return at_step(stopped.rejected, stopped.step)


def at_step(refused: Rejected, step: int) -> Rejected:
    """Why the act of this number cannot be done."""
    return replace(
        refused, message=message("why_not.step_undone", step=step, why=refused.message), recorded=(), step=step
    )


def insert_before_card(table: Table, box: int, nth: int, fact: Act) -> list[Act]:
    """The round's acts with this fact before the card that the record gave the box (0: the dealer) as its nth, -1: as
    its last; at the end, if it has no such card."""
    record = table.record
    given = [at for at, event in enumerate(record) if _given(event, box)]
    found = given[nth - 1 : nth] if nth > 0 else given[-1:]
    before = _put_there(record, found[0]) if found else len(record)
    steps = [step for step in steps_of(record) if step.at >= before]
    betting = _betting(record, steps)
    return [
        *[step.act for step in steps_of(record) if step.at < before],
        *[step.act for step in betting],
        fact,
        *[step.act for step in steps if step not in betting],
    ]


def insert_before_the_deal(table: Table, fact: Act) -> list[Act]:
    """The round's acts with this fact at the beginning of the deal: who is served late in it is so from there on."""
    acts = [step.act for step in steps_of(table.record)]
    closed = max([at for at, act in enumerate(acts) if isinstance(act, e.BetsClosed)])
    return [*acts[: closed + 1], fact, *acts[closed + 1 :]]


def _given(event: Any, box: int) -> bool:
    """Whether the record gave the box a card with this; the players' boxes not one that was laid there by mistake."""
    if not isinstance(event, e.CardDealt | e.CardDealtDown) or event.box != box:
        return False
    return box == DEALER or getattr(event, "meant_for", None) is None


def _betting(record: tuple[Any, ...], steps: list[Step]) -> list[Step]:
    """What there was of the betting after a card that lay ready before it had ended."""
    closed = max([at for at, event in enumerate(record) if isinstance(event, e.BetsClosed)])
    return [step for step in steps if step.at <= closed and not isinstance(step.act, e.CardKept)]


def _put_there(record: tuple[Any, ...], at: int) -> int:
    """Where the card at this place of the record came from: one that lay ready had been put there before."""
    event = record[at]
    put = [n for n, each in enumerate(record[:at]) if isinstance(each, e.CardKept)]
    ready = [n for n in put if isinstance(event, e.CardDealt) and record[n].card in (None, event.card)]
    return ready[-1] if event.kept and ready else at


def without_last_card(draft: Draft, irregularity: str) -> tuple[list[Act], Card] | None:
    """The round's acts without the last one, and the card that it was, if it was one. A card drawn in error is one that
    nobody had called for; one that was burnt or laid wrong may have been anybody's."""
    steps = _without_turning_up(steps_of(draft.table.record))
    event = draft.table.record[steps[-1].at] if steps else None
    over = isinstance(event, e.CardDealt) and event.box == DEALER and draft.round.complete
    if not isinstance(event, e.CardDealt) or (over and irregularity != "burnt_in_error"):
        return None
    commands = [step.act for step in steps[:-1] if isinstance(step.act, (*CALLS, c.Stand, c.DrawCard))]
    if irregularity == "error_card" and commands and isinstance(commands[-1], CALLS):
        return None
    return [step.act for step in steps[:-1]], event.card


def _without_turning_up(steps: list[Step]) -> list[Step]:
    """The dealer's face-down card turned itself up after the last card of the players; without that card it does so
    later."""
    return steps[:-1] if steps and isinstance(steps[-1].act, c.TurnUpHole) else steps
