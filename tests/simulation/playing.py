"""A table of a real server's parts, with simulated devices on its lines: real driver, real PostgreSQL, real wires."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from app.devices.device_health import Health
from app.devices.session_protocol import Now
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.state import Table, TableConfig
from app.game.questions import Question, open_questions
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device
from app.house.subjects.devices.commands import AttachDevice, BindDevice, DetachDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.actor import TableActor
from app.table.intake.hidden import Hidden
from app.table.intake.turning import NOT_KNOWN
from app.table.open_tables import Tables
from app.table.requests import Answer, Request
from tests.simulation.simulator import Simulator
from tests.store.housed import HousedTables

PATIENCE_S = 15.0
ROLES = {"shoe": "shoe", "shuffler": "shuffler", "continuous": "continuous", "reader": "reader"}


class Playing:
    """One table with its devices, and the hands of its dealer."""

    def __init__(self, tables: Tables, actor: TableActor, number: str, devices: dict[str, Simulator]) -> None:
        self.tables, self.actor, self.number, self.devices = tables, actor, number, devices

    @property
    def table(self) -> Table:
        """The table as it is recorded."""
        return self.actor.table

    @property
    def shoe(self) -> Simulator:
        """The simulated shoe."""
        return self.devices["shoe"] if "shoe" in self.devices else self.devices["continuous"]

    @property
    def name(self) -> str:
        """The name under which the house knows the shoe."""
        return f"t{self.number}-{self.shoe.kind}"

    @property
    def hidden(self) -> Hidden:
        """The cards that lie face down."""
        return self.tables.devices.desk(self.number)._hidden

    def questions(self) -> tuple[Question, ...]:
        """What is open now."""
        return open_questions(self.table, self.actor.rules)

    async def until(self, holds: Callable[[], Any], what: str = "") -> None:
        """Wait until this is so; the time is nobody's measure."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            state = f"{self.table.held}, {[question.id for question in self.questions()]}"
            assert time.monotonic() < deadline_s, f"waited in vain {what}: {state}; {self.health()}"
            await asyncio.sleep(0.005)

    def health(self) -> Any:
        """How the devices are."""
        return self.tables.devices.of(self.number).health()

    async def do(self, command: c.Command, question: str | None = None, actor: str = "dealer:anybody") -> Answer:
        """What a terminal would ask."""
        desk = self.tables.devices.desk(self.number)
        return await desk.ask(Request(uuid4(), command, actor, question))

    async def done(self, command: c.Command, question: str | None = None) -> None:
        """It is asked, and accepted."""
        answer = await self.do(command, question)
        assert answer.refused is None, f"{type(command).__name__}: {answer.refused}"

    async def type_card(self, card: str) -> Answer:
        """The dealer types a card."""
        desk = self.tables.devices.desk(self.number)
        return await desk.type_card(Request(uuid4(), None, "dealer:anybody"), Card(card))

    async def press(self) -> None:
        """Draw a card, and wait until something came of it."""
        version = self.actor.version
        await self.shoe.press()
        await self.until(lambda: self.actor.version > version, "for the card")

    async def deal(self, *cards: str) -> None:
        """These cards come out of the shoe, one after the other."""
        await self.shoe.stack(*cards)
        for _ in cards:
            await self.press()

    # --- the dealer's work

    async def open(self, config: TableConfig | None = None) -> None:
        """Open the table with a shoe that is shuffled, cut and loaded."""
        await self.done(c.OpenTable(config or TableConfig()))
        await self.done(c.ChangeDealer("dealer one"))
        await self.done(c.BringSet("set one", "blue"))
        await self.load()

    async def open_to_burn(self, config: TableConfig) -> None:
        """Open the table up to where the first card is to be burnt."""
        await self.done(c.OpenTable(config))
        await self.done(c.ChangeDealer("dealer one"))
        await self.done(c.BringSet("set one", "blue"))
        await self.load(burn=False)

    async def open_by_hand(self, config: TableConfig, burnt: str) -> None:
        """Open a table without a shoe: the card that is burnt is typed, if one is."""
        await self.open_to_burn(config)
        while any([question.step == "burn" for question in self.questions()]):
            assert (await self.type_card(burnt)).refused is None

    async def load(self, *, burn: bool = True) -> None:
        """Do every step until the shoe may be dealt from."""
        while steps := [question for question in self.questions() if question.question == "shoe"]:
            word, *more = (steps[0].step or "").split()
            if word == "burn":
                if not burn:
                    return
                await self.press()
            else:
                await self.done(_step(word, more))

    async def bet(self, *boxes: int, cents: int = 1_000) -> None:
        """A seated player on each of these boxes."""
        for box in boxes:
            await self.done(c.PlaceWager(box, f"player {box}", "main", cents, seated=True))

    async def answer(self) -> bool:
        """Do the next thing that the table waits for, in the plainest way; False: the round is over, or it holds."""
        if self.table.held is not None or (self.table.round is not None and self.table.round.complete):
            return False
        question, *_ = self.questions()
        proceed = [each for each in self.questions() if each.question == "proceed"]
        if question.question == "decide" and question.box is not None:
            await self.done(c.Stand(question.box), question.id)
        elif proceed:
            await self.done(c.Proceed(), proceed[0].id)
        elif question.question == "turn_up" and question.box:
            await self.done(c.TurnUpBox(question.box, ()))
        elif question.question == "turn_up":
            await self.until(lambda: self.questions() != (question, *_), "for what turns up by itself")
        else:
            await self.press()
        return True

    async def play_on_by_hand(self) -> None:
        """Everybody stands, and every offer is closed, where a card would be typed next."""
        while taps := [each for each in self.questions() if each.question in ("decide", "proceed")]:
            done = c.Proceed() if taps[0].question == "proceed" else c.Stand(taps[0].box or 0)
            await self.done(done, taps[0].id)

    async def refused_to_turn_up(self) -> None:
        """Somebody asks for every card that lies face down, and gets none."""
        asks = (c.TurnUpHole(NOT_KNOWN), c.TurnUpBox(1, ()), c.TurnUpKept(NOT_KNOWN), c.SeeHeld(NOT_KNOWN))
        for command in asks:
            answer = await self.do(command)
            assert answer.refused is not None, command

    async def resolved(self, choice: str, card: str | None = None) -> None:
        """A supervisor takes this choice."""
        command = c.Resolve(choice, card=Card(card) if card is not None else None)
        answer = await self.do(command, self.questions()[0].id, "supervisor:one")
        assert answer.refused is None, f"{choice}: {answer.refused}"

    # --- what is done to the devices

    async def armed(self) -> None:
        """Wait until the reader is."""
        while not (await self.devices["reader"].ask("/state"))["machine"]["armed"]:
            await asyncio.sleep(0.01)

    async def unplugged(self) -> None:
        """The cable of the shoe is pulled, and the table knows."""
        await self.shoe.ask("/unplug", {})
        await self.until(lambda: not self.health_of("shoe").connected, "for the line to be lost")

    def health_of(self, kind: str) -> Health:
        """How the device of this kind is."""
        found: Health = next(each for each in self.health() if each.name == f"t{self.number}-{kind}")
        return found

    async def play_on(self) -> None:
        """Play until the round is over, or the table holds."""
        while await self.answer():
            pass


