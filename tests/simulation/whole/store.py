"""The database as the simulated server has it: PostgreSQL itself, behind connections that break and statements that
take their time.

A statement is under way for a while, is carried out in one moment, and its answer is under way for a while. What goes
wrong is what can go wrong there: the connection is lost before it was carried out or after it, or it is carried out
only when nobody waits for it any more; it takes too long; it is refused for what went on around it; for some seconds
nothing answers at all.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Any, Self
from uuid import UUID

import asyncpg

from app.store.database import Database, Role
from app.store.deadlines import PATIENT
from app.store.kept_connections import KeptConnections
from tests.simulation.whole.bridge import Bridge
from tests.simulation.whole.link import Line, Link
from tests.simulation.whole.loop import Life, SimulatedLoop

FASTEST_S, SLOWEST_S = 0.000_2, 0.002
LATEST_S = 1.5
TOO_LONG_S = 40.0
FAULTS = ("lost before", "lost after", "carried out late", "slow", "refused")
ON_ITS_WAY = "with an append on its way"
WRITES = "stream_heads h SET version"
REFUSALS = (
    asyncpg.LockNotAvailableError, asyncpg.SerializationError, asyncpg.DiskFullError,
    asyncpg.ReadOnlySQLTransactionError,
)  # fmt: skip
# PostgreSQL goes by the simulated clock, too: these come before its own.
OURS_FIRST = "simulated, public, pg_catalog"
CLOCK = """
CREATE SCHEMA simulated;
GRANT USAGE ON SCHEMA simulated TO PUBLIC;
CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT to_timestamp(current_setting('simulated.now_s')::double precision) $$;
CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT simulated.now() $$;
"""
LOST = "connection was closed in the middle of operation"
Listener = Callable[[Any], None]


class Store:
    """The one PostgreSQL of a world, and what goes wrong with it. `written` is told whenever a stream was written."""

    def __init__(self, real: Database, bridge: Bridge, loop: SimulatedLoop, seed: str) -> None:
        self.real, self.bridge, self.loop = real, bridge, loop
        self.dice = Random(f"store/{seed}")
        self.done: Counter[str] = Counter()
        self.written: Callable[[], None] = lambda: None
        self.appended: Callable[[UUID | None, list[str]], None] = lambda _server, _streams: None
        self._kill_at: tuple[str, Callable[[], None], Life] | None = None
        self._armed: list[str] = []
        self._away_until_s = 0.0
        self._connections: list[SimulatedConnection] = []
        self._idle: dict[tuple[str, tuple[tuple[str, str], ...]], list[asyncpg.Connection]] = {}

    def arm(self, fault: str) -> None:
        """Let this happen to the next append."""
        self._armed.append(fault)

    def go_away(self, seconds: float) -> None:
        """Nothing answers for so long."""
        self.done["away"] += 1
        self._away_until_s = self.loop.now_s + seconds
        for connection in list(self._connections):
            connection.break_off()

    def heal(self) -> None:
        """Nothing that was asked for goes wrong any more."""
        self._armed.clear()
        self._away_until_s, self._kill_at = 0.0, None

    def kill_at(self, when: str, kill: Callable[[], None], life: Life) -> None:
        """Let this server be killed around its next append."""
        self._kill_at = when, kill, life

    def killing(self, when: str, life: Life, sql: str) -> Callable[[], None] | None:
        """What is to be done to this server at this moment of an append."""
        if self._kill_at is None or WRITES not in sql:
            return None
        at, kill, whom = self._kill_at
        if at != when or whom is not life:
            return None
        self._kill_at = None
        return kill

    def lines(self, life: Life) -> list[Line]:
        """The open connections of a server."""
        return [each for each in self._connections if each.life is life and not each.is_closed()]

    @property
    def away(self) -> bool:
        """Whether nothing answers now."""
        return self.loop.now_s < self._away_until_s

    def delay_s(self) -> float:
        """How long something is under way."""
        return self.dice.uniform(FASTEST_S, SLOWEST_S)

    def strikes(self, sql: str) -> str:
        """What goes wrong with this statement."""
        if not self._armed or WRITES not in sql:
            return ""
        fault = self._armed.pop(0)
        self.done[fault] += 1
        return fault

    # --- the real ones, which are used again: a new one for each would cost the most of all

    def taken(self, role: Role, settings: dict[str, str]) -> asyncpg.Connection:
        """A real connection."""
        idle = self._idle.get((role, tuple(sorted(settings.items()))), [])
        return idle.pop() if idle else self.bridge.run(self.real.connect(role, search_path=OURS_FIRST, **settings))

    def given_back(self, connection: asyncpg.Connection, role: Role, settings: dict[str, str]) -> None:
        """Whoever had it needs it no more; what he had not committed is gone."""
        if connection.is_closed():
            return
        if connection.is_in_transaction():
            self.bridge.run(connection.execute("ROLLBACK"))
        self._idle.setdefault((role, tuple(sorted(settings.items()))), []).append(connection)

    def opened(self, connection: "SimulatedConnection") -> None:
        """There is one more."""
        self._connections = [each for each in self._connections if not each.is_closed()] + [connection]

    def forsake(self, life: Life) -> None:
        """Whoever had these connections is gone. What was sent over them may be carried out yet."""
        for connection in self._connections:
            if connection.life is life:
                connection.forsaken()

    def close(self) -> None:
        """Let go of everything."""
        for connection in self._connections:
            connection.terminate()
        for idle in self._idle.values():
            for each in idle:
                self.bridge.run(each.close())


class SimulatedDatabase(Database):
    """What the server takes for its database, behind its own way there."""

    def __init__(self, store: Store, link: Link) -> None:
        self.store, self.link = store, link
        self.embedded = None
        self._kept, self._deadlines, self._urls = KeptConnections(), PATIENT, ()

    def close(self) -> None:
        """Nothing is held."""

    async def connect(self, role: Role, **settings: str) -> Any:
        """A connection in this role."""
        async with asyncio.timeout(self._patience_s):
            await asyncio.sleep(self.store.delay_s())
            await self.link.answers()
        if self.store.away or self.link.refuses:
            raise self.store.dice.choice(
                (ConnectionRefusedError(111, "nobody listens there"), asyncpg.CannotConnectNowError("starting up"))
            )
        connection = SimulatedConnection(self.store, self.link, role, settings, self._statement_s(role))
        self.store.opened(connection)
        return connection


class SimulatedConnection:
    """A connection, as asyncpg's."""

    def __init__(
        self, store: Store, link: Link, role: Role, settings: dict[str, str], statement_s: float | None
    ) -> None:
        self._store, self._loop, self._role, self._settings = store, store.loop, role, settings
        self._link, self._statement_s = link, statement_s
        self.life = store.loop.life
        self._real: asyncpg.Connection | None = store.taken(role, settings)
        self._asked: asyncio.Future[Any] | None = None
        self._on_its_way: tuple[str, str, tuple[Any, ...]] | None = None
        self._listeners: list[Listener] = []

    async def fetch(self, sql: str, *arguments: Any, timeout: float | None = None) -> Any:
        """The rows."""
        return await self._ask("fetch", sql, arguments, timeout)

    async def fetchrow(self, sql: str, *arguments: Any, timeout: float | None = None) -> Any:
        """The first row."""
        return await self._ask("fetchrow", sql, arguments, timeout)

    async def fetchval(self, sql: str, *arguments: Any, timeout: float | None = None) -> Any:
        """The first value."""
        return await self._ask("fetchval", sql, arguments, timeout)

    async def execute(self, sql: str, *arguments: Any, timeout: float | None = None) -> Any:
        """What the database says of it."""
        return await self._ask("execute", sql, arguments, timeout)

    def transaction(self) -> "SimulatedTransaction":
        """What is done in it is done whole or not at all."""
        return SimulatedTransaction(self)

    def is_closed(self) -> bool:
        """Whether it is over."""
        return self._real is None

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ARG002  # as asyncpg's
        """Let go of it."""
        self.terminate()

    def terminate(self) -> None:
        """Let go of it, whatever is under way."""
        self._over(tell=False)

    def break_off(self) -> None:
        """It is lost."""
        self._over(tell=True)

    def forsaken(self) -> None:
        """Nobody waits for the answer; a statement that is on its way arrives all the same, as often as not."""
        on_its_way, self._on_its_way = self._on_its_way, None
        self.terminate()
        if on_its_way is not None and WRITES in on_its_way[1] and self._store.dice.random() < 0.5:
            self._store.done["carried out after a kill"] += 1
            self._late(*on_its_way)

    def came_late(self) -> None:
        """What was sent before this connection was given up arrives, as often as not."""
        on_its_way, self._on_its_way = self._on_its_way, None
        if on_its_way is not None and WRITES in on_its_way[1] and self._store.dice.random() < 0.5:
            self._store.done["carried out when the way was whole"] += 1
            self._late(*on_its_way)

    def add_termination_listener(self, listener: Listener) -> None:
        """Tell this one of the end."""
        self._listeners.append(listener)

    def remove_termination_listener(self, listener: Listener) -> None:
        """Tell it no more."""
        with suppress(ValueError):
            self._listeners.remove(listener)

    def _over(self, *, tell: bool) -> None:
        real, self._real = self._real, None
        if real is None:
            return
        self._store.given_back(real, self._role, self._settings)
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(asyncpg.ConnectionDoesNotExistError(LOST))
        if tell and not self.life.over:
            with self._loop.within(self.life):
                for listener in self._listeners:
                    self._loop.call_soon(listener, self)

    async def _ask(self, how: str, sql: str, arguments: tuple[Any, ...], timeout_s: float | None) -> Any:
        if self._real is None:
            raise asyncpg.InterfaceError("connection is closed")
        if self._asked is not None and not self._asked.done():
            raise asyncpg.InterfaceError("cannot perform operation: another operation is in progress")
        asked = self._asked = self._loop.create_future()
        self._on_its_way = how, sql, arguments
        self._link.passes(self, self._store.delay_s(), self._arrived, how, sql, arguments, asked, there=True)
        if (kill := self._store.killing(ON_ITS_WAY, self.life, sql)) is not None:
            self._loop.world(self._loop.now_s, kill)
        try:
            async with asyncio.timeout(self._statement_s if timeout_s is None else timeout_s):
                return await asked
        finally:
            asked.cancel()

    def _arrived(self, how: str, sql: str, arguments: tuple[Any, ...], asked: "asyncio.Future[Any]") -> None:
        """The statement has come to PostgreSQL, if the connection was not lost on the way."""
        if self._real is None:
            return
        self._on_its_way = None
        if (kill := self._store.killing("before a commit", self.life, sql)) is not None:
            kill()
            return
        if (kill := self._store.killing("after a commit", self.life, sql)) is not None:
            self._carry_out(how, sql, arguments, asked)
            kill()
            return
        fault = self._store.strikes(sql)
        if fault == "lost before":
            self.break_off()
        elif fault == "carried out late":
            self._late(how, sql, arguments)
        elif fault == "slow":
            wait_s = self._store.dice.choice((0.3, 3.0, 7.0, TOO_LONG_S))
            self._loop.world(self._loop.now_s + wait_s, self._carry_out, how, sql, arguments, asked)
        elif fault == "refused":
            self._answer(asked, self._store.dice.choice(REFUSALS)("not now"))
        else:
            self._carry_out(how, sql, arguments, asked)
            if fault == "lost after":
                self.break_off()

    def _late(self, how: str, sql: str, arguments: tuple[Any, ...]) -> None:
        """The connection is lost, and what was sent is carried out all the same, at some time."""

        def carry_out() -> None:
            real = self._store.taken(self._role, self._settings)
            self._run(real, how, sql, arguments)
            self._store.given_back(real, self._role, self._settings)

        self._loop.world(self._loop.now_s + self._store.dice.uniform(0.0, LATEST_S), carry_out)
        self.break_off()

    def _carry_out(self, how: str, sql: str, arguments: tuple[Any, ...], asked: "asyncio.Future[Any]") -> None:
        if self._real is not None:
            self._answer(asked, self._run(self._real, how, sql, arguments))

    def _run(self, real: asyncpg.Connection, how: str, sql: str, arguments: tuple[Any, ...]) -> Any:
        if "now()" in sql or "clock_timestamp()" in sql:
            self._store.bridge.run(real.execute(f"SET simulated.now_s = '{time.time()}'"))
        try:
            result = self._store.bridge.run(getattr(real, how)(sql, *arguments))
        except asyncpg.PostgresError as error:
            return error
        if WRITES in sql:
            self._store.appended(self.life.server, [row["stream"] for row in result])
            self._store.written()
        return result

    def _answer(self, asked: "asyncio.Future[Any]", result: Any) -> None:
        def answer() -> None:
            if asked.done() or self._real is None:
                return
            if isinstance(result, Exception):
                asked.set_exception(result)
            else:
                asked.set_result(result)

        self._link.passes(self, self._store.delay_s(), answer, there=False)


class SimulatedTransaction:
    """BEGIN, and COMMIT or ROLLBACK."""

    def __init__(self, connection: SimulatedConnection) -> None:
        self._connection = connection

    async def __aenter__(self) -> Self:
        await self._connection.execute("BEGIN")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._connection.execute("COMMIT" if kind is None else "ROLLBACK")
