"""A served table whose people live through what is done to it, and who keep what they were told."""

import asyncio
from typing import Any
from uuid import uuid4

from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.feed import Away, Late
from device_simulators.bot.terminal.people import Tokens
from device_simulators.bot.terminal.shoe import InsertedInto, PressedShoe, TableShoe
from device_simulators.bot.terminal.table import Place, ServedTable
from tests.chaos.journal import Journal
from tests.chaos.pit import Pit

# How an order is refused that came while the table held.
HELD = ("table_holds", "question_closed")
ORDERS_AT_MOST = 50


class WatchedShoe(PressedShoe):
    """A shoe of which somebody keeps every card that ever left it, whatever is loaded after them."""

    def __init__(self, side_channel: str, seed: int) -> None:
        super().__init__(side_channel, seed)
        self._earlier: list[str] = []

    async def load(self, decks: int, cut_depth: int | None) -> None:
        """A newly shuffled set goes in; what left of the one before is kept here."""
        self._earlier = await self.left()
        await super().load(decks, cut_depth)

    async def left(self) -> list[str]:
        """The cards, in the order in which they left."""
        return [*self._earlier, *[each["card"] for each in (await self._cards())["drawn"] if not each["back"]]]


class JournalledTable(ServedTable):
    """The table with its pit; every order goes through the journal, after the dealer's pause."""

    def __init__(
        self,
        place: Place,
        tokens: Tokens,
        shoe: TableShoe,
        reader: InsertedInto | None,
        pit: Pit,
        journal: Journal,
        pause_s: float = 0.0,
    ) -> None:
        super().__init__(place, tokens, shoe, reader)
        self._pit, self._journal, self._pause_s = pit, journal, pause_s
        pit.order = self._supervised

    @property
    def server(self) -> str:
        """The address of the server at which the terminal is."""
        return self._servers.now

    async def open(self, present: str = "") -> None:
        """Have a dealer at the table, and somebody who watches."""
        await self._pit.open()
        await super().open(present)

    async def close(self) -> None:
        """Leave the table."""
        await super().close()
        await self._pit.close()

    # --- what the bot calls

    async def view(self) -> Json:
        """The dealer's view, of a table that does not hold."""
        while True:
            view = await super().view()
            if view["table"]["hold"] is None:
                return view
            await self._rest(view["version"])

    async def wait(self, newer_than: int) -> Json:
        """The first view that is newer, with every card that lies on the felt."""
        await self._rest(0)
        return await super().wait(newer_than)

    async def tap(self, command: Json) -> None:
        """What the hand at the shoe says for it, unless the pit has said it meanwhile."""
        await self._must(command, self._by_dealer, unless="cut_card_not_in")

    # --- orders

    async def _load_shoe(self, command: Json) -> Json:
        self._pit.loading = True
        try:
            return await super()._load_shoe(command)
        finally:
            self._pit.loading = False

    async def _by_dealer(self, order: Json) -> tuple[int, Json | None]:
        await asyncio.sleep(self._pause_s)
        return await self._over_holds(order, self._asked_by_dealer)

    async def _by_supervisor(self, order: Json) -> tuple[int, Json | None]:
        return await self._over_holds(order, self._asked_by_supervisor)

    async def _over_holds(self, order: Json, ask: Any) -> tuple[int, Json | None]:
        """What came while the table held is asked again when that is over, if it is still asked for."""
        for _ in range(ORDERS_AT_MOST):
            version, problem = await ask(order)
            if problem is None or problem["code"] not in HELD:
                break
            await self._rest(int(problem["details"]["version"]))
            if order["question"] is not None and not self._is_open(order["question"]):
                break
            order = order | {"id": str(uuid4())}
        return version, problem

    def _is_open(self, question: str) -> bool:
        return question in [each["id"] for each in self.feed.view["questions"]]

    async def _asked_by_dealer(self, order: Json) -> tuple[int, Json | None]:
        self._journal.sent(self._place.number, order)
        try:
            said = await self.feed.order(order)
        except (Away, Late):
            self._journal.given_up(order)
            raise
        return self._told(order, said, None if said["ok"] else said["problem"])

    async def _asked_by_supervisor(self, order: Json) -> tuple[int, Json | None]:
        self._journal.sent(self._place.number, order)
        status, said = await self._supervisor_told(order)
        if status != 200:
            self._follow(said)
        return self._told(order, said, None if status == 200 else said)

    def _told(self, order: Json, said: Json, problem: Json | None) -> tuple[int, Json | None]:
        if problem is None:
            self._journal.accepted(order, said)
            return int(said["version"]), None
        if not problem.get("retry"):
            self._journal.refused(order, problem["code"])
        return 0, problem

    async def _supervised(self, command: Json, question: str | None) -> tuple[int, Json | None]:
        """What the supervisor asks in a hold."""
        order = {"id": str(uuid4()), "question": question, "command": command}
        found: list[int] = []

        async def ask(order: Json) -> tuple[int, Json | None]:
            version, problem = await self._asked_by_supervisor(order)
            found.append(version)
            return version, problem

        problem = await self._sent(order, ask)
        return found[-1], problem

    async def _rest(self, version: int) -> None:
        version = await self._pit.at_rest(version)
        await self.feed.until(lambda: self.feed.version >= version, "what the pit has done")
