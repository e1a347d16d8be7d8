"""An evening at a table whose shoe only pushes (Angel Eye, Bee-Tek), with faults, a dealer and a supervisor.

The truth is what the simulator knows. The dealer deals on whatever happens to the line. The supervisor looks at the
cards whenever the table holds, enters what is missing in the record, and takes the book's choice for the rest. Nobody
waits for time: that all has been recorded which came over the line is known by a mark, a harmless report of its own.

After each fault the cards of the record are compared with those that left the shoe, and the shoe is counted. Where
fewer or more are in the record than left, the count has to find it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple
from urllib.error import HTTPError

from app.devices.observations import Doubted, Observation, PresetChanged, Warned
from app.devices.wanted import ClearError, Lock
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.state import Held, TableConfig, cards_of
from app.game.targets import hole_due, kept_due
from app.settings import Settings
from app.store.database import Database
from app.table.intake.turning import NOT_KNOWN
from tests.simulation.leavings import Record
from tests.simulation.playing import Playing, serving

BOOK = "ma-pontoon-21-v3"
CONFIG = TableConfig(hole_card="blind")
LOW_CARDS = 60
CANNOT_BE = 409
FOREIGN = "TS"
FIRST_MARK, MARKS = 20, 200
MOST_DISPUTED = 12
# What the supervisor does about the holds for which the book has a way.
CHOICES = {
    "error_card_unseen": "use_as_next", "card_not_awaited": "discard", "foreign_card": "remove",
    "impossible_card": "remove", "cards_missing": "continue", "cards_in_excess": "continue",
}  # fmt: skip


class Moment(NamedTuple):
    """When a fault strikes: in a round, before this card of its initial deal; or between rounds."""

    name: str
    card: int | None


MIDDLE, BETWEEN = Moment("middle", 3), Moment("between", None)


class Fault(NamedTuple):
    """A fault and what it strikes: the next report, the next card that is drawn, or nothing but the line itself.
    `silent`: whether cards can be lost or doubled by it although no word of the line can tell."""

    name: str
    set_off: Callable[["Evening"], Awaitable[None]]
    strikes: str = "report"
    silent: bool = False


class RoundIsVoid(Exception):
    """The table holds, and the book has nothing for it but a void and a new shoe: this evening is over."""


class Outcome(NamedTuple):
    """What came of a scenario: why the table held, the cards that left the shoe, those of the record, and how many were
    pushed back into the shoe."""

    holds: tuple[str, ...]
    left: tuple[str, ...]
    recorded: tuple[str, ...]
    back: int = 0

    @property
    def exact(self) -> bool:
        """Whether every card is in the record once, and in order."""
        return self.left == self.recorded


class Evening:
    """The table, its people, and what they know."""

    def __init__(self, here: Playing, database: Database, settings: Settings) -> None:
        self.here, self._database, self._settings = here, database, settings
        self.record = Record(database, f"table:{here.number}")
        self.place = "game"
        self._marks = 0
        self._heard: list[Observation] = []
        self._listen()

    def _listen(self) -> None:
        self.here.tables.devices.desk(self.here.number).hear(self._heard.append)

    # --- the truth

    async def state(self) -> Any:
        """What the simulator knows."""
        return await self.here.shoe.ask("/state")

    async def drawn(self) -> list[str]:
        """Every card that ever left the shoe, in order."""
        return [each["card"] for each in (await self.state())["machine"]["cards"]["drawn"]]

    async def _pushed_back(self) -> int:
        return sum([each["back"] for each in (await self.state())["machine"]["cards"]["drawn"]])

    # --- the line

    async def press(self, place: str = "game") -> None:
        """Draw the next card, whatever the shoe thinks of it."""
        await self.here.shoe.ask("/press", {"place": place, "force": True})

    async def unplug(self) -> None:
        """Pull the cable out, and wait until the server has noticed."""
        await self.here.shoe.ask("/unplug", {})
        await self.here.until(lambda: not self._connected(), "for the line to be lost")

    async def plug(self) -> None:
        """Put the cable in, and wait until both ends have a line again."""
        await self.here.shoe.ask("/replug", {})
        await self.here.until(self._connected, "for the line to be back")
        await self._until_state(lambda state: state["line"]["connected"])

    def _connected(self) -> bool:
        return all([each.connected for each in self.here.health()])

    async def _until_state(self, holds: Callable[[Any], bool]) -> None:
        state = await self.state()
        while not holds(state):
            await asyncio.sleep(0.01)
            state = await self.state()

    async def start_server(self) -> None:
        """The server, which had ended, is started again."""
        self.here.tables = await serving(self._database, self._settings)
        self.here.actor = await self.here.tables.open(self.here.number)
        self._listen()
        await self.here.until(self._connected, "for the line after a restart")

    async def heal(self) -> None:
        """Whatever was done to the shoe and its line is undone; what is still armed strikes now."""
        state = await self.state()
        await self._until_state(lambda state: not state["machine"]["dead"])
        if not state["line"]["plugged"] or not state["line"]["connected"]:
            await self._plug_anew()
        while (await self.state())["faults"]["armed"]["to_host"]:
            await self.say_something()
        while (await self.state())["faults"]["armed"]["machine"]:  # one card has only one of some mishaps
            await self.press()
        await self.settled()
        await self._clear()

    async def _plug_anew(self) -> None:
        """A connection that nobody serves any more is aborted with the cable."""
        if (await self.state())["line"]["plugged"]:
            await self.unplug()
        await self.plug()

    async def _clear(self) -> None:
        """Errors and locks of a shoe that takes commands."""
        if self.here.shoe.dialect != "angel-eye":
            return
        while (state := await self.state())["link"]["error_mode"] or state["machine"]["locked"]:
            wanted = ClearError(0) if state["link"]["error_mode"] else Lock(False)
            assert (await self.want(wanted)).outcome == "done"

    async def want(self, wanted: Any) -> Any:
        """Ask this of the shoe."""
        driver = self.here.tables.devices.of(self.here.number).driver(self.here.name)
        assert driver is not None
        return await driver.want(wanted)

    async def all_sent(self) -> None:
        """No copy of a report is still to come, which a fault would strike instead of the next report."""
        await self._until_state(lambda state: state["machine"]["dead"] or not state["link"].get("copies_waiting"))

    async def say_something(self) -> Observation:
        """Have the shoe tell something that is no card, and what it is when it comes."""
        self._marks += 1
        if self.here.shoe.dialect == "angel-eye":
            await self.here.shoe.ask("/preset", {"address": 3, "value": self._marks})
            return PresetChanged(3, self._marks)
        code = FIRST_MARK + self._marks % MARKS
        await self.here.shoe.fault("error", code=code)
        return Warned(f"E{code}")

    async def settled(self) -> None:
        """All that has come over the line is recorded. A mark whose number is in dispute is not; then there is another
        one."""
        for _ in range(MOST_DISPUTED):
            self._heard.clear()
            mark = await self.say_something()
            await self.here.until(lambda mark=mark: self._answers(mark), "for the mark behind all reports")  # type: ignore[misc]
            if mark in self._heard:
                return
        raise AssertionError("no mark is taken any more")

    def _answers(self, mark: Observation) -> bool:
        return mark in self._heard or any([isinstance(heard, Doubted) for heard in self._heard])

    # --- the supervisor

    async def supervise(self) -> None:
        """Deal with holds until there is none; the cards on the table are compared with the record each time."""
        await self.here.until(self._stands_still, "for what follows by itself")
        while (held := self.here.table.held) is not None:
            await self.here.done(await self._choice(held))
            await self.here.until(self._stands_still, "for what follows by itself")

    def _stands_still(self) -> bool:
        """Whether somebody has to act: nothing that came meanwhile, or lies face down, has its turn by itself."""
        table, rules = self.here.table, self.here.actor.rules
        return table.held is not None or not (table.laid_by or kept_due(table, rules) or hole_due(table, rules))

    async def _choice(self, held: Held) -> c.Resolve:
        offered = [option.choice for option in self.here.questions()[0].options if option.allowed]
        if held.irregularity == "device_doubt":
            card = await self._missing()
            if "taken_back" in offered and await self._pushed_back() > self._taken_back:
                self._taken_back += 1
                return c.Resolve("taken_back")
            if card and "enter_card" in offered:
                return c.Resolve("enter_card", card=card, another=True)
            return c.Resolve("continue")
        if offered == ["void_round"]:
            raise RoundIsVoid(held.irregularity)
        return c.Resolve(CHOICES[held.irregularity])

    async def _missing(self) -> Card | None:
        """The first card that lies on the table and not in the record, if it came before all that waits."""
        left, recorded = (await self.drawn())[self._left_at :], (await self.record.cards())[self._recorded_at :]
        had_turn = len(recorded) - await self.record.waiting()
        at = next((n for n, card in enumerate(recorded) if left[n : n + 1] != [card]), len(recorded))
        if at >= len(left) or at > had_turn or not _within(recorded[at:], left[at + 1 :]):
            return None
        return Card(left[at])

    # --- rounds

    _left_at = 0
    _recorded_at = 0
    _holds_at = 0
    _back_at = 0
    _taken_back = 0
    _even = True

    async def begin(self) -> None:
        """Open the table, load and burn."""
        await self.here.open(CONFIG)

    async def scenario(self, faults: Sequence[Fault], moment: Moment) -> Outcome:
        """One round with these faults at this moment, the supervisor's work, and a count of the shoe."""
        await self.watch()
        if moment.card is None:
            await self._strike(faults, awaited=False)
            await self.finish_round()  # whose last card may have gone back into the shoe
        await self.here.bet(1)
        await self.deal(1 if moment.card is None else moment.card - 1)
        if moment.card is not None:
            await self._strike(faults, awaited=True)
        outcome = await self.outcome()
        await self.finish(outcome)
        return outcome

    async def watch(self) -> None:
        """From here on the cards are compared."""
        assert self.here.table.shoe.left > LOW_CARDS, "the evening is too long for its shoe: take fewer faults"
        self._left_at, self._recorded_at = len(await self.drawn()), len(await self.record.cards())
        self._holds_at, self._back_at = len(await self.record.holds()), await self._pushed_back()
        # A card too many and one too few make a right count.
        self._even = (await self.state())["machine"]["cards"]["left_count"] == self.here.table.shoe.left

    async def outcome(self) -> Outcome:
        """What has come of it so far."""
        return Outcome(
            tuple((await self.record.holds())[self._holds_at :]),
            tuple((await self.drawn())[self._left_at :]),
            tuple((await self.record.cards())[self._recorded_at :]),
            await self._pushed_back() - self._back_at,
        )

    async def finish(self, outcome: Outcome) -> None:
        """Count the shoe, and play the round to its end, which must go well."""
        await self._count(outcome)
        await self.finish_round()
        assert await self._round_is_whole(outcome), "cards went wrong after all was healed"

    async def finish_round(self) -> None:
        """Play the round to its end."""
        while self.here.table.round is not None and not self.here.table.round.complete:
            await self._next()
        await self.supervise()

    async def _strike(self, faults: Sequence[Fault], *, awaited: bool) -> None:
        for fault in faults:
            await self.all_sent()
            await fault.set_off(self)
        struck = {fault.strikes for fault in faults}
        if "card" in struck or (awaited and "report" in struck):
            await self.press(self.place)
        elif "report" in struck:
            await self.say_something()
        self.place = "game"
        await self.made_good()

    async def made_good(self) -> None:
        """Everything works again, all that came is recorded, and the supervisor has dealt with it."""
        await self.heal()
        await self.settled()
        await self.supervise()

    async def deal(self, cards: int) -> None:
        """Deal until so many cards lie in hands."""
        while self.here.table.round is None or cards_of(self.here.table.round) < cards:
            await self._next()

    async def _next(self) -> None:
        """The next thing that the table waits for, in the plainest way."""
        table, question = self.here.table, self.here.questions()[0]
        betting = table.round is not None and not table.round.bets_closed
        if table.held is not None or not self._stands_still():
            await self.supervise()
        elif table.kept and table.kept[0].card is None and betting:
            await self.here.done(c.TurnUpKept(NOT_KNOWN))  # the first card, which closes the betting
        elif "accept" in question.choices and question.box is not None:
            await self.here.done(c.AcceptCard(question.box), question.id)
        elif any([each.question in ("decide", "proceed", "turn_up") for each in self.here.questions()]):
            await self.here.answer()
        else:
            await self._next_card()

    async def _next_card(self) -> None:
        recorded, version = len(await self.record.cards()), self.here.actor.version
        await self.press()
        await self.here.until(lambda: self.here.actor.version > version, "for the card")
        await self.supervise()
        assert len(await self.record.cards()) == recorded + 1, "a card on a good line did not come into the record"

    async def _count(self, outcome: Outcome) -> None:
        """The cards in the shoe are counted: the record has as many, or the table holds until that is put right, which
        in a round takes no new cards."""
        if self.here.table.round is None or self.here.table.round.complete:
            await self.here.bet(1)
            await self.deal(1)
        left = (await self.state())["machine"]["cards"]["left_count"]
        differs = left != self.here.table.shoe.left
        await self.here.done(c.CountShoe(left))
        held = self.here.table.held
        found = held.irregularity if held is not None else ""
        assert found in (("cards_missing", "cards_in_excess") if differs else ("",))
        if (
            self._even
            and not outcome.back
            and FOREIGN not in outcome.left
            and len(outcome.left) != len(outcome.recorded)
        ):
            assert differs, "cards are lost or doubled, and the count does not find it"
        await self.supervise()

    async def _round_is_whole(self, outcome: Outcome) -> bool:
        left = (await self.drawn())[self._left_at + len(outcome.left) :]
        recorded = (await self.record.cards())[self._recorded_at + len(outcome.recorded) :]
        return left == recorded


def _within(fewer: Sequence[str], more: Sequence[str]) -> bool:
    """Whether all of these stand in the others, in their order."""
    rest = iter(more)
    return all([card in rest for card in fewer])


async def refused(asked: Awaitable[Any]) -> bool:
    """Whether the simulator says that this cannot be."""
    try:
        await asked
    except HTTPError as error:
        if error.code != CANNOT_BE:
            raise
        return True
    return False
