"""What may be asked of a table: table."""

from app.game.core.records import Command
from app.game.core.state import TableConfig
from app.game.subjects.table.fields import DealerOnDuty


class OpenTable(Command):
    """Set the table up, or open it again after it was closed; under the book of this id, if it is not to stay under
    the one that it has."""

    config: TableConfig
    ruleset: str | None = None
    """The id of the book to open under; nothing: the one that the table has."""


class CloseTable(Command):
    """The table closes: its cards leave it, and nothing is dealt until it is opened again."""

    reason: str


class ChangeConfig(Command):
    """Change limits and options; never during a round."""

    config: TableConfig


class ChangeDealer(DealerOnDuty, Command):
    """Another dealer takes the table; his licence runs through this day (year-month-day)."""
