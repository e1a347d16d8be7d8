"""Which table it is: people call it by its number, and the log by its stream. Only this module knows how one becomes
the other."""

from typing import Final, NamedTuple

_PREFIX: Final = "table:"
# For LIKE in SQL: the streams of all tables, and no other stream.
EVERY_TABLE: Final = f"{_PREFIX}%"


class TableId(NamedTuple):
    """A table's id. Screens, orders and the API give its number ("7"); events, heads and leases lie under its stream,
    and so do the commands and cards of the table."""

    number: str

    @property
    def stream(self) -> str:
        """The table's stream in the log."""
        return _PREFIX + self.number

    @classmethod
    def of_stream(cls, stream: str) -> "TableId":
        """The table that has this stream. Raises ValueError if it is the stream of something else."""
        if not is_table_stream(stream):
            raise ValueError(f"{stream!r} is not the stream of a table")
        return cls(stream.removeprefix(_PREFIX))


def is_table_stream(stream: str) -> bool:
    """Whether the stream is a table's, rather than the house's or whatever else one server has at a time."""
    return stream.startswith(_PREFIX)
