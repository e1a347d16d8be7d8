"""The reading of the hole card, where the dealer's face-up card turns out to be another one.

What the reader said beside an ace says nothing beside a picture, and the other way round. Where play has not gone on
since, the card is read again. Where it has, the reader counts for nothing in this round, and the dealer's hand is
played as without one; so it is where cards came that the reading should have come before. One that was read beside a
card that makes no pontoon was read when it should not have been, which the book knows (MA 15(l)).

Where it was the hole card that was typed wrongly, the reader that was set aside for it was right, and is in use again;
or was wrong where it had seemed right, and is set aside.
"""

from collections.abc import Sequence

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.cards import MAKES_PONTOON
from app.game.core.draft import Draft
from app.game.core.hands import is_pontoon
from app.game.core.rejections import Rejected
from app.game.core.state import Table
from app.game.subjects.remedies.card_positions import Drawn
from app.game.subjects.remedies.round_replay import do_act, steps_of
from app.game.subjects.shoe.possible_cards import unfit

_WENT_ON = (*Drawn.__args__, c.TurnUpHole, e.HoleTurnedUp)


def read_otherwise(table: Table, draft: Draft, act: Act, left: Sequence[Act]) -> list[Act] | None:
    """What there is of this act beside the card that lies there; None: the act itself."""
    if isinstance(act, c.ReadHole) and _is_of_another(table, draft):
        return [_aside(draft, round_only=True)] if _went_on(left) and (_could_be_read(draft) or act.blackjack) else []
    if isinstance(act, e.ReaderSetAside) and left and _was_right(draft, left[0]):
        return []
    if isinstance(act, e.HoleTurnedUp) and _was_right(draft, act):
        return [c.TurnUpHole(act.opened)]
    return _turned_up(draft, act) if isinstance(act, c.TurnUpHole) else None


def _turned_up(draft: Draft, act: c.TurnUpHole) -> list[Act] | None:
    """A hole card that lies face up though the reader, set aside by now, had said otherwise."""
    up = e.HoleTurnedUp(act.opened)
    if unfit(draft.table, (act.opened.card,)):
        return None
    if draft.events and isinstance(draft.events[-1], e.ReaderSetAside):
        return [up]
    wrong = draft.round.hole_read is not None and not _was_right(draft, up)
    return [_aside(draft), up] if wrong else None


def done_unread(draft: Draft, act: Act, left: Sequence[Act]) -> Rejected | None:
    """The act, which came though the hole card had to be read first; where no card has come since, it falls, and the
    hole card is read now."""
    if not _went_on([act, *left]):
        return None
    return do_act(draft, _aside(draft, round_only=True)) or do_act(draft, act)


def was_misused(table: Table, again: Draft) -> bool:
    """Whether the hole card was read, and should not have been."""
    read = any([isinstance(step.act, c.ReadHole) for step in steps_of(table.record)])
    return read and bool(again.round.dealer) and not _could_be_read(again)


def _is_of_another(table: Table, draft: Draft) -> bool:
    assert table.round is not None
    before, now = table.round.dealer[0][0], draft.round.dealer[0][0]
    return now not in MAKES_PONTOON or (before == "A") is not (now == "A")


def _was_right(draft: Draft, turned_up: Act) -> bool:
    """Whether the reader said this of the card that was turned up against its word."""
    if not isinstance(turned_up, e.HoleTurnedUp) or draft.round.hole_read is None:
        return False
    return draft.round.hole_read is is_pontoon((draft.round.dealer[0], turned_up.opened.card))


def _could_be_read(draft: Draft) -> bool:
    return draft.round.dealer[0][0] in MAKES_PONTOON


def _went_on(acts: Sequence[Act]) -> bool:
    return any([isinstance(act, _WENT_ON) for act in acts])


def _aside(draft: Draft, *, round_only: bool = False) -> e.ReaderSetAside:
    rows = draft.rules.irregularities["reader_broken"]
    clause = next((row.clause for row in rows if row.choice == "no_reader"), "")
    return e.ReaderSetAside(clause, round_only=round_only)
