"""Rounds that were dealt on paper while no record could be kept, entered afterwards by two people."""

from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.core.signers import signers_refused
from app.game.subjects.paper import commands as c
from app.game.subjects.paper import events as e
from app.game.subjects.wagers.decide import leave_round, round_is_on


def begin_paper(draft: Draft, command: c.BeginPaper) -> Rejected | None:
    """From here on rounds are entered from paper."""
    if draft.table.paper is not None:
        return draft.refuse("paper_on.already")
    refused = _during_a_round(draft) or signers_refused(draft, command.by)
    if refused is not None:
        return refused
    if draft.table.laid_by or draft.table.spooled:
        return draft.refuse("waiting_first")
    leave_round(draft)
    draft.emit(e.PaperBegun(command.by, command.reason))
    return None


def end_paper(draft: Draft, command: c.EndPaper) -> Rejected | None:
    """All of them are entered."""
    if draft.table.paper is None:
        return draft.refuse("paper_not_on")
    refused = _during_a_round(draft)
    if refused is None:
        leave_round(draft)
        draft.emit(e.PaperEnded())
    return refused


def _during_a_round(draft: Draft) -> Rejected | None:
    if not round_is_on(draft):
        return None
    return draft.refuse("round_not_over.paper")
