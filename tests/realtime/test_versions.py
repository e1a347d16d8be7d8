"""However people come, go and fall behind while things happen: everybody has a hello, and then every version once."""

import asyncio
from functools import cache
from typing import Any, NamedTuple, cast, get_args

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.game.core.state import Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.realtime.audience import AUDIENCES, Audience, views
from app.realtime.forms import Form
from app.realtime.hub import TableHub
from app.store.codec import encode
from app.table.actor import TableActor
from app.table.requests import Published
from tests.realtime.by_hash import Knowing
from tests.realtime.lines import Line, settled, subscriber
from tests.realtime.validating import validated
from tests.store.plays import random_plays

SEED, MOST_STEPS, LATEST = 11, 60, 25


class Recorded(NamedTuple):
    """A round as it was recorded: the table after each event, from the beginning."""

    rules: Ruleset
    events: tuple[Event, ...]
    tables: tuple[Table, ...]


@cache
def recorded() -> Recorded:
    """An evening's beginning, and a round."""
    play = max(random_plays(SEED, 8), key=lambda each: len(each.events))
    assert len(play.events) > LATEST
    tables = [EMPTY]
    for event in play.events:
        tables.append(apply(tables[-1], event))
    return Recorded(play.rules, play.events, tuple(tables))


class Standing:
    """A table that goes on as far as the test says."""

    def __init__(self, version: int) -> None:
        self.version, self.rules, self.stopped = version, recorded().rules, None
        self.tables = {version: recorded().tables[version]}

    @property
    def table(self) -> Table:
        """The table at this version."""
        return self.tables[self.version]

    def go_on(self, events: int, minimum_cents: int) -> Published | None:
        """What is told of the next so many events, after which the table has this minimum."""
        first, self.version = self.version, min(self.version + events, len(recorded().events))
        if first == self.version:
            return None
        table = recorded().tables[self.version]
        config = replace(table.config, minimum_cents=minimum_cents)
        self.tables[self.version] = replace(table, config=config)
        return Published(self.version, recorded().events[first : self.version], self.table)


class Looking(NamedTuple):
    """Somebody's socket, how views go to it, and the version at which it came."""

    audience: Audience
    form: Form
    line: Line
    subscriber: Any
    came_at: int


PUBLISH = st.tuples(st.just("publish"), st.tuples(st.integers(1, 4), st.sampled_from([500, 500, 1_000, 2_500])))
STEPS = st.one_of(
    PUBLISH,
    st.tuples(st.just("join"), st.tuples(st.sampled_from(AUDIENCES), st.sampled_from(get_args(Form)))),
    st.tuples(st.sampled_from(["leave", "fill", "drain"]), st.integers(0, 5)),
    st.tuples(st.sampled_from(["beat", "turn"]), st.none()),
)


# What becomes of one socket: it sleeps, wakes and is told.
OF_ONE = st.one_of(PUBLISH, PUBLISH, *[st.just((what, 0)) for what in ("fill", "drain", "beat", "turn")])


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=MOST_STEPS), st.integers(5, LATEST))
def test_no_version_is_missed_or_told_twice(steps: list[tuple[str, Any]], begin: int) -> None:
    asyncio.run(_play(steps, begin))


@settings(max_examples=150, deadline=None)
@given(st.lists(OF_ONE, max_size=MOST_STEPS), st.integers(5, LATEST))
def test_rules_come_before_the_view_that_names_them(steps: list[tuple[str, Any]], begin: int) -> None:
    for audience in AUDIENCES:
        asyncio.run(_play([("join", (audience, "by_hash")), *steps], begin))


async def _play(steps: list[tuple[str, Any]], begin: int) -> None:
    actor = Standing(begin)
    hub = TableHub("1", cast(TableActor, actor), lambda: 7, lambda: ((), ()))
    looking: list[Looking] = []
    for what, of in steps:
        if what == "publish":
            published = actor.go_on(*of)
            if published is not None:
                hub.published(published)
        elif what == "join":
            line = Line()
            looking.append(Looking(of[0], of[1], line, subscriber(line, *of), actor.version))
            hub.join(looking[-1].subscriber)
        elif what == "beat":
            hub.beat()
        elif what == "turn":
            await asyncio.sleep(0)
        elif of < len(looking):
            _one(what, looking, of, hub)
    for each in looking:
        each.line.drain()
        await settled(each.subscriber.outlet)
        _check(each, actor)


def _one(what: str, looking: list[Looking], place: int, hub: TableHub) -> None:
    each = looking[place]
    if what == "leave":
        hub.leave(each.subscriber)
        looking.pop(place).line.drain()
    elif what == "fill":
        each.line.fill()
    else:
        each.line.drain()


def _check(each: Looking, actor: Standing) -> None:
    hello, *later = _whole(each)
    assert hello["type"] == "hello" and hello["version"] == each.came_at
    version, view = hello["version"], hello["view"]
    assert view == _seen(each.audience, actor.tables[version])
    for message in later:
        if message["type"] == "heartbeat":
            assert message["version"] <= version and (each.audience == "sign" or message["version"] == version)
            continue
        assert message["first"] == version + 1
        version = message["version"]
        view = message.get("view", view)
        assert view == _seen(each.audience, actor.tables[version]), message["type"]
    assert version == actor.version


def _whole(each: Looking) -> list[dict[str, Any]]:
    """What came, with every view whole: where views name the rules, those that were told before."""
    if each.form == "whole":
        return [validated(each.audience, message) for message in each.line.said]
    knowing = Knowing(each.audience)
    said = [knowing.take(validated(f"{each.audience}-2", message)) for message in each.line.said]
    return [message for message in said if message["type"] != "rules"]


def _seen(audience: Audience, table: Table) -> Any:
    """What the audience is to see of this table."""
    seen = views(table, recorded().rules, [audience])[audience]
    return orjson.loads(encode(seen))
