"""What happens at a table: devices."""

from app.game.core.records import Event
from app.game.core.seals import Opened
from app.game.core.state import Keyed, LaidBy
from app.game.rules.ruleset import AnyIrregularity


class CameMeanwhile(Event):
    """While the table held, or an amount was due, a card left the shoe or a device's line was in doubt; it waits for
    its turn. `first`: it had come before all that waits already; `spooled`: too much waits to be kept at hand, and this
    stands in the log alone; `place`: where the card went by the device, if not into the game."""

    commitment: str | None
    doubt: str = ""
    alarm: bool = False
    first: bool = False
    spooled: bool = False
    place: str = ""


class SpoolFetched(Event):
    """What came meanwhile and had been spooled is at hand again: the first of it, in order."""

    entries: tuple[LaidBy, ...]


class MeanwhileTakenUp(Event):
    """What came first while the table held, or an amount was due, has its turn."""


class KeyedConfirmed(Event):
    """So many of the cards that were keyed by hand need no word of the shoe any more, from the first."""

    cards: int


class KeyedCorrected(Event):
    """The cards that were keyed by hand and wait for the shoe's word are these: one of them had been keyed wrongly, or
    was none."""

    keyed: tuple[Keyed, ...]


class HeldCardSeen(Event):
    """The card for which the table holds was seen by everybody: it holds for this reason now. `of_the_shoe`: unless
    it cannot be of this shoe."""

    opened: Opened
    irregularity: AnyIrregularity
    of_the_shoe: bool = True
