"""What happens at a table: payments."""

from app.game.core.records import Event
from app.game.core.state import Payment
from app.game.subjects.payments.fields import PaymentsAtBox


class PaymentsTicked(PaymentsAtBox, Event):
    """These payments at a box, for the round of this number, were made; `amended`: those by which it was put right."""

    payments: tuple[Payment, ...]
    """What was ticked off."""


class PaymentsUnticked(PaymentsAtBox, Event):
    """These payments, ticked off last at that box, were not made."""

    payments: tuple[Payment, ...]
    """What is not ticked off any more."""
