"""What came of a run, in words."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.chaos.deeds import KILLS, OF_POSTGRESQL, OF_SERVERS, Kind
from tests.chaos.troubles import Wait
from tests.crash.watching import spread

WORDS: dict[Kind, str] = {
    "server": "a server by kill -9", "term": "a server by SIGTERM", "all": "all servers at once",
    "postgresql": "PostgreSQL", "both": "a server and PostgreSQL at once",
}  # fmt: skip
# Beyond its lease, until another server has a table.
TAKEN_OVER_S = 5.0
# Of the longest waits, so many are told.
SHOWN = 3


class Killed(NamedTuple):
    """A kill that counts: how many servers, the orders that had no answer, and how long it took to the first answer of
    any table and to one from every table; `since_us`: when."""

    kind: Kind
    servers: int
    orders: tuple[str, ...]
    since_us: int
    first_s: float
    every_s: float


@dataclass(slots=True)
class Figures:
    """A whole run, with so many servers and a lease of so long."""

    seed: int
    servers: int = 1
    lease_s: float = 0.0
    took_s: float = 0.0
    kills: list[Killed] = field(default_factory=list)
    into_silence: int = 0
    unplugged: Counter[str] = field(default_factory=Counter)
    cuts: int = 0
    connections_cut: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    struck: Counter[str] = field(default_factory=Counter)
    bytes_held: int = 0
    lines_cut: int = 0
    waits_s: list[float] = field(default_factory=list)
    longest: list[Wait] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    acknowledged: int = 0
    refused: int = 0
    unheard: int = 0
    committed: int = 0
    unanswered: int = 0
    dirty: int = 0
    rounds: Counter[str] = field(default_factory=Counter)
    settlements: int = 0
    cards: int = 0
    paid_cents: int = 0
    taken_cents: int = 0
    events: int = 0
    resolved: Counter[str] = field(default_factory=Counter)
    verified: str = ""

    @property
    def servers_killed(self) -> int:
        """How many servers were."""
        return sum([kill.servers for kind in OF_SERVERS for kill in self._of(kind)])

    @property
    def postgresql_killed(self) -> int:
        """How often it was."""
        return sum([len(self._of(kind)) for kind in OF_POSTGRESQL])

    def waited(self, wait: Wait) -> bool:
        """An order has been answered; the longest waits are kept. Whether it was too long: one and the same server
        could have answered for longer than a lease and what it takes after that."""
        self.waits_s.append(wait.took_s)
        if wait.stood:
            self.longest = sorted([*self.longest, wait], key=lambda each: -each.took_s)
        return self._is_too_long(wait)

    def _is_too_long(self, wait: Wait) -> bool:
        return wait.able_s > self.lease_s + TAKEN_OVER_S

    def longest_s(self) -> float:
        """The longest that an order waited."""
        return max(self.waits_s, default=0.0)

    def _longest_able_s(self) -> float:
        return max([each.able_s for each in self.longest], default=0.0)

    def too_long(self) -> list[str]:
        """The orders that waited too long."""
        return [f"waited too long: {each.text()}" for each in self.longest if self._is_too_long(each)]

    def lines(self) -> list[str]:
        """In words."""
        return [
            f"seed {self.seed}: {self.took_s / 60:.1f} minutes, {self.servers} servers, a lease of {self.lease_s:g} s",
            f"killed: {self.servers_killed} servers, {self.postgresql_killed} times PostgreSQL: {self._by_kind()}; "
            f"each, unless by SIGTERM, while an order was unanswered ({self.into_silence} more fell into "
            "silence, and were repeated)",
            f"of {self.unanswered} orders that a killed server had not answered {self.committed} were committed; "
            f"after {self.dirty} of {len(self.kills) - len(self._of('postgresql'))} kills some were",
            *[self._recovery(kind) for kind in KILLS if self._of(kind)],
            f"cables pulled: {_told(self.unplugged)}",
            f"sockets cut: {self.cuts} times, {self.connections_cut} connections",
            f"faults of the wires to PostgreSQL, and how many of them struck: {self._wires()}; {self.bytes_held} bytes "
            f"held, {self.lines_cut} connections cut",
            f"waits for an answer, min / median / max: {spread(self.waits_s)} s; longer than 5 s: {len(self.longest)}",
            *[f"  {each.text()}" for each in self.longest[:SHOWN]],
            f"the longest for which one and the same server ran and had PostgreSQL: {self._longest_able_s():.1f} s",
            f"tables of which a server wrote where they stood: {len(self.silent)}",
            *[f"  {each}" for each in self.silent[:SHOWN]],
            f"orders acknowledged: {self.acknowledged}, and {self.refused} refused; lost 0, done twice 0, by nobody 0; "
            f"without an answer in the end {self.unheard}",
            f"rounds: {_told(self.rounds)}; {self.settlements} settlements, each as the bot's own",
            f"cards: {self.cards} left the shoes, each once in the record, in order",
            f"money: {self.paid_cents} cents paid, {self.taken_cents} taken, every event's postings sum to zero; the "
            "tables for queries are as they come from the log",
            f"holds resolved: {_told(self.resolved)}",
            f"{self.events} events; {self.verified}",
        ]

    def _of(self, kind: str) -> list[Killed]:
        return [kill for kill in self.kills if kill.kind == kind]

    def _by_kind(self) -> str:
        return ", ".join([f"{WORDS[kind]} {len(self._of(kind))} times" for kind in KILLS])

    def _wires(self) -> str:
        return ", ".join([f"{what} {count} ({self.struck[what]})" for what, count in sorted(self.faults.items())])

    def _recovery(self, kind: Kind) -> str:
        first = [kill.first_s for kill in self._of(kind)]
        every = [kill.every_s for kill in self._of(kind)]
        what = f"back after the death of {WORDS[kind]}, min / median / max"
        return f"{what}: first answer {spread(first)} s, every table's {spread(every)} s"


def _told(counts: Counter[str]) -> str:
    return ", ".join([f"{name} {count}" for name, count in sorted(counts.items())]) or "none"
