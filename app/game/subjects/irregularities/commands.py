"""What may be asked of a table: irregularities."""

from app.game.core.cards import Card
from app.game.core.records import Command, without
from app.game.core.seals import Opened
from app.game.core.state import Source


class Report(Command):
    """An irregularity is declared; where it has to do with one, the box, the player, the cards that lie on the box.
    `first`: the box has missed its first card, and the one that lies there came as its second. Of a misplaced card,
    `box` (0: the dealer) and `hand` say where it lies. `paid`: money of the round was paid or collected already."""

    irregularity: str
    """What went wrong; nothing where nothing did."""
    box: int | None = None
    player: str | None = None
    felt: int | None = None
    """How many cards lie on the box."""
    hand: int | None = None
    paid: bool = False
    """Whether money of the round was paid or collected already."""
    first: bool = False
    """Whether the missed card is the first of the box's two, and the second has come."""


class FindFaceUp(Command):
    """A card is found face up in the shoe."""

    card: Card
    source: Source = ""


class DrawTogether(Command):
    """Two cards left the shoe at once; which was first cannot be told."""

    first: Card
    """The one card."""
    second: Card
    """The other card."""
    source: Source = ""


class DrawInError(Command):
    """A card was drawn in error, and nobody saw its face; `to_dealer`: to the dealer's hand, too early."""

    commitment: str
    source: Source = ""
    to_dealer: bool = False
    """Whether it went to the dealer's hand, too early."""


class TurnUpKept(Command):
    """The unseen card that lies ready is turned up."""

    opened: Opened


class ReportShoeEmpty(Command):
    """No card is left in the shoe. `dealt_before`: cards that had left it before this record began. `source`: nothing
    when the shoe itself tells it."""

    dealt_before: int = 0
    """How many cards had left the shoe before this record began."""
    source: Source = "manual"


class CountShoe(Command):
    """The cards in the shoe were counted, or (`source` is nothing) the shoe has counted them itself."""

    cards: int
    """How many cards."""
    source: Source = "manual"


class ReportDamage(Command):
    """A card is damaged."""

    card: Card


class ReplaceCard(Command):
    """A damaged card was replaced by one of its kind."""

    card: Card


class Resolve(Command):
    """One of the choices offered for an irregularity is taken; with what it needs: hands, a player, a card. `another`:
    the card entered is not the one that the shoe has told. `arrangement`: the way in which the cards lie that the shoe
    has told, by its key; empty: each where the card was that was keyed in its turn. `opened`: those that lie face
    up."""

    choice: str
    """The choice."""
    hands: tuple[tuple[int, int | None], ...] = ()
    """The hands that it is about: box, and the number of the hand, or nothing for all of the box."""
    box: int | None = None
    player: str | None = None
    card: Card | None = None
    commitment: str | None = None
    another: bool = False
    """Whether the card is another one than that which the shoe has told already."""
    arrangement: str = ""
    """The key of the way in which the told cards lie; empty: each in the place of the one keyed in its turn."""
    opened: tuple[Opened, ...] = ()
    """The told cards that lie face up, with their salts."""

    def __repr__(self) -> str:
        return without("card", self)


class AcceptCard(Command):
    """The player at the box takes the card that lies ready."""

    box: int


class RefuseCard(Command):
    """The player at the box refuses the card that lies ready."""

    box: int
