"""A stream's events one after the other: the chain, and the table that they fold to."""

from app.game.core.apply import EMPTY, apply
from app.game.core.records import fields_of, name_of
from app.game.core.state import Table
from app.game.events import Event
from app.store.chain import GENESIS, Entry, row_hash
from app.store.checkpoints import CHECKPOINTS, checkpoint_of, table_of
from app.store.log_reader import event_of
from app.surveillance.verifying.findings import Finding, Report, short
from app.surveillance.verifying.projections import Moment

CHECKPOINT_TYPES = frozenset([name_of(each) for each in CHECKPOINTS])


class Chain:
    """Row hash, previous hash, version and time of each event; `last` is the event before."""

    def __init__(self, report: Report, stream: str, last: Entry | None = None) -> None:
        self._report, self._stream, self.last = report, stream, last

    def event(self, entry: Entry) -> bool:
        """Whether the event is whole and follows the one before."""
        last = self.last
        version, previous, time_us = (0, GENESIS, 0) if last is None else (last.version, last.hash, last.event_us)
        self.last = entry
        if last is not None and entry.recorded_us < last.recorded_us:
            self._report.dated_back(self._stream, entry.version, entry.recorded_us)
        whole = entry.stream == self._stream
        if not whole:
            self._add(entry, "stream", entry.stream, self._stream)
        if entry.version != version + 1:
            whole = self._out_of_step(entry, version + 1)
        if (hash_ := row_hash(entry)) != entry.hash:
            whole = self._add(entry, "hash of the row", short(entry.hash), short(hash_))
        if entry.previous != previous:
            whole = self._add(entry, "hash of the event before", short(entry.previous), short(previous))
        if entry.event_us < time_us:
            whole = self._add(entry, "time", f"{entry.event_us} us", f"{time_us} us or later")
        return whole

    def _out_of_step(self, entry: Entry, expected: int) -> bool:
        if entry.version < expected:
            return self._add(entry, "version", f"{entry.version} again", str(expected))
        first = self._report.add
        first(Finding(self._stream, expected, None, "missing event", f"version {entry.version} next", str(expected)))
        return False

    def _add(self, entry: Entry, what: str, found: str, expected: str) -> bool:
        self._report.add(Finding(self._stream, entry.version, entry.type, what, found, expected))
        return False


class Fold:
    """The events do what they say, and each checkpoint is the table after all events before it.

    Behind an event that is not whole the table is not known until the next checkpoint.
    """

    def __init__(self, report: Report, stream: str) -> None:
        self._report, self._stream = report, stream
        self._table: Table | None = EMPTY
        self.moment: Moment | None = None

    def lose(self) -> None:
        """What the table is now cannot be told."""
        self._table = None

    def event(self, entry: Entry) -> Event | None:
        """The event, if it can be read. `moment` is what it did then, if that can be told."""
        self.moment = None
        try:
            event = event_of(entry)
        except Exception as error:
            self._lost(entry, "payload", f"what cannot be read ({error!r})", "an event")
            return None
        if name_of(type(event)) != entry.type:
            self._lost(entry, "type of the payload", name_of(type(event)), entry.type)
        if self._table is not None:
            self._apply(entry, event, self._table)
        if entry.checkpoint is not None or entry.type in CHECKPOINT_TYPES:
            self._checkpoint(entry)
        return event

    def _apply(self, entry: Entry, event: Event, before: Table) -> None:
        try:
            self._table = apply(before, event)
        except Exception as error:
            self._lost(entry, "what it does", f"nothing that fits this table ({error!r})", "an event that fits")
            return
        self.moment = Moment(entry, event, before, self._table)

    def _checkpoint(self, entry: Entry) -> None:
        self._report.count("checkpoints")
        if entry.checkpoint is None or entry.type not in CHECKPOINT_TYPES:
            there = "none" if entry.checkpoint is None else "one"
            self._add(entry, "checkpoint", there, "one at each round's opening and each new shoe, and nowhere else")
            return
        if self._table is not None and checkpoint_of(self._table) == entry.checkpoint:
            return
        try:
            table = table_of(entry.checkpoint)
        except Exception as error:
            self._lost(entry, "checkpoint", f"what cannot be read ({error!r})", "a table")
            return
        if self._table is not None and table != self._table:
            self._add(entry, "checkpoint", _differing(table, self._table), "the table after all events before it")
        self._table = table

    def _lost(self, entry: Entry, what: str, found: str, expected: str) -> None:
        self._table = None
        self._add(entry, what, found, expected)

    def _add(self, entry: Entry, what: str, found: str, expected: str) -> None:
        self._report.add(Finding(self._stream, entry.version, entry.type, what, found, expected))


def _differing(one: Table, other: Table) -> str:
    """The fields in which two tables differ."""
    names = [name for name, _ in fields_of(Table) if getattr(one, name) != getattr(other, name)]
    return f"a table with other {', '.join(names)}"
