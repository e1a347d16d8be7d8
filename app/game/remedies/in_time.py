"""A round that is played again, and the dealer's face-down card in it: it turns itself up when it is due, and that may
be at another place than in the record.

A card that the dealer drew before the record has seen the face-down one lies with the dealer, behind that, if somebody
says so who was there. Where it only follows from a correction it lies ready: with 17 or more the dealer has no use for
it, and it is burnt (Massachusetts 15(e)).
"""

from collections.abc import Callable, Iterable, Sequence

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.flow import hole_ready
from app.game.remedies.record import Act, Stopped, amounts_first, do_act
from app.game.rules.ruleset import Ruleset
from app.game.state import DEALER, Table


def replay_in_time(opening: Table, rules: Ruleset, acts: Iterable[Act]) -> tuple[list[Act], Draft | Stopped]:
    """The acts with the face-down card turned up in time, and the round that they make, or where it ends."""
    draft, done, left = Draft(opening._replace(opening=opening), rules), list[Act](), amounts_first(acts)
    while left:
        act, *left = left
        instead = turned_up_in_time(draft, act, left, _lies_ready)
        if instead is not None:
            left = [*instead, *left]
            continue
        refused = do_act(draft, act)
        if refused is not None:
            return done, Stopped(len(done) + 1, refused)
        done.append(act)
    return done, draft


def turned_up_in_time(
    draft: Draft, act: Act, later: Sequence[Act], unseen: Callable[[Draft, c.DrawCard], Act]
) -> list[Act] | None:
    """What is done instead of this act because of the face-down card; None: the act itself. `unseen`: what becomes of a
    card that the dealer drew while the record has not seen the face-down one."""
    if isinstance(act, c.TurnUpHole):
        return None if hole_ready(draft.table, draft.rules) else []
    if not isinstance(act, c.DrawCard) or not hole_ready(draft.table, draft.rules):
        return None
    hole = [each for each in later if isinstance(each, c.TurnUpHole)][:1]
    return [*hole, act] if hole else [unseen(draft, act)]


def _lies_ready(draft: Draft, act: c.DrawCard) -> e.CardKept:
    return e.CardKept(act.card, None, "player", draft.rules.questions["decide"])


def lies_with_the_dealer(draft: Draft, act: c.DrawCard) -> e.CardDealt:
    """The card that the dealer had drawn, needed or not."""
    return e.CardDealt(act.card, DEALER, 1, source=act.source, meant_for=(DEALER, 1))
