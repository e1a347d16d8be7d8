"""The reading of the hole card, where the dealer's face-up card turns out to be another one.

What the reader said beside an ace says nothing beside a picture, and the other way round. Where play has not gone on
since, the card is read again. Where it has, the reader counts for nothing in this round, and the dealer's hand is
played as without one; so it is where cards came that the reading should have come before. One that was read beside a
card that makes no pontoon was read when it should not have been, which the book knows (MA 15(l)).
"""

from collections.abc import Sequence

from app.game import commands as c
from app.game import events as e
from app.game.cards import MAKES_PONTOON
from app.game.draft import Draft
from app.game.rejections import Rejected
from app.game.remedies.lying import Drawn
from app.game.remedies.record import Act, do_act, steps_of
from app.game.state import Table

_WENT_ON = (*Drawn.__args__, c.TurnUpHole, e.HoleTurnedUp)


def read_otherwise(table: Table, draft: Draft, act: Act, left: Sequence[Act]) -> list[Act] | None:
    """What there is of this act beside the card that lies there; None: the act itself."""
    if isinstance(act, c.ReadHole) and _is_of_another(table, draft):
        return [_aside(draft)] if _went_on(left) and (_could_be_read(draft) or act.blackjack) else []
    set_aside = bool(draft.events) and isinstance(draft.events[-1], e.ReaderSetAside)
    return [e.HoleTurnedUp(act.opened)] if isinstance(act, c.TurnUpHole) and set_aside else None


def done_unread(draft: Draft, act: Act, left: Sequence[Act]) -> Rejected | None:
    """The act, which came though the hole card had to be read first; where no card has come since, it falls, and the
    hole card is read now."""
    if not _went_on([act, *left]):
        return None
    return do_act(draft, _aside(draft)) or do_act(draft, act)


def was_misused(table: Table, again: Draft) -> bool:
    """Whether the hole card was read, and should not have been."""
    read = any([isinstance(step.act, c.ReadHole) for step in steps_of(table.record)])
    return read and bool(again.round.dealer) and not _could_be_read(again)


def _is_of_another(table: Table, draft: Draft) -> bool:
    assert table.round is not None
    before, now = table.round.dealer[0][0], draft.round.dealer[0][0]
    return now not in MAKES_PONTOON or (before == "A") is not (now == "A")


def _could_be_read(draft: Draft) -> bool:
    return draft.round.dealer[0][0] in MAKES_PONTOON


def _went_on(acts: Sequence[Act]) -> bool:
    return any([isinstance(act, _WENT_ON) for act in acts])


def _aside(draft: Draft) -> e.ReaderSetAside:
    rows = draft.rules.irregularities["reader_broken"]
    clause = next((row.clause for row in rows if row.choice == "no_reader"), "")
    return e.ReaderSetAside(clause, round_only=True)
