"""What happens at a table: cards."""

from app.game.core.cards import Card
from app.game.core.records import Event
from app.game.core.seals import Opened
from app.game.core.state import LastRound, Source


class CardsCollected(Event):
    """All cards on the layout went to the discard rack, or back into a continuous shuffler. `last`: what everybody saw
    of the round, if one was played."""

    cards: int
    """How many cards."""
    returned: bool
    """Whether the cards went back into a continuous shuffler."""
    last: LastRound | None = None
    """The round before this one, as everybody saw it; nothing before the first, or if it was put right since."""


class CardDealt(Event):
    """A card went face up to a hand of a box, or to the dealer (box 0); `kept`: the one that lay ready; `meant_for`:
    the hand that it was drawn for, when it was laid to another and stays there."""

    card: Card
    box: int
    hand: int
    implied_hit: bool = False
    """Whether the card itself was the call for it."""
    kept: bool = False
    """Whether it is the card that lay ready."""
    source: Source = ""
    meant_for: tuple[int, int] | None = None
    """The hand that the card was drawn for, when it was laid to another: box and hand."""


class CardDealtDown(Event):
    """A card went face down to a hand of a box, or to the dealer (box 0); `kept`: the one that lay ready."""

    commitment: str
    box: int
    hand: int
    implied_hit: bool = False
    """Whether the card itself was the call for it."""
    kept: bool = False
    """Whether it is the card that lay ready."""
    source: Source = ""


class HandTurnedUp(Event):
    """A hand's face-down cards were turned up."""

    box: int
    hand: int
    opened: tuple[Opened, ...]
    """The card that is turned up, with its salt."""


class HoleTurnedUp(Event):
    """The dealer's face-down card was turned up."""

    opened: Opened


class HoleRead(Event):
    """The card reader answered."""

    blackjack: bool
    """Whether the reader found a blackjack."""


class InitialDealCompleted(Event):
    """Every box and the dealer have their first cards; these offers are open."""

    insurance: tuple[tuple[int, str], ...]
    """Who may insure: box and bettor."""
    surrender: tuple[int, ...]
    """The boxes that may surrender."""
