"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment
from app.game.core.state import Payment
from app.game.subjects.payments import events as e


def payments_ticked(event: e.PaymentsTicked, moment: Moment) -> Message:
    key = "payments.of_amended_ticked" if event.amended else "payments.ticked"
    return message(key, round=event.round, box=event.box, payments=tuple(map(_payment, event.payments)))


def payments_unticked(event: e.PaymentsUnticked, moment: Moment) -> Message:
    key = "payments.of_amended_unticked" if event.amended else "payments.unticked"
    return message(key, round=event.round, box=event.box, payments=tuple(map(_payment, event.payments)))


def _payment(payment: Payment) -> Message:
    paid = (message("payments.paid", cents=payment.pays_cents),) if payment.pays_cents else ()
    gave = (message("payments.gave", cents=payment.takes_cents),) if payment.takes_cents else ()
    return message("payments.payment", player=payment.player, made=(*paid, *gave))
