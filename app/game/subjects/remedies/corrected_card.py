"""The round played again with a card that is another one, as it went on the felt.

What was tapped only because the record had the wrong card falls away: the end of an offer that there was not, a stand
on a hand that was over. A hand that turns out not to have been over stood where play went on to another hand; where a
card came next, only somebody who sees the felt can say whose it was.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.game import commands as c
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import Table, box_of, hand_of
from app.game.core.turn import turn
from app.game.rules.ruleset import Ruleset
from app.game.subjects.hands.options import may_proceed
from app.game.subjects.remedies.card_positions import Drawn, Place
from app.game.subjects.remedies.corrected_reading import done_unread, read_otherwise
from app.game.subjects.remedies.round_replay import Stopped, amounts_first, do_act


class Otherwise(NamedTuple):
    """An act of the round as it goes now; `stood`: the hand on which it was tapped to stand, `over`: whether the hand
    in question was over by itself before it."""

    act: Act
    stood: Place | None = None
    over: bool = False


def played_otherwise(
    table: Table, rules: Ruleset, acts: Sequence[Otherwise], hand: Place | None = None, own: int | None = None
) -> Draft | Stopped:
    """The round from its opening. `hand`: the hand in question; `own`: how many of the cards that came when it had been
    over by the record are its own; nothing: nobody has said so."""
    assert table.opening is not None
    draft = Draft(replace(table.opening, opening=table.opening), rules)
    of = {id(each.act): each for each in acts}
    course = amounts_first([each.act for each in acts])
    for step, act in enumerate(course, 1):
        each = of[id(act)]
        if _idle(draft, each):
            continue
        if each.over and hand is not None and _is_turn_of(draft, hand):
            if not isinstance(act, Drawn) or own == 0:
                do_act(draft, c.Stand(hand[0]))
            elif own is None:
                return Stopped(step, _whose(draft, hand))
            else:
                own -= 1
        refused = _done(table, draft, act, course[step:])
        if refused is not None:
            return Stopped(step, refused)
    return draft


def _done(table: Table, draft: Draft, act: Act, left: Sequence[Act]) -> Rejected | None:
    instead = read_otherwise(table, draft, act, left)
    for each in [act] if instead is None else instead:
        refused = do_act(draft, each)
        if refused is not None:
            return done_unread(draft, each, left) if refused.code == "peek_first" else refused
    return None


def _idle(draft: Draft, each: Otherwise) -> bool:
    """Whether there is nothing for which it could have been tapped."""
    if isinstance(each.act, c.Proceed):
        return not may_proceed(draft.table, draft.rules)
    if each.stood is None:
        return False
    box = box_of(draft.round, each.stood[0])
    return box is not None and len(box.hands) >= each.stood[1] and bool(hand_of(draft.round, *each.stood).done)


def _is_turn_of(draft: Draft, hand: Place) -> bool:
    now = turn(draft.round) if draft.round.dealt else None
    return now is not None and (now.box.number, now.number) == hand and not now.hand.wants_card


def _whose(draft: Draft, hand: Place) -> Rejected:
    return draft.refuse("whose_card", {"box": hand[0], "hand": hand[1]}, box=hand[0])
