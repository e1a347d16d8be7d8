"""Finding rounds of the past: by table, day, card, amount, bettor, dealer and how they ended."""

from datetime import date
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import ColumnElement, Select, and_, exists, or_, select

from app.api.query import wrong_query
from app.game.events import DealerChanged, RoundCompleted
from app.store import schema
from app.store.reading import round_key, rows_of

MOST_DAYS = 31
rounds, events = schema.rounds, schema.events
opening, changed, completed = events.alias("opening"), events.alias("changed"), events.alias("completed")
_dealer = opening.c.checkpoint.op("->>")("dealer")
_earlier = completed.c.version < changed.c.version


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


class RoundFound(NamedTuple):
    """A round of the record, in one line."""

    round: str
    table: str
    day: str
    number: int
    state: str
    dealer: str
    opened_us: int
    opened_version: int
    last_version: int
    ruleset_hash: str


async def search(connection: asyncpg.Connection, wanted: Wanted, limit: int) -> list[RoundFound]:
    """The rounds, those of the newest day first; at each table the newest first."""
    if not 0 <= (wanted.last_day - wanted.first_day).days < MOST_DAYS:
        words = f"Rounds are looked for on 1 to {MOST_DAYS} days, the first day first."
        raise wrong_query(words, ("first_day", "last_day"))
    return [_found(row) for row in await rows_of(connection, _query(wanted).limit(limit))]


def _query(wanted: Wanted) -> Select[Any]:
    # An opening has the day of its round; the range on its own day lets PostgreSQL leave all other partitions out.
    joined = and_(
        opening.c.stream == rounds.c.stream,
        opening.c.day == rounds.c.day,
        opening.c.version == rounds.c.opened_version,
        opening.c.day.between(wanted.first_day, wanted.last_day),
    )
    return (
        select(rounds, opening.c.event_at, _dealer.label("dealer"))
        .select_from(rounds.join(opening, joined))
        .where(*_conditions(wanted))
        .order_by(rounds.c.day.desc(), rounds.c.stream, rounds.c.number.desc())
    )


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [rounds.c.day.between(wanted.first_day, wanted.last_day)]
    if wanted.table is not None:
        found.append(rounds.c.stream == f"table:{wanted.table}")
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
    over = exists().where(*_of_the_round(completed), completed.c.type == RoundCompleted.__name__, _earlier)
    took = changed.c.payload.op("->>")("dealer") == dealer
    return exists().where(*_of_the_round(changed), changed.c.type == DealerChanged.__name__, took, ~over)


def _of_the_round(rows: Any) -> tuple[ColumnElement[bool], ...]:
    within = rows.c.version.between(rounds.c.opened_version, rounds.c.last_version)
    return rows.c.stream == rounds.c.stream, rows.c.day == rounds.c.day, within


def _behind(name: str) -> ColumnElement[bool]:
    key = round_key(name)
    below = and_(rounds.c.stream == key.stream, rounds.c.number < key.number)
    return or_(rounds.c.day < key.day, and_(rounds.c.day == key.day, or_(rounds.c.stream > key.stream, below)))


def _found(row: asyncpg.Record) -> RoundFound:
    number = row["stream"].removeprefix("table:")
    opened_us = int(row["event_at"].timestamp()) * 1_000_000 + row["event_at"].microsecond
    return RoundFound(
        row["round"], number, row["day"].isoformat(), row["number"], row["state"], row["dealer"] or "", opened_us,
        row["opened_version"], row["last_version"], row["ruleset_hash"],
    )  # fmt: skip
