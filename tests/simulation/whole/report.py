"""What came of many seeds: how many rounds, what went wrong in them, and whether anything was not as it has to be."""

from collections import Counter

from tests.simulation.whole.scenario import Outcome

MOST_LISTED = 40


class Report:
    """Figures of a run."""

    def __init__(self, tables: int, rounds: int) -> None:
        self._tables, self._rounds = tables, rounds
        self._digests: dict[str, str] = {}
        self._totals: Counter[str] = Counter()
        self._faults: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._holds: Counter[str] = Counter()
        self._books: Counter[str] = Counter()
        self._simulated_s = self._silent_s = 0.0
        self._servers: Counter[str] = Counter()
        self.broken: list[str] = []
        self.differing: list[str] = []

    @property
    def failed(self) -> bool:
        """Whether anything was not as it has to be."""
        return bool(self.broken or self.differing)

    def add(self, outcome: Outcome) -> None:
        """One more run."""
        before = self._digests.setdefault(outcome.seed, outcome.digest)
        self._totals["again"] += outcome.seed in self._digests and before == outcome.digest
        if before != outcome.digest:
            self.differing.append(outcome.seed)
        if outcome.broken:
            self.broken.append(f"seed {outcome.seed}: {outcome.broken}")
        for name in ("rounds", "events", "messages", "acknowledged"):
            self._totals[name] += getattr(outcome, name)
        self._totals["runs"] += 1
        self._simulated_s += outcome.simulated_s
        self._silent_s = max(self._silent_s, outcome.silent_s)
        self._servers[f"with {outcome.servers} servers"] += 1
        self._faults.update(outcome.faults)
        self._counts.update(outcome.counts)
        self._holds.update(outcome.holds)
        self._books.update([f"{placed.kind}, {placed.dialect}" for placed in outcome.tables])

    def progress(self, took_s: float) -> str:
        """How far it is, in one line."""
        rounds = self._totals["rounds"]
        bad = f", {len(self.broken)} broken, {len(self.differing)} differing" if self.failed else ""
        return f"{self._totals['runs']} runs, {rounds} rounds, {rounds / max(took_s, 0.001):.1f} a second{bad}"

    def text(self, took_s: float) -> str:
        """The report."""
        total = self._totals
        twice = total["runs"] - len(self._digests)
        lines = [
            f"{len(self._digests)} seeds, {self._tables} tables each, {self._rounds} rounds a table;"
            f" {total['runs']} runs in {took_s:.0f} s",
            f"{total['rounds']} rounds, {total['events']} events, {total['messages']} messages to screens,"
            f" {total['acknowledged']} orders acknowledged, {self._simulated_s:.0f} s of simulated time",
            f"longest without an answer of a table that a server could have kept: {self._silent_s:.1f} s",
            f"{sum(self._faults.values())} faults; invariants broken: {len(self.broken)}",
        ]
        if twice:
            lines.append(f"{twice} seeds were run twice, with the same log: {twice - len(self.differing)}")
        for title, counted in (
            ("Faults by kind", self._faults), ("Why tables held", self._holds), ("What people did", self._counts),
            ("Tables", self._books), ("Runs", self._servers),
        ):  # fmt: skip
            lines += ["", f"{title}:", *[f"  {count:8}  {name}" for name, count in sorted(counted.items(), key=_most)]]
        lines += ["", *self.broken[:MOST_LISTED], *[f"seed {seed}: two runs differ" for seed in self.differing]]
        return "\n".join(lines)


def _most(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]
