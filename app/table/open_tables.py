"""The tables of this server: each is opened under a lease, brought back to where it was, and let go of at the end."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from datetime import date
from functools import partial
from itertools import pairwise

import asyncpg

from app.game.core.apply import EMPTY
from app.game.core.state import Table
from app.game.events import PreparationBegun
from app.game.rules.ruleset import Ruleset
from app.settings import Settings
from app.store.chain import GENESIS, row_hash
from app.store.checkpoints import replayed
from app.store.database import Database, check_safe
from app.store.deadlines import LONGEST_OPENING_S, of_lease
from app.store.identity import Identity
from app.store.known_tables import every_table, is_table
from app.store.leases import Head, HeldElsewhere, Leases
from app.store.log_reader import forget, recent, round_of_number, since
from app.store.partitions import astray, make_ahead
from app.store.projecting import RoundRow
from app.store.signer import Signer
from app.store.upgrading import check_version
from app.store.writer import LOST, Writer, warn_of_weakness
from app.table.actor import CutOff, Frozen, Stopped, TableActor
from app.table.attached import Devices
from app.table.being_opened import BeingOpened
from app.table.book_store import Books, book_in_force, kept_book
from app.table.drafting import Position
from app.table.garbage import search_everything, search_in_pieces
from app.table.house_keeping import HouseKeeping
from app.table.listeners import tell
from app.table.requests import Outcomes, Published
from app.table_id import TableId, is_table_stream

log = logging.getLogger("tablekeeper.table")
LOOKS_EVERY_S = 0.5
# Each wants a connection for a while, of which the database has a bounded number.
OPENED_AT_ONCE = 8
# So many numbers that may be no table's are looked for at once: each takes a connection of the database.
LOOKED_FOR_AT_ONCE = 8
# A table that was let go of for another server is not taken again before that had time to take it.
LET_GO_FOR_S = 5.0
# However many tables move at once, the log has a line for each.
EVERY_LINE = {"every_line": True}
STANDS_STILL = "the table stands still because of a defect; its log is whole: report it"


class LogBroken(Exception):
    """The end of a stream is not what its head says: says where; `tablekeeper verify` tells more."""


class Tables:
    """The tables that this process keeps. They start after `house`, and close before it."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        house: HouseKeeping,
        address: str = "this machine",
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        self._identity = Identity(settings.data)
        owner = self.owner = self._identity.id
        database = database.within(of_lease(settings.lease_s))
        self.database, self._settings, self._now_us = database, settings, now_us
        self.elsewhere: Callable[[], str | None] = lambda: None
        self.leases = Leases(
            database, owner, address, settings.lease_s, self._lost,
            can_write=lambda: self.writer.away_s < settings.lease_s / 4,
        )  # fmt: skip
        self.writer = Writer(database, owner, self.leases.holds, self.leases.renew_now)
        self.signer = Signer(database, settings, now_us=now_us, server=owner)
        self.devices = Devices(database, settings, house, self.leases.holds, now_us)
        self.outcomes, self._books = Outcomes(), Books(database)
        self._actors: dict[TableId, TableActor] = {}
        self._opening: dict[TableId, asyncio.Lock] = {}
        self._room, self._looking = asyncio.Semaphore(OPENED_AT_ONCE), asyncio.Semaphore(LOOKED_FOR_AT_ONCE)
        self._listeners: list[Callable[[str, Published], None]] = []
        self._foreseers: list[Callable[[str, Table], None]] = []
        self._broken: dict[str, str] = {}
        self._let_go_s: dict[TableId, float] = {}
        self._tried: Counter[TableId] = Counter()
        self._taken: dict[TableId, str] = {}
        self._leaving: dict[TableId, asyncio.Task[None]] = {}
        self._coming: dict[TableId, BeingOpened] = {}
        self._watch: asyncio.Task[None] | None = None
        self._closed = False
        self._today: date | None = None

    async def check(self) -> None:
        """Refuse an unsafe or strange database."""
        await check_version(self.database)
        async with self.database.connection("app") as connection:
            await check_safe(connection)
            await warn_of_weakness(connection)

    async def start(self) -> None:
        """Begin to write, to a database that was checked."""
        await self._look_ahead()
        await self.writer.start()
        self.leases.start()
        await self.signer.start()
        await self.devices.start()
        search_in_pieces()
        self._watch = asyncio.create_task(self._watch_over(), name="patience")

    async def _watch_over(self) -> None:
        """Nobody waits for long without being told; once a day partitions are made ahead and old ids forgotten."""
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            for actor in self._actors.values():
                actor.tell_the_waiting(time.monotonic())
            for coming in self._coming.values():
                coming.say_if_slow(time.monotonic())
            self._give_up()
            self._leave_devices()
            if self._today != self._settings.gaming_day(self._now_us()) and self.writer.available:
                try:
                    await self._look_ahead()
                except Exception as error:  # it is tried again at the next look
                    log.warning("partitions could not be made ahead: %s", error)

    def cut_off(self) -> str | None:
        """Where the tables are instead, if the database has been away from this server alone for longer than a lease:
        another server has taken them, or will."""
        return self.elsewhere() if self.leases.run_out else None

    def _give_up(self) -> None:
        """Without the database nobody can be asked: the leases have run out by this server's own clock."""
        if self.cut_off() is None:
            return
        for table, actor in self._kept().items():
            log.warning(
                "table %s is given up: the database has not answered for as long as a lease lasts",
                table.number,
                extra=EVERY_LINE,
            )
            actor.stop(CutOff(f"{table.stream} is kept by another server: this one does not reach the database"))
            self.writer.let_go(table.stream)
            self.leases.drop(table.stream)

    def _leave_devices(self) -> None:
        """A table that another server has taken needs its devices there: most take one client at a time."""
        for table, actor in self._actors.items():
            gone = actor.stopped is not None and not isinstance(actor.stopped, Frozen)
            if gone and table not in self._leaving and self.devices.attends(table.number):
                leaving = asyncio.create_task(self.devices.leave(table), name=f"leaving {table.stream}")
                self._leaving[table] = leaving
                leaving.add_done_callback(partial(self._left, table))

    def _left(self, table: TableId, leaving: asyncio.Task[None]) -> None:
        self._leaving.pop(table, None)
        if not leaving.cancelled() and leaving.exception() is not None:
            log.warning("the devices of %s were not left whole: %s", table.stream, leaving.exception())

    async def _look_ahead(self) -> None:
        today = self._settings.gaming_day(self._now_us())
        async with self.database.connection("app") as connection:
            await make_ahead(connection, today)
            await forget(connection)
            for name in await astray(connection):
                log.error("%s holds rows that had no partition of their own: see docs/database.md", name)
        search_everything()
        self._today = today

    async def close(self) -> None:
        """Let go of every table, those that are being opened too: nobody else could have them until their leases ran
        out."""
        self._closed = True
        if self._watch is not None:
            self._watch.cancel()
        for coming in list(self._coming.values()):
            await coming.end()
        await self.devices.close()
        for actor in self._actors.values():
            await actor.close()
        await self.writer.close()
        await self.signer.close()
        await self.leases.close()
        self._identity.close()

    async def open(self, number: str, ruleset_id: str | None = None) -> TableActor:
        """The table; if it is not live here it is brought back to where it was. A new one is opened under this book.

        To be asked before every command: a table that had stopped (its lease had run out) comes back by itself."""
        table = TableId(number)
        self.check_not_cut_off(table)
        async with self._opening.setdefault(table, asyncio.Lock()):
            self._check_not_closed(table)
            held = self._actors.get(table)
            if held is not None and (held.stopped is None or isinstance(held.stopped, Frozen)):
                return held
            await self._check_not_let_go(table)
            # What goes on at the table is not of the request by which it happened to be opened.
            opening = asyncio.create_task(self._open(table, ruleset_id), name=table.stream, context=Context())
            self._coming[table] = BeingOpened(opening, time.monotonic())
            try:
                return await opening
            except asyncio.CancelledError:
                self._check_not_closed(table)
                raise
            finally:
                del self._coming[table]

    def _check_not_closed(self, table: TableId) -> None:
        if self._closed:
            raise Stopped(f"{table.stream} is not kept here any more")

    def check_not_cut_off(self, table: TableId) -> None:
        """Send whoever asks for the table to another server, if this one cannot have it."""
        address = self.cut_off()
        if address is not None:
            raise HeldElsewhere(table.stream, address)

    async def let_go(self, number: str) -> None:
        """Give the table to whichever other server takes it. What is being written is written; who waits is told."""
        table = TableId(number)
        async with self._opening.setdefault(table, asyncio.Lock()):
            actor = self._actors.get(table)
            if actor is None or actor.stopped is not None:
                return
            self._let_go_s[table] = time.monotonic()
            actor.stop(Stopped(f"{table.stream} goes to another server"))
            await self.devices.leave(table)
            await actor.close()
            del self._actors[table]
            self.writer.let_go(table.stream)
            await self.leases.release(table.stream)

    def keep_all(self) -> None:
        """Nobody else is there: what was let go of is taken back when it is asked for."""
        self._let_go_s.clear()

    async def _check_not_let_go(self, table: TableId) -> None:
        since_s = self._let_go_s.get(table)
        if since_s is None:
            return
        if time.monotonic() < since_s + LET_GO_FOR_S:
            raise HeldElsewhere(table.stream, await self.leases.holder(table.stream))
        del self._let_go_s[table]

    async def _open(self, table: TableId, ruleset_id: str | None) -> TableActor:
        """Bring the table back within a time that grows with each attempt: one that does not come to an end holds
        neither the others up nor the table, which another server may be able to open."""
        try:
            async with self.database.kept_open(), self._room, asyncio.timeout(self._opening_s(table)):
                actor = await self._brought_back(table, ruleset_id)
        except HeldElsewhere:
            raise
        except BaseException as error:
            self._tried[table] += isinstance(error, TimeoutError)
            await self._give_back(table)
            raise
        del self._tried[table]
        return actor

    def _opening_s(self, table: TableId) -> float:
        tried = self._tried[table]
        return min(self.database.deadlines.opening_s * float(2**tried), LONGEST_OPENING_S)

    async def _give_back(self, table: TableId) -> None:
        """The lease, if that can be done at once; it is not renewed in any case."""
        with suppress(TimeoutError, *LOST):
            async with asyncio.timeout(self.database.deadlines.connect_s):
                await self.leases.release(table.stream)

    async def _brought_back(self, table: TableId, ruleset_id: str | None) -> TableActor:
        stream = table.stream
        head = await self.leases.acquire(stream, self._settings.gaming_day(self._now_us()))
        if head.taken_from is not None:  # said when it is open, at whichever attempt
            why = "has given it back" if head.given_back else "has not renewed its lease"
            self._taken[table] = f"{head.taken_from}, which {why}"
        async with self.database.connection("app") as connection:
            position = await self._recovered(connection, table, head)
            rules = await _rules_of(connection, position, ruleset_id)
            known = await recent(connection, stream)
        self.writer.hold(stream, head.epoch)
        find_round = partial(self._round, table)
        actor = TableActor(position, rules, self.writer, known, self._now_us, find_round, self.outcomes, self._books)
        self._actors[table] = actor
        self._broken.pop(table.number, None)
        actor.listen(self._sign_at_the_end_of_a_shoe)
        actor.listen(partial(self._published, table))
        actor.foresee(partial(self._foreseen, table))
        actor.start()
        try:
            if table in self._leaving:
                await asyncio.wait([self._leaving[table]])
            await self.devices.attend(table, actor)
        except BaseException:
            await self._given_up(table, actor)
            raise
        self._say_taken(table)
        return actor

    def _say_taken(self, table: TableId) -> None:
        before, here = self._taken.pop(table, None), self.leases.address
        if before is not None:
            log.info("table %s was taken over by %s from %s", table.number, here, before, extra=EVERY_LINE)

    async def _given_up(self, table: TableId, actor: TableActor) -> None:
        """A table that nobody could ask is not kept: whoever asks for it next has it opened anew."""
        actor.stop(Stopped(f"{table.stream} could not be opened whole"))
        await self.devices.leave(table)
        await actor.close()
        self._actors.pop(table, None)
        self.writer.let_go(table.stream)

    async def _recovered(self, connection: asyncpg.Connection, table_id: TableId, head: Head) -> Position:
        gaming_day, stream = self._settings.gaming_day, table_id.stream
        if head.version == 0:
            return Position(stream, EMPTY, 0, GENESIS, head.checkpoint_day, gaming_day)
        entries = await since(connection, stream, max(1, head.checkpoint_version), head.checkpoint_day)
        last = entries[-1] if entries else None
        whole = all([row_hash(entry) == entry.hash for entry in entries]) and all(
            [a.hash == b.previous and a.version + 1 == b.version for a, b in pairwise(entries)]
        )
        if last is None or not whole or (last.version, last.hash) != (head.version, head.hash):
            where = f"{stream} does not end as its head says, at version {head.version}: run `tablekeeper verify`"
            self._broken[table_id.number] = where
            raise LogBroken(where)
        table = replayed(entries)
        opened = [entry.version for entry in entries if entry.type == "RoundOpened"]
        round_ = last.round if table.round is not None else None
        return Position(
            stream,
            table,
            last.version,
            last.hash,
            last.day,
            gaming_day,
            last.event_us,
            round_,
            opened[-1] if opened else 0,
            last.recorded_us,
        )

    async def knows(self, number: str) -> bool:
        """Whether a table of this number was ever set up, whoever keeps it."""
        async with self._looking, self.database.connection("app") as connection:
            return await is_table(connection, TableId(number))

    def listen(self, listener: Callable[[str, Published], None]) -> None:
        """Be told of everything that is durable at any table of this server, in order, by the table's number."""
        self._listeners.append(listener)

    def _published(self, table: TableId, published: Published) -> None:
        tell(self._listeners, table.stream, table.number, published)

    def foresee(self, foreseer: Callable[[str, Table], None]) -> None:
        """Be shown each table as it will be, while that is made durable."""
        self._foreseers.append(foreseer)

    def _foreseen(self, table: TableId, foreseen: Table) -> None:
        tell(self._foreseers, table.stream, table.number, foreseen)

    def live(self) -> dict[str, TableActor]:
        """The tables that are kept here now, by their numbers."""
        return {table.number: actor for table, actor in self._kept().items()}

    def _kept(self) -> dict[TableId, TableActor]:
        return {table: actor for table, actor in self._actors.items() if actor.stopped is None}

    def frozen(self) -> list[str]:
        """The numbers of the tables that stand still here because of a defect."""
        return [table.number for table, actor in self._actors.items() if isinstance(actor.stopped, Frozen)]

    def silent(self) -> list[str]:
        """The numbers of the tables that have not answered for too long, or take too long to open."""
        now_s = time.monotonic()
        slow = [table for table, actor in self._kept().items() if actor.silent(now_s)]
        coming = [table for table, each in self._coming.items() if each.is_slow(now_s)]
        return sorted({table.number for table in (*slow, *coming)})

    def in_trouble(self) -> dict[str, str]:
        """The tables, by their numbers, that stand still until somebody has looked at their log, and why."""
        return {**self._broken, **dict.fromkeys(self.frozen(), STANDS_STILL)}

    async def open_all(self) -> list[str]:
        """Open every table of the database that nobody else keeps; gives the numbers of those that could not be."""
        async with self.database.connection("app") as connection:
            numbers = [table.number for table in await every_table(connection)]
        opened = await asyncio.gather(*[self.open(number) for number in numbers], return_exceptions=True)
        for number, result in zip(numbers, opened, strict=True):
            if isinstance(result, BaseException):
                log.warning("table %s is not kept here: %s", number, result)
        return [number for number, result in zip(numbers, opened, strict=True) if isinstance(result, BaseException)]

    async def _round(self, table: TableId, number: int) -> RoundRow:
        async with self.database.connection("app") as connection:
            row = await round_of_number(connection, table, number)
        if row is None:
            raise LogBroken(f"{table.stream} has no round {number}: run `tablekeeper rebuild`")
        return row

    def _sign_at_the_end_of_a_shoe(self, published: Published) -> None:
        if any([isinstance(event, PreparationBegun) for event in published.events]):
            self.signer.nudge()

    def _lost(self, stream: str) -> None:
        """Another server has the table; or what else one server has at a time, of which nothing is written here."""
        if not is_table_stream(stream):
            return
        table = TableId.of_stream(stream)
        log.warning(
            "table %s is lost: another server took it when the lease of %s had run out",
            table.number,
            self.leases.address,
            extra=EVERY_LINE,
        )
        self.writer.let_go(stream)
        if table in self._actors:
            self._actors[table].stop(Stopped(f"the lease of {stream} was lost"))


async def _rules_of(connection: asyncpg.Connection, position: Position, ruleset_id: str | None) -> Ruleset:
    """The book that the table was opened under, as it was then; a new table's is kept under its hash."""
    known = position.table.ruleset_hash
    if known:
        rules = await kept_book(connection, known)
        if rules is None:
            raise LogBroken(f"the book of {position.stream} ({known[:12]}) is not in the database")
        return rules
    if ruleset_id is None:
        raise LogBroken(f"{position.stream} is new: say which book it is opened under")
    return await book_in_force(connection, ruleset_id)
