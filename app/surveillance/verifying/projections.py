"""The tables that people query, held against the events: each row is what the events give, and there is no other.

The rows are worked out again as the log is walked, and compared some thousand events at a time. What a later event
superseded is compared at the end of the stream, and so are the rounds, which have one row each that moves on.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from app.game.core.state import Table
from app.game.events import Event
from app.store.chain import Entry
from app.store.projecting import SUPERSEDED, RoundRow, Row, Superseding, Where, nothing_projected, project
from app.store.schema import PROJECTIONS, rounds
from app.surveillance.verifying.findings import PROJECTION, Finding, Report

OF_EVENTS = tuple([table.name for table in PROJECTIONS if table is not rounds])
SHOWN_CHARACTERS = 200
# Where a projected row has the version of its event, and which row of that event it is.
VERSION, NTH = 3, 4
EVER = 2**62
# An event moves its own round on, and may put an earlier one right.
MOST_TOUCHED = 2
NOTHING = "no such row"
Key = tuple[int, int]


class Rows(Protocol):
    """Reads the rows of projections."""

    async def projected(self, table: str, stream: str, first: int, last: int) -> list[Row]:
        """The rows of a table whose events lie between these versions."""

    async def rounds(self, stream: str) -> list[Row]:
        """The rounds of the stream."""

    async def rows_of_round(self, table: str, by: Superseding) -> list[Key]:
        """The rows of a round that this supersedes, whatever else did."""


class Moment(NamedTuple):
    """An event, and the table before and after it."""

    entry: Entry
    event: Event
    before: Table
    after: Table


class Projections:
    """Compares the projections of one stream."""

    def __init__(self, report: Report, stream: str) -> None:
        self._report, self._stream = report, stream
        self._opened, self._compared = 0, 0
        self._expected = nothing_projected()
        self._rounds: dict[int, RoundRow] = {}
        self._superseding: list[Superseding] = []
        self._found_superseded: dict[str, dict[Key, int]] = {name: {} for name in SUPERSEDED}
        self._lost = False

    def event(self, moment: Moment | None) -> None:
        """The next event; None: what it did cannot be told, and so neither can what follows it."""
        if moment is None or self._lost:
            self._lost = True
            return
        entry = moment.entry
        self._opened = entry.version if entry.type == "RoundOpened" else self._opened
        where = Where(entry.stream, entry.day, entry.round, entry.version, self._opened)
        project(self._expected, where, moment.before, moment.event, moment.after, self._rounds)
        touched = self._expected.rows.get(rounds.name, [])[-MOST_TOUCHED:]
        self._rounds.update({row[3]: RoundRow(*row) for row in touched})

    async def compare(self, rows: Rows, last: int) -> None:
        """Compare the rows of all events up to this version."""
        if self._lost:
            return
        expected, self._expected = self._expected, nothing_projected()
        self._superseding += expected.superseding
        first, self._compared = self._compared + 1, last
        for name in OF_EVENTS:
            found = await rows.projected(name, self._stream, first, last)
            self._compare(name, _but_superseded(name, expected.rows.get(name, [])), self._remembered(name, found))

    async def end(self, rows: Rows) -> None:
        """No event comes any more: what lies behind the last, the rounds, and what was superseded."""
        if self._lost:
            self._report.not_compared.append(self._stream)
            return
        await self.compare(rows, EVER)
        self._compare(rounds.name, [tuple(row) for row in self._rounds.values()], await rows.rounds(self._stream))
        for name in SUPERSEDED:
            expected = await self._expected_superseded(name, rows)
            self._compare_superseded(name, expected, self._found_superseded[name])

    def _remembered(self, name: str, found: list[Row]) -> list[Row]:
        if name in SUPERSEDED:
            by = {(row[VERSION], row[NTH]): row[-1] for row in found if row[-1] is not None}
            self._found_superseded[name] |= by
        return _but_superseded(name, found)

    def _compare(self, name: str, expected: Iterable[Row], found: list[Row]) -> None:
        self._report.count("projected", len(found))
        there, wanted = Counter(found), Counter(expected)
        extra, missing = list((there - wanted).elements()), list((wanted - there).elements())
        at = 6 if name == rounds.name else VERSION
        by_place: dict[Any, list[list[Row]]] = {}
        for side, rows in enumerate((extra, missing)):
            for row in rows:
                by_place.setdefault(_place(name, row), [[], []])[side].append(row)
        for sides in by_place.values():
            version = next(row[at] for rows in sides for row in rows)
            self._add(name, version, _shown(sides[0]), _shown(sides[1]))

    async def _expected_superseded(self, name: str, rows: Rows) -> dict[Key, int]:
        """Which event superseded which row: the first that did."""
        expected: dict[Key, int] = {}
        for by in self._superseding:
            for key in await rows.rows_of_round(name, by):
                expected.setdefault(key, by.version)
        return expected

    def _compare_superseded(self, name: str, expected: dict[Key, int], found: dict[Key, int]) -> None:
        for key in sorted(expected.keys() | found.keys()):
            if expected.get(key) != found.get(key):
                self._add(name, key[0], _by(found.get(key)), _by(expected.get(key)))

    def _add(self, name: str, version: int, found: str, expected: str) -> None:
        self._report.add(Finding(self._stream, version, None, PROJECTION.format(name), found, expected))


def _but_superseded(name: str, rows: list[Row]) -> list[Row]:
    """Whether a row was superseded later is compared at the end."""
    return [row[:-1] for row in rows] if name in SUPERSEDED else rows


def _place(name: str, row: Row) -> Any:
    """What a row is found by: the round, or the event and the number of the row."""
    return row[2] if name == rounds.name else (row[VERSION], row[NTH])


def _shown(rows: list[Row]) -> str:
    text = "; ".join([", ".join(["-" if each is None else str(each) for each in row]) for row in rows])
    return (text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}...") or NOTHING


def _by(version: int | None) -> str:
    return "a row that stands" if version is None else f"a row superseded by version {version}"
