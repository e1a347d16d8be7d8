"""The one writer of a process: whatever all tables have queued goes into one statement, while the next queue builds up.

No timer, no batch size to tune: the statement that runs is the wait. What is answered is durable.

A connection that is lost while a statement runs leaves its appends in doubt: they may be in or not, and a plain SELECT
could still read the state before. So the writer takes a new epoch for each stream in doubt, which waits for the old
statement if that still runs, and reads the head with it: there it sees what happened, and nothing can happen any more.
Until then, and as long as the database is away, nothing is acknowledged and new appends are refused at once.
"""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from random import random
from typing import NamedTuple
from uuid import UUID

import asyncpg

from app.backoff import Backoff
from app.store.appending import Append, statement
from app.store.database import Database, check_safe, replication_of
from app.store.kept_connections import close

# The statement is planned once for each set of tables that it touches, whatever the number of rows.
PLANNED_ONCE = {"plan_cache_mode": "force_generic_plan"}
LOST = (
    OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError, asyncpg.TooManyConnectionsError,
    asyncpg.InternalClientError, asyncpg.ReadOnlySQLTransactionError,
)  # fmt: skip
# The statement was refused for what went on around it; nothing is wrong with the append.
PASSING = (
    asyncpg.LockNotAvailableError, asyncpg.TransactionRollbackError, asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError, asyncpg.PostgresIOError,
)  # fmt: skip
# It answers, and nothing can be written: its disk is full or broken, it is read-only, or a right is missing.
UNWRITABLE = (
    asyncpg.InsufficientResourcesError, asyncpg.PostgresIOError, asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InsufficientPrivilegeError,
)  # fmt: skip
MOST_APPENDS = 160
FIRST_WAIT_S, LONGEST_WAIT_S = 0.02, 1.0

log = logging.getLogger("tablekeeper.store")


class Unavailable(Exception):
    """The database is away: nothing was recorded by this attempt; the same command may be sent again."""


class Fenced(Exception):
    """Somebody else writes this stream, or its lease has run out: this process has to stop writing it."""


class NotRecorded(Exception):
    """The database refused the append itself: a defect; nothing was recorded."""


class _Waiting(NamedTuple):
    """`hold`: which time it is that this process holds the stream."""

    append: Append
    done: "asyncio.Future[None]"
    hold: int
    meanwhile: Callable[[], None] | None = None


