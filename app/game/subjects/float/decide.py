"""The chips in the tray: counted in, filled, credited, counted out; and the drop, which says what was sold for cash."""

from app.game.core.draft import Draft
from app.game.core.message import Parts
from app.game.core.rejections import Rejected
from app.game.core.signers import signers_refused
from app.game.subjects.float import commands as c
from app.game.subjects.float import events as e
from app.game.subjects.wagers.decide import leave_round, round_is_on

# No tray and no drop box holds as much: a billion dollars.
MOST_CENTS = 10**11


def open_float(draft: Draft, command: c.OpenFloat) -> Rejected | None:
    """Count the chips in that the table begins with."""
    if draft.table.float.open:
        return draft.refuse("float_open.already")
    refused = _during_a_round(draft) or _refused(draft, command.cents, command.by, least=1)
    if refused is None:
        leave_round(draft)
        draft.emit(e.FloatOpened(command.cents, command.by, draft.table.expected_float_cents))
    return refused


def fill_float(draft: Draft, command: c.FillFloat) -> Rejected | None:
    """Chips come to the tray, at any time while it is open."""
    refused = _not_open(draft) or _refused(draft, command.cents, command.by, least=1)
    if refused is None:
        draft.emit(e.FloatFilled(command.cents, command.by))
    return refused


def credit_float(draft: Draft, command: c.CreditFloat) -> Rejected | None:
    """Chips leave the tray, at any time while it is open."""
    refused = _not_open(draft) or _refused(draft, command.cents, command.by, least=1) or _too_many(draft, command.cents)
    if refused is None:
        draft.emit(e.FloatCredited(command.cents, command.by))
    return refused


def close_float(draft: Draft, command: c.CloseFloat) -> Rejected | None:
    """Count the chips out; an empty tray may be counted too."""
    refused = _not_open(draft) or _during_a_round(draft) or _refused(draft, command.cents, command.by, least=0)
    if refused is None:
        leave_round(draft)
        table = draft.table
        closing, expected = table.float.closings + 1, table.expected_float_cents
        draft.emit(e.FloatClosed(closing, command.cents, expected, command.by))
    return refused


def enter_drop(draft: Draft, command: c.EnterDrop) -> Rejected | None:
    """Enter the cash of the first closing that has none yet, or by how much the last entry was wrong."""
    float_ = draft.table.float
    refused = signers_refused(draft, command.by) or _drop_refused(draft, command)
    if refused is not None:
        return refused
    closing = float_.drops if command.correction else float_.drops + 1
    draft.emit(e.DropEntered(closing, command.cents, command.by, command.correction))
    return None


def _drop_refused(draft: Draft, command: c.EnterDrop) -> Rejected | None:
    float_ = draft.table.float
    if command.correction and not float_.drops:
        return draft.refuse("drop_not_due.nothing_to_correct")
    if not command.correction and float_.drops >= float_.closings:
        return draft.refuse("drop_not_due.every_count_has_one")
    least, most = (-MOST_CENTS, MOST_CENTS) if command.correction else (0, MOST_CENTS)
    if not least <= command.cents <= most or (command.correction and not command.cents):
        if command.correction:
            return draft.refuse("float_amount.correction", {"cents": command.cents})
        return draft.refuse("float_amount.drop", {"cents": command.cents, "most": most})
    return None


def _not_open(draft: Draft) -> Rejected | None:
    if draft.table.float.open:
        return None
    return draft.refuse("float_not_open")


def _too_many(draft: Draft, cents: int) -> Rejected | None:
    """What is sold for cash makes the tray hold less than the record has, never more. By how much it is too high is not
    said: who counts the tray is not to know what the record has in it."""
    if cents <= draft.table.expected_float_cents:
        return None
    return draft.refuse("float_amount.more_than_in_the_tray", {"cents": cents})


def _during_a_round(draft: Draft) -> Rejected | None:
    if not round_is_on(draft):
        return None
    return draft.refuse("round_not_over.float")


def _refused(draft: Draft, cents: int, by: tuple[str, str], least: int) -> Rejected | None:
    """Chips come in amounts that chips can make."""
    refused = signers_refused(draft, by)
    if refused is not None:
        return refused
    chip = draft.table.config.smallest_chip_cents
    if least <= cents <= MOST_CENTS and cents % chip == 0:
        return None
    parts: Parts = {"cents": cents, "chip": chip, "least": least, "most": MOST_CENTS}
    return draft.refuse("float_amount.chips", parts)
