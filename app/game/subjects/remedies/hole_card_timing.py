"""A round that is played again, and the dealer's face-down card in it: it turns itself up when it is due, and that may
be at another place than in the record.

A card that the dealer drew before the record has seen the face-down one lies ready until that is turned up: with 17 or
more the dealer has no use for it, and it is burnt (Massachusetts 15(e)).
"""

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.cards import Card
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.state import DEALER, Held, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.dealer.needs import stands
from app.game.subjects.irregularities.rulings import row_for
from app.game.subjects.remedies.round_replay import Stopped, amounts_first, do_act
from app.game.targets import hole_ready


def replay_in_time(opening: Table, rules: Ruleset, acts: Iterable[Act]) -> tuple[list[Act], Draft | Stopped]:
    """The acts with the face-down card turned up in time, and the round that they make, or where it ends."""
    draft, done, left = Draft(replace(opening, opening=opening), rules), list[Act](), amounts_first(acts)
    while left:
        act, *left = left
        instead = additional(draft, act) or turned_up_in_time(draft, act, left)
        if instead is not None:
            left = [*instead, *left]
            continue
        refused = do_act(draft, act)
        if refused is not None:
            return done, Stopped(len(done) + 1, refused)
        done.append(act)
    return done, draft


def turned_up_in_time(draft: Draft, act: Act, later: Sequence[Act]) -> list[Act] | None:
    """What is done instead of this act because of the face-down card; None: the act itself."""
    if isinstance(act, c.TurnUpHole):
        return None if hole_ready(draft.table, draft.rules) else []
    if not _is_drawn(act) or not hole_ready(draft.table, draft.rules):
        return None
    hole = [each for each in later if isinstance(each, c.TurnUpHole)][:1]
    return [*hole, act] if hole else [_lies_ready(draft, act)]


def _is_drawn(act: Act) -> TypeGuard[c.DrawCard | e.CardDealt]:
    """Whether the dealer draws; or had drawn for nothing, as the round went then."""
    if isinstance(act, e.CardDealt):
        return act.box == DEALER and act.meant_for == (DEALER, 1)
    return isinstance(act, c.DrawCard)


def _lies_ready(draft: Draft, act: c.DrawCard | e.CardDealt) -> e.CardKept:
    return e.CardKept(act.card, None, "dealer", draft.rules.questions["decide"])


def additional(draft: Draft, act: Act) -> list[Act] | None:
    """What is done instead, if this is a card that was laid to the dealer's completed hand."""
    if not isinstance(act, e.CardDealt) or act.box != DEALER or len(draft.round.dealer) < 2:
        return None
    return [discarded(draft, act.card)] if stands(draft.round, draft.rules) else None


def discarded(draft: Draft, card: Card) -> e.CardDiscarded:
    """An additional card of the dealer went to the discard rack."""
    row = row_for(draft.table, draft.rules, Held(card, "card_not_awaited"), "discard")
    assert row is not None, "every book has an additional card discarded"
    return e.CardDiscarded(card, row.clause)
