"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.core.kinds import DEALING, command, event
from app.game.subjects.payments import decide, fold, words

COMMANDS = (
    command(c.TickPayments, decide=decide.tick_payments, who=DEALING, in_a_hold=True),
    command(c.UntickPayments, decide=decide.untick_payments, who=DEALING, in_a_hold=True),
)
EVENTS = (
    event(e.PaymentsTicked, fold=fold.payments_ticked, words=words.payments_ticked, of_the_round=False),
    event(e.PaymentsUnticked, fold=fold.payments_unticked, words=words.payments_unticked, of_the_round=False),
)
