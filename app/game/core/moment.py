"""The tables around an event, from which it is told."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.game.core.message import Lying, Message, message
from app.game.core.seals import Opened
from app.game.core.state import DEALER, Table, box_of
from app.game.events import Event


class Moment(NamedTuple):
    """The tables around an event, and the face-down cards that may be shown by now."""

    before: Table
    after: Table
    opened: Mapping[str, Opened] = {}


Words = Callable[[Any, Moment], Message]


def face(moment: Moment, commitment: str | None) -> Message:
    """A card that nobody saw then."""
    opened = moment.opened.get(commitment or "")
    return message("cards.shown_by_now", card=opened.card) if opened else message("cards.face_down")


def hand_after(moment: Moment, box: int, number: int) -> Lying | None:
    """The hand as it lies after the event."""
    round_ = moment.after.round
    assert round_ is not None, "a hand lies in a round"
    if box == DEALER:
        return Lying(round_.dealer, int(round_.hole is not None))
    found = box_of(round_, box)
    if found is None or number > len(found.hands):
        return None
    hand = found.hands[number - 1]
    return Lying(hand.cards, len(hand.down), hand.hard_aces)


def always(key: str) -> Words:
    """The same whenever it happens."""

    def words(event: Event, moment: Moment) -> Message:
        return message(key)

    return words


def by_clause(key: str) -> Words:
    """The same with the clause of the event."""

    def words(event: Any, moment: Moment) -> Message:
        return message(key, clause=event.clause)

    return words
