"""The dealer ticks off what he has paid and taken, of the round on the table and of earlier ones: a record that holds
nothing up."""

from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.subjects.payments import commands as c
from app.game.subjects.payments import events as e
from app.game.subjects.payments.amounts_owed import account


def tick_payments(draft: Draft, command: c.TickPayments) -> Rejected | None:
    """All that is open at the box, of one bettor or of all, is done; as it was shown."""
    still = account(draft.table, command.round, command.amended).open
    payments = tuple([each for each in still if each.box == command.box and command.player in (None, each.player)])
    if not payments:
        return draft.refuse("nothing_to_tick", {"box": command.box, "round": command.round}, box=command.box)
    pays, takes = sum([each.pays_cents for each in payments]), sum([each.takes_cents for each in payments])
    if (pays, takes) != (command.pays_cents, command.takes_cents):
        return draft.refuse("payment_differs", {"box": command.box, "pays": pays, "takes": takes}, box=command.box)
    draft.emit(e.PaymentsTicked(command.round, command.amended, command.box, payments))
    return None


def untick_payments(draft: Draft, command: c.UntickPayments) -> Rejected | None:
    """The last tick at the box is taken back."""
    key = (command.round, command.amended, command.box)
    ticks = [tick for tick in draft.table.ticked if (tick.round, tick.amended, tick.box) == key]
    if not ticks:
        return draft.refuse("not_ticked", {"box": command.box, "round": command.round}, box=command.box)
    draft.emit(e.PaymentsUnticked(*key, ticks[-1].payments))
    return None
