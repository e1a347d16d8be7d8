"""The cards that left the shoe by the record, each once, in the order in which the record learnt of them.

A card stands in more than one event: it came while the table held, was taken up, made the table hold, lay ready, was
dealt. Only the first of them is its leaving. Face-down cards are read in the vault.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from app.game import events as e
from app.game.core.cards import Card
from app.store import schema
from app.store.database import Database
from app.store.log_reader import entries, event_of, sealed_of

Open = Callable[[str], Card]
# Holds that are about cards which have just left the shoe.
OF_CARDS = frozenset({
    "card_not_awaited", "error_card_unseen", "two_cards_at_once", "foreign_card", "impossible_card", "device_doubt",
})  # fmt: skip


class Leavings:
    """What left the shoe, told event by event."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self._waiting: deque[Card | None] = deque()
        self._held: tuple[Card, ...] = ()
        self._in_hand: list[Card] = []

    @property
    def waiting(self) -> int:
        """How many of the last cards came while the table held, and have not had their turn."""
        return sum([card is not None for card in self._waiting])

    def add(self, event: Any, opened: Open) -> None:
        """The next event of the table."""
        match event:
            case e.CameMeanwhile(commitment):
                self._waiting.append(self._left((opened(commitment),))[0] if commitment is not None else None)
            case e.MeanwhileTakenUp():
                card = self._waiting.popleft()
                self._in_hand += [card] if card is not None else []
            case e.TableHeld() if not event.opened and event.irregularity in OF_CARDS:
                self._held = self._left(_cards_of(event, opened))
            case e.IrregularityResolved(choice):
                self._in_hand += self._held if choice != "remove" else ()
                self._held = ()
            case e.CardDealt() | e.CardDealtDown() if event.kept:
                pass
            case e.CardDealt() | e.CardDealtDown() | e.CardBurnt() | e.CardDiscarded() | e.CardKept():
                self._left(_cards_of(event, opened))

    def _left(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        for card in cards:
            if card in self._in_hand:
                self._in_hand.remove(card)
            else:
                self.cards.append(card)
        return cards


def _cards_of(event: Any, opened: Open) -> tuple[Card, ...]:
    card, commitment = getattr(event, "card", None), getattr(event, "commitment", None)
    seen = (card,) if card is not None else (opened(commitment),) if commitment is not None else ()
    return (*seen, *getattr(event, "more", ()))


class Record:
    """The durable record of one table, followed in the database."""

    def __init__(self, database: Database, stream: str) -> None:
        self._database, self._stream = database, stream
        self._version = 0
        self._leavings = Leavings()
        self.events: list[Any] = []

    async def cards(self) -> list[Card]:
        """Every card that has left the shoe by now."""
        await self._catch_up()
        return self._leavings.cards

    async def waiting(self) -> int:
        """How many of them came while the table held, and wait for their turn."""
        await self._catch_up()
        return self._leavings.waiting

    async def holds(self) -> list[str]:
        """Why the table has ever held, in order: the doubt, or else the irregularity."""
        await self._catch_up()
        held = [event for event in self.events if isinstance(event, e.TableHeld)]
        return [event.detail if event.irregularity == "device_doubt" else event.irregularity for event in held]

    async def _catch_up(self) -> None:
        async with self._database.connection("app") as connection:
            found = await entries(connection, self._stream, schema.events.c.version > self._version)
        events = [event_of(entry) for entry in found]
        async with self._database.connection("vault") as vault:
            sealed = await sealed_of(vault, self._stream, commitments(events))
        for event in events:
            self._leavings.add(event, lambda commitment: sealed[commitment].card)
        self.events += events
        self._version += len(events)


def commitments(events: Iterable[Any]) -> list[str]:
    """What stands in these events for face-down cards."""
    found = [getattr(event, "commitment", None) for event in events]
    return [commitment for commitment in found if commitment is not None]
