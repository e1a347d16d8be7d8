"""Finding rounds of the past: by table, day and time, card, amount, bettor, dealer, alarm and how they ended."""

from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    DateTime,
    Select,
    Text,
    and_,
    column,
    exists,
    func,
    literal,
    or_,
    select,
)

from app.api.alarms_raised import Raised, alarms_raised, counted
from app.api.query import wrong_query
from app.game.core.records import name_of
from app.game.events import DealerChanged, RoundCompleted
from app.house.alarm_kinds import AlarmKind
from app.store import schema
from app.store.appending import EPOCH
from app.store.log_reader import MICROSECOND, round_key, rows_of
from app.store.round_sums import NOTHING, Sums, sums_of
from app.table_id import TableId

MOST_DAYS = 31
rounds, events = schema.rounds, schema.events
opening, changed, completed = events.alias("opening"), events.alias("changed"), events.alias("completed")
following = events.alias("following")
_dealer = opening.c.checkpoint.op("->>")("dealer")
_book = (
    select(schema.rulesets.c.ruleset)
    .where(schema.rulesets.c.hash == rounds.c.ruleset_hash)
    .correlate(rounds)
    .scalar_subquery()
)
_earlier = completed.c.version < changed.c.version
# When the table went on from the round: the first event that is not of it any more.
_left = (
    select(following.c.event_at)
    .where(following.c.stream == rounds.c.stream, following.c.version == rounds.c.last_version + 1)
    .where(following.c.day >= rounds.c.day)
    .limit(1)
    .correlate(rounds)
    .scalar_subquery()
)


class Wanted(NamedTuple):
    """What the rounds that are looked for have in common; None: whatever. `after`: the last of the page before."""

    first_day: date
    last_day: date
    table: str | None = None
    card: str | None = None
    cents: int | None = None
    player: str | None = None
    dealer: str | None = None
    state: str | None = None
    after: str | None = None
    from_us: int | None = None
    to_us: int | None = None
    alarm: AlarmKind | None = None
    number: int | None = None


class RoundFound(NamedTuple):
    """A round of the record, in one line. Amounts are as they stand now: `staked_cents` what was wagered and not void,
    `paid_cents` what the house paid on top of that, `largest_cents` the most of it to one bettor; `taken_cents` what it
    took. `corrected`: whether its record was put right. `alarms`: how many were raised from its opening until the next
    round of the table."""

    round: str
    """The name of the round."""
    table: str
    day: str
    number: int
    """The number of the round at its table."""
    state: str
    """How it ended: complete, void or abandoned; open while it is on."""
    dealer: str
    """The name of the dealer; empty: nobody is on duty."""
    opened_us: int
    """When it began, in microseconds since 1970."""
    opened_version: int
    """The version of the event that opened the round."""
    last_version: int
    """The version of the last event of the round."""
    ruleset_hash: str
    ended_us: int | None
    """When it was over, in microseconds; null while it is on."""
    paper: bool
    """Whether it was dealt on paper and entered later."""
    corrected: bool
    """Whether its record was put right, while it was on or later."""
    staked_cents: int
    """What was wagered and is not void, in cents."""
    paid_cents: int
    """What the house paid on top of the wagers, in cents."""
    taken_cents: int
    """What the house took of the wagers, in cents."""
    largest_cents: int
    """The most that was paid to one bettor, in cents."""
    alarms: int
    """How many alarms the table had from its opening until the next round."""
    ruleset: str
    """The id of the book that it was played under."""


async def search(connection: asyncpg.Connection, wanted: Wanted, limit: int) -> list[RoundFound]:
    """The rounds, those of the newest day first; at each table the newest first."""
    if not 0 <= (wanted.last_day - wanted.first_day).days < MOST_DAYS:
        words = f"Rounds are looked for on 1 to {MOST_DAYS} days, the first day first."
        raise wrong_query(words, ("first_day", "last_day"))
    raised = await alarms_raised(connection, wanted.first_day, wanted.last_day)
    found = await rows_of(connection, _query(wanted, raised).limit(limit))
    sums = await sums_of(connection, found)
    return [_found(row, sums.get(row["round"], NOTHING), raised) for row in found]


