"""What was declared void, reconstructed, or put right in the record: by whom, under which dealer, and for how much."""

from collections import Counter, defaultdict
from datetime import date
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import BigInteger, Select, and_, func, select

from app.game import events as e
from app.game.core.records import name_of
from app.reports.filters import Filters, checked, days_of, one_of, time_of, within
from app.reports.played import Played, played_rounds
from app.reports.report import Cell, Column, Report, Row, added
from app.reports.report_events import Told, of_tables
from app.store import schema
from app.store.database import Database
from app.store.log_reader import round_of_number, rows_of
from app.table_id import TableId

TYPES = e.RoundVoided, e.WagersVoided, e.RoundRewritten, e.EarlierRoundAmended
# The first signature may have been given on the day before.
SIGNED_BEFORE_DAYS = 1
KINDS = {
    "round_void": "round void",
    "wagers_void": "wagers void",
    "reconstruction": "round reconstructed",
    "earlier_void": "earlier round void",
    "earlier_reconstruction": "earlier round reconstructed",
    "irregularity": "dealt again after an error",
    "correction": "record put right",
    "undo": "tap undone",
}
# What the dealer, or a supervisor alone, may do.
UNSIGNED = ("irregularity", "correction", "undo")
LOG = (
    Column("dealer", "Dealer", "text"),
    Column("day", "Gaming day", "day"),
    Column("time", "Time", "time"),
    Column("table", "Table", "text"),
    Column("round", "Round", "text"),
    Column("what", "What", "text"),
    Column("reason", "Reason", "text"),
    Column("clause", "Clause", "text"),
    Column("by", "By", "text"),
    Column("signed", "Signed by", "text"),
    Column("float_cents", "To the float", "cents"),
)
COUNTS = (Column("dealer", "Dealer", "text"), Column("rounds", "Rounds"), *[
    Column(kind, words[0].upper() + words[1:]) for kind, words in KINDS.items()
])  # fmt: skip


Key = tuple[str, int]


class Corrected(NamedTuple):
    """Something that was put right, the round that it was about, and who signed for it."""

    told: Told
    kind: str
    round: str
    dealer: str
    signed: tuple[str, ...]
    cents: int


async def corrections_report(database: Database, filters: Filters) -> Report:
    """Everything that was put right in these days, dealer by dealer."""
    found = await _found(database, checked(filters))
    rows = [_row(each, filters) for each in sorted(found, key=lambda each: (each.dealer, each.told.at))]
    return Report("Voids and corrections", LOG, tuple(rows))


async def corrections_by_dealer_report(database: Database, filters: Filters) -> Report:
    """How often each dealer's rounds were put right, beside how many rounds there were."""
    rounds, counts = await _dealt(database, checked(filters)), defaultdict[str, Counter[str]](Counter)
    for each in await _found(database, filters):
        counts[each.dealer][each.kind] += 1
    dealers = sorted({*rounds, *counts})
    rows: tuple[Row, ...] = tuple([(each, rounds[each], *[counts[each][kind] for kind in KINDS]) for each in dealers])
    sums = [added(column, rows) for column in range(1, len(COUNTS))]
    return Report("Voids and corrections by dealer", COUNTS, rows, ("Total", *sums))


async def _dealt(database: Database, filters: Filters) -> Counter[str]:
    """How many rounds each dealer had."""
    dealt = Counter[str]()
    async with database.connection("reader") as connection:
        for day in days_of(filters):
            dealt.update([each.dealer for each in await played_rounds(connection, day)])
    return dealt


def _row(found: Corrected, filters: Filters) -> tuple[Cell, ...]:
    told = found.told
    return (
        found.dealer, str(told.day), time_of(told.at, filters), told.table, found.round, KINDS[found.kind],
        told.event.reason, told.event.clause or "", told.actor, " and ".join(found.signed), found.cents,
    )  # fmt: skip


