"""One stream: its events, commands and face-down cards, added in order, against each other and against its head."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from app.game.events import Event
from app.store.chain import GENESIS, Entry
from app.store.house_log import STREAM as HOUSE
from app.surveillance.verifying.command_rows import Commands, KeptCommand
from app.surveillance.verifying.event_rows import Chain, Fold
from app.surveillance.verifying.findings import Finding, Report, short
from app.surveillance.verifying.house_stream import HouseFold
from app.surveillance.verifying.pin_seals import Pins
from app.surveillance.verifying.projections import Projections
from app.surveillance.verifying.vault import KeptCard, Vault
from app.table_id import is_table_stream


class KeptHead(NamedTuple):
    """The head of a stream as the fence has it."""

    version: int
    hash: bytes
    checkpoint_version: int
    checkpoint_day: date


class Stream:
    """Verifies one stream."""

    def __init__(self, report: Report, stream: str) -> None:
        self._report, self.name = report, stream
        self._chain = Chain(report, stream)
        self._fold = Fold(report, stream) if is_table_stream(stream) else None
        self._house = HouseFold(report, stream) if stream == HOUSE else None
        self.projections = Projections(report, stream)
        self.pins = Pins(report) if stream == HOUSE else None
        self._commands, self._vault = Commands(report, stream), Vault(report, stream)
        self._entries: list[Entry] = []
        self._events: list[Event | None] = []
        self._checkpoint: Entry | None = None

    def commands(self, commands: Iterable[KeptCommand]) -> None:
        """The next commands: they come before their events."""
        self._commands.add(commands)

    def cards(self, cards: Iterable[KeptCard]) -> None:
        """The next face-down cards: they come before the event behind theirs."""
        self._vault.add(cards)

    def event(self, entry: Entry) -> None:
        """The next event."""
        if self._entries and (entry.command is None or entry.command != self._entries[0].command):
            self._close_group()
        whole, event = self._chain.event(entry), None
        if self._fold is not None:
            if not whole:
                self._fold.lose()
            event = self._fold.event(entry)
            self.projections.event(self._fold.moment if whole else None)
        if self.pins is not None:
            self.pins.event(entry)
        if self._house is not None:
            self._follow_house(self._house, entry, whole=whole)
        self._entries.append(entry)
        self._events.append(event)
        if entry.checkpoint is not None:
            self._checkpoint = entry

    def _follow_house(self, house: HouseFold, entry: Entry, *, whole: bool) -> None:
        if not whole:
            house.lose()
        house.event(entry)

    def end(self, head: KeptHead | None) -> None:
        """Nothing comes any more; the head has to be that of the last event."""
        if self._entries:
            self._close_group()
        last = self._chain.last
        self._vault.rest(self._commands.rest(last.version if last else 0))
        self._head(last, head)

    def _close_group(self) -> None:
        self._report.count("events", len(self._entries))
        self._vault.group(self._commands.group(tuple(self._entries)), self._events)
        self._entries, self._events = [], []

    def _head(self, last: Entry | None, head: KeptHead | None) -> None:
        version, hash_, type_ = (last.version, last.hash, last.type) if last else (0, GENESIS, None)
        if head is None:
            self._report.add(Finding(self.name, None, None, "head of the stream", "none", f"version {version}"))
            return
        if head.version != version:
            at = min(head.version, version) + 1
            self._report.add(Finding(self.name, at, None, "last version", str(version), f"{head.version} (the head's)"))
        elif head.hash != hash_:
            self._report.add(Finding(self.name, version, type_, "head of the stream", short(head.hash), short(hash_)))
        self._head_checkpoint(head)

    def _head_checkpoint(self, head: KeptHead) -> None:
        """Recovery begins at the checkpoint that the head names."""
        at = self._checkpoint
        if head.checkpoint_version != (at.version if at else 0) or (at and head.checkpoint_day != at.day):
            found = f"version {head.checkpoint_version} of {head.checkpoint_day}"
            expected = f"version {at.version} of {at.day}" if at else "none"
            self._report.add(Finding(self.name, None, None, "last checkpoint of the head", found, expected))
