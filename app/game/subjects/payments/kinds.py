"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import DEALING, command, event
from app.game.subjects.payments import commands as c
from app.game.subjects.payments import decide, fold, words
from app.game.subjects.payments import events as e

COMMANDS = (
    command(c.TickPayments, decide=decide.tick_payments, who=DEALING, in_a_hold=True, at_a_closed_table=True),
    command(c.UntickPayments, decide=decide.untick_payments, who=DEALING, in_a_hold=True, at_a_closed_table=True),
)
EVENTS = (
    event(e.PaymentsTicked, fold=fold.payments_ticked, words=words.payments_ticked, of_the_round=False),
    event(e.PaymentsUnticked, fold=fold.payments_unticked, words=words.payments_unticked, of_the_round=False),
)
