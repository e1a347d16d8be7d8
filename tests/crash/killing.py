"""A server process killed again and again under load, and PostgreSQL with it or alone.

Every third kill takes PostgreSQL's postmaster too, every fifth the postmaster alone. Nobody else uses the data folder:
as in a house with one server, a killed server takes PostgreSQL with it, and the next one starts both.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from app.books.rulebook import ruleset_ids
from app.settings import Settings
from app.store.database import Database
from tests.crash.client import Acknowledged, Player
from tests.crash.processes import ServerProcess
from tests.crash.recorded import assert_kept
from tests.crash.watching import spread
from tests.embedded.seen import another_postmaster, postmaster

What = Literal["server", "both", "postgresql"]
TABLES = 4
LOOK_EVERY_S = 0.001
GIVE_UP_AFTER_S = 60.0


def what_to_kill(number: int) -> What:
    """The server; every third time PostgreSQL too, every fifth PostgreSQL alone. Counted from 1."""
    if number % 3 == 0:
        return "both"
    return "postgresql" if number % 5 == 0 else "server"


class Kill(NamedTuple):
    """One kill: what, how many commands had no answer, how many of these had been committed, and how long it took from
    the start of the process (PostgreSQL alone: from its death) to the first answer, and to one from every table."""

    what: What
    unanswered: int
    committed: int | None
    first_answer_s: float
    all_answer_s: float


class Figures(NamedTuple):
    """A whole run."""

    kills: list[Kill]
    acknowledged: int
    told: dict[str, int]

    def lines(self) -> list[str]:
        """In words."""
        servers = [kill for kill in self.kills if kill.committed is not None]
        unanswered = sum(kill.unanswered for kill in servers)
        committed = sum(kill.committed or 0 for kill in servers)
        dirty = sum(bool(kill.committed) for kill in servers)
        return [
            f"{len(self.kills)} kills ({self._count()}), each while a command was unanswered; acknowledged "
            f"{self.acknowledged}, lost 0, twice 0",
            f"{dirty} of {len(servers)} killed servers had committed what they had not acknowledged "
            f"({committed} of {unanswered} commands)",
            *[f"{what:10} {self._times(what)}" for what in ("server", "both", "postgresql") if self._of(what)],
            f"told meanwhile: {self.told or 'nothing'}",
        ]

    @property
    def slowest_s(self) -> float:
        """The longest that the first answer took."""
        return max(kill.first_answer_s for kill in self.kills)

    def _of(self, what: str) -> list[Kill]:
        return [kill for kill in self.kills if kill.what == what]

    def _count(self) -> str:
        return ", ".join(f"{what} {len(self._of(what))}" for what in ("server", "both", "postgresql"))

    def _times(self, what: str) -> str:
        first = [kill.first_answer_s for kill in self._of(what)]
        every = [kill.all_answer_s for kill in self._of(what)]
        return f"first answer min/median/max {spread(first)} s; every table's first at most {max(every):.2f} s"


class KillRun:
    """Kills, and what comes of them."""

    def __init__(self, data: Path, seed: int, lease_s: float) -> None:
        self.data, self.random = data, Random(seed)
        socket = data.parent / "server"
        books = {f"{seed}-{n}": book for n, book in zip(range(1, TABLES + 1), cycle(ruleset_ids()), strict=False)}
        self.server = ServerProcess(data, socket, books, lease_s)
        self.players = [Player(number, book, seed, socket) for number, book in books.items()]
        self.first_heard: dict[str, Acknowledged] = {}
        self.heard = 0
        for player in self.players:
            player.heard = self._listener(player)

    def _listener(self, player: Player) -> Callable[[Acknowledged], None]:
        def heard(answer: Acknowledged) -> None:
            self.heard += 1
            self.first_heard.setdefault(player.number, answer)

        return heard

    async def run(self, count: int) -> Figures:
        """So many kills, and the end in peace."""
        self.server.start()
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            kills = [await self._kill(what_to_kill(number), playing) for number in range(1, count + 1)]
            for player in self.players:
                player.stopping = True
            await asyncio.wait_for(asyncio.gather(*playing), GIVE_UP_AFTER_S)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await asyncio.to_thread(self.server.end)
        return Figures(kills, await self._checked(), self._told())

    async def _kill(self, what: What, playing: "list[asyncio.Task[None]]") -> Kill:
        await self._some_play(playing)
        if what == "postgresql":
            since, unanswered = time.monotonic(), len(self._unanswered())
            await self._kill_postgresql(playing)
        else:
            unanswered = await self._kill_the_server(what)
            self.server.start()
            since = self.server.started_at
        await self._until(lambda: len(self.first_heard) == TABLES, playing)
        first = min(answer.at for answer in self.first_heard.values()) - since
        last = max(answer.at for answer in self.first_heard.values()) - since
        committed = None if what == "postgresql" else sum(answer.again for answer in self.first_heard.values())
        return Kill(what, unanswered, committed, first, last)

    async def _some_play(self, playing: "list[asyncio.Task[None]]") -> None:
        """Some commands, and on into the middle of another."""
        enough = self.heard + self.random.randint(5, 80)
        await self._until(lambda: self.heard >= enough, playing)
        await asyncio.sleep(self.random.uniform(0, 0.005))
        await self._until(lambda: bool(self._unanswered()), playing)

    async def _kill_postgresql(self, playing: "list[asyncio.Task[None]]") -> None:
        """What is answered from now on comes from the next postmaster: what the last one said has been heard."""
        assert self._unanswered(), "the kill fell into silence"
        old = postmaster(self.data)
        os.kill(old, signal.SIGKILL)
        await self._until(lambda: another_postmaster(self.data, old), playing)
        self.first_heard.clear()

    async def _kill_the_server(self, what: What) -> int:
        """Now; who then still has no answer. Where all had one, there is more play and another try."""
        if what == "both":
            os.kill(postmaster(self.data), signal.SIGKILL)
        for player in self.players:
            player.cut.clear()
        self.server.kill()
        await asyncio.wait_for(asyncio.gather(*[player.cut.wait() for player in self.players]), GIVE_UP_AFTER_S)
        self.first_heard.clear()
        unanswered = len(self._unanswered())
        assert unanswered, "the kill fell into silence"
        return unanswered

    def _unanswered(self) -> list[Player]:
        return [player for player in self.players if player.unanswered is not None]

    async def _until(self, what: Callable[[], bool], playing: "list[asyncio.Task[None]]") -> None:
        until = time.monotonic() + GIVE_UP_AFTER_S
        while not what():
            for task in playing:
                if task.done():
                    task.result()
            assert time.monotonic() < until, f"nothing more came:\n{self.server.said()[-2000:]}"
            await asyncio.sleep(LOOK_EVERY_S)

    async def _checked(self) -> int:
        unforeseen = [each for player in self.players for each in player.unforeseen]
        assert not unforeseen, unforeseen[:5]
        database = await asyncio.to_thread(Database, Settings(self.data), print)
        try:
            for player in self.players:
                await assert_kept(database, player)
        finally:
            database.close()
        return sum(len(player.acknowledged) for player in self.players)

    def _told(self) -> dict[str, int]:
        names = sorted({name for player in self.players for name in player.told})
        return {name: sum(player.told.get(name, 0) for player in self.players) for name in names}


async def kill_again_and_again(data: Path, count: int, seed: int, lease_s: float) -> Figures:
    """So many kills under load."""
    return await KillRun(data, seed, lease_s).run(count)
