"""Which remedy answers which command, and whether it may while the table holds."""

from collections.abc import Callable
from typing import Any, NamedTuple

from app.game import commands as c
from app.game.decisions import payments
from app.game.draft import Draft
from app.game.rejections import Rejected
from app.game.remedies import corrections, devices, reports, resolving, signing, typed


class Remedy(NamedTuple):
    """How a command is decided."""

    decide: Callable[[Draft, Any], Rejected | None]
    in_a_hold: bool = False


def _only_in_a_reconstruction(draft: Draft, command: c.DiscardCard) -> Rejected:
    return draft.refuse("not_now", "A card is discarded like this in a reconstruction only.")


REMEDIES: dict[type, Remedy] = {
    c.Report: Remedy(reports.report),
    c.FindFaceUp: Remedy(reports.find_face_up),
    c.DrawTogether: Remedy(reports.draw_together),
    c.DrawInError: Remedy(reports.draw_in_error),
    c.ReportShoeEmpty: Remedy(reports.report_shoe_empty),
    c.CountShoe: Remedy(reports.count_shoe),
    c.ReportDamage: Remedy(reports.report_damage),
    c.Resolve: Remedy(resolving.resolve, in_a_hold=True),
    c.SignRemedy: Remedy(signing.sign_remedy, in_a_hold=True),
    c.UndoTap: Remedy(corrections.undo_tap, in_a_hold=True),
    c.CorrectRecord: Remedy(corrections.correct_record),
    c.CorrectCard: Remedy(typed.correct_card),
    c.DiscardCard: Remedy(_only_in_a_reconstruction),
    c.LayBy: Remedy(devices.lay_by, in_a_hold=True),
    c.DoubtDevice: Remedy(devices.doubt_device, in_a_hold=True),
    c.FetchSpooled: Remedy(devices.fetch_spooled, in_a_hold=True),
    c.TakeUp: Remedy(devices.take_up),
    c.ConfirmKeyed: Remedy(devices.confirm_keyed),
    c.DoubtKeyed: Remedy(devices.doubt_keyed),
    c.SeeHeld: Remedy(devices.see_held, in_a_hold=True),
    c.TickPayments: Remedy(payments.tick_payments, in_a_hold=True),
    c.UntickPayments: Remedy(payments.untick_payments, in_a_hold=True),
}
