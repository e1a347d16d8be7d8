"""How many rounds, how fast, and what they brought: by day, table, shoe, dealer, or several of these.

One gaming day is read after the other and added up, so that a month needs no more room than a day.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.reports.filters import Filters, Group, checked, days_of
from app.reports.played import Played, played_rounds
from app.reports.report import Column, Report, Row, average
from app.store.database import Database

# A table at which nothing is dealt for longer than this has a break, which is nobody's pace.
BREAK = timedelta(minutes=15)
MICROSECOND = timedelta(microseconds=1)
HOUR_US, SECOND_US = timedelta(hours=1) // MICROSECOND, timedelta(seconds=1) // MICROSECOND
GROUPS: dict[Group, tuple[Column, Callable[[Played], str]]] = {
    "day": (Column("day", "Gaming day", "day"), lambda played: str(played.day)),
    "table": (Column("table", "Table", "text"), lambda played: played.table),
    "shoe": (Column("shoe", "Shoe", "text"), lambda played: played.shoe),
    "dealer": (Column("dealer", "Dealer", "text"), lambda played: played.dealer),
}
FIGURES = (
    Column("rounds", "Rounds"),
    Column("void", "Void"),
    Column("open", "Not over"),
    Column("on_paper", "On paper"),
    Column("rounds_an_hour", "Rounds an hour", "tenths"),
    Column("seconds_a_round", "Seconds a round", "tenths"),
    Column("decisions_a_round", "Decisions a round", "tenths"),
    Column("turnover_cents", "Turnover", "cents"),
    Column("win_cents", "Win", "cents"),
    Column("hold_percent", "Hold %", "hundredths"),
)


@dataclass(slots=True)
class Sums:
    """Rounds added up. `timed` of them were not on paper; these kept their tables for so long, with what was between
    them, and lasted so long from the opening to the end."""

    rounds: int = 0
    void: int = 0
    open: int = 0
    on_paper: int = 0
    timed: int = 0
    kept: timedelta = timedelta()
    lasted: timedelta = timedelta()
    decisions: int = 0
    turnover_cents: int = 0
    won_cents: int = 0

    def add(self, played: Played, kept: timedelta | None) -> None:
        """One more round; of one that is void or not over nothing but that counts."""
        self.void += played.state == "void"
        self.open += played.state == "open"
        if played.state != "complete":
            return
        self.rounds += 1
        self.on_paper += played.paper
        self.decisions += played.decisions
        self.turnover_cents += played.staked_cents
        self.won_cents += played.won_cents
        if kept is not None and played.ended is not None:
            self.timed += 1
            self.kept += kept
            self.lasted += played.ended - played.opened

    def figures(self) -> Row:
        """As they stand in the report."""
        return (
            self.rounds,
            self.void,
            self.open,
            self.on_paper,
            average(10 * HOUR_US * self.timed, self.kept // MICROSECOND),
            average(10 * (self.lasted // MICROSECOND), SECOND_US * self.timed),
            average(10 * self.decisions, self.rounds),
            self.turnover_cents,
            self.won_cents,
            average(10_000 * self.won_cents, self.turnover_cents),
        )


class Sorted:
    """Rounds by what the report is about. They come in the order of each table."""

    def __init__(self, by: tuple[Group, ...]) -> None:
        self._by = [GROUPS[group][1] for group in by]
        self._ended = dict[str, datetime]()
        self.all = Sums()
        self.groups: dict[tuple[str, ...], Sums] = defaultdict(Sums)

    def add(self, played: Iterable[Played]) -> None:
        """These rounds too."""
        for each in played:
            kept = self._kept(each)
            self.all.add(each, kept)
            self.groups[tuple([name(each) for name in self._by])].add(each, kept)

    def _kept(self, played: Played) -> timedelta | None:
        """For how long the round kept its table: from the end of the round before, if there was no break. On paper
        nobody knows."""
        if played.ended is None or played.paper:
            return None
        before = self._ended.get(played.stream, played.opened)
        self._ended[played.stream] = played.ended
        begun = before if timedelta() <= played.opened - before <= BREAK else played.opened
        return played.ended - begun


async def rounds_report(database: Database, filters: Filters) -> Report:
    """Rounds, pace and money."""
    found = Sorted(checked(filters).by)
    async with database.connection("reader") as connection:
        for day in days_of(filters):
            found.add(await played_rounds(connection, day))
    columns = (*[GROUPS[group][0] for group in filters.by], *FIGURES)
    rows = tuple([(*group, *sums.figures()) for group, sums in sorted(found.groups.items())])
    return Report("Rounds", columns, rows, ("Total", *[None for _ in filters.by[1:]], *found.all.figures()))
