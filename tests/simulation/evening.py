"""The people at a table with a Table Link shoe that goes wrong: a dealer, and a supervisor who looks at the cards.

The truth is what has left the simulated shoe. Whatever the people do, they do because of what lies on the table (the
truth) and of what their screens say (the record and the health of the line). The dealer waits for the line or, if the
evening is one in which he does not, types the cards while it is away. When the shoe has told all that it has to tell,
cards that lie on the table and not in the record are typed, or entered by the supervisor where the table holds.
"""

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack
from random import Random
from typing import Any
from urllib.error import HTTPError
from uuid import uuid4

from app.devices.wanted import ClearError
from app.game import commands as c
from app.game.core.cards import TEN, Card
from app.game.core.state import Held, Table
from app.game.core.state import cards_of as cards_of_round
from app.game.events import CardDealt
from app.game.questions import Question
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.devices.commands import BindDevice
from app.store.house_log import HouseLog
from app.table.requests import Request
from tests.simulation.playing import PATIENCE_S, Playing
from tests.simulation.recorded import Recorded
from tests.simulation.simulator import Simulator, simulators

STEPS_AT_MOST = 300
MOST_AT_ONCE = 4
LOOK_EVERY_S = 0.01
JAM = 8
# What the table holds for when a shoe cannot tell any more, or nobody has bound it, what it saw.
LOSES = {"events_lost", "counter_went_back", "device_changed", "cards_before"}
# What it holds for when the shoe has more cards than the record leaves it.
PUSHED_BACK = {"card_pushed_back", "cards_in_excess"}


