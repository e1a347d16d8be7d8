"""What the events of an append say in the tables that people query: the projections.

Pure: the same events always give the same rows, live and when everything is made again from the log. A row is never
changed, but for one thing: when the record of a round is put right, its rows of cards, decisions, wagers and
settlements say by which event they were superseded, and the events of the new reading give new ones.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from app.game import events as e
from app.game.core.ledger import postings
from app.game.core.state import Round, Table
from app.game.registry import EVENTS
from app.table_id import TableId

Row = tuple[Any, ...]
SUPERSEDED = ("cards", "decisions", "wagers", "settlements")
# These stay as they were when the record of the round is put right: they are about it, and not of it.
KEPT = frozenset([kind.name for kind in EVENTS.values() if kind.kept_when_corrected])


class Where(NamedTuple):
    """Which event of which round rows come from, and the event that opened the round."""

    stream: str
    day: date
    round: str | None
    version: int
    opened: int


class RoundRow(NamedTuple):
    """A round as the projection has it."""

    stream: str
    day: date
    round: str
    number: int
    ruleset_hash: str
    opened_version: int
    last_version: int
    state: str
    paper: bool

    @property
    def table(self) -> TableId:
        """The table that dealt it."""
        return TableId.of_stream(self.stream)


class Superseding(NamedTuple):
    """What was recorded of this round since it opened, and before this version, is no longer how it was."""

    stream: str
    day: date
    round: str
    opened: int
    version: int


class Projected(NamedTuple):
    """The rows that an append brings, by table, and what they supersede."""

    rows: dict[str, list[Row]]
    superseding: list[Superseding]


def nothing_projected() -> Projected:
    """No rows yet."""
    return Projected({}, [])


def project(
    into: Projected, where: Where, before: Table, event: e.Event, after: Table, earlier: Mapping[int, RoundRow]
) -> None:
    """Add what this event says; `earlier` has the rounds before this one that the event may put right."""
    if isinstance(event, e.EarlierRoundAmended):
        _amend(into, where, event, earlier[event.round])
    elif isinstance(event, e.RoundRewritten) and where.round is not None:
        _supersede(into, Superseding(where.stream, where.day, where.round, where.opened, where.version))
        _say(into, where, event.events)
    else:
        _say(into, where, (event,))
    at = _of_no_round(where, event)
    for move in postings(before, event):
        _add(into, "postings", at, (move.account.kind, move.account.box, move.account.player, move.cents))
    if where.round is not None and after.round is not None:
        _round(into, where, after)


def _of_no_round(where: Where, event: e.Event) -> Where:
    """Chips come to the tray and leave it also while a round is on, and are no part of it."""
    return where._replace(round=None) if EVENTS[type(event)].beside_the_round else where


def _say(into: Projected, where: Where, facts: Iterable[Any]) -> None:
    for fact in facts:
        rows = EVENTS[type(fact)].rows
        for table, row in rows(fact) if rows else ():
            _add(into, table, where, (*row, None))


def _amend(into: Projected, where: Where, event: e.EarlierRoundAmended, row: RoundRow) -> None:
    """An earlier round as it is now; its rows say that the later event made them."""
    _supersede(into, Superseding(row.stream, row.day, row.round, row.opened_version, where.version))
    _say(into, where._replace(day=row.day, round=row.round), event.events)
    into.rows.setdefault("rounds", []).append(row._replace(state="void" if event.what == "void" else row.state))


def _add(into: Projected, table: str, where: Where, row: Row) -> None:
    rows = into.rows.setdefault(table, [])
    number = rows[-1][4] + 1 if rows and rows[-1][3] == where.version else 0
    rows.append((*where[:4], number, *row))


def _supersede(into: Projected, by: Superseding) -> None:
    """What the same append said of the round before is superseded as well."""
    into.superseding.append(by)
    for table in SUPERSEDED:
        rows = into.rows.get(table, [])
        rows[:] = [(*row[:-1], by.version) if _is_old(row, by) else row for row in rows]


def _is_old(row: Row, by: Superseding) -> bool:
    return row[2] == by.round and row[-1] is None and row[5] not in KEPT


def _round(into: Projected, where: Where, table: Table) -> None:
    """The round as it is now: one row, the last of the append counts."""
    round_ = table.round
    assert round_ is not None
    rows = into.rows.setdefault("rounds", [])
    rows[:] = [row for row in rows if row[2] != where.round]
    is_now = (round_.number, table.ruleset_hash, where.opened, where.version, _state(round_), bool(round_.paper))
    rows.append((*where[:3], *is_now))


def _state(round_: Round) -> str:
    if round_.void is not None:
        return "void"
    if not round_.complete:
        return "open"
    return "complete" if round_.places else "abandoned"
