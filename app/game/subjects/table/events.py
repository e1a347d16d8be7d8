"""What happens at a table: table."""

from app.game.core.records import Event
from app.game.core.state import TableConfig


class TableOpened(Event):
    """The table was set up under the ruleset of this hash."""

    config: TableConfig
    ruleset_hash: str


class TableClosed(Event):
    """The table closed: nobody deals, and these sets of cards left it."""

    reason: str
    sets: tuple[str, ...]


class ConfigChanged(Event):
    """Limits or options changed between rounds."""

    config: TableConfig


class DealerChanged(Event):
    """Another dealer has the table, licensed through this day."""

    dealer: str
    licensed_through: str | None = None
