"""What may be asked of a table: float."""

from app.game.core.records import Command
from app.game.subjects.float.fields import SignedAmount


class OpenFloat(SignedAmount, Command):
    """The chips that the table begins with were counted into its tray."""


class FillFloat(SignedAmount, Command):
    """Chips came to the tray."""


class CreditFloat(SignedAmount, Command):
    """Chips left the tray for the house."""


class CloseFloat(SignedAmount, Command):
    """The chips in the tray were counted, and went back to the house."""


class EnterDrop(SignedAmount, Command):
    """The cash of the drop box was counted. `correction`: that count was wrong by so much, more or (negative) less."""

    correction: bool = False
    """Whether the amount corrects the drop that was entered, by so much more or less."""
