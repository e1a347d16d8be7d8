"""The commands of a stream beside its events: each body gives the digest that its events carry.

A command's events are neighbours in the log. Whatever the command's row says (who, when, on which day, which events)
is said by the events too, and those are hashed. A command that left no event is under no hash.
"""

from collections import deque
from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from app.store.chain import Entry
from app.store.codec import decode_record, encode
from app.surveillance.verifying.findings import COMMAND, Finding, Report, short

ACCEPTED = "null"


class KeptCommand(NamedTuple):
    """A command as it is kept."""

    id: UUID
    day: date
    round: str | None
    body: str
    question: str | None
    actor: str
    answer: str
    first_version: int
    events: int
    recorded_us: int

    @property
    def digest(self) -> bytes:
        """What the command's events carry of it."""
        return sha256(f"{self.question}\n{self.body}".encode()).digest()


class Group(NamedTuple):
    """Events of one command, neighbours in the log, and what came in before them and left no event."""

    entries: tuple[Entry, ...]
    unanswered: tuple[KeptCommand, ...] = ()

    @property
    def first(self) -> Entry:
        """The first event."""
        return self.entries[0]

    @property
    def last(self) -> Entry:
        """The last event."""
        return self.entries[-1]


class Commands:
    """Compares the commands, which are added in the order of their events, with the groups of events."""

    def __init__(self, report: Report, stream: str) -> None:
        self._report, self._stream = report, stream
        self._waiting: deque[KeptCommand] = deque()

    def add(self, commands: Iterable[KeptCommand]) -> None:
        """The next commands."""
        self._waiting.extend(commands)

    def group(self, entries: tuple[Entry, ...]) -> Group:
        """Compare these events of one command with the command."""
        first, last = entries[0], entries[-1]
        mine: KeptCommand | None = None
        unanswered: list[KeptCommand] = []
        for command in self._up_to(last.version):
            if command.events == 0:
                unanswered.append(command)
            elif mine is None and command.id == first.command:
                mine = command
            else:
                self._add(command.first_version, first, f"command {command.id}", f"{first.command}")
        self._report.count("refused", len(unanswered))
        if mine is not None:
            self._compare(entries, mine)
        elif first.command is not None:
            self._add(first.version, first, "no command", f"the command {first.command}")
        return Group(entries, tuple(unanswered))

    def rest(self, version: int) -> tuple[KeptCommand, ...]:
        """What came in behind the last event, and left none."""
        rest = tuple(self._waiting)
        self._waiting.clear()
        for command in rest:
            if command.events or command.first_version > version + 1:
                at, found = command.first_version, f"command {command.id} with {command.events} events"
                self._report.add(Finding(self._stream, at, None, COMMAND, found, f"no event behind {version}"))
        self._report.count("refused", len(rest))
        return rest

    def _up_to(self, version: int) -> Iterable[KeptCommand]:
        while self._waiting and self._waiting[0].first_version <= version:
            yield self._waiting.popleft()

    def _compare(self, entries: tuple[Entry, ...], command: KeptCommand) -> None:
        self._report.count("commands")
        first, last, digest = entries[0], entries[-1], command.digest
        for entry in entries:
            if entry.command_digest != digest:
                self._add(entry.version, entry, f"a command of digest {short(digest)}", _said(entry.command_digest))
            if entry.actor != command.actor:
                self._add(entry.version, entry, f"a command of {command.actor}", entry.actor)
        if (command.first_version, command.events) != (first.version, len(entries)):
            at = first.version + min(len(entries), command.events)
            says = f"a command that says {command.events} from {command.first_version}"
            self._add(at, last, says, f"{len(entries)} events from {first.version}")
        if (command.recorded_us, command.day, command.round) != (last.recorded_us, last.day, last.round):
            says = f"a command of {command.recorded_us} us, {command.day}, round {command.round}"
            self._add(last.version, last, says, f"{last.recorded_us} us, {last.day}, round {last.round}")
        if command.answer != ACCEPTED:
            self._compare_refusal(entries, command)

    def _compare_refusal(self, entries: tuple[Entry, ...], command: KeptCommand) -> None:
        """A refusal that left events names them."""
        try:
            recorded = [encode(event) for event in decode_record(command.answer).recorded]
        except Exception as error:
            self._add(entries[0].version, entries[0], f"an answer that cannot be read ({error!r})", "an answer")
            return
        if recorded != [entry.payload for entry in entries]:
            self._add(entries[0].version, entries[0], "a refusal that left other events", "these events")

    def _add(self, version: int, entry: Entry, found: str, expected: str) -> None:
        self._report.add(Finding(self._stream, version, entry.type, COMMAND, found, expected))


def _said(digest: bytes | None) -> str:
    return "none" if digest is None else short(digest)
