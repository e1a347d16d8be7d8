"""A stream that several servers write need not be the house's: what it is stands in one value."""

import asyncio
from typing import NamedTuple
from uuid import uuid4

from app.game.core.message import message
from app.house.refusal import Refused
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.people.commands import NoteRefusal
from app.house.subjects.people.events import Refusal
from app.settings import Settings
from app.store.chain import Entry
from app.store.database import Database
from app.store.projecting import Projected
from app.store.shared_log import CHECKPOINT_EVERY, Shared, SharedLog
from tests.store.live import Clock

MOST = 2 * CHECKPOINT_EVERY
STREAM = "refusals"


class Counted(NamedTuple):
    """How often anybody was refused."""

    times: int = 0


def count(at: Counted, command: NoteRefusal) -> tuple[Refusal, ...] | Refused:
    if at.times + command.times > MOST:
        return Refused("too_many_alarms", message("house_refuses.too_many_alarms", most=MOST))
    event = Refusal(command.who, command.action, command.why, command.where, 1)
    return (event,) * command.times


def counted(at: Counted, event: Refusal) -> Counted:
    return Counted(at.times + event.times)


def row(into: Projected, entry: Entry, before: Counted, event: Refusal) -> None:
    said = ("Refusal", event.who, None, None, None, before.times, None, None)
    into.rows.setdefault("decisions", []).append((entry.stream, entry.day, None, entry.version, 0, *said))


COUNTED = Shared(STREAM, "the refusals", Counted(), count, counted, row)
Log = SharedLog[Counted, NoteRefusal, Refusal]


def log_of(own: tuple[Database, Settings]) -> Log:
    database, settings = own
    return SharedLog(COUNTED, database, settings.gaming_day, Clock())


def refused(who: str, times: int = 1) -> NoteRefusal:
    return NoteRefusal(who, "act", "why", "here", times)


async def test_two_servers_write_another_stream(own: tuple[Database, Settings]) -> None:
    """Each decides on what both have written, and whoever reads from a whole state that was kept has it all."""

    async def write(who: str) -> list[RefusedInWords]:
        log = log_of(own)
        answers = [await log.ask(uuid4(), refused(who, 10), who) for _ in range(7)]
        return [each for each in answers if isinstance(each, RefusedInWords)]

    too_much = await asyncio.gather(write("ann"), write("bob"))
    assert sum(map(len, too_much)) == 2 * 7 - MOST // 10
    at = await log_of(own).read()
    assert (at.state, at.version) == (Counted(MOST // 10 * 10), MOST // 10 * 10)


async def test_an_id_is_done_once(own: tuple[Database, Settings]) -> None:
    log, id_ = log_of(own), uuid4()
    assert await log.ask(id_, refused("ann"), "test") == await log.ask(id_, refused("ann"), "test")
    other = await log.ask(id_, refused("bob"), "test")
    assert isinstance(other, RefusedInWords) and other.code == "id_reused"
    assert (await log_of(own).read()).state == Counted(1)


async def test_the_rows_of_an_event_are_written_with_it(own: tuple[Database, Settings]) -> None:
    log = log_of(own)
    for who in ("ann", "bob"):
        assert not isinstance(await log.ask(uuid4(), refused(who, 2), "test"), RefusedInWords)
    async with own[0].connection("app") as connection:
        rows = await connection.fetch(
            "SELECT version, decision, cents FROM decisions WHERE stream = $1 ORDER BY version", STREAM
        )
    assert [tuple(each) for each in rows] == [(1, "ann", 0), (2, "ann", 1), (3, "bob", 2), (4, "bob", 3)]
