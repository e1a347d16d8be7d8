"""What the dealer ticked off as paid and taken, in words."""

from app.game import events as e
from app.game.state import Payment
from app.surveillance.event_words.moment import Moment, Words
from app.surveillance.plain import listed, money


def _ticked(event: e.PaymentsTicked, moment: Moment) -> str:
    return f"{_about(event)} were ticked off: {_payments(event.payments, moment)}"


def _unticked(event: e.PaymentsUnticked, moment: Moment) -> str:
    return f"{_about(event)} were ticked off by mistake: {_payments(event.payments, moment)}"


def _about(event: e.PaymentsTicked | e.PaymentsUnticked) -> str:
    what = f"round {event.round}, as it was put right," if event.amended else f"round {event.round}"
    return f"the payments of {what} at box {event.box}"


def _payments(payments: tuple[Payment, ...], moment: Moment) -> str:
    return listed([f"{each.player} {_cents(each)}" for each in payments])


def _cents(payment: Payment) -> str:
    paid = [f"was paid {money(payment.pays_cents)}"] if payment.pays_cents else []
    return " and ".join([*paid, *([f"gave {money(payment.takes_cents)}"] if payment.takes_cents else [])])


WORDS: dict[type, Words] = {e.PaymentsTicked: _ticked, e.PaymentsUnticked: _unticked}
