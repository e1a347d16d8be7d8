"""What happens at a table: table."""

from app.game.core.records import Event
from app.game.core.state import TableConfig
from app.game.subjects.table.fields import DealerOnDuty


class TableOpened(Event):
    """The table was set up under the ruleset of this hash."""

    config: TableConfig
    ruleset_hash: str


class TableClosed(Event):
    """The table closed: nobody deals, and these sets of cards left it."""

    reason: str
    sets: tuple[str, ...]
    """The sets of cards that left the table."""


class ConfigChanged(Event):
    """Limits or options changed between rounds."""

    config: TableConfig


class DealerChanged(DealerOnDuty, Event):
    """Another dealer has the table, licensed through this day."""
