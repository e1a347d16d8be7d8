"""A table of the house, and hands at it that are not at a screen: at the shoe, at the cable, at the API."""

from random import Random
from typing import Any
from uuid import uuid4

from app.game.core.state import TableConfig
from device_simulators.bot.habits import Habits
from device_simulators.bot.interface import Json
from device_simulators.bot.pace import FAST
from device_simulators.bot.player import Player
from device_simulators.bot.terminal.people import Person, Staff, Tokens
from device_simulators.bot.terminal.shoe import InsertedInto, PressedShoe
from device_simulators.bot.terminal.table import Place, ServedTable
from tests.bot.house import House
from tests.screens.looping import Looping
from tests.simulation.simulator import Simulator
from tests.store.waiting import when

# As a house would have them; of what a test asks for, it says so.
LIMITS = TableConfig(
    minimum_cents=10_00, maximum_cents=500_00, increment_cents=5_00, smallest_chip_cents=2_50,
    side_minimum_cents=5_00, side_maximum_cents=100_00,
)  # fmt: skip
# Every cut is taken, so that the shoe is ready soon.
HABITS = Habits(decline_cut=0.0)


class Hands:
    """What every table's hands need: the server, a loop, a supervisor, and somebody who sees every count."""

    def __init__(self, here: House, looping: Looping, supervisor: Person, watcher: Person) -> None:
        self.here, self.looping, self.supervisor, self.watcher = here, looping, supervisor, watcher
        self.tokens = Tokens()


class Table:
    """A table with its dealer and its devices."""

    def __init__(self, hands: Hands, number: str, book: str, dealer: Person, devices: dict[str, Simulator]) -> None:
        self._hands, self._run = hands, hands.looping.run
        self.number, self.book, self.dealer, self.devices = number, book, dealer, devices
        self._shoe = PressedShoe(self.shoe.side_channel, int(number))
        self._shoe.give_to(self)

    @property
    def shoe(self) -> Simulator:
        """The simulated shoe."""
        return self.devices["shoe"]

    def close(self) -> None:
        """Let go of the shoe."""
        self._shoe.close()

    def begin(self, *, shoe_ready: bool, bets_open: bool) -> None:
        """Somebody deals, the shoe is made ready step by step, and wagers are called for."""
        self._run(self._begin(shoe_ready=shoe_ready, bets_open=shoe_ready and bets_open))

    async def _begin(self, *, shoe_ready: bool, bets_open: bool) -> None:
        shoe = PressedShoe(self.shoe.side_channel, int(self.number))
        reader = InsertedInto(self.devices["reader"].side_channel) if "reader" in self.devices else None
        staff = Staff((self.dealer,), self._hands.supervisor)
        served = ServedTable(Place(self._hands.here.url, self.number, staff), self._hands.tokens, shoe, reader)
        try:
            await served.open()
            if shoe_ready:
                await Player(served, shoe, HABITS, Random(int(self.number)), FAST).make_shoe_ready()
            if bets_open:
                answer = await served.do({"type": "OpenBetting"})
                assert answer["accepted"], answer
        finally:
            await served.close()

    # --- the cards

    def stack(self, *cards: str) -> None:
        """These are the next cards, in this order; each must be in the shoe."""
        self._run(self.shoe.stack(*cards))

    def press(self, times: int = 1, *, counted: bool = True) -> None:
        """Let so many cards out, each when the one before it was counted; one that does not fit is not counted yet."""
        for _ in range(times):
            before = self._run(self._counts())
            self._run(self._shoe.press())
            if counted:
                self._run(when(lambda before=before: self._counted(before)))  # type: ignore[misc]

    def let_out(self) -> None:
        """Let the next card out, and wait for nothing."""
        self._run(self._shoe.press())

    def deal(self, *cards: str) -> None:
        """Let these cards out."""
        self.stack(*cards)
        self.press(len(cards))

    async def _counts(self) -> Any:
        """What the record says of the shoe."""
        return (await self._asked("GET", "?audience=surveillance", by=self._hands.watcher))["view"]["shoe"]

    async def _counted(self, before: Any) -> bool:
        return bool(await self._counts() != before)

    def insert(self, card: str) -> None:
        """Put the card into the reader, as soon as that is armed."""
        self._run(self._inserted(card))

    async def _inserted(self, card: str) -> None:
        reader = InsertedInto(self.devices["reader"].side_channel)
        try:
            await reader.read(card)
        finally:
            reader.close()

    # --- the cable

    def unplug(self, kind: str = "shoe") -> None:
        """Pull the device's cable."""
        self._run(self.devices[kind].ask("/unplug", {}))

    def replug(self, kind: str = "shoe") -> None:
        """Put it in again, and wait until its line is open."""
        self._run(self.devices[kind].ask("/replug", {}))
        self.connected()

    def connected(self) -> None:
        """Wait until the lines of all its devices are open."""
        self._run(when(lambda: self._hands.here.connected(self.number)))

    # --- the table, asked past the screens

    def view(self, audience: str = "dealer", by: Person | None = None) -> Any:
        """The table as this audience sees it."""
        return self._run(self._asked("GET", f"?audience={audience}", by=by))["view"]

    def cards(self, box: int, hand: int = 1) -> list[str]:
        """What lies face up on a hand of the box."""
        boxes = {each["number"]: each["hands"] for each in self.view()["sign"]["boxes"]}
        return list(boxes[box][hand - 1]["cards"])

    def version(self) -> int:
        """How many commands its record has."""
        return int(self._run(self._asked("GET", ""))["version"])

    def order(
        self, command: Json, question: str | None = None, by: Person | None = None, signed_by: tuple[Person, ...] = ()
    ) -> Any:
        """What is answered to the order of a dealer or somebody else; it must be accepted."""
        return self._run(self._ordered(command, question, by, signed_by))

    def wager(self, box: int, cents: int, kind: str = "main", place: str = "A", *, seated: bool = True) -> None:
        """A wager of whoever is at this place of the box."""
        at = {"box": box, "player": f"{box}{place}", "seated": seated}
        self.order({"type": "PlaceWager", "kind": kind, "cents": cents, **at})

    def answer(self, command: Json) -> None:
        """Order this as the answer to the question that is open first."""
        self.order(command, self.view()["questions"][0]["id"])

    def until(self, phase: str) -> None:
        """Wait for the phase: some come by themselves."""

        async def there() -> bool:
            view = (await self._asked("GET", "?audience=dealer"))["view"]
            return bool(view["sign"]["phase"] == phase)

        self._run(when(there))

    async def tap(self, command: Json) -> None:
        """What the hand at the shoe says for the shoe."""
        await self._ordered(command, None, None, ())

    async def _ordered(
        self, command: Json, question: str | None, by: Person | None, signed_by: tuple[Person, ...]
    ) -> Any:
        signatures = [{"who": each.who, "pin": each.pin} for each in signed_by]
        order = {"id": str(uuid4()), "question": question, "command": command, "signed_by": signatures}
        return await self._asked("POST", "/orders", order, by or self.dealer)

    async def _asked(self, method: str, path: str, body: Any = None, by: Person | None = None) -> Any:
        return await self._hands.here.ask(method, f"/tables/{self.number}{path}", body, by or self._hands.supervisor)
