"""How servers share the tables: evenly by number, each table staying where it is until it rests.

Twice a second each server says that it is there and looks at what nobody keeps. What is free it takes up to its share;
what is free for longer it takes whatever its share, so that no table waits for a server that does not take it. Who has
more than his share lets a table go whenever one rests (between rounds, nothing held, no shuffle or cut under way); so
does a server that is to leave, until it has none. A table with a serial line of this machine stays as long as the
server does, and is taken by the machine that has the line before all others.
"""

import asyncio
import logging
import re
import time
from pathlib import Path

import asyncpg

from app.devices.transports.urls import BadUrl, SerialUrl, parse_url
from app.game.core.state import Table
from app.house.state import House, devices_of
from app.store.database import Database
from app.store.kept_connections import close
from app.store.leases import HeldElsewhere
from app.store.server_registry import Known, Seen, clock_us, say_gone, say_there, see
from app.store.signer import Signer
from app.store.writer import LOST, PASSING
from app.table.house_keeping import HouseKeeping
from app.table.open_tables import Tables
from app.table_id import TableId

log = logging.getLogger("tablekeeper.table")
LOOKS_EVERY_S = 0.5
# Free at so many looks running: whoever's share it is does not take it.
PATIENT_LOOKS = 5
# What was taken because nobody else took it is not offered again at once.
STAYS_S = 60.0
# A table that could not be opened is looked at by a person first.
TRIED_AGAIN_AFTER_S = 30.0
# More than NTP leaves, and an answer takes.
CLOCKS_DIFFER_S = 2.0
# What screens are sent to, and told that they may ask. No policy of a page can name anything else, such as an address
# of IPv6 or a name with an underscore.
ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?")


OTHER_KEY = (
    "the server at %s signs with another key (%s) than this one (%s, %s): have all servers of the house sign with one,"
    " as TABLEKEEPER_SIGNING_KEY says, and start them again; or put the public half of its key beside %s, as another"
    " .pub. Until then `tablekeeper verify` does not know here what that server has signed"
)


class SameAddress(Exception):
    """Another server says that it is where this one says it is: says how to put it right."""


