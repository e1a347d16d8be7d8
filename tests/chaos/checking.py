"""What is recorded in the end, held against what the people at the tables were told and what left the shoes.

Everything that is wrong is a line that says what, at which table, under which id.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg

from app.store.appending import EPOCH
from app.store.chain import Entry
from app.store.codec import decode_record
from app.store.database import Database
from app.store.log_reader import event_of, sealed_of
from app.store.projection_rebuild import rebuild
from device_simulators.bot.report import Report
from tests.bot.house import ADMINISTRATOR
from tests.chaos.figures import Figures
from tests.chaos.journal import Order
from tests.crash.recorded import Recorded, assert_whole, recorded
from tests.simulation.leavings import Leavings, commitments
from tests.store.test_command_line import projected

# Who asks beside the people at the table: its devices, itself, and the administrator, who opened it.
OTHERS = ("device:", "table", f"person:{ADMINISTRATOR.who}")
SHOWN = 5


class Told(NamedTuple):
    """What is known of a table beside its record: what its people asked and heard, the cards that left its shoe in
    order, how its bot saw the rounds, the version that the last view had, and what its supervisor had to resolve."""

    number: str
    orders: list[Order]
    left: list[str]
    report: Report
    seen_version: int
    resolved: Counter[str]
    keeps_all: bool


async def checked(database: Database, tables: Iterable[Told], figures: Figures) -> list[str]:
    """All that is wrong; the figures of what is right go into `figures`."""
    wrong: list[str] = []
    committed: dict[UUID, int] = {}
    for told in tables:
        log = await recorded(database, told.number)
        rows = {row["id"]: row for row in log.commands}
        committed |= {id_: _us(row["recorded_at"]) for id_, row in rows.items()}
        found = [
            *_chain(log),
            *kept(log, told.orders),
            *await _cards(database, log, told),
            *await _money(database, told, figures),
            *_seen(log, told),
            *_held(told),
        ]
        wrong += [f"table {told.number}: {words}" for words in found]
        _count(figures, log, told)
    _count_unanswered(figures, committed)
    return wrong + await _projections(database)


def _us(at: Any) -> int:
    return int((at - EPOCH) / timedelta(microseconds=1))


# --- the log


def _chain(log: Recorded) -> Iterator[str]:
    try:
        assert_whole(log)
    except AssertionError:
        yield "its log has gaps, or its chain is broken"


def kept(log: Recorded, orders: list[Order]) -> Iterator[str]:
    """Everything that was acknowledged is there once, as it was told; and nothing that nobody asked."""
    rows: dict[UUID, asyncpg.Record] = {row["id"]: row for row in log.commands}
    caused = Counter(entry.command for entry in log.entries)
    twice = [id_ for id_, count in Counter(row["id"] for row in log.commands).items() if count > 1]
    yield from (f"{id_} is recorded twice" for id_ in twice)
    for order in orders:
        yield from _order(order, rows.get(order.id), caused[order.id], log.entries)
    asked = {order.id for order in orders}
    for row in log.commands:
        if row["id"] not in asked and not row["actor"].startswith(OTHERS):
            yield f"{row['id']} by {row['actor']} was asked by nobody"
    yield from (f"events came of {id_}, which is no command" for id_ in caused.keys() - rows.keys() - {None})


def _order(order: Order, row: asyncpg.Record | None, caused: int, entries: list[Entry]) -> Iterator[str]:
    what, answer = f"{order.command} {order.id}", order.answer
    if row is None:
        if answer is not None and not answer.refused:
            yield f"{what} was acknowledged at version {answer.version} and is lost"
        return
    if caused != row["events"]:
        yield f"{what} caused {caused} events, and is recorded with {row['events']}"
    if answer is None:
        return
    refused = _refusal(row["answer"])
    if refused != answer.refused:
        yield f"{what} was answered {answer.refused or 'yes'!r} and is recorded as {refused or 'yes'!r}"
    elif not refused:
        yield from _at(what, order, row, entries)


def _at(what: str, order: Order, row: asyncpg.Record, entries: list[Entry]) -> Iterator[str]:
    answer = order.answer
    assert answer is not None
    if (row["first_version"], row["events"]) != (answer.first_version, answer.events):
        told = f"{answer.events} events from {answer.first_version}"
        yield f"{what} was told {told}, and recorded {row['events']} from {row['first_version']}"
    versions = range(answer.first_version, answer.first_version + answer.events)
    if any(version > len(entries) or entries[version - 1].command != order.id for version in versions):
        yield f"{what}: its events are not where it was told"


def _refusal(answer: str) -> str:
    """The code of a refusal, as it is recorded."""
    return "" if answer == "null" else str(getattr(decode_record(answer), "code", ""))


def _seen(log: Recorded, told: Told) -> Iterator[str]:
    """Whoever watched saw the table as it is recorded."""
    if told.seen_version != log.head["version"]:
        yield f"it was last seen at version {told.seen_version}, and its log ends at {log.head['version']}"


def _held(told: Told) -> Iterator[str]:
    """A shoe that keeps everything until it is confirmed leaves nothing open."""
    if told.keeps_all and told.resolved:
        yield f"its shoe keeps all that is not confirmed, and yet the table held: {dict(told.resolved)}"


# --- cards


async def _cards(database: Database, log: Recorded, told: Told) -> list[str]:
    """The cards that left the shoe are those of the record, in the order in which they left."""
    events = [event_of(entry) for entry in log.entries]
    async with database.connection("vault") as vault:
        sealed = await sealed_of(vault, f"table:{told.number}", commitments(events))
    leavings = Leavings()
    for event in events:
        leavings.add(event, lambda commitment: sealed[commitment].card)
    if leavings.cards == told.left:
        return []
    pairs = zip([*leavings.cards, None], [*told.left, None], strict=False)
    at = next(n for n, (record, truth) in enumerate(pairs) if record != truth)
    record, truth = leavings.cards[at : at + SHOWN], told.left[at : at + SHOWN]
    return [
        f"{len(told.left)} cards left the shoe and {len(leavings.cards)} are in the record; from card {at + 1} on the "
        f"shoe let out {' '.join(truth) or 'none'}, and the record has {' '.join(record) or 'none'}"
    ]


# --- money


async def _money(database: Database, told: Told, figures: Figures) -> list[str]:
    """Every event's postings sum to zero, and what was paid and taken is what the bot worked out."""
    stream, report = f"table:{told.number}", told.report
    async with database.connection("reader") as connection:
        uneven = await connection.fetch(_UNEVEN, stream)
        lines, pays, takes = await connection.fetchrow(_SETTLED, stream)
        states = dict(await connection.fetch(_STATES, stream))
    figures.paid_cents += pays
    figures.taken_cents += takes
    wrong = [f"the postings of version {row['version']} sum to {row['cents']} cents" for row in uneven]
    wrong += [difference.text() for difference in report.differences]
    if (lines, pays, takes) != (report.lines, report.pays_cents, report.takes_cents):
        wrong.append(
            f"{lines} settlements pay {pays} and take {takes} cents; by the bot {report.lines} pay "
            f"{report.pays_cents} and take {report.takes_cents}"
        )
    if states != {"complete": report.rounds}:
        wrong.append(f"the bot played {report.rounds} rounds to the end, and by the record there are {states}")
    return wrong


