"""Bots play every table while deed after deed is done to the house; then everything is held against everything."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from app.table.standing import standing
from device_simulators.bot.habits import EVENTFUL
from device_simulators.bot.play import play
from device_simulators.bot.report import Report
from tests.chaos.deeds import KILLS, Deed, Kind
from tests.chaos.figures import Figures, Killed
from tests.chaos.journal import US, Order
from tests.chaos.stack import At, Stack
from tests.embedded.seen import another_postmaster

LOOK_EVERY_S = 0.001
GIVE_UP_S = 150.0
SLOW_S = 20.0
MOST_ROUNDS = 1_000_000


class Enough(Exception):
    """The round that was under way is over, and there is to be no other."""


class ChaosRun:
    """The deeds, and what the bots live through."""

    def __init__(self, stack: Stack, seed: int, say: Callable[[str], None]) -> None:
        self._stack, self._seed, self._say = stack, seed, say
        self.figures = Figures(seed)
        self.reports: dict[str, Report] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        self._answers = 0
        self._first: dict[str, float] = {}
        self._began_s = time.monotonic()
        self._asked = asyncio.Event()
        stack.journal.heard = self._heard
        stack.journal.asked = lambda _: self._asked.set()

    async def run(self, deeds: Iterator[Deed], until_s: float | None) -> None:
        """Every deed, or until this time; then each table plays its round to the end."""
        self._playing = {at.number: asyncio.create_task(self._play(at), name=at.number) for at in self._stack.at}
        try:
            for deed in deeds:
                if until_s is not None and time.monotonic() > until_s:
                    break
                await self._do(deed)
            self._stopping = True
            await self._over()
        finally:
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self.figures.took_s = time.monotonic() - self._began_s

    # --- the bots

    async def _play(self, at: At) -> None:
        def told(report: Report) -> None:
            self.reports[at.number] = report
            if self._stopping:
                raise Enough

        seed = self._seed * 100 + int(at.number)
        with suppress(Enough):
            await play(at.table, at.shoe, at.seat.book, seed, MOST_ROUNDS, habits=EVENTFUL, told=told, go_on=True)

    def _heard(self, order: Order) -> None:
        self._answers += 1
        self._first.setdefault(order.table, time.monotonic())

    async def _until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait for it; a bot that cannot go on ends the run."""
        until_s = time.monotonic() + GIVE_UP_S
        while not holds():
            for number, task in self._playing.items():
                if task.done() and not self._stopping:
                    raise AssertionError(f"table {number} is not played any more") from task.exception()
            assert time.monotonic() < until_s, f"{what}: not within {GIVE_UP_S:.0f} s; {self._waits_for()}"
            await asyncio.sleep(LOOK_EVERY_S)

    def _waits_for(self) -> str:
        orders = [f"{each.command} {each.id} at table {each.table}" for each in self._stack.journal.unanswered()]
        return f"unanswered: {', '.join(orders) or 'nothing'}; heard from: {sorted(self._first)}"

    async def _over(self) -> None:
        """Every table plays its round to the end, with every cable in."""
        for at in self._stack.at:
            await at.device.ask("/replug", {})
        async with asyncio.timeout(GIVE_UP_S):
            await asyncio.gather(*self._playing.values())

    # --- the deeds

    async def _do(self, deed: Deed) -> None:
        enough = self._answers + deed.after
        await self._until(lambda: self._answers >= enough, "play")
        if deed.kind in KILLS:
            await self._kill(deed)
            self._tell()
        elif deed.kind == "unplug":
            at = self._stack.at[deed.place % len(self._stack.at)]
            await at.device.ask("/unplug", {"seconds": deed.seconds})
            self.figures.unplugged[f"{at.seat.dialect} over {at.seat.line}"] += 1
        else:
            self._cut(deed)

    def _cut(self, deed: Deed) -> None:
        """The sockets of one table, or now and then of all."""
        every = deed.place % len(self._stack.at) == 0
        chosen = self._stack.at if every else [self._stack.at[deed.place % len(self._stack.at)]]
        self.figures.cuts += 1
        self.figures.connections_cut += sum([at.proxy.cut() for at in chosen])

    async def _kill(self, deed: Deed) -> None:
        """Until it falls while an order is unanswered; each time sooner after the order was sent."""
        late_s = deed.late_s
        while not await self._killed(deed.kind, late_s):
            self.figures.into_silence += 1
            late_s /= 4

    async def _killed(self, kind: Kind, late_s: float) -> bool:
        """Whether there was an order without an answer that got none after all."""
        await self._under_way(late_s)
        unanswered, killed_us = self._stack.journal.unanswered(), int(time.time() * US)
        dying = self._postgresql_dies() if kind == "postgresql" else self._server_dies(with_postgresql=kind == "both")
        since_s, silent_s = await dying
        left = [str(each.id) for each in unanswered if each.answer is None or each.answer.at_s > silent_s]
        await self._all_heard()
        times = [at_s - since_s for at_s in self._first.values()]
        if left:
            self.figures.kills.append(Killed(kind, tuple(left), killed_us, min(times), max(times)))
        return bool(left)

    async def _all_heard(self) -> None:
        """Every table has an answer again; where one is slow about it, that is said."""
        slow = asyncio.get_running_loop().call_later(SLOW_S, self._say_who_is_slow)
        try:
            await self._until(lambda: len(self._first) == len(self._stack.at), "an answer at every table")
        finally:
            slow.cancel()

    def _say_who_is_slow(self) -> None:
        for at in self._stack.at:
            if at.number not in self._first:
                where = standing(self._playing[at.number])
                self._say(f"table {at.number} has had no answer for {SLOW_S:.0f} s: {where}; {at.pit.seen()}")

    async def _postgresql_dies(self) -> tuple[float, float]:
        """When it died, and when what it had said was heard: then another one is there."""
        old, since_s = self._stack.kill_postgresql(), time.monotonic()
        await self._until(lambda: another_postmaster(self._stack.here.data, old), "another PostgreSQL")
        self._first.clear()
        return since_s, time.monotonic()

    async def _server_dies(self, *, with_postgresql: bool) -> tuple[float, float]:
        """When another one was started, which is after all was heard that the dead one had said."""
        if with_postgresql:
            self._stack.kill_postgresql()
        self._stack.kill_server()
        since_s = await self._stack.start_again(self._first.clear)
        return since_s, since_s

    async def _under_way(self, late_s: float) -> None:
        """Into an order: so long after it was sent, if it has no answer then."""
        while True:
            self._asked.clear()
            async with asyncio.timeout(GIVE_UP_S):
                await self._asked.wait()
            await asyncio.sleep(late_s)
            if self._stack.journal.unanswered():
                return

    def _tell(self) -> None:
        kills = self.figures.kills
        rounds = sum([report.rounds for report in self.reports.values()])
        if len(kills) % 10 == 0 or len(kills) < 3:
            took_s = time.monotonic() - self._began_s
            self._say(f"{took_s:6.0f} s: {len(kills)} kills, {self._stack.journal.answers} answers, {rounds} rounds")
