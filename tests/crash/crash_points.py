"""Rounds of all books in which the server dies around the append of every single command.

The tables of the five books go forward together, so that a death meets all of them in one statement. Each step is one
command of each; the server dies at the point, is started again, the tables are looked at, and what had no answer is
sent again under the same id.
"""

import asyncio
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.books.rulebook import load_ruleset, ruleset_ids
from app.store.codec import encode
from app.store.database import Database
from tests.crash.client import Acknowledged, Connection, Gone, acknowledged, request_of
from tests.crash.processes import END_WITHIN_S, arguments
from tests.crash.recorded import assert_exactly_once, assert_whole, recorded
from tests.crash.script import Ask, questions_open, rounds
from tests.crash.seams import DIED, POINTS, Point
from tests.crash.server import main
from tests.forking import Forked

LEASE_S = 10.0


class Figures(NamedTuple):
    """What a run has seen."""

    deaths: int
    commands: int
    unanswered: int
    committed: int

    def line(self, point: str) -> str:
        """In words."""
        share = f"{self.committed} of {self.unanswered} unanswered had been committed"
        return f"{point:9} {self.deaths} deaths over {self.commands} commands, {share}; lost 0, twice 0"


class Played:
    """One table on its way: its commands, and what was heard of them."""

    def __init__(self, number: str, book: str, asks: list[Ask]) -> None:
        self.number, self.book, self.asks = number, book, asks
        self.rules = load_ruleset(book)
        self.answers: list[Acknowledged] = []

    def ask_at(self, step: int) -> Ask | None:
        """The command of this step, if the rounds are not over."""
        return self.asks[step] if step < len(self.asks) else None

    def is_where(self, seen: dict[str, Any], step: int) -> bool:
        """Whether what is seen is the table after this step, in every part, awaiting what it awaited then."""
        if step < 0:
            return bool(seen["version"] == 0)
        ask = self.asks[min(step, len(self.asks) - 1)]
        expected = ask.version, encode(ask.after), questions_open(ask.after, self.rules)
        return (seen["version"], seen["table"], seen["questions"]) == expected