_UNEVEN = "SELECT version, sum(cents) AS cents FROM postings WHERE stream = $1 GROUP BY version HAVING sum(cents) <> 0"
_SETTLED = """
SELECT count(*), coalesce(sum(pays_cents), 0)::bigint, coalesce(sum(takes_cents), 0)::bigint
  FROM settlements WHERE stream = $1 AND superseded_by IS NULL AND NOT withdrawn"""
_STATES = "SELECT state, count(*) FROM rounds WHERE stream = $1 GROUP BY state"


# --- the tables for queries


async def _projections(database: Database) -> list[str]:
    """They are as the log makes them: they are made anew, and compared."""
    before = await projected(database)
    await rebuild(database, lambda _done, _total: None)
    after = await projected(database)
    return [
        f"{name}: {len(rows)} rows, and {len(after[name])} when they are made again from the log"
        for name, rows in before.items()
        if rows != after[name]
    ]


# --- the figures


def _count(figures: Figures, log: Recorded, told: Told) -> None:
    figures.events += len(log.entries)
    answers = [order.answer for order in told.orders]
    figures.acknowledged += sum([answer is not None and not answer.refused for answer in answers])
    figures.refused += sum([answer is not None and bool(answer.refused) for answer in answers])
    figures.unheard += answers.count(None)
    figures.rounds[told.report.book] += told.report.rounds
    figures.settlements += told.report.lines
    figures.cards += len(told.left)


def _count_unanswered(figures: Figures, committed: dict[UUID, int]) -> None:
    """Of what a killed server had not answered: how much it had committed. PostgreSQL's death alone leaves that to the
    same server, which finds out by itself."""
    for kill in figures.kills:
        if kill.kind != "postgresql":
            done = [id_ for id_ in kill.orders if committed.get(UUID(id_), kill.since_us + 1) <= kill.since_us]
            figures.unanswered += len(kill.orders)
            figures.committed += len(done)
            figures.dirty += bool(done)