class Evening:
    """Rounds at the table, and everything that people do about what goes wrong."""

    def __init__(self, here: Playing, house: HouseLog, chance: Random, *, types: bool = False) -> None:
        self.here, self._house, self.chance = here, house, chance
        self.types = types
        self.shoe: Simulator = here.shoe
        self.recorded = Recorded(here.actor, here.hidden)
        self._first, self._earlier = self.shoe, list[dict[str, Any]]()
        self._swapped = AsyncExitStack()

    # --- the truth

    async def state(self) -> dict[str, Any]:
        """All that is true of the shoe now."""
        state: dict[str, Any] = await self.shoe.ask("/state")
        return state

    async def drawn(self) -> list[dict[str, Any]]:
        """Every card that left, in order."""
        return [*self._earlier, *(await self.state())["machine"]["cards"]["drawn"]]

    async def owed(self) -> list[str]:
        """The cards that lie on the table and not in the record."""
        recorded, owed = self.recorded.cards, []
        recorded.update([card.card for card in self.recorded.came if card.card.startswith(TEN)])  # some are removed
        for card in [each["card"] for each in await self.drawn() if not each["back"]]:
            if recorded[card]:
                recorded[card] -= 1
            else:
                owed.append(card)
        return owed

    async def swap(self) -> None:
        """Another shoe, with another serial number, takes the place of this one on the line, with the cards in it."""
        while not (state := await self.state())["line"]["plugged"]:
            await asyncio.sleep(LOOK_EVERY_S)  # a cable that comes back by itself would come back to the first one
        self._earlier += state["machine"]["cards"]["drawn"]
        await self.shoe.ask("/unplug", {"seconds": None})
        listen, url = "pty", self.shoe.url
        where: tuple[str, ...] = ("--pty-link", url)
        if "://" in url:
            scheme, _, place = url.partition("://")
            listen, where = f"{'tcp' if scheme == 'socket' else scheme}://{place}", ()
        arguments = ("shoe", "--listen", listen, "--serial", "SH-OTHER", "--seed", "2", *where)
        self.shoe = (await self._swapped.enter_async_context(simulators(*arguments)))[0]
        await self.shoe.ask("/load", {"cards": state["machine"]["cards"]["next"]})

    async def swap_back(self) -> None:
        """The first shoe is on its line again."""
        await self._swapped.aclose()
        await self._first.ask("/heal", {})

    # --- the dealer

    async def round(self, *boxes: int) -> None:
        """One round, from the wagers to the last settlement."""
        await self.bets(*boxes)
        await self.finish_round()

    async def bets(self, *boxes: int) -> None:
        """A seated player on each box; a round whose last card went back into the shoe is finished first."""
        for box in boxes:
            wager = c.PlaceWager(box, f"player {box}", "main", 1_000, seated=True)
            while (answer := await self.here.do(wager)).refused is not None:
                assert answer.refused.code in ("table_holds", "bets_closed"), answer.refused
                await self.settle()
                if answer.refused.code == "bets_closed":
                    await self.finish_round()

    async def finish_round(self) -> None:
        """Whatever the table waits for, until the round is over."""
        await self.cards(STEPS_AT_MOST)
        assert self.over, self.here.questions()

    async def cards(self, count: int) -> None:
        """Whatever the table waits for, until so many cards more were drawn or the round is over."""
        for _ in range(STEPS_AT_MOST):
            await self.settle()
            if self.over or not count:
                return
            count -= min(await self._step(self.here.questions()[0]), count)
        raise AssertionError(f"it does not come to an end: {self.here.questions()}")

    @property
    def over(self) -> bool:
        """Whether the round is over, and nothing is open of it."""
        round_ = self.here.table.round
        return round_ is not None and round_.complete and self.here.table.held is None

    async def _step(self, question: Question) -> int:
        """Do what is asked; how many cards were drawn. A question that closes meanwhile is not answered."""
        proceed = next((each for each in self.here.questions() if each.question == "proceed"), None)
        if question.question == "decide" and question.box is not None:
            hits = "hit" in question.choices and self.chance.random() < 0.4
            await self.here.do(c.Hit(question.box) if hits else c.Stand(question.box), question.id)
        elif proceed is not None:
            await self.here.do(c.Proceed(), proceed.id)
        elif question.question == "turn_up":
            await asyncio.sleep(LOOK_EVERY_S)  # it is turned up by itself, and looked for again
        else:
            return await self._draw()
        return 0

    async def _draw(self) -> int:
        """Some cards, as quickly as a hand can draw; who does not wait for the line types them while it is away."""
        count = self.chance.randint(1, min(self._certain(), MOST_AT_ONCE))
        if not await self.press(count):
            return 0
        if self.types and not await self._told_soon():
            while await self._typed_one():
                pass
        return count

    def _certain(self) -> int:
        """How many cards are dealt whatever they are: what is left of the first ones."""
        round_ = self.here.table.round
        if round_ is None or round_.dealt or round_.complete or self.here.table.kept:
            return 1
        boxes = len({place.box for place in round_.places})
        return max(2 * boxes + 1 - cards_of_round(round_), 1)

    async def press(self, count: int = 1) -> bool:
        """The dealer draws; a shoe that is stuck is opened by a supervisor first."""
        try:
            await self.shoe.press(count)
        except HTTPError as error:
            error.close()
            await self._free(error.code)
            return False
        return True

    async def _free(self, code: int) -> None:
        assert code == 409
        if JAM in (await self.state())["machine"]["errors"]:
            driver = self.here.tables.devices.of(self.here.number).driver(self.here.name)
            assert driver is not None
            await driver.want(ClearError(JAM))  # if the line is away it is asked again after the next look
        await asyncio.sleep(LOOK_EVERY_S)

    async def _told_soon(self) -> bool:
        """Whether the line is good, so that nobody has to type."""
        deadline_s = time.monotonic() + 0.2
        while time.monotonic() < deadline_s:
            if self.here.table.held is not None or not await self.owed():
                return True
            await asyncio.sleep(LOOK_EVERY_S)
        return False

    async def _typed_one(self) -> bool:
        """The dealer types the first card that is missing, as the answer to the question that is open when he looks.

        Should the shoe tell it while he types, the question is closed, and it is not taken for a further card."""
        question = next((each for each in self.here.questions() if each.question in ("card", "hole", "decide")), None)
        owed = await self.owed()
        if not owed or self.here.table.held is not None:
            return False
        desk = self.here.tables.devices.desk(self.here.number)
        asked = Request(uuid4(), None, "dealer:anybody", question.id if question is not None else None)
        return (await desk.type_card(asked, Card(owed[0]))).refused is None

    # --- the supervisor

    async def settle(self) -> None:
        """Wait until the shoe has told everything; put what lies on the table and not in the record right."""
        for _ in range(STEPS_AT_MOST):
            await self.quiet()
            held, owed = self.here.table.held, await self.owed()
            if held is not None:
                await self._resolve(held, owed)
            elif owed:
                await self._typed_one()
            else:
                return
        raise AssertionError(f"the table goes on holding: {self.here.table.held}")

    async def quiet(self) -> None:
        """Wait until the shoe is there and all that it keeps is recorded, and nothing more happens by itself."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not await self._is_quiet():
            assert time.monotonic() < deadline_s, f"{self.here.health()}; {(await self.state())['link']}"
            await asyncio.sleep(LOOK_EVERY_S)

    async def _is_quiet(self) -> bool:
        health, table = self.here.health()[0], self.here.table
        if health.state not in ("running", "unbound") or health.waiting or self._counts(table):
            return False
        state = await self.state()
        ring = state["link"]["ring"]
        told = ring["confirmed"] == ring["next_counter"] - 1 and state["link"]["in_step"] and state["line"]["connected"]
        return bool(told and (table.held is not None or not table.laid_by) and not state["machine"]["dead"])

    def _counts(self, table: Table) -> bool:
        """Whether a count of the shoe differed, and is about to be asked for again."""
        return table.held is None and self.here.tables.devices.of(self.here.number).counting

    async def _resolve(self, held: Held, owed: list[str]) -> None:
        """Look at the cards on the table, and say what is so."""
        choices = self.here.questions()[0].choices
        if self.here.health()[0].state == "unbound":
            await self._bind()
            return
        if held.irregularity == "device_doubt" and owed and "enter_card" in choices:
            await self.here.do(c.Resolve("enter_card", card=Card(owed[0]), another=True), actor="supervisor:anybody")
            return
        choice = "continue" if held.irregularity == "device_doubt" else choices[0]
        if "taken_back" in choices and self.recorded.cards - counted(await self.drawn()):
            choice = "taken_back"
        if held.irregularity == "keyed_differs":
            choice = "another_card" if await self._is_further(held) else "same_card"
        await self.here.do(c.Resolve(choice), actor="supervisor:anybody")

    async def _is_further(self, held: Held) -> bool:
        """Whether the card that the shoe tells lies on the table beside all that were typed."""
        assert held.commitment is not None
        told = self.here.hidden.opened(held.commitment)
        drawn = Counter([each["card"] for each in await self.drawn() if not each["back"]])
        return told is not None and told.card not in self.recorded.cards - drawn

    async def _bind(self) -> None:
        """The device that is on the line now is the one."""
        serial = (await self.state())["link"]["serial"]
        answer = await self._house.ask(uuid4(), BindDevice(self.here.name, serial, "supervisor", "another"), "test")
        assert not isinstance(answer, RefusedInWords), answer
        await self.here.until(lambda: self.here.health()[0].state == "running", "for the new device")

    # --- the end

    async def all_told(self) -> None:
        """Wait until every card that was typed is confirmed, or somebody was asked about it."""
        await self.settle()
        while self.here.table.keyed:
            await self.here.until(lambda: self.here.table.held is not None or not self.here.table.keyed, "for the word")
            await self.settle()

    async def assert_whole(self) -> None:
        """Every card that left the shoe is in the record once, and what the line told is there in the order in which
        it left; a card that was pushed back may be there still, and somebody was told to look."""
        drawn, recorded = await self.drawn(), self.recorded
        assert recorded.wrong == [], f"{recorded.wrong}; held for {recorded.holds}"
        pushed_back = Counter(each["card"] for each in drawn if each["back"])
        missing, more = counted(drawn) - recorded.cards, recorded.cards - counted(drawn)
        assert not missing, f"not in the record: {missing}; held for {recorded.holds}"
        assert not more - pushed_back, f"not of the shoe: {more}; held for {recorded.holds}"
        if more:
            await self.here.until(lambda: PUSHED_BACK & set(recorded.holds), "for a hold about it")
        told = iter([each["card"] for each in drawn if each["sensed"] == "read"])
        by_line = [card.card for card in recorded.came if not card.by_hand]
        assert all(card in told for card in by_line), f"out of order: {by_line}; held for {recorded.holds}"
        self._assert_told(drawn)
        self._assert_not_moved(drawn)

    def _assert_told(self, drawn: list[dict[str, Any]]) -> None:
        """The line told every card that the sensor saw, once, unless the shoe could not: nobody's typing hides it."""
        sensed = Counter(each["sensed"] for each in drawn)
        by_line = len([card for card in self.recorded.came if not card.by_hand])
        told = self.recorded.at_first + by_line + self.recorded.confirmed
        assert told <= sensed["read"] + sensed["unread"], (told, sensed)
        assert told >= sensed["read"] or LOSES & set(self.recorded.holds), (told, sensed, self.recorded.holds)

    def _assert_not_moved(self, drawn: list[dict[str, Any]]) -> None:
        """The cards of the round went to its hands in the order in which they left the shoe. One that the shoe did not
        sense is typed when it is missed, and may be typed after others; the table has held then."""
        if any(each["sensed"] in ("not_sensed", "untold") for each in drawn) and self.recorded.holds:
            return
        left = iter(each["card"] for each in drawn)
        dealt = [event.card for event in self.here.table.record if isinstance(event, CardDealt)]
        assert all(card in left for card in dealt), f"moved: {dealt}; held for {self.recorded.holds}"

    async def assert_as_if_nothing_had_happened(self) -> None:
        """The table never held, and the record has the cards in the order in which they left the shoe."""
        assert self.recorded.holds == []
        assert [card.card for card in self.recorded.came] == out(await self.drawn())


def out(drawn: list[dict[str, Any]]) -> list[str]:
    """The cards of the game that are out of the shoe, in order."""
    return [each["card"] for each in drawn if not each["back"] and not each["card"].startswith(TEN)]


def counted(drawn: list[dict[str, Any]]) -> Counter[str]:
    """How many of each are out."""
    return Counter(out(drawn))
