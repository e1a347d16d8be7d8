"""What may be asked of a table: float."""

from app.game.core.records import Command


class OpenFloat(Command):
    """The chips that the table begins with were counted into its tray."""

    cents: int
    by: tuple[str, str]


class FillFloat(Command):
    """Chips came to the tray."""

    cents: int
    by: tuple[str, str]


class CreditFloat(Command):
    """Chips left the tray for the house."""

    cents: int
    by: tuple[str, str]


class CloseFloat(Command):
    """The chips in the tray were counted, and went back to the house."""

    cents: int
    by: tuple[str, str]


class EnterDrop(Command):
    """The cash of the drop box was counted. `correction`: that count was wrong by so much, more or (negative) less."""

    cents: int
    by: tuple[str, str]
    correction: bool = False
    """Whether the amount corrects the drop that was entered, by so much more or less."""
