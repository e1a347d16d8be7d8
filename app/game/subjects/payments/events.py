"""What happens at a table: payments."""

from app.game.core.records import Event
from app.game.core.state import Payment


class PaymentsTicked(Event):
    """These payments at a box, for the round of this number, were made; `amended`: those by which it was put right."""

    round: int
    """The number of the round that it is for."""
    amended: bool
    box: int
    payments: tuple[Payment, ...]
    """What was ticked off."""


class PaymentsUnticked(Event):
    """These payments, ticked off last at that box, were not made."""

    round: int
    """The number of the round that it is for."""
    amended: bool
    box: int
    payments: tuple[Payment, ...]
    """What is not ticked off any more."""
