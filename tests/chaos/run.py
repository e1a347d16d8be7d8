"""Bots play every table while deed after deed is done to the house; then everything is held against everything."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import UUID

from app.table.standing import standing
from device_simulators.bot.habits import EVENTFUL
from device_simulators.bot.play import play
from device_simulators.bot.report import Report
from tests.chaos.deeds import KILLS, OF_POSTGRESQL, Deed
from tests.chaos.figures import WORDS, Figures, Killed
from tests.chaos.journal import US, Order
from tests.chaos.lines import Lines
from tests.chaos.stack import At, Stack
from tests.chaos.troubles import Trouble, Troubles, Wait

LOOK_EVERY_S = 0.001
GIVE_UP_S = 150.0
# An order that has no answer for so long is asked where it stands, and again every so often.
SLOW_S = 5.0
MOST_ROUNDS = 1_000_000


class Enough(Exception):
    """The round that was under way is over, and there is to be no other."""


class ChaosRun:
    """The deeds, and what the bots live through."""

    def __init__(self, stack: Stack, seed: int, say: Callable[[str], None]) -> None:
        self._stack, self._seed, self._say = stack, seed, say
        self.figures = Figures(seed, len(stack.machines.all))
        self.reports: dict[str, Report] = {}
        self.troubles = Troubles(len(stack.machines.all))
        self._lines = Lines(stack.machines, self.troubles, self.figures)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        self._answers = 0
        self._first: dict[str, float] = {}
        self._stood: dict[UUID, str] = {}
        self._began_s = time.monotonic()
        self._asked = asyncio.Event()
        stack.journal.heard = self._heard
        stack.journal.asked = lambda _: self._asked.set()

    async def run(self, deeds: Iterator[Deed], until_s: float | None) -> None:
        """Every deed, or until this time; then each table plays its round to the end."""
        self._playing = {at.number: asyncio.create_task(self._play(at), name=at.number) for at in self._stack.at}
        watching = asyncio.create_task(self._watch(), name="watch")
        try:
            for deed in deeds:
                if until_s is not None and time.monotonic() > until_s:
                    break
                await self._do(deed)
            self._stopping = True
            await self._over()
        finally:
            for task in (watching, *self._playing.values()):
                task.cancel()
            await asyncio.gather(watching, *self._playing.values(), return_exceptions=True)
            await self._lines.close()
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
        now_s = time.monotonic()
        self._answers += 1
        self._first.setdefault(order.table, now_s)
        before_s, wait = self.figures.longest_s(), self._wait(order, now_s)
        if self.figures.waited(wait):
            self._say(f"waited too long: {wait.text()}")
        elif wait.stood and wait.took_s > before_s:
            self._say(f"the longest wait so far: {wait.text()}")

    def _wait(self, order: Order, until_s: float) -> Wait:
        stood = self._stood.pop(order.id, "")
        able_s = self.troubles.able_s(order.sent_s, until_s)
        told = self.troubles.told(order.sent_s, until_s) if stood else ""
        took_s = until_s - order.sent_s
        sent = datetime.now(UTC) - timedelta(seconds=took_s)
        return Wait(sent, f"{order.command} {order.id}", order.table, took_s, able_s, told, stood)

    async def _watch(self) -> None:
        """Ask where the orders stand that have no answer for long."""
        while True:
            await asyncio.sleep(SLOW_S / 10)
            slow_s = time.monotonic() - SLOW_S
            for order in self._stack.journal.unanswered():
                if order.sent_s < slow_s:
                    self._stood[order.id] = self._where(order)

    def _where(self, order: Order) -> str:
        at = next(each for each in self._stack.at if each.number == order.table)
        return f"{at.table.server}, {standing(self._playing[order.table])}; {at.pit.seen()}"

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
        now_s = time.monotonic()
        waits = [self._wait(each, now_s).text() for each in self._stack.journal.unanswered()]
        return f"unanswered: {', '.join(waits) or 'nothing'}; heard from: {sorted(self._first)}"

    async def _over(self) -> None:
        """Every table plays its round to the end, with every cable in and nothing wrong with any wire."""
        await self._lines.close()
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
        elif deed.kind == "wire":
            assert deed.fault is not None
            await self._lines.strike(deed.place % len(self._stack.machines.all), deed.fault, deed.seconds)
        else:
            self._cut(deed)

    def _cut(self, deed: Deed) -> None:
        """The sockets of one table, or now and then of all."""
        every = deed.place % len(self._stack.at) == 0
        chosen = self._stack.at if every else [self._stack.at[deed.place % len(self._stack.at)]]
        self.figures.cuts += 1
        self.figures.connections_cut += self._stack.cut(chosen)

    async def _kill(self, deed: Deed) -> None:
        """Until it falls while an order is unanswered; each time sooner after the order was sent."""
        late_s = deed.late_s
        while not await self._killed(deed, late_s):
            self.figures.into_silence += 1
            late_s /= 4

    async def _killed(self, deed: Deed, late_s: float) -> bool:
        """Whether there was an order without an answer that got none after all."""
        dying = await self._under_way(deed, late_s)
        struck = [each for each in self._stack.journal.unanswered() if self._is_at(each, dying)]
        killed_us = int(time.time() * US)
        dies = self._postgresql_dies(deed) if deed.kind == "postgresql" else self._servers_die(deed, dying)
        since_s, silent_s = await dies
        left = [str(each.id) for each in struck if each.answer is None or each.answer.at_s > silent_s]
        await self._until(lambda: len(self._first) == len(self._stack.at), "an answer at every table")
        times = [at_s - since_s for at_s in self._first.values()]
        if left or deed.kind == "term":
            killed = Killed(deed.kind, len(dying), tuple(left), killed_us, min(times), max(times))
            self.figures.kills.append(killed)
        return bool(left) or deed.kind == "term"

    def _is_at(self, order: Order, servers: list[int]) -> bool:
        return not servers or self._stack.server_of(order.table) in servers

    async def _postgresql_dies(self, deed: Deed) -> tuple[float, float]:
        """When it died, and when what it had said was heard: then another one is there."""
        trouble = self.troubles.everywhere("PostgreSQL killed")
        old, since_s = self._stack.machines.kill_postgresql(), time.monotonic()
        await self._postgresql_returns(old, self._away_s(deed))
        trouble.over()
        self._first.clear()
        return since_s, time.monotonic()

    async def _postgresql_returns(self, old: int, after_s: float) -> None:
        await asyncio.sleep(after_s)
        await asyncio.to_thread(self._stack.machines.start_postgresql)
        await self._until(lambda: self._stack.machines.is_back(old), "another PostgreSQL")

    async def _servers_die(self, deed: Deed, dying: list[int]) -> tuple[float, float]:
        """When all was heard that the dead ones had said, twice; they are started again, at once or later."""
        names = ", ".join([str(each + 1) for each in dying])
        dead = self.troubles.begin(f"server {names} dead ({WORDS[deed.kind]})", *dying)
        database: Trouble | None = None
        returning: asyncio.Future[None] | None = None
        if deed.kind in OF_POSTGRESQL:
            database = self.troubles.everywhere("PostgreSQL killed with it")
            returning = asyncio.ensure_future(
                self._postgresql_returns(self._stack.machines.kill_postgresql(), self._away_s(deed))
            )
        await self._stack.die(dying, signal.SIGTERM if deed.kind == "term" else signal.SIGKILL)
        self._first.clear()
        silent_s = time.monotonic()
        if returning is None:
            await asyncio.sleep(2 * self._away_s(deed))
        elif len(self._stack.machines.all) > 1:
            await returning
        await self._stack.start(dying)
        if returning is not None:
            await returning
        dead.over()
        if database is not None:
            database.over()
        return silent_s, silent_s

    def _away_s(self, deed: Deed) -> float:
        """How long what was killed stays away: where others can go on, every second time for a while."""
        return deed.seconds if len(self._stack.machines.all) > 1 and deed.place % 2 else 0.0

    async def _under_way(self, deed: Deed, late_s: float) -> list[int]:
        """Into an order: so long after it was sent, if it has no answer then. The servers that are to die: by their
        places, the one that has the order, or all."""
        while True:
            self._asked.clear()
            async with asyncio.timeout(GIVE_UP_S):
                await self._asked.wait()
            await asyncio.sleep(late_s)
            if unanswered := self._stack.journal.unanswered():
                struck = self._stack.server_of(unanswered[deed.place % len(unanswered)].table)
                everyone = list(range(len(self._stack.machines.all)))
                return {"postgresql": [], "all": everyone}.get(deed.kind, [struck])

    def _tell(self) -> None:
        kills = self.figures.kills
        if len(kills) % 10 == 0 or len(kills) < 3:
            rounds = sum([report.rounds for report in self.reports.values()])
            took_s = time.monotonic() - self._began_s
            self._say(
                f"{took_s:6.0f} s: {self.figures.servers_killed} servers and {self.figures.postgresql_killed} times "
                f"PostgreSQL killed, {self.figures.struck.total()} faults of wires struck, "
                f"{self._stack.journal.answers} answers, {rounds} rounds; longest wait {self.figures.longest_s():.1f} s"
            )
