"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import payments as applied_payments
from app.game.core.kinds import DEALING, command, event
from app.game.decisions import payments

COMMANDS = (
    command(c.TickPayments, decide=payments.tick_payments, who=DEALING, in_a_hold=True),
    command(c.UntickPayments, decide=payments.untick_payments, who=DEALING, in_a_hold=True),
)
EVENTS = (
    event(e.PaymentsTicked, fold=applied_payments.payments_ticked, of_the_round=False),
    event(e.PaymentsUnticked, fold=applied_payments.payments_unticked, of_the_round=False),
)
