"""What happens at a table: float."""

from app.game.core.records import Event
from app.game.subjects.float.fields import SignedAmount


class FloatOpened(SignedAmount, Event):
    """So much was counted into the tray. `carried_cents`: what the record had of play since the tray was counted
    last, or ever; it is the house's."""

    carried_cents: int = 0
    """What was in the tray before, in cents."""


class FloatFilled(SignedAmount, Event):
    """Chips came from the house."""


class FloatCredited(SignedAmount, Event):
    """Chips went to the house."""


class FloatClosed(Event):
    """The tray was counted for the time of this number, and emptied; so much would have lain there if no chip had been
    sold for cash."""

    closing: int
    """The number of the closing of this float."""
    counted_cents: int
    """What was counted in the tray, in cents."""
    expected_cents: int
    """What the tray should have held by the record, in cents."""
    by: tuple[str, str]

    @property
    def exchanged_cents(self) -> int:
        """What left the tray otherwise than by the record: chips sold for cash, until the drop says how much."""
        return self.expected_cents - self.counted_cents


class DropEntered(Event):
    """The cash taken before the closing of this number; `correction`: so much more, or (negative) less, than was
    entered before."""

    closing: int
    """The number of the closing of this float."""
    cents: int
    by: tuple[str, str]
    correction: bool = False
    """Whether the drop that was entered is corrected by so much."""