def _query(wanted: Wanted, raised: list[Raised]) -> Select[Any]:
    # An opening has the day of its round; the range on its own day lets PostgreSQL leave all other partitions out.
    joined = and_(
        opening.c.stream == rounds.c.stream,
        opening.c.day == rounds.c.day,
        opening.c.version == rounds.c.opened_version,
        opening.c.day.between(wanted.first_day, wanted.last_day),
    )
    found = select(rounds, opening.c.event_at, _dealer.label("dealer"), _left.label("left_at"), _book.label("book"))
    return (
        found.select_from(rounds.join(opening, joined))
        .where(*_conditions(wanted), *_at_the_time(wanted), *_alarmed(wanted, raised))
        .order_by(rounds.c.day.desc(), rounds.c.stream, rounds.c.number.desc())
    )


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [rounds.c.day.between(wanted.first_day, wanted.last_day)]
    if wanted.table is not None:
        found.append(rounds.c.stream == TableId(wanted.table).stream)
    if wanted.number is not None:
        found.append(rounds.c.number == wanted.number)
    if wanted.state is not None:
        found.append(rounds.c.state == wanted.state)
    if wanted.card is not None:
        found.append(_has(schema.cards, schema.cards.c.card == wanted.card))
    if wanted.cents is not None:
        found.append(_amount(wanted.cents))
    if wanted.player is not None:
        found.append(_has(schema.wagers, schema.wagers.c.player == wanted.player))
    if wanted.dealer is not None:
        found.append(or_(_dealer == wanted.dealer, _came(wanted.dealer)))
    if wanted.after is not None:
        found.append(_behind(wanted.after))
    return found


def _at_the_time(wanted: Wanted) -> list[ColumnElement[bool]]:
    """Rounds that were on at some moment of this time."""
    found: list[ColumnElement[bool]] = []
    if wanted.from_us is not None:
        found.append(or_(_left.is_(None), _left >= _moment(wanted.from_us)))
    if wanted.to_us is not None:
        found.append(opening.c.event_at <= _moment(wanted.to_us))
    return found


def _alarmed(wanted: Wanted, raised: list[Raised]) -> list[ColumnElement[bool]]:
    """Rounds with such an alarm from their opening until the table went on to the next."""
    if wanted.alarm is None:
        return []
    of_kind = [each for each in raised if each.kind == wanted.alarm]
    alarms = (
        func.unnest(
            literal([TableId(each.table).stream for each in of_kind], ARRAY(Text)),
            literal([_moment(each.at_us) for each in of_kind], ARRAY(DateTime(timezone=True))),
        )
        .table_valued(column("stream", Text), column("at", DateTime(timezone=True)), name="alarms")
        .render_derived()
    )
    before_the_next = or_(_left.is_(None), alarms.c.at < _left)
    here = (alarms.c.stream == rounds.c.stream, alarms.c.at >= opening.c.event_at, before_the_next)
    return [exists(select(literal(1)).select_from(alarms).where(*here).correlate(rounds, opening))]


def _moment(us: int) -> datetime:
    return EPOCH + timedelta(microseconds=us)


def _has(table: Any, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether the round has such a row, as it is recorded now."""
    same = (table.c.stream == rounds.c.stream, table.c.day == rounds.c.day, table.c.round == rounds.c.round)
    return exists().where(*same, table.c.superseded_by.is_(None), *conditions)


def _amount(cents: int) -> ColumnElement[bool]:
    lines = schema.settlements.c
    paid = or_(lines.stake_cents == cents, lines.pays_cents == cents, lines.takes_cents == cents)
    return or_(_has(schema.wagers, schema.wagers.c.cents == cents), _has(schema.settlements, paid))


def _came(dealer: str) -> ColumnElement[bool]:
    """Whether the dealer came to the table in the middle of the round, before all of it was settled."""
    over = exists().where(*_of_the_round(completed), completed.c.type == name_of(RoundCompleted), _earlier)
    took = changed.c.payload.op("->>")("dealer") == dealer
    return exists().where(*_of_the_round(changed), changed.c.type == name_of(DealerChanged), took, ~over)


def _of_the_round(rows: Any) -> tuple[ColumnElement[bool], ...]:
    within = rows.c.version.between(rounds.c.opened_version, rounds.c.last_version)
    return rows.c.stream == rounds.c.stream, rows.c.day == rounds.c.day, within


def _behind(name: str) -> ColumnElement[bool]:
    key = round_key(name)
    below = and_(rounds.c.stream == key.stream, rounds.c.number < key.number)
    return or_(rounds.c.day < key.day, and_(rounds.c.day == key.day, or_(rounds.c.stream > key.stream, below)))


def _found(row: asyncpg.Record, sums: Sums, raised: list[Raised]) -> RoundFound:
    number, left_at = TableId.of_stream(row["stream"]).number, row["left_at"]
    opened_us = _us(row["event_at"])
    alarms = counted(raised, number, opened_us, None if left_at is None else _us(left_at))
    return RoundFound(
        row["round"], number, row["day"].isoformat(), row["number"], row["state"], row["dealer"] or "", opened_us,
        row["opened_version"], row["last_version"], row["ruleset_hash"], sums.ended_us, row["paper"], sums.corrected,
        sums.staked_cents, sums.paid_cents, sums.taken_cents, sums.largest_cents, alarms, row["book"] or "",
    )  # fmt: skip


def _us(at: datetime) -> int:
    since = at - EPOCH
    return (since.days * 86_400 + since.seconds) * MICROSECOND + since.microseconds
