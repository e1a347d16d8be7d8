"""What may be asked of a table: cards."""

from app.game.core.cards import Card
from app.game.core.records import Command
from app.game.core.seals import Opened
from app.game.core.state import Source


class DrawCard(Command):
    """A card left the shoe face up. `unfit`: with what lies face down, the shoe cannot hold it any more."""

    card: Card
    source: Source = ""
    unfit: bool = False
    """The shoe cannot hold this card any more."""


class DrawFaceDown(Command):
    """A card left the shoe face down: the dealer's hole card, or one for a box that squeezes."""

    commitment: str
    hole: bool = False
    """Whether it is the dealer's hole card."""
    source: Source = ""
    alarm: bool = False
    """The shoe cannot hold such a card."""


class TurnUpBox(Command):
    """The face-down cards of a box's hand are turned up, in the order in which they were dealt."""

    box: int
    opened: tuple[Opened, ...]
    """The card that is turned up, with its salt."""


class TurnUpHole(Command):
    """The dealer's face-down card is turned up."""

    opened: Opened


class ReadHole(Command):
    """The card reader has answered."""

    blackjack: bool
    """Whether the reader found a blackjack."""
