"""Asks a shoe for its count after each round, and compares it with the record.

The answer may be older than a card that is on its way, and goes before events that wait: a count that differs is asked
for again, and only the same difference from the same record is what the shoe says. A count that nobody could answer or
compare is still due: when the line is back, or the table holds no more.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple
from uuid import uuid4

from app.backoff import Backoff
from app.devices.driver import Driver
from app.devices.observations import CardSeen, CardsReturned, Observation
from app.devices.wanted import CountCards
from app.game.core.state import Table
from app.game.core.turn import cards_out
from app.house.dialects import FACTS
from app.table.attached.attached_device import Running
from app.table.intake.table_desk import TableDesk

# What is on its way comes within this time: a shoe that was asked for what is missing has told it.
AGAIN_S = 2.0
MOST_ASKED = 5


class Count(NamedTuple):
    """How many cards are left by the shoe, and by the record of the moment at which it was asked."""

    left: int
    expected: int


class Counting:
    """The counts of one table's shoe."""

    def __init__(self, desk: TableDesk, shoe: Callable[[], Running | None], spawn: Callable[..., None]) -> None:
        self._desk, self._shoe, self._spawn = desk, shoe, spawn
        self._round = 0
        self._due = self._returned = False
        self.asking = False

    def told(self, observation: Observation) -> None:
        """A device has told this. Cards that went back before the record has them back are in no count."""
        if isinstance(observation, CardSeen | CardsReturned):
            self._returned = isinstance(observation, CardsReturned)

    def look(self, table: Table) -> None:
        """The table, or the line of its shoe, is like this now."""
        if table.round is not None and table.round.complete and table.round.number != self._round:
            self._round, self._due = table.round.number, True
        if self._due and not self.asking and self._may_be_asked() is not None:
            self.asking = True
            self._spawn(self._count())

    def _may_be_asked(self) -> Driver | None:
        """The shoe, if it counts its cards and is there, and no card is out of which the record might not know yet."""
        shoe = self._shoe()
        if shoe is None or not FACTS[shoe.device.dialect].tells_later or not _stands_still(self._desk.table):
            return None
        return shoe.driver if shoe.driver.health().state == "running" else None

    async def _count(self) -> None:
        """Until it is known whether the shoe and the record agree, or cards are dealt again."""
        said: Count | None = None
        again = Backoff.steady(AGAIN_S)
        try:
            for _ in range(MOST_ASKED):
                count = await self._asked()
                if count is not None and count == said:
                    await self._desk.count(count.left, count.expected, uuid4())
                    self._due = False
                if not self._due or self._may_be_asked() is None:
                    return
                said = count
                await asyncio.sleep(again.next_s())
        finally:
            self.asking = False

    async def _asked(self) -> Count | None:
        """What the shoe says, if it differs; None: it is not known, or is what the record has."""
        driver, expected = self._may_be_asked(), self._desk.table.shoe.left
        if driver is None or driver.health().waiting:
            return None
        answered = await driver.want(CountCards())
        if answered.outcome == "no_answer" or self._desk.table.shoe.left != expected:
            return None
        left = answered.counts[1] if answered.counts is not None else None
        self._due = left not in (None, expected) and not self._returned
        return Count(left, expected) if self._due and left is not None else None


def _stands_still(table: Table) -> bool:
    """Whether no cards of a round are out, nothing waits for its turn, and the shoe is not being made ready anew."""
    waits = table.held is not None or table.laid_by or table.spooled or table.keyed
    anew = table.preparation is not None and table.preparation.set_id == table.set_in_use
    return bool(table.shoe.decks) and not (waits or anew or table.paper or table.shoe.manual or cards_out(table))
