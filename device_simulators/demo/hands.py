"""The hands at the table's shoe while a visitor deals: what the table asks of them, and nothing that is the dealer's.

A card is drawn when the table asks for one and nothing else is to be said first. The shoe is filled as soon as it may
be, and the hole card goes into the reader; the taps for it are the dealer's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from device_simulators.bot.terminal.shoe import InsertedInto, PressedShoe
from device_simulators.bot.view import View

Act = Literal["card", "load", "read"]
# While one of these is open and a card is asked for, the visitor may still tap it; the card would end it.
OPTIONAL = ("insure", "surrender", "rescue")
CARDS_PER_DECK = 48


@dataclass(frozen=True, slots=True)
class Wanted:
    """What hands are to do now, for which question; `patiently`: the dealer may have something to tap before."""

    act: Act
    question: str
    patiently: bool = False


def wanted(view: View) -> Wanted | None:
    """What the table asks of hands now, if anything."""
    if view.hold is not None or view.asked("decide"):
        return None
    for step in view.asked("shoe"):
        if step.step == "load":
            return Wanted("load", step.id)
        if step.step == "burn":
            return Wanted("card", step.id)
    if peek := view.asked("peek"):
        return Wanted("read", peek[0].id)
    cards = [*view.asked("card"), *view.asked("hole")]
    if not cards or (view.phase == "betting" and not view.bets_are_closed):
        return None
    return Wanted("card", cards[0].id, patiently=any([view.asked(kind) for kind in OPTIONAL]))


class DemoShoe(PressedShoe):
    """The shoe of a demo's table: it is never filled without its cutting card, and tells how many cards have left."""

    guard: Callable[[], None] | None = None

    async def press(self) -> None:
        """Let the next thing out, unless the guard stops it."""
        if self.guard is not None:
            self.guard()
        await super().press()

    async def load(self, decks: int, cut_depth: int | None) -> None:
        """A newly shuffled set; who filled it may not know where the cutting card was put."""
        await super().load(decks, decks * CARDS_PER_DECK // 4 if cut_depth is None else cut_depth)

    async def dealt(self, decks: int) -> int:
        """How many of the cards have left."""
        return decks * CARDS_PER_DECK - int((await self._cards())["left_count"])


class Hands:
    """Does what is wanted, once for each question."""

    def __init__(self, shoe: DemoShoe, reader: InsertedInto | None) -> None:
        self._shoe, self._reader = shoe, reader
        self._done: set[str] = set()

    def has_done(self, what: Wanted) -> bool:
        """Whether this was done already; a card is asked for anew under the same question."""
        return what.act != "card" and what.question in self._done

    async def do(self, what: Wanted, decks: int) -> None:
        """Do it."""
        if what.act == "card":
            await self._shoe.press()
            return
        self._done = {what.question}
        if what.act == "load":
            await self._shoe.load(decks, None)
        elif self._reader is not None:
            await self._reader.read(await self._shoe.last_card())
