"""The tables around an event, from which it is told."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.game import events as e
from app.game.seals import Opened
from app.game.state import DEALER, Table, box_of
from app.surveillance.plain import (
    clause_in,
    dealer_in_words,
    hand_in_words,
)


class Moment(NamedTuple):
    """The tables around an event, and the face-down cards that may be shown by now."""

    before: Table
    after: Table
    opened: Mapping[str, Opened] = {}

    def face(self, commitment: str | None) -> str:
        """A card that nobody saw then."""
        opened = self.opened.get(commitment or "")
        return f"a card face down (the {opened.card}, as is known by now)" if opened else "a card face down"

    def hand(self, box: int, hand: int) -> str:
        """The hand as it lies after the event."""
        round_ = self.after.round
        assert round_ is not None, "a hand lies in a round"
        if box == DEALER:
            return dealer_in_words(round_)
        found = box_of(round_, box)
        return hand_in_words(found.hands[hand - 1]) if found and hand <= len(found.hands) else ""


Words = Callable[[Any, Moment], str]


def always(text: str) -> Words:
    """The same words whenever it happens."""

    def words(event: e.Event, moment: Moment) -> str:
        return text

    return words


def by_clause(text: str) -> Words:
    """The same words with the clause of the event."""

    def words(event: Any, moment: Moment) -> str:
        return text + clause_in(event.clause)

    return words
