"""What happens at a table: payments."""

from app.game.core.records import Event
from app.game.core.state import Payment


class PaymentsTicked(Event):
    """These payments at a box, for the round of this number, were made; `amended`: those by which it was put right."""

    round: int
    amended: bool
    box: int
    payments: tuple[Payment, ...]


class PaymentsUnticked(Event):
    """These payments, ticked off last at that box, were not made."""

    round: int
    amended: bool
    box: int
    payments: tuple[Payment, ...]
