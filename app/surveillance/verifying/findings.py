"""What a verification finds, and what it has looked at."""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC
from typing import NamedTuple

from app.store.appending import instant
from app.store.schema import PROJECTIONS

# Of one kind in one stream: many of one kind do not hide another.
MOST_OF_A_KIND = 100
SHOWN_DIGITS = 16
COMMAND, CARD = "command", "face-down card"
PROJECTION = "row of {}"
BESIDE = (COMMAND, CARD, *[PROJECTION.format(table.name) for table in PROJECTIONS])
MOST_LATE = 20


class Finding(NamedTuple):
    """Something that is not as it was written: where, what is there, and what should be."""

    stream: str
    """Whose log: table:NUMBER, or house."""
    version: int | None
    """The version that is not as it was written; null if it is about the stream."""
    type: str | None
    """The kind of the event."""
    what: str
    """What is wrong."""
    found: str
    """What is there."""
    expected: str
    """What should be there."""

    def __str__(self) -> str:
        at = "" if self.version is None else f" {self.version}"
        type_ = "" if self.type is None else f" ({self.type})"
        return f"{self.stream}{at}{type_}: {self.what}: found {self.found}; expected {self.expected}"


class Counts(NamedTuple):
    """How much was looked at."""

    streams: int = 0
    events: int = 0
    checkpoints: int = 0
    commands: int = 0
    refused: int = 0
    face_down: int = 0
    not_in_vault: int = 0
    books: int = 0
    lines: int = 0
    signed_heads: int = 0
    projected: int = 0
    pins: int = 0


class SignedLate(NamedTuple):
    """Events that were first signed long after the first of them was recorded: what was done to them in between, no
    signature says."""

    stream: str
    first: int
    last: int
    recorded_us: int
    signed_us: int

    def __str__(self) -> str:
        return (
            f"{self.stream} {self.first} to {self.last}: recorded from {time_of(self.recorded_us)} on, first signed"
            f" {time_of(self.signed_us)}; for the time between, only the chain speaks"
        )


class Findings(NamedTuple):
    """The result: what was found, the first bad event of each stream, and how far the signatures reach. What was
    signed late, and streams whose projections could not be compared, are told beside; so are `lines_to_come`, signed
    by other servers, which this one's file does not have yet; `own_keys`: the keys are those
    that this server keeps itself. `pins_not_good`: whose PIN or code is not the one that was set last, since the server
    died as it was; `pins_unsealed`: whose hash is under no seal."""

    found: tuple[Finding, ...]
    not_listed: int
    first_bad: dict[str, Finding]
    counts: Counts
    last_signed_us: int | None
    unsigned_events: int
    late: tuple[SignedLate, ...] = ()
    late_not_listed: int = 0
    not_compared: tuple[str, ...] = ()
    own_keys: bool = False
    pins_not_good: tuple[str, ...] = ()
    pins_unsealed: tuple[str, ...] = ()
    lines_to_come: int = 0

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.found

    def lines(self) -> Iterator[str]:
        """All of it in lines of text, the summary at the end."""
        yield from map(str, self.found)
        if self.not_listed:
            yield f"... and {self.not_listed} more"
        for stream, finding in self.first_bad.items():
            yield f"The first that is bad in {stream}: {_place(finding)}"
        yield from self.summary()

    def summary(self) -> Iterator[str]:
        """What was looked at, and how far the signatures reach."""
        c = self.counts
        yield (
            f"{c.streams} streams, {c.events} events, {c.checkpoints} checkpoints, {c.commands} commands"
            f" ({c.refused} more left no event), {c.face_down} face-down cards, {c.books} books,"
            f" {c.lines} signed lines with {c.signed_heads} heads, {c.projected} rows of projections, {c.pins} PINs"
        )
        if c.not_in_vault:
            yield f"{c.not_in_vault} face-down cards are not in the vault: nobody can say which they were"
        if self.last_signed_us is None:
            yield "Nothing has been signed: only the chain speaks for the log, and who can write it can write it anew"
        else:
            last = time_of(self.last_signed_us)
            yield f"Last signature {last}; {self.unsigned_events} events since are not signed yet"
        yield from self._reservations()
        yield self._verdict()

    def _reservations(self) -> Iterator[str]:
        """What limits the verdict."""
        yield from map(str, self.late)
        if self.late_not_listed:
            yield f"... and {self.late_not_listed} more signed late"
        if self.not_compared:
            yield f"The projections of {', '.join(self.not_compared)} were not compared to the end: see the findings"
        if self.pins_not_good:
            names = ", ".join(self.pins_not_good)
            yield f"PINs or codes that are not the ones set last, and let nobody in: {names}; set them again"
        if self.pins_unsealed:
            yield f"PINs or codes under no seal, which let nobody in: {', '.join(self.pins_unsealed)}"
        if self.lines_to_come:
            yield (
                f"{self.lines_to_come} signed lines of other servers are not in this server's file yet: they were read"
                " in the database, and come into the file within a minute while this server runs"
            )
        if self.own_keys:
            yield "The keys are those that this server keeps: give the auditor's copy with --key to rule out another"

    def _verdict(self) -> str:
        if not self.clean:
            count = len(self.found) + self.not_listed
            return f"{count} finding{'s' if count > 1 else ''}."
        if self.unsigned_events:
            return f"Nothing was changed in what is signed; {self.unsigned_events} events are not signed yet."
        return "Nothing was changed."


