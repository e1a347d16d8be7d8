"""The whole state of a table, kept beside the event that opens a round and the one that puts a shoe in use."""

from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.game.core.state import Table
from app.store.chain import Entry
from app.store.codec import decode, encode
from app.store.log_reader import event_of

CHECKPOINTS = (e.RoundOpened, e.ShoeLoaded)


def checkpoint_of(table: Table) -> str:
    """The table as text; when a round has just opened, its opening is the table itself."""
    return encode(table if table.record else replace(table, opening=None))


def table_of(checkpoint: str) -> Table:
    """The table that the text says."""
    table: Table = decode(Table, checkpoint)
    return replace(table, opening=table) if table.round is not None and table.opening is None else table


def replayed(entries: list[Entry]) -> Table:
    """The table after these rows, which begin with a checkpoint or with the stream."""
    first, *rest = entries
    if first.checkpoint is not None:
        table = table_of(first.checkpoint)
    else:
        assert first.version == 1, "a log is read from a checkpoint, or from its beginning"
        table, rest = EMPTY, entries
    for entry in rest:
        table = apply(table, event_of(entry))
    return table
