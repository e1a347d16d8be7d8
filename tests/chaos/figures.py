"""What came of a run, in words."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.chaos.deeds import KILLS, Kind
from tests.crash.watching import spread

WORDS: dict[Kind, str] = {"server": "the server", "postgresql": "PostgreSQL", "both": "both at once"}


class Killed(NamedTuple):
    """A kill that counts: the orders that had no answer, and how long it took to the first answer of any table and to
    one from every table; `since_us`: when."""

    kind: Kind
    orders: tuple[str, ...]
    since_us: int
    first_s: float
    every_s: float


@dataclass(slots=True)
class Figures:
    """A whole run."""

    seed: int
    took_s: float = 0.0
    kills: list[Killed] = field(default_factory=list)
    into_silence: int = 0
    unplugged: Counter[str] = field(default_factory=Counter)
    cuts: int = 0
    connections_cut: int = 0
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

    def lines(self) -> list[str]:
        """In words."""
        return [
            f"seed {self.seed}: {self.took_s / 60:.1f} minutes",
            f"kill -9: {self._by_kind()}; each while an order was unanswered ({self.into_silence} more fell into "
            "silence, and were repeated)",
            f"of {self.unanswered} orders that a killed server had not answered {self.committed} were committed; "
            f"{self.dirty} of {len(self._of('server')) + len(self._of('both'))} killed servers had committed some",
            *[self._recovery(kind) for kind in KILLS if self._of(kind)],
            f"cables pulled: {_told(self.unplugged)}",
            f"sockets cut: {self.cuts} times, {self.connections_cut} connections",
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

    def _recovery(self, kind: Kind) -> str:
        first = [kill.first_s for kill in self._of(kind)]
        every = [kill.every_s for kill in self._of(kind)]
        what = f"back after the death of {WORDS[kind]}, min / median / max"
        return f"{what}: first answer {spread(first)} s, every table's {spread(every)} s"


def _told(counts: Counter[str]) -> str:
    return ", ".join([f"{name} {count}" for name, count in sorted(counts.items())]) or "none"