def time_of(us: int) -> str:
    """An instant as people read it."""
    return f"{instant(us).astimezone(UTC):{_FORMAT}}"


_FORMAT = "%Y-%m-%d %H:%M:%S UTC"


def _place(finding: Finding) -> str:
    at = "the stream itself" if finding.version is None else f"version {finding.version}"
    return f"{at} ({finding.type or finding.what})"


class Report:
    """Collects while a verification goes on; what exceeds the bound of a kind is counted."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = dict.fromkeys(Counts._fields, 0)
        self.last_signed_us: int | None = None
        self.unsigned_events = 0
        self.lines_to_come = 0
        self.not_compared: list[str] = []
        self.pins_not_good: list[str] = []
        self.pins_unsealed: list[str] = []
        self._late: list[SignedLate] = []
        self._dated_back: dict[str, list[tuple[int, int]]] = {}
        self._found: list[Finding] = []
        self._of_kind: dict[tuple[str, str], int] = {}
        self._first: dict[str, Finding] = {}

    def add(self, finding: Finding) -> None:
        """This was found."""
        kind = finding.stream, finding.what
        count = self._of_kind.get(kind, 0)
        self._of_kind[kind] = count + 1
        if count < MOST_OF_A_KIND:
            self._found.append(finding)
        first = self._first.get(finding.stream)
        if first is None or _order(finding) < _order(first):
            self._first[finding.stream] = finding

    def add_late(self, late: SignedLate) -> None:
        """This was signed late: told, and no finding."""
        self._late.append(late)

    def dated_back(self, stream: str, version: int, recorded_us: int) -> None:
        """This event says that it was recorded before the one before it; streams are walked from their beginning."""
        self._dated_back.setdefault(stream, []).append((version, recorded_us))

    def earliest(self, stream: str, first: int, last: int, first_us: int | None) -> int | None:
        """When the earliest of these events was recorded, the first of them at `first_us`: it, or one dated back."""
        back = self._dated_back.get(stream, [])
        between = back[bisect_left(back, (first, 0)) : bisect_left(back, (last + 1, 0))]
        return min([us for _, us in between] + ([] if first_us is None else [first_us]), default=None)

    def count(self, what: str, more: int = 1) -> None:
        """So many more were looked at."""
        self.counted[what] += more

    @property
    def total(self) -> int:
        """How much was found so far."""
        return sum(self._of_kind.values())

    def findings(self, *, own_keys: bool = False) -> Findings:
        """All of it."""
        found = tuple(self._found)
        return Findings(
            found, self.total - len(found), dict(sorted(self._first.items())), Counts(**self.counted),
            self.last_signed_us, self.unsigned_events, tuple(self._late[:MOST_LATE]),
            max(0, len(self._late) - MOST_LATE), tuple(self.not_compared), own_keys,
            tuple(self.pins_not_good), tuple(self.pins_unsealed), self.lines_to_come,
        )  # fmt: skip


def _order(finding: Finding) -> tuple[bool, bool, int]:
    """Events come before what lies beside them, and both before what concerns the stream as a whole."""
    return finding.version is None, finding.what in BESIDE, finding.version or 0


def short(value: bytes | str) -> str:
    """A hash, or whatever it is instead, so that a person can compare it."""
    text = value.hex() if isinstance(value, bytes) else value
    return text if len(text) <= SHOWN_DIGITS else f"{text[:SHOWN_DIGITS]}..."