def _step(word: str, more: list[str]) -> c.Command:
    """The step as it is done without trouble."""
    if word == "cut":
        return c.CutCards(int(more[0]) if more else None, 100)
    known: dict[str, c.Command] = {
        "shuffle": c.FinishShuffle(), "load": c.LoadShoe(), "cut_card": c.PlaceCutCard(100),
    }  # fmt: skip
    return known.get(word) or c.DoStep(word, *more)


@asynccontextmanager
async def playing(
    database: Database,
    settings: Settings,
    number: str,
    book: str,
    devices: list[Simulator],
    urls: dict[str, str] | None = None,
    options: tuple[tuple[str, str], ...] = (),
    clock: Callable[[], Now] | None = None,
    keyed_patience_s: float | None = None,
) -> AsyncIterator[Playing]:
    """The table with these devices attached and bound; `urls` where the line is to be another than the device's own,
    `clock` where another is to go for the devices than this machine's."""
    log = HouseLog(database, settings.gaming_day)
    async with database.kept_open():  # what would be a server of its own each time need not connect anew each time
        for each in devices:
            await attach(log, number, each, (urls or {}).get(each.kind, each.url), options)
        tables = await serving(database, settings, clock)
        if keyed_patience_s is not None:
            tables.devices.keyed_patience_s = keyed_patience_s
        here: Playing | None = None
        try:
            actor = await tables.open(number, book)
            here = Playing(tables, actor, number, {each.kind: each for each in devices})
            await here.until(lambda: all(each.connected for each in here.health()), "for the lines")
            yield here
        finally:
            await (here.tables if here is not None else tables).close()
            for each in devices:  # the next test's device may have the same serial number
                await log.ask(uuid4(), DetachDevice(f"t{number}-{each.kind}"), "test")


async def serving(database: Database, settings: Settings, clock: Callable[[], Now] | None = None) -> Tables:
    """The server's parts, with no table open yet."""
    tables = HousedTables(database, settings)
    if clock is not None:
        tables.devices._now = clock  # type: ignore[method-assign]
    await tables.start()
    return tables


async def attach(
    log: HouseLog, number: str, simulator: Simulator, url: str, options: tuple[tuple[str, str], ...] = ()
) -> None:
    """Attach the device to the table, and bind it if it has a serial number."""
    name = f"t{number}-{simulator.kind}"
    role: Any = ROLES[simulator.kind]
    dialect: Any = simulator.dialect
    device = Device(name, number, role, dialect, url, options if simulator.kind == "shoe" else ())
    assert not isinstance(await log.ask(uuid4(), AttachDevice(device, "test", "another"), "test"), RefusedInWords)
    if simulator.serial:
        bound = await log.ask(uuid4(), BindDevice(name, f"{simulator.serial}", "test", "another"), "test")
        assert not isinstance(bound, RefusedInWords), bound


__all__ = ["Playing", "attach", "playing", "serving"]