class Sharing:
    """This server among the others."""

    def __init__(
        self,
        tables: Tables,
        house: HouseKeeping,
        database: Database,
        address: str,
        lease_s: float,
        signer: Signer | None = None,
    ) -> None:
        self._tables, self._database, self._address, self._lease_s = tables, database, address, lease_s
        self._house = house
        self._signer, self._other_keys = signer, set[str]()
        self._id = tables.owner
        self._seen = Seen((), 0, ())
        self._free: dict[TableId, int] = {}
        self._tried: dict[TableId, float] = {}
        self._stays: dict[TableId, float] = {}
        self._connection: asyncpg.Connection | None = None
        self._said_s = 0.0
        self._copied = False
        self._warned = ADDRESS.fullmatch(address) is not None
        self._task: asyncio.Task[None] | None = None

    @property
    def servers(self) -> tuple[Known, ...]:
        """The servers as they were at the last look, also those that were there some days ago."""
        return self._seen.servers

    @property
    def others(self) -> tuple[Known, ...]:
        """Those besides this one that are there."""
        return tuple([each for each in self.servers if each.there and each.id != self._id])

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where those are whom this server knows of besides itself."""
        found = {each.address for each in self.servers if ADDRESS.fullmatch(each.address)}
        return tuple(sorted(found - {self._address}))

    def elsewhere(self) -> str | None:
        """Where tables go when this server stops, if there is such a place."""
        stay = sorted([each for each in self.others if not each.leaving], key=lambda each: (each.tables, each.address))
        return stay[0].address if stay else None

    async def start(self) -> None:
        """Be there, take this server's share, and go on looking; refuses an address that another has."""
        await self._look(begins=True)
        same = [each for each in self.others if each.address == self._address]
        if same:
            await self._go()
            raise SameAddress(
                f"another server is there already as {self._address}: give each its own with --address, by which"
                " screens and other servers reach it"
            )
        self._task = asyncio.create_task(self._watch(), name="sharing")

    async def close(self) -> None:
        """Be there no more: others take the tables as soon as they are given back."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._go()

    async def _go(self) -> None:
        try:
            if self._connection is not None:
                await say_gone(self._connection, self._id)
                await close(self._connection)
        except LOST:
            log.warning("the database is away: the others find out by themselves that this server has gone")
        self._connection = None

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            try:
                await self._look()
            except Exception as error:  # whatever it is, nobody else would look again
                log.warning("what other servers keep could not be looked at: %s", error)
                if self._connection is not None:
                    self._connection.terminate()
                    self._connection = None

    async def _look(self, *, begins: bool = False) -> None:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._database.connect("app")
            self._said_s = 0.0
        if begins:
            await self._compare_clocks(self._connection)
            await self._tables.leases.forget_earlier()
        await self._say(self._connection, begins=begins)
        self._seen = await see(self._connection)
        self._warn_of_address()
        self._warn_of_a_copy()
        await self._warn_of_other_keys()
        self._free = {table: self._free.get(table, 0) + 1 for table in self._seen.free}
        await self._take()
        await self._let_go()

    async def _say(self, connection: asyncpg.Connection, *, begins: bool = False) -> None:
        said_s = time.monotonic()
        if said_s - self._said_s > self._lease_s / 4:
            key = self._signer.key_id if self._signer is not None else ""
            await say_there(connection, self._id, self._address, self._lease_s, begins=begins, signs_with=key)
            self._said_s = said_s

    def _warn_of_address(self) -> None:
        if self.others and not self._warned:
            self._warned = True
            log.warning(
                "screens of other servers cannot go to %s: say with --address by which name or address of IPv4 this"
                " server is reached",
                self._address,
            )

    async def _compare_clocks(self, connection: asyncpg.Connection) -> None:
        """All servers compare theirs with the one that they share."""
        differs_s = (await clock_us(connection) - time.time_ns() // 1_000) / 1_000_000
        if abs(differs_s) > CLOCKS_DIFFER_S:
            way = "behind" if differs_s > 0 else "ahead of"
            log.warning(
                "the clock of this machine is %.0f s %s that of the database: set both by NTP, since what is recorded"
                " carries their time, and never goes back",
                abs(differs_s),
                way,
            )

    def _warn_of_a_copy(self) -> None:
        """Both say in turns where they are. What is written stays whole, by the epochs; tables go to and fro."""
        elsewhere = [each.address for each in self.servers if each.id == self._id and each.address != self._address]
        if elsewhere and not self._copied:
            self._copied = True
            log.error(
                "the server at %s has the id of this one: one data folder is a copy of the other. Stop one of them,"
                " delete server-*.id in its data folder, and start it again",
                elsewhere[0],
            )

    async def _warn_of_other_keys(self) -> None:
        """What a server signs with a key that this one does not know, nobody could verify here."""
        signer = self._signer
        for each in self.others if signer is not None else ():
            if each.signs_with in (*self._other_keys, ""):
                continue
            self._other_keys.add(each.signs_with)
            if signer is not None and not await asyncio.to_thread(signer.knows, each.signs_with):
                log.warning(OTHER_KEY, each.address, each.signs_with, signer.key_path, signer.key_id, signer.key_path)

    # --- what is free

    async def _take(self) -> None:
        if not self.others:
            self._tables.keep_all()
        wanted = self._wanted()
        results = await self._opened([table.number for table in wanted])
        for table, result in zip(wanted, results, strict=True):
            self._free.pop(table, None)
            if isinstance(result, HeldElsewhere):
                continue  # another was first, or it was let go of just now
            if isinstance(result, (*LOST, *PASSING)):
                log.warning("table %s could not be opened yet: %s", table.number, result or "no answer")
            elif isinstance(result, BaseException):
                self._tried[table] = time.monotonic()
                log.warning("table %s is not kept here: %s", table.number, result)

    async def _opened(self, numbers: list[str]) -> list[object]:
        """What became of opening each. A thousand take longer than a lease: that this server is there is said
        meanwhile too."""
        opening = asyncio.gather(*[self._tables.open(number) for number in numbers], return_exceptions=True)
        try:
            while not opening.done():
                await asyncio.wait([opening], timeout=self._lease_s / 8)
                if self._connection is not None:
                    await self._say(self._connection)
            return list(opening.result())
        finally:
            if opening.cancel():
                await asyncio.wait([opening])

    def _wanted(self) -> list[TableId]:
        """The free tables that this server takes now, those first whose lines are at this machine."""
        again_s = time.monotonic() - TRIED_AGAIN_AFTER_S
        free = [each for each in self._free if self._tried.get(each, again_s) <= again_s]
        lines = {table: _line(self._house.now, table) for table in free}
        suited = sorted([each for each in free if lines[each] is not False], key=lambda each: lines[each] is None)
        alone = not self.others
        most = max(0, self._share() - len(self._tables.live()))
        taken = free if alone else suited[:most]
        left = [each for each in free if self._free[each] > PATIENT_LOOKS and each not in taken]
        self._stays |= dict.fromkeys(left, time.monotonic() + STAYS_S)
        return [*taken, *left]

    def _share(self) -> int:
        """How many tables this server keeps when all who are there have taken theirs."""
        staying = [each for each in self.servers if each.there and not each.leaving]
        if not staying:
            return self._seen.tables
        if self._id not in [each.id for each in staying]:
            return 0
        return -(-self._seen.tables // len(staying))

    # --- what is more than the share

    async def _let_go(self) -> None:
        """One table at a look, if one rests."""
        leaves, now_s = self._share() == 0, time.monotonic()
        live = self._tables.live()
        able = {n: actor for n, actor in live.items() if leaves or self._stays.get(TableId(n), now_s) <= now_s}
        if self.elsewhere() is None or len(able) <= self._share():
            return
        lines = {n: _line(self._house.now, TableId(n)) for n, actor in able.items() if rests(actor.table)}
        resting = sorted(
            [each for each in lines if leaves or lines[each] is not True], key=lambda each: lines[each] is None
        )
        if resting:
            log.info("table %s rests, and is let go of for another server", resting[0])
            await self._tables.let_go(resting[0])


def rests(table: Table) -> bool:
    """Whether nothing is under way at the table: it is closed, or between rounds (nobody has wagered yet on the next
    one) with no shuffle or cut begun."""
    round_ = table.round
    between = round_ is None or round_.complete or not (round_.bets_closed or round_.places)
    return table.closed or (between and table.held is None and table.paper is None and table.preparation is None)


def _line(house: House, table: TableId) -> bool | None:
    """Whether the table's serial lines are at this machine; None if it has none, which any machine has."""
    paths = [
        Path(url.path) for device in devices_of(house, table.number) if isinstance(url := _url(device.url), SerialUrl)
    ]
    return all([path.exists() for path in paths]) if paths else None


def _url(text: str) -> object:
    try:
        return parse_url(text)
    except BadUrl:
        return None
