"""What is asked of the record about rounds. Events are read by stream and version, whatever else the month has."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import ARRAY, BigInteger, Select, Text, and_, any_, case, distinct, func, literal, select
from sqlalchemy.dialects.postgresql import distinct_on

from app.game import events as e
from app.game.core.records import name_of
from app.reports.filters import Filters, one_of, within
from app.store import schema

events = schema.events
DEALT = (name_of(e.CardDealt), name_of(e.CardDealtDown))
ENDINGS = (name_of(e.RoundCompleted), name_of(e.RoundVoided))
REWRITTEN = name_of(e.RoundRewritten)
DOUBLED = name_of(e.HandDoubled)
# What the decisions table has besides what players decide.
NOT_DECIDED = (name_of(e.OffersClosed), name_of(e.IrregularityResolved))


class Span(NamedTuple):
    """The events of a stream in which all of its rounds of these days lie."""

    stream: str
    first: int
    last: int


def rounds_query(filters: Filters) -> Select[Any]:
    """The rounds, in the order of each table."""
    rounds = schema.rounds
    return select(rounds).where(within(rounds, filters)).order_by(rounds.c.stream, rounds.c.number)


def spans_of(found: Iterable[asyncpg.Record]) -> list[Span]:
    """Where the events of these rounds lie, one span for a table."""
    spans: dict[str, Span] = {}
    for row in found:
        span = spans.get(row["stream"], Span(row["stream"], row["opened_version"], row["last_version"]))
        first, last = min(span.first, row["opened_version"]), max(span.last, row["last_version"])
        spans[row["stream"]] = span._replace(first=first, last=last)
    return list(spans.values())


def _in_spans(filters: Filters, spans: list[Span], *columns: Any) -> Select[Any]:
    """The columns of the events of these rounds: read by stream and version, whatever else the month has."""
    streams, firsts, lasts = zip(*spans, strict=True)
    span = func.unnest(
        literal(list(streams), ARRAY(Text)), literal(list(firsts), ARRAY(BigInteger)),
        literal(list(lasts), ARRAY(BigInteger)),
    ).table_valued("stream", "first", "last", name="span").render_derived()  # fmt: skip
    here = and_(events.c.stream == span.c.stream, events.c.version.between(span.c.first, span.c.last))
    joined = select(*columns).select_from(span.join(events, here))
    return joined.where(events.c.day.between(filters.since, filters.until), events.c.round.is_not(None))


def openings_query(filters: Filters, spans: list[Span]) -> Select[Any]:
    """When a round opened, the number of the shoe and the set in it, and who dealt."""
    kept = events.c.checkpoint
    number, set_id, dealer = [kept.op("->>")(name) for name in ("preparations", "set_in_use", "dealer")]
    columns = events.c.stream, events.c.round, events.c.event_at, number, set_id, dealer
    return _in_spans(filters, spans, *columns).where(events.c.type == name_of(e.RoundOpened))


def endings_query(filters: Filters, spans: list[Span]) -> Select[Any]:
    """When a round ended; by a correction, if it ended by none of its own events."""
    ended = one_of(events.c.type, ENDINGS)
    at, version = [
        func.coalesce(func.min(column).filter(ended), func.max(column))
        for column in (events.c.event_at, events.c.version)
    ]
    found = _in_spans(filters, spans, events.c.stream, events.c.round, at, version)
    return found.where(one_of(events.c.type, (*ENDINGS, REWRITTEN))).group_by(events.c.stream, events.c.round)


def relieved_query(filters: Filters, spans: list[Span]) -> Select[Any]:
    """Who took a table while the record was about this round."""
    dealer = events.c.payload.op("->>")("dealer")
    found = _in_spans(filters, spans, events.c.stream, events.c.round, events.c.version, dealer)
    return found.where(events.c.type == name_of(e.DealerChanged)).order_by(events.c.version)


def settled_query(filters: Filters) -> Select[Any]:
    """Stakes that won, lost or stood off, and what the table won, without what is void or was put right."""
    lines = schema.settlements
    sign = case((lines.c.withdrawn, -1), else_=1)
    staked = func.sum(case((lines.c.outcome == "void", 0), else_=sign * lines.c.stake_cents))
    won = func.sum(sign * (lines.c.takes_cents - lines.c.pays_cents))
    columns = lines.c.stream, lines.c.round, staked.cast(BigInteger), won.cast(BigInteger), func.max(lines.c.version)
    counts = and_(within(lines, filters), lines.c.superseded_by.is_(None))
    return select(*columns).where(counts).group_by(lines.c.stream, lines.c.round)


def decided_query(filters: Filters) -> Select[Any]:
    """What players decided; a double is one decision, however many bettors add to it."""
    rows = schema.decisions
    doubled = rows.c.event == DOUBLED
    one = func.concat_ws("/", rows.c.version, rows.c.box, rows.c.hand)
    count = func.count().filter(~doubled) + func.count(distinct(one)).filter(doubled)
    counts = and_(within(rows, filters), rows.c.superseded_by.is_(None), ~one_of(rows.c.event, NOT_DECIDED))
    return select(rows.c.stream, rows.c.round, count).where(counts).group_by(rows.c.stream, rows.c.round)


def last_rewritten_query(filters: Filters, spans: list[Span]) -> Select[Any]:
    """What the events of a round became when it was put right for the last time."""
    found = _in_spans(filters, spans, events.c.stream, events.c.round, events.c.version, events.c.payload)
    found = found.where(events.c.type == REWRITTEN).ext(distinct_on(events.c.stream, events.c.round))
    return found.order_by(events.c.stream, events.c.round, events.c.version.desc())


def implied_hits_query(filters: Filters, spans: list[Span]) -> Select[Any]:
    """Those that stand in the log behind the last time that the round was put right."""
    last = last_rewritten_query(filters, spans).subquery()
    found = _in_spans(filters, spans, events.c.stream, events.c.round, func.count())
    found = found.outerjoin(last, and_(last.c.stream == events.c.stream, last.c.round == events.c.round))
    hit = and_(one_of(events.c.type, DEALT), events.c.payload.op("->>")("implied_hit") == "true")
    return found.where(hit, events.c.version > func.coalesce(last.c.version, 0)).group_by(
        events.c.stream, events.c.round
    )


def amendments_query(filters: Filters, later: Iterable[tuple[str, int]]) -> Select[Any]:
    """What earlier rounds were put right to, by the streams and versions of these events."""
    streams, versions = zip(*later, strict=True)
    at = and_(
        one_of(events.c.stream, streams),
        events.c.version == any_(literal(list(versions), ARRAY(BigInteger))),
        events.c.type == name_of(e.EarlierRoundAmended),
    )
    return select(events.c.stream, events.c.version, events.c.payload).where(at, events.c.day >= filters.since)
