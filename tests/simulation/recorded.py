"""What the record of a table has of its cards, looked at after everything that is published.

After each command the cards of the set add up, and at most one card is new: it came over the line, or by hand. A card
that the record had goes out of it only by a remedy that says so.
"""

from collections import Counter
from typing import NamedTuple

from app.game.core.cards import DECK, TEN, Card, copies
from app.game.core.state import Table, cards_on_layout
from app.game.events import (
    CardBurnt,
    CardDealt,
    CardDealtDown,
    Event,
    IrregularityResolved,
    KeyedConfirmed,
    MeanwhileTakenUp,
    TableHeld,
)
from app.table.actor import TableActor
from app.table.intake.hidden import Hidden, face_down
from app.table.requests import Published

NOT_OF_THE_SHOE = ("foreign_card", "impossible_card")


class Came(NamedTuple):
    """A card that came into the record: over the line, or by somebody's hand."""

    card: str
    by_hand: bool


class Recorded:
    """The cards of one table's record, in the order in which they came into it, why the table held, and how many cards
    that were typed the shoe has confirmed."""

    def __init__(self, actor: TableActor, hidden: Hidden) -> None:
        self._hidden = hidden
        self._before = cards_of(actor.table, hidden)
        self.at_first = self._before.total()
        self.came: list[Came] = []
        self.holds: list[str] = []
        self.confirmed = 0
        self.wrong: list[str] = []
        actor.listen(self._published)

    @property
    def cards(self) -> Counter[str]:
        """Every card that the record has of this shoe, seen or not."""
        return self._before.copy()

    def _published(self, published: Published) -> None:
        table = published.table
        total = table.shoe.left + cards_on_layout(table) + table.shoe.discarded
        if total != table.shoe.size:
            self.wrong.append(f"{total} cards of {table.shoe.size}")
        now = cards_of(table, self._hidden)
        new, gone = now - self._before, self._before - now
        self._before = now
        if new.total() > 1:
            self.wrong.append(f"{new.total()} cards at once")
        if any(not card.startswith(TEN) for card in gone) and not _was_put_right(published.events):
            self.wrong.append("a card went out of the record")
        self.came += [Came(card, _by_hand(published.events)) for card in new.elements()]
        self._note(published.events)

    def _note(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, TableHeld):
                self.holds.append(event.detail or event.irregularity)
            elif isinstance(event, KeyedConfirmed) and not _waited(events):
                self.confirmed += event.cards


def _waited(events: tuple[Event, ...]) -> bool:
    """Whether this is about something that had come before, and waited for a supervisor or for the end of a hold."""
    return any(isinstance(event, IrregularityResolved | MeanwhileTakenUp) for event in events)


def _was_put_right(events: tuple[Event, ...]) -> bool:
    """Whether a card that the shoe told, and that waited, turns out to be one of those that were typed; or one that was
    pushed back into the shoe is taken back."""
    if any(isinstance(event, IrregularityResolved) and event.choice == "taken_back" for event in events):
        return True
    return _waited(events) and any(isinstance(event, KeyedConfirmed) for event in events)


def _by_hand(events: tuple[Event, ...]) -> bool:
    sources = [event.source for event in events if isinstance(event, CardDealt | CardDealtDown | CardBurnt | TableHeld)]
    return any(source in ("keyed", "manual") for source in sources)


def cards_of(table: Table, hidden: Hidden) -> Counter[str]:
    """The cards that have left the shoe by the record: those that were seen, and those that lie face down."""
    seen: Counter[str] = Counter({card: copies(table.shoe.drawn, card) for card in DECK})
    down = [opened.card for each in face_down(table) if (opened := hidden.opened(each)) is not None]
    return +(seen + Counter[str](down) + Counter[str](_held(table)))


def _held(table: Table) -> tuple[Card, ...]:
    held = table.held
    if held is None or not (held.from_shoe or held.irregularity in NOT_OF_THE_SHOE):
        return ()
    return held.cards
