"""The feeds of this server: who looks at what, and the one task that looks after them all."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from app.game.core.state import Table
from app.people.authentication import People
from app.people.policy import check
from app.problems.problem import Problem
from app.realtime.audience import AUDIENCES
from app.realtime.close_reasons import COME_BACK, HELD_ELSEWHERE, Closing, closing
from app.realtime.entrance import closing_of
from app.realtime.floor import FloorHub
from app.realtime.hub import TableHub
from app.realtime.neighbours import Neighbours
from app.realtime.room import Room
from app.realtime.round_rate import Paces
from app.realtime.socket_orders import Orders
from app.realtime.subscriber import Subscriber
from app.realtime.table_status import OpenAlarms, devices_shown
from app.table.actor import TableActor
from app.table.house_keeping import HouseKeeping
from app.table.in_turn import in_turn
from app.table.open_tables import Tables
from app.table.requests import Published
from app.terminal.terminal import Ordered, Terminal

log = logging.getLogger("tablekeeper.realtime")
LOOKS_EVERY_S = 0.5
LOOKS_A_BEAT = 2
# Of one address or session, unless the house says otherwise.
MOST_OF_ONE = 500
# Those who are told to come back are told when, so that they do not come all at once.
COME_BACK_AFTER_MS, COME_BACK_EVERY_MS, COME_BACK_WITHIN_MS = 250, 4, 5_000
CLOSES_WITHIN_S, LOOKS_AT_ORDERS_EVERY_S = 3.0, 0.01


class Feeds:
    """Everybody who looks at the tables of this server."""

    def __init__(
        self,
        tables: Tables,
        people: People,
        terminal: Terminal,
        now_us: Callable[[], int],
        house: HouseKeeping,
        origins: tuple[str, ...] = (),
        elsewhere: Callable[[], str | None] = lambda: None,
        neighbours: Neighbours | None = None,
        most_of_one: int = MOST_OF_ONE,
    ) -> None:
        self.people, self.origins, self._elsewhere = people, origins, elsewhere
        self._tables, self._terminal, self._now_us, self._house = tables, terminal, now_us, house
        self._hubs: dict[str, TableHub] = {}
        self._paces = Paces(tables.database, now_us)
        self._alarms = OpenAlarms()
        self.neighbours = neighbours or Neighbours(tables.database, tables.owner, lambda: False)
        self._floor = FloorHub(tables, house, self._paces, self._alarms, self.neighbours, now_us)
        self._orders: dict[Subscriber, Orders] = {}
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self.room = Room(most_of_one)

    async def start(self) -> None:
        """Begin to tell."""
        self._tables.listen(self._published)
        self._tables.foresee(self._foreseen)
        self.people.on_change(self._people_changed)
        self._paces.start()
        self.neighbours.start()
        self._task = asyncio.create_task(self._look_after(), name="feeds")

    async def close(self) -> None:
        """Answer what is being carried out, tell everybody when to come back, and close."""
        self._stopping = True
        if self._orders:
            finishing = [asyncio.create_task(orders.finish()) for orders in self._orders.values()]
            await asyncio.wait(finishing, timeout=CLOSES_WITHIN_S)
        address = self._elsewhere()
        for place, subscriber in enumerate(self._everybody()):
            after_ms = COME_BACK_AFTER_MS + place * COME_BACK_EVERY_MS % COME_BACK_WITHIN_MS
            stopping = closing(COME_BACK, f"the server is stopping: come back after {after_ms} ms")
            subscriber.close(closing(HELD_ELSEWHERE, address) if address else stopping)
        deadline_s = time.monotonic() + CLOSES_WITHIN_S
        while self._orders and time.monotonic() < deadline_s:
            await asyncio.sleep(LOOKS_AT_ORDERS_EVERY_S)
        for subscriber in self._everybody():
            subscriber.abandon()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.neighbours.close()
        await self._paces.close()

    # --- for the metrics

    def sockets(self) -> dict[str, int]:
        """How many sockets look, by audience; those of the floor's wall count as `wall`."""
        counts = dict.fromkeys([*AUDIENCES, "wall"], 0)
        for subscriber in self._everybody():
            counts[subscriber.audience or "wall"] += 1
        return counts

    def longest_queue(self) -> int:
        """How many messages wait for the socket that is the most behind."""
        return max([subscriber.outlet.waiting for subscriber in self._everybody()], default=0)

    # --- who comes and goes

    def check_room(self) -> None:
        """Refuse whoever comes now, if nobody can be taken any more."""
        if self._stopping:
            raise Problem("stopping", "the server is stopping: come back in a few seconds")
        self.room.check()

    async def join(self, subscriber: Subscriber) -> Orders:
        """Let it look from now on, if it may; what it may ask for."""
        if subscriber.table is None:
            self._check(subscriber)
            if address := self._tables.cut_off():
                raise Problem("held_elsewhere", "Another server has the tables.", details={"address": address})
            self._floor.join(subscriber)
        else:
            self._check_role(subscriber)
            actor = await self._terminal.table(subscriber.table)
            self.check_room()
            hub = self._hub(subscriber.table, actor)
            self._check(subscriber)
            hub.join(subscriber)
        orders = self._orders[subscriber] = Orders(subscriber, self._carry_out, self.people)
        return orders

    def _hub(self, number: str, actor: TableActor) -> TableHub:
        before = self._hubs.get(number)
        if before is not None and before.actor is actor:
            return before
        if before is not None:
            before.close(closing(COME_BACK, "the table is opened anew: come back"))

        def beside() -> Any:
            house = self._house.now
            return devices_shown(house, self._tables.devices, number), self._alarms.at(house, number)

        hub = self._hubs[number] = TableHub(number, actor, self._now_us, beside)
        return hub

    async def leave(self, subscriber: Subscriber) -> None:
        """It has gone."""
        orders = self._orders.pop(subscriber, None)
        if subscriber.table is None:
            self._floor.leave(subscriber)
        else:
            self._leave_table(subscriber, subscriber.table)
        await subscriber.outlet.leave()
        if orders is not None:
            await orders.finish()

    def _leave_table(self, subscriber: Subscriber, number: str) -> None:
        hub = self._hubs.get(number)
        if hub is None:
            return
        hub.leave(subscriber)
        if not hub.subscribers():
            del self._hubs[number]

    async def _carry_out(self, subscriber: Subscriber, order: dict[str, Any]) -> Ordered:
        assert subscriber.table is not None
        return await self._terminal.order(self.people.now(subscriber.caller), subscriber.table, order)

    # --- what is told

    def _foreseen(self, number: str, table: Table) -> None:
        hub = self._hubs.get(number)
        if hub is not None:
            hub.foresee(table)

    def _published(self, number: str, published: Published) -> None:
        hub = self._hubs.get(number)
        if hub is not None:
            dealer = hub.dealer
            hub.published(published)
            if hub.dealer != dealer:
                self._look_again([each for each in hub.subscribers() if "dealer" in each.caller.roles])
        self._paces.published(number, published)

    # --- who may still look

    def _people_changed(self) -> None:
        self._look_again(self._everybody())

    def _look_again(self, subscribers: Iterable[Subscriber]) -> None:
        for subscriber in subscribers:
            if subscriber not in self._orders or not subscriber.outlet.open:
                continue
            try:
                self._check(subscriber)
            except Problem as problem:
                subscriber.close(closing_of(problem))

    def _check(self, subscriber: Subscriber) -> None:
        """Refuse whoever may not look, or not any more."""
        caller = subscriber.caller = self.people.now(subscriber.caller)
        if subscriber.table is None:
            check(caller, "feed.floor", None, on_duty=False)
            return
        on_duty = self._hubs[subscriber.table].dealer == caller.name
        check(caller, f"feed.table.{subscriber.audience}", subscriber.table, on_duty=on_duty)

    def _check_role(self, subscriber: Subscriber) -> None:
        """Refuse whoever may look at this table under no circumstances: no table is looked for, or brought back, for
        that."""
        caller = self.people.now(subscriber.caller)
        check(caller, f"feed.table.{subscriber.audience}", subscriber.table, on_duty=True)

    def _everybody(self) -> list[Subscriber]:
        return list(self._orders)

    # --- what depends on time

    async def _look_after(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            looks += 1
            try:
                await self._look(beat=looks % LOOKS_A_BEAT == 0)
            except Exception:
                log.exception("the feeds could not be looked after; it is tried again")

    async def _look(self, *, beat: bool) -> None:
        async for hub in in_turn(self._hubs.values()):
            await self._look_at(hub, beat=beat)
        self._send_the_floor_on()
        for number, actor in self._tables.live().items():
            self._paces.of(number, actor)
        if self._floor.subscribers() or self.neighbours.there():
            await self._floor.look()
            if beat:
                self._floor.beat()
        async for subscriber in in_turn(self._everybody()):
            if beat:
                self._look_again([subscriber])
            if subscriber.outlet.look(time.monotonic()):
                subscriber.abandon()

    async def _look_at(self, hub: TableHub, *, beat: bool) -> None:
        """What depends on time at one table; a search for corrections is enough for one turn."""
        if hub.stopped:
            hub.close(self._cut_off() or closing(COME_BACK, "the table is not kept here any more: come back"))
        hub.look_beside()
        if beat:
            hub.beat()
        if hub.look_for_corrections():
            await asyncio.sleep(0)

    def _cut_off(self) -> Closing | None:
        """Where everybody is sent while this server alone does not reach the database."""
        address = self._tables.cut_off()
        return closing(HELD_ELSEWHERE, address) if address is not None else None

    def _send_the_floor_on(self) -> None:
        if (cut_off := self._cut_off()) is not None:
            for subscriber in self._floor.subscribers():
                subscriber.close(cut_off)