async def _found(database: Database, filters: Filters) -> list[Corrected]:
    async with database.connection("reader") as connection:
        told = await of_tables(connection, filters, *TYPES, e.RemedySigned, before=SIGNED_BEFORE_DAYS)
        cents = {(stream, version): sum_ for stream, version, sum_ in await rows_of(connection, _moved(filters))}
        here = [(each, signed) for each, signed in with_signatures(told) if each.day >= filters.since]
        about = await _rounds_of(connection, [each for each, _ in here])
    found = []
    for each, signed in here:
        round_, moved = about[each.stream, _number(each)], cents.get((each.stream, each.version), 0)
        found.append(Corrected(each, _kind(each.event), round_.round, round_.dealer, signed, moved))
    return found


def with_signatures(told: list[Told]) -> list[tuple[Told, tuple[str, ...]]]:
    """Each correction, and who had signed it; a proposal that still waits has signed nothing."""
    signatures, found = defaultdict[Key, list[e.RemedySigned]](list), []
    for each in told:
        key, kind = (each.stream, _number(each)), _kind(each.event)
        if isinstance(each.event, e.RemedySigned):
            signatures[key].append(each.event)
        elif kind:
            unsigned = kind in UNSIGNED or not signatures[key] or signatures[key][-1].waits
            found.append((each, () if unsigned else _signed(signatures.pop(key))))
    return found


async def _rounds_of(connection: asyncpg.Connection, told: list[Told]) -> dict[Key, Played]:
    """The rounds that these corrections are about, a day at a time."""
    days, wanted = defaultdict[date, set[str]](set), {(each.stream, _number(each)) for each in told}
    for each in told:
        earlier = isinstance(each.event, e.EarlierRoundAmended)
        day = await _day_of(connection, TableId(each.table), each.event.round) if earlier else each.day
        days[day].add(each.table)
    found = dict[Key, Played]()
    for day, tables in days.items():
        for played in await played_rounds(connection, Filters(day, day, tuple(tables))):
            if (played.stream, played.number) in wanted:
                found[played.stream, played.number] = played
    return found


async def _day_of(connection: asyncpg.Connection, table: TableId, number: int) -> date:
    """The gaming day of an earlier round, whenever that was."""
    row = await round_of_number(connection, table, number)
    assert row is not None, "a round that was put right was played"
    return row.day


def _number(told: Told) -> int:
    """The number of the round that it is about."""
    if isinstance(told.event, e.RemedySigned | e.EarlierRoundAmended):
        return told.event.round
    assert told.round is not None, "a round is put right while it is the table's"
    return int(told.round.rpartition("-")[2])


def _kind(event: Any) -> str:
    """What was done, if it is a correction at all."""
    if isinstance(event, e.RoundRewritten):
        return event.cause
    if isinstance(event, e.EarlierRoundAmended):
        return f"earlier_{event.what}"
    if isinstance(event, e.WagersVoided):
        return "" if event.by_itself else "wagers_void"
    return "round_void" if isinstance(event, e.RoundVoided) else ""


def _signed(signatures: list[e.RemedySigned]) -> tuple[str, ...]:
    """Who signed what took effect: the last of several proposals."""
    return tuple([each.by for each in signatures if each.seal == signatures[-1].seal])


def _moved(filters: Filters) -> Select[Any]:
    """What each correction brought the float, or took out of it."""
    events, postings = schema.events, schema.postings
    same = and_(
        postings.c.stream == events.c.stream, postings.c.version == events.c.version, postings.c.day == events.c.day
    )
    corrected = and_(
        within(events, filters), one_of(events.c.type, [name_of(type_) for type_ in TYPES]),
        postings.c.account == "float",
    )  # fmt: skip
    query = select(events.c.stream, events.c.version, func.sum(postings.c.cents).cast(BigInteger))
    return query.join(postings, same).where(corrected).group_by(events.c.stream, events.c.version)