class Writer:
    """Appends to the streams that this process holds."""

    def __init__(
        self,
        database: Database,
        owner: UUID,
        may_write: Callable[[str], bool],
        renew: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._database, self._owner, self._may_write, self._renew = database, owner, may_write, renew
        self._queue: deque[_Waiting] = deque()
        self._under_way: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._epochs: dict[str, int] = {}
        self._holds: Counter[str] = Counter()
        self._connection: asyncpg.Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self.appends = self.statements = 0
        self._unwritable: tuple[float, str] | None = None
        self._lost_s: float | None = None
        self._head_is_held = Backoff(random, FIRST_WAIT_S, FIRST_WAIT_S)

    @property
    def waiting(self) -> int:
        """How many appends are queued or under way."""
        return len(self._queue) + len(self._under_way)

    @property
    def available(self) -> bool:
        """Whether the database answers, as far as is known."""
        return self._connection is not None

    @property
    def away_s(self) -> float:
        """For how long the database has not answered, as far as is known."""
        return 0.0 if self._lost_s is None else time.monotonic() - self._lost_s

    def unwritable(self, within_s: float) -> str:
        """Why the database took nothing when it was last asked, within this time; nothing if it took it."""
        at_s, why = self._unwritable or (0.0, "")
        return why if why and time.monotonic() - at_s <= within_s else ""

    async def start(self) -> None:
        """Connect, and begin to write."""
        self._connection = await self._connected()
        self._task = asyncio.create_task(self._run(), name="writer")

    async def close(self) -> None:
        """Stop; what is queued is not written."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for waiting in (*self._under_way, *self._queue):
            _fail(waiting, Unavailable("the server is going down"))
        if self._connection is not None:
            self._connection.remove_termination_listener(self._gone)
            await close(self._connection)

    def hold(self, stream: str, epoch: int) -> None:
        """This process writes the stream from now on, in this epoch. What was asked for before that is not written."""
        self._epochs[stream] = epoch
        self._holds[stream] += 1

    def let_go(self, stream: str) -> None:
        """This process does not write the stream any more."""
        self._epochs.pop(stream, None)

    async def append(self, append: Append, meanwhile: Callable[[], None] | None = None) -> None:
        """Returns when it is durable; otherwise raises, and says whether it may have been. `meanwhile` is done while
        the database is at it: it may make ready what comes after, and must not let it out."""
        if not self.available:
            raise Unavailable("the database is away")
        hold = self._holds[append.stream]
        waiting = _Waiting(append, asyncio.get_running_loop().create_future(), hold, meanwhile)
        self._queue.append(waiting)
        self._wake.set()
        await waiting.done

    async def _run(self) -> None:
        while True:
            if not await self._woken() and await self._answers():
                continue
            self._wake.clear()
            if self._connection is None:
                await self._come_back([])
            while batch := self._next():
                self._under_way = batch
                await self._write(batch)
                self._under_way = []
                self.statements += 1
                self.appends += len(batch)

    async def _woken(self) -> bool:
        """Whether something was queued, or the connection ended, before it is time to look whether that answers."""
        try:
            async with asyncio.timeout(self._database.deadlines.idle_s):
                await self._wake.wait()
        except TimeoutError:
            return False
        return True

    async def _answers(self) -> bool:
        """Whether the idle connection does; one that does not is dropped before anybody waits for it."""
        if self._connection is None:
            return False
        try:
            await self._connection.fetchval("SELECT 1", timeout=self._database.deadlines.connect_s)
        except Exception as error:  # whatever it is, the next append would meet it
            log.warning("the database does not answer: %s", error or type(error).__name__)
            self._drop_connection()
            return False
        return True

    def _next(self) -> list[_Waiting]:
        """What is queued, one append of a stream at most; what may not be written any more is refused."""
        batch: list[_Waiting] = []
        streams: set[str] = set()
        later: list[_Waiting] = []
        while self._queue and len(batch) < MOST_APPENDS:
            waiting = self._queue.popleft()
            stream = waiting.append.stream
            if not self._is_held(waiting):
                _fail(waiting, _not_held(stream))
            elif not self._may_write(stream):
                _fail(waiting, Unavailable(f"the lease of {stream} has run out and is not renewed yet"))
            elif stream in streams:
                later.append(waiting)
            else:
                streams.add(stream)
                batch.append(waiting)
        self._queue.extendleft(reversed(later))
        return batch

    def _is_held(self, waiting: _Waiting) -> bool:
        """Whether this process holds the stream still, and did not let go of it since: whoever asked then has stopped,
        and another may have read the log and asked the same anew."""
        stream = waiting.append.stream
        return stream in self._epochs and waiting.hold == self._holds[stream]

    async def _write(self, batch: list[_Waiting]) -> None:
        try:
            advanced = await self._execute(batch)
        except LOST as error:
            if isinstance(error, asyncpg.InterfaceError) and self._is_open():  # it could not even be sent
                await self._one_by_one(batch, error)
                return
            log.warning("the database went away under %d appends: %s", len(batch), error)
            if isinstance(error, UNWRITABLE):
                self._unwritable = time.monotonic(), type(error).__name__
            await self._come_back(batch)
        except asyncpg.PostgresError as error:
            await self._one_by_one(batch, error)
        except Exception:
            log.exception("%d appends are in doubt", len(batch))
            await self._come_back(batch)
        else:
            self._unwritable = None
            await self._told(batch, advanced)

    async def _told(self, batch: list[_Waiting], advanced: set[str]) -> None:
        """Who went in is told; who did not is written again if only somebody held the head for a moment."""
        for waiting in batch:
            if waiting.append.stream in advanced:
                _settle(waiting, recorded=True)
        behind = [waiting for waiting in batch if waiting.append.stream not in advanced]
        if not behind:
            return
        try:
            heads = await self._heads([waiting.append.stream for waiting in behind])
        except LOST:
            await self._come_back(behind)
            return
        for waiting in behind:
            stream = waiting.append.stream
            if heads.get(stream) == (self._epochs.get(stream), waiting.append.expected):
                self._queue.append(waiting)
            else:
                _settle(waiting, recorded=False)
        if len(self._queue) <= len(behind):
            await asyncio.sleep(self._head_is_held.next_s())

    async def _heads(self, streams: list[str]) -> dict[str, tuple[int, int]]:
        """Epoch and version of these streams."""
        if self._connection is None:
            raise asyncpg.InterfaceError("the connection was lost")
        rows = await self._connection.fetch(_HEADS, streams, timeout=self._database.deadlines.statement_s)
        return {row["stream"]: (row["epoch"], row["version"]) for row in rows}

    def _is_open(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def _execute(self, batch: list[_Waiting]) -> set[str]:
        """The streams that were advanced."""
        if self._connection is None:
            raise asyncpg.InterfaceError("the connection was lost")
        sql, arrays = statement([waiting.append for waiting in batch], self._epochs)
        for waiting in batch:
            if waiting.meanwhile is not None:  # its turn comes when the statement is on its way
                asyncio.get_running_loop().call_soon(waiting.meanwhile)
        rows = await self._connection.fetch(sql, *arrays, timeout=self._database.deadlines.statement_s)
        return {row["stream"] for row in rows}

    async def _one_by_one(self, batch: list[_Waiting], error: Exception) -> None:
        """One append that the database refuses is not to fail the others."""
        if isinstance(error, UNWRITABLE):
            self._unwritable = time.monotonic(), type(error).__name__
        if len(batch) == 1 and isinstance(error, PASSING):
            log.warning("%s: not recorded: %s", batch[0].append.stream, _without_values(error))
            _fail(batch[0], Unavailable(f"not recorded: {_without_values(error)}; ask again with the same id"))
            return
        if len(batch) == 1:
            log.error("%s: refused by the database: %s", batch[0].append.stream, _without_values(error))
            _fail(batch[0], NotRecorded(f"the database refused it: {_without_values(error)}"))
            return
        for waiting in batch:
            if self._is_held(waiting):
                await self._write([waiting])
            else:
                _fail(waiting, _not_held(waiting.append.stream))

    # --- the way back

    def _gone(self, _connection: object) -> None:
        """The connection ended; nobody waits for the next append to find out."""
        self._connection, self._lost_s = None, time.monotonic()
        self._wake.set()

    async def _connected(self) -> asyncpg.Connection:
        await asyncio.to_thread(self._database.ensure_running)
        connection = await self._database.connect("app", **PLANNED_ONCE)
        connection.add_termination_listener(self._gone)
        return connection

    async def _come_back(self, doubtful: list[_Waiting]) -> None:
        """Connect again, however long it takes, and find out what became of the appends in doubt."""
        backoff = Backoff(random, FIRST_WAIT_S, LONGEST_WAIT_S)
        while True:
            self._drop_connection()
            connection = None
            try:
                connection = await self._connected()
                await check_safe(connection)  # it may be another server than before
                again = [each for each in doubtful if await self._is_missing(connection, each)]
                if self._renew is not None:  # what ran out while nobody could renew it may still be ours
                    await self._renew()
            except Exception as error:  # whatever it is, nobody else would try again
                log.warning("the database is still away: %s", error)
                self._abandon(connection)
                await asyncio.sleep(backoff.next_s())
                continue
            self._connection, self._lost_s = connection, None
            self._queue.extendleft(reversed(again))
            await warn_of_weakness(connection)
            return

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        self._lost_s = self._lost_s or time.monotonic()
        self._abandon(connection)

    def _abandon(self, connection: asyncpg.Connection | None) -> None:
        if connection is not None:
            connection.remove_termination_listener(self._gone)
            connection.terminate()

    async def _is_missing(self, connection: asyncpg.Connection, waiting: _Waiting) -> bool:
        """Whether the append is surely not in, and has to be written; else it is answered."""
        append = waiting.append
        if waiting.done.done():
            return False
        if not self._is_held(waiting):
            _fail(waiting, _not_held(append.stream))
            return False
        head = await connection.fetchrow(
            _NEW_EPOCH, append.stream, self._owner, timeout=self._database.deadlines.statement_s
        )
        if head is None:
            _fail(waiting, Fenced(f"another server holds {append.stream}"))
            return False
        self._epochs[append.stream] = head["epoch"]
        if head["version"] == append.expected and append.entries:
            return True
        # Without events the head says nothing of the command; writing it twice is refused, writing it never is worse.
        if append.command is None and not append.entries:
            return True  # frames alone: they may come twice, and go in once
        if not append.entries:
            there = await connection.fetchval(_HAS_COMMAND, append.stream, append.command and append.command.id)
            if there:
                _settle(waiting, recorded=True)
            return not there
        _settle(waiting, head["version"] == append.version and head["hash"] == append.head)
        return False


# The lease is locked first, as by whoever takes it over: both cannot believe that the stream is theirs.
_NEW_EPOCH = """
WITH mine AS MATERIALIZED (SELECT stream FROM leases WHERE stream = $1 AND owner = $2 FOR UPDATE)
UPDATE stream_heads h SET epoch = h.epoch + 1 FROM mine WHERE h.stream = mine.stream
RETURNING h.epoch, h.version, h.hash"""

_HEADS = "SELECT stream, epoch, version FROM stream_heads WHERE stream = ANY ($1)"
_HAS_COMMAND = "SELECT EXISTS (SELECT FROM recent_commands WHERE stream = $1 AND id = $2)"


async def warn_of_weakness(connection: asyncpg.Connection) -> None:
    """Say in the log if a standby that takes over could lack what was acknowledged."""
    try:
        weakness = (await replication_of(connection)).weakness
    except LOST:
        return
    if weakness:
        log.warning("the database is replicated, but %s; see docs/several-servers.md", weakness)


def _without_values(error: Exception) -> str:
    """What the database says of the kind of the error: its details show rows, and a row may be a face-down card."""
    known = [getattr(error, name, None) for name in ("constraint_name", "table_name", "sqlstate")]
    return " ".join([type(error).__name__, *[each for each in known if each]])


def _not_held(stream: str) -> Fenced:
    return Fenced(f"this server does not hold {stream} any more")


def _settle(waiting: _Waiting, recorded: bool) -> None:
    if not recorded:
        _fail(waiting, Fenced(f"another server has written {waiting.append.stream}"))
    elif not waiting.done.done():
        waiting.done.set_result(None)


def _fail(waiting: _Waiting, error: Exception) -> None:
    if not waiting.done.done():
        waiting.done.set_exception(error)
