"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment
from app.game.subjects.remedies import events as e
from app.game.subjects.remedies.commands import Void
from app.game.subjects.settlement.words import lines_said


def wagers_voided(event: e.WagersVoided, moment: Moment) -> Message:
    hands = [message("void.hand", place=hand) for hand in event.hands]
    wagers = [message("void.wager", player=player, kind=kind, box=box) for box, _, player, kind in event.wagers]
    what = (*hands, *wagers) or (message("void.nothing_more"),)
    back, undone = _goes_back(event)
    return message("void.wagers", reason=event.reason, what=what, clause=event.clause, back=back, undone=undone)


def round_voided(event: e.RoundVoided, moment: Moment) -> Message:
    back, undone = _goes_back(event)
    return message("void.round", reason=event.reason, clause=event.clause, back=back, undone=undone)


def _goes_back(event: e.WagersVoided | e.RoundVoided) -> tuple[Message | None, Message | None]:
    """The lines by which it does, and those that are undone."""
    lines, withdrawn = lines_said(event.lines), lines_said(event.withdrawn)
    return if_any("void.goes_back", lines=lines), if_any("void.undone", lines=withdrawn)


def round_rewritten(event: e.RoundRewritten, moment: Moment) -> Message:
    key = "rewritten.undone" if event.cause == "undo" else "rewritten.put_right"
    return message(key, cause=event.cause, reason=event.reason, clause=event.clause)


def earlier_round_amended(event: e.EarlierRoundAmended, moment: Moment) -> Message:
    key = "rewritten.earlier_round_void" if event.what == "void" else "rewritten.earlier_round_reconstructed"
    return message(key, round=event.round, reason=event.reason, clause=event.clause)


def remedy_signed(event: e.RemedySigned, moment: Moment) -> Message:
    words = event.remedy.words if isinstance(event.remedy, Void) else ""
    in_words = if_any("rewritten.signed_words", words=words)
    return message("rewritten.signed", by=event.by, what=event.what, round=event.round, words=in_words)