class CrashRun:
    """One pass through the rounds, with a death at the same point of every step; or of every so manieth one, each
    point beginning at another."""

    def __init__(self, database: Database, data: Path, point: Point, seed: int, count: int, every: int = 1) -> None:
        self.database, self.data, self.point, self.every = database, data, point, every
        self.server: Forked | None = None
        self.random = Random(f"{point} {seed}")
        self.tables = [
            Played(f"{point}-{seed}-{book}", book, rounds(book, seed + index, count))
            for index, book in enumerate(ruleset_ids())
        ]
        self.lives = 0
        self.deaths = self.unanswered = self.committed = 0

    async def run(self) -> Figures:
        """Through all steps."""
        connection = await self._started()
        for step in range(max(len(table.asks) for table in self.tables)):
            asked = [(table, ask) for table in self.tables if (ask := table.ask_at(step)) is not None]
            if (step + POINTS.index(self.point)) % self.every:
                await self._answered(connection, asked)
                continue
            unheard = await self._died_under(connection, asked)
            connection = await self._started()
            written = await self._looked_at(connection, asked, step)
            await self._sent_again(connection, unheard, written)
        await self._ended(connection)
        await self._checked()
        return Figures(self.deaths, sum(len(table.asks) for table in self.tables), self.unanswered, self.committed)

    async def _started(self) -> Connection:
        """A new life. The dead server's leases are ended by hand: waiting for that is another test's affair."""
        async with self.database.connection("app") as connection:
            await connection.execute("UPDATE leases SET until = clock_timestamp()")
        self.lives += 1
        socket = self.data.parent / f"{self.point}{self.lives}"
        books = {table.number: table.book for table in self.tables}
        self.server = Forked(main, arguments(self.data, socket, books, LEASE_S))
        return await Connection.to(socket)

    async def _answered(self, connection: Connection, asked: list[tuple[Played, Ask]]) -> None:
        """A step in peace."""
        replies = connection.send(*[request_of(table.number, ask, "client") for table, ask in asked])
        for (table, ask), reply in zip(asked, replies, strict=True):
            table.answers.append(acknowledged(ask, await reply))

    async def _died_under(self, connection: Connection, asked: list[tuple[Played, Ask]]) -> list[tuple[Played, Ask]]:
        """Send the commands, so that the server dies; whoever was not answered."""
        point, nth = self._moment([ask for _, ask in asked])
        armed = {"do": "arm", "armed": [point, "die", len(asked), nth]}
        replies = connection.send(armed, *[request_of(table.number, ask, "client") for table, ask in asked])[1:]
        await connection.ended()
        assert await self._exit_code() == DIED
        self.deaths += 1
        unheard = []
        for (table, ask), reply in zip(asked, replies, strict=True):
            if isinstance(reply.exception(), Gone):
                unheard.append((table, ask))
            else:
                table.answers.append(acknowledged(ask, reply.result()))
        assert unheard or point == "answered"
        return unheard

    def _moment(self, asks: list[Ask]) -> tuple[Point, int]:
        """Where it is to die, and at the how manieth of the tables; a refusal without events is not published."""
        if self.point == "published":
            published = sum(ask.events > 0 for ask in asks)
            return ("published", self.random.randint(1, published)) if published else ("replied", 1)
        return self.point, self.random.randint(1, len(asks)) if self.point == "answered" else 1

    async def _looked_at(self, connection: Connection, asked: list[tuple[Played, Ask]], step: int) -> set[str]:
        """Every table is where it was, before the step or after it; the numbers of those that are after it.

        Without a word to PostgreSQL nothing can be written; with its reply everything is. A statement that was sent may
        still be on its way when the next server takes the table: then it comes too late, and writes nothing.
        """
        replies = connection.send(*[{"do": "look", "table": table.number} for table, _ in asked])
        written = set()
        for (table, ask), reply in zip(asked, replies, strict=True):
            seen = await reply
            before, after = table.is_where(seen, step - 1), table.is_where(seen, step)
            may_be = {"before": before, "sent": before or after}.get(self.point, after)
            assert may_be, (self.point, table.number, step, ask.command, seen["version"])
            if after and (not before or self.point != "before"):
                written.add(table.number)
        return written

    async def _sent_again(self, connection: Connection, unheard: list[tuple[Played, Ask]], written: set[str]) -> None:
        replies = connection.send(*[request_of(table.number, ask, "client") for table, ask in unheard])
        for (table, ask), reply in zip(unheard, replies, strict=True):
            answer = acknowledged(ask, await reply)
            # A refusal without events leaves the table as it was: only the answer says whether it was recorded.
            unclear = self.point == "sent" and not ask.events
            assert unclear or answer.again == (table.number in written), (self.point, ask.command)
            table.answers.append(answer)
            self.unanswered += 1
            self.committed += answer.again

    async def _ended(self, connection: Connection) -> None:
        connection.send({"do": "end"})
        await connection.ended()
        assert await self._exit_code() == 0

    async def _exit_code(self) -> int:
        assert self.server is not None
        return await asyncio.to_thread(self.server.wait, END_WITHIN_S)

    def end_server(self) -> None:
        """One that still runs after a test has failed."""
        if self.server is not None:
            self.server.kill()
            self.server.wait(END_WITHIN_S)

    async def _checked(self) -> None:
        for table in self.tables:
            log = await recorded(self.database, table.number)
            assert_whole(log)
            assert len(table.answers) == len(table.asks)
            assert_exactly_once(log, table.answers)


async def crash_at(database: Database, data: Path, point: Point, seed: int, count: int, every: int = 1) -> Figures:
    """So many rounds of every book, the server dying at this point of every command, or of every so manieth."""
    run = CrashRun(database, data, point, seed, count, every)
    try:
        return await run.run()
    finally:
        run.end_server()


__all__ = ["POINTS", "Figures", "crash_at"]
