"""However people come, go and fall behind while things happen: everybody has a hello, and then every version once."""

import asyncio
from functools import cache
from typing import Any, NamedTuple, cast

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from app.game.core.apply import EMPTY, apply
from app.game.core.state import Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.realtime.audiences import AUDIENCES, Audience, views
from app.realtime.hub import TableHub
from app.store.codec import encode
from app.table.actor import TableActor
from app.table.requests import Published
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

    @property
    def table(self) -> Table:
        """The table at this version."""
        return recorded().tables[self.version]

    def go_on(self, events: int) -> Published | None:
        """What is told of the next so many events."""
        first, self.version = self.version, min(self.version + events, len(recorded().events))
        if first == self.version:
            return None
        return Published(self.version, recorded().events[first : self.version], self.table)


class Looking(NamedTuple):
    """Somebody's socket, and the version at which it came."""

    audience: Audience
    line: Line
    subscriber: Any
    came_at: int


STEPS = st.one_of(
    st.tuples(st.just("publish"), st.integers(1, 4)),
    st.tuples(st.just("join"), st.sampled_from(AUDIENCES)),
    st.tuples(st.sampled_from(["leave", "fill", "drain"]), st.integers(0, 5)),
    st.tuples(st.sampled_from(["beat", "turn"]), st.none()),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=MOST_STEPS), st.integers(5, LATEST))
def test_no_version_is_missed_or_told_twice(steps: list[tuple[str, Any]], begin: int) -> None:
    asyncio.run(_play(steps, begin))


async def _play(steps: list[tuple[str, Any]], begin: int) -> None:
    actor = Standing(begin)
    hub = TableHub("1", cast(TableActor, actor), lambda: 7, lambda: ((), ()))
    looking: list[Looking] = []
    for what, of in steps:
        if what == "publish":
            published = actor.go_on(of)
            if published is not None:
                hub.published(published)
        elif what == "join":
            line = Line()
            looking.append(Looking(of, line, subscriber(line, of), actor.version))
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
        _check(each, actor.version)


def _one(what: str, looking: list[Looking], place: int, hub: TableHub) -> None:
    each = looking[place]
    if what == "leave":
        hub.leave(each.subscriber)
        looking.pop(place).line.drain()
    elif what == "fill":
        each.line.fill()
    else:
        each.line.drain()


def _check(each: Looking, last: int) -> None:
    said = [validated(each.audience, message) for message in each.line.said]
    hello, *later = said
    assert hello["type"] == "hello" and hello["version"] == each.came_at
    version, view = hello["version"], hello["view"]
    assert view == _seen(each.audience, version)
    for message in later:
        if message["type"] == "heartbeat":
            assert message["version"] <= version and (each.audience == "sign" or message["version"] == version)
            continue
        assert message["first"] == version + 1
        version = message["version"]
        view = message.get("view", view)
        assert view == _seen(each.audience, version), message["type"]
    assert version == last


def _seen(audience: Audience, version: int) -> Any:
    """What the audience is to see at this version."""
    seen = views(recorded().tables[version], recorded().rules, [audience])[audience]
    return orjson.loads(encode(seen))
