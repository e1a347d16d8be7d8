"""The servers of a house, each behind a wire to its terminals; two and more behind one to PostgreSQL each, too."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from app.settings import Settings
from app.store.database import Database
from tests.bot.house import END_S, START_S, House
from tests.databases import current
from tests.embedded.seen import another_postmaster, postmaster
from tests.store.places import is_kept, socket_of, url_of
from tests.store.waiting import until
from tests.wires import Wire, wire

HERE = "127.0.0.1"
# Of the log of a server that does not start, so many characters are told.
LAST = 4_000


class Machine(NamedTuple):
    """A server, its wire to the terminals, its wire to PostgreSQL if it has one, and where terminals find it."""

    house: House
    front: Wire
    back: Wire | None
    url: str


class Machines:
    """All of them, and the PostgreSQL that they share; a single one keeps its own."""

    def __init__(self, data: Path, database: Database | None, all_: tuple[Machine, ...]) -> None:
        self.data, self._database, self.all = data, database, all_

    @property
    def first(self) -> House:
        """The server at which the house is set up."""
        return self.all[0].house

    @property
    def urls(self) -> tuple[str, ...]:
        """Where terminals find the servers."""
        return tuple([each.url for each in self.all])

    def at(self, url: str) -> int:
        """The place of the server at this address."""
        return self.urls.index(url)

    def start(self, at: int) -> None:
        """Serve, behind its wire. One that ends, because it cannot reach its database, is started again, as whatever
        keeps services would."""
        house, front = self.all[at].house, self.all[at].front
        end_s = time.monotonic() + START_S
        while not house.has_started():
            house.kill()
            assert time.monotonic() < end_s, house.log.read_text()[-LAST:]
        front.there = (HERE, int(house.url.rpartition(":")[2]))

    def start_others(self) -> None:
        """All but the first serve, too."""
        for at in range(1, len(self.all)):
            self.start(at)

    def signal(self, at: int, number: signal.Signals) -> None:
        """Tell the process, if it runs."""
        process = self.all[at].house.process
        if process is not None:
            process.send_signal(number)

    def gone(self, at: int) -> None:
        """Wait until a server that was told to has ended; one that does not is killed."""
        house = self.all[at].house
        try:
            if house.process is not None:
                house.process.wait(END_S)
        finally:
            house.kill()

    def said(self, words: str) -> list[str]:
        """The lines of the servers' logs with these words."""
        logs = [each.house.log for each in self.all]
        return [line for log in logs if log.exists() for line in log.read_text().splitlines() if words in line]

    def heal(self) -> None:
        """Nothing is wrong with any wire."""
        for each in self.all:
            each.front.heal()
            if each.back is not None:
                each.back.heal()

    def end(self) -> None:
        """Every process has ended, however."""
        self.heal()
        for each in self.all:
            each.house.kill()

    # --- PostgreSQL

    def kill_postgresql(self) -> int:
        """kill -9 of the postmaster, now; which it was."""
        old = postmaster(self.data)
        os.kill(old, signal.SIGKILL)
        return old

    def is_back(self, old: int) -> bool:
        """Whether another PostgreSQL is there, which a single server starts by itself."""
        return another_postmaster(self.data, old)

    def start_postgresql(self) -> None:
        """The one that several servers share; returns when it answers."""
        if self._database is not None:
            self._database.ensure_running()

    @contextmanager
    def database(self) -> Iterator[Database]:
        """Looked at beside the servers."""
        if self._database is not None:
            yield self._database
        else:
            with Database(Settings(self.data), lambda _: None) as made:
                yield made


@contextmanager
def machines(folder: Path, count: int, lease_s: float) -> Iterator[Machines]:
    """So many servers of one house, of which the first serves; ended afterwards."""
    with ExitStack() as ends:
        ends.callback(until, lambda: not is_kept(folder / "data"))
        fronts = [ends.enter_context(_front()) for _ in range(count)]
        made = _alone(folder, fronts[0], lease_s) if count == 1 else _several(folder, fronts, lease_s, ends)
        ends.callback(made.end)
        made.start(0)
        yield made


def _alone(folder: Path, front: Wire, lease_s: float) -> Machines:
    url = _url(front)
    house = House(folder / "data", "--address", url, TABLEKEEPER_LEASE_S=f"{lease_s:g}")
    house.add_administrator()
    return Machines(house.data, None, (Machine(house, front, None, url),))


def _several(folder: Path, fronts: list[Wire], lease_s: float, ends: ExitStack) -> Machines:
    database = ends.enter_context(current(Settings(folder / "data")))
    made = []
    for at, front in enumerate(fronts):
        short = Path(tempfile.mkdtemp(prefix="wire", dir="/tmp"))
        ends.callback(shutil.rmtree, short)
        back, url = ends.enter_context(wire(socket_of(database), short)), _url(front)
        there = {
            "TABLEKEEPER_LEASE_S": f"{lease_s:g}",
            "TABLEKEEPER_DATABASE_URL": url_of(database, "tablekeeper", short),
        }
        house = House(folder / "servers", "--address", url, name=f"server {at + 1}", **there)
        made.append(Machine(house, front, back, url))
    (folder / "servers").mkdir(mode=0o700)
    made[0].house.add_staff()
    return Machines(folder / "data", database, tuple(made))


@contextmanager
def _front() -> Iterator[Wire]:
    made = Wire((HERE, 0))
    made.start()
    try:
        yield made
    finally:
        made.close()


def _url(front: Wire) -> str:
    here = front.here
    assert not isinstance(here, Path)
    return f"http://{here[0]}:{here[1]}"


async def head_versions(database: Database) -> dict[str, int]:
    """The version at which each table's log ends."""
    async with database.connection("reader") as connection:
        rows = await connection.fetch("SELECT stream, version FROM stream_heads WHERE stream LIKE 'table:%'")
    return {row["stream"].removeprefix("table:"): row["version"] for row in rows}
