"""What the tests watch while servers play: conditions with a deadline, pauses between answers, and the log itself."""

import asyncio
import time
from collections.abc import Callable, Iterable
from itertools import pairwise
from statistics import median

from app.store.chain import Entry
from app.store.database import Database
from app.store.log_reader import entries, events
from tests.crash.client import Player

LOOK_EVERY_S = 0.005
GIVE_UP_AFTER_S = 30.0


async def until(what: Callable[[], bool], within_s: float = GIVE_UP_AFTER_S, why: str = "") -> None:
    """Wait for it."""
    limit = time.monotonic() + within_s
    while not what():
        assert time.monotonic() < limit, f"not within {within_s:g} s: {why}"
        await asyncio.sleep(LOOK_EVERY_S)


async def some_answers(players: Iterable[Player], count: int, within_s: float = GIVE_UP_AFTER_S) -> None:
    """Wait until each of them has heard so many answers more."""
    wanted = {player: len(player.acknowledged) + count for player in players}
    names = ", ".join(player.number for player in wanted)
    await until(lambda: all(len(each.acknowledged) >= n for each, n in wanted.items()), within_s, f"answers at {names}")


def longest_pause_s(player: Player, since: float, till: float) -> float:
    """The longest time without an answer between these two."""
    moments = [since, *[each.at for each in player.acknowledged if since < each.at < till], till]
    return max(after - before for before, after in pairwise(moments))


def spread(times: Iterable[float]) -> str:
    """The least, the median and the most of these, in words."""
    found = sorted(times)
    return " / ".join([f"{each:.2f}" for each in (found[0], median(found), found[-1])])


class Playing:
    """Players at play for as long as the block lasts; each comes to a good end."""

    def __init__(self, *players: Player) -> None:
        self._players = players
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Playing":
        self._tasks = [asyncio.create_task(player.play()) for player in self._players]
        return self

    async def __aexit__(self, kind: object, error: object, at: object) -> None:
        for player in self._players:
            player.stopping = True
        if kind is not None:
            for task in self._tasks:
                task.cancel()
        await asyncio.wait_for(asyncio.gather(*self._tasks, return_exceptions=kind is not None), GIVE_UP_AFTER_S)
        assert not [each for player in self._players for each in player.unforeseen]


class Follower:
    """Reads a table's log as it grows."""

    def __init__(self, database: Database, number: str) -> None:
        self._database, self._stream = database, f"table:{number}"
        self.read: list[Entry] = []
        self.reading = True

    async def follow(self) -> None:
        """Until told to stop, and then once more."""
        async with self._database.connection("reader") as connection:
            going = True
            while going:
                going = self.reading
                last = self.read[-1].version if self.read else 0
                self.read += await entries(connection, self._stream, events.c.version > last)
                await asyncio.sleep(LOOK_EVERY_S)
