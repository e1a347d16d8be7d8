"""What is said of its events."""

from app.game.core.moment import Moment
from app.game.core.said import Said, said
from app.game.core.state import Payment
from app.game.subjects.payments import events as e


def payments_ticked(event: e.PaymentsTicked, moment: Moment) -> Said:
    key = "payments.of_amended_ticked" if event.amended else "payments.ticked"
    return said(key, round=event.round, box=event.box, payments=tuple(map(_payment, event.payments)))


def payments_unticked(event: e.PaymentsUnticked, moment: Moment) -> Said:
    key = "payments.of_amended_unticked" if event.amended else "payments.unticked"
    return said(key, round=event.round, box=event.box, payments=tuple(map(_payment, event.payments)))


def _payment(payment: Payment) -> Said:
    paid = (said("payments.paid", cents=payment.pays_cents),) if payment.pays_cents else ()
    gave = (said("payments.gave", cents=payment.takes_cents),) if payment.takes_cents else ()
    return said("payments.payment", player=payment.player, made=(*paid, *gave))
