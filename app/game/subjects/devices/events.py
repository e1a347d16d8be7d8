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
    """What a device's line cannot tell."""
    alarm: bool = False
    """The shoe cannot hold such a card."""
    first: bool = False
    """Whether it had come before all that waits."""
    spooled: bool = False
    """Whether it stands in the log alone, since too much waits."""
    place: str = ""
    """Where the shoe says that the card went, if not into play: locked, setting or burn."""


class SpoolFetched(Event):
    """What came meanwhile and had been spooled is at hand again: the first of it, in order."""

    entries: tuple[LaidBy, ...]
    """What came meanwhile, in order."""


class MeanwhileTakenUp(Event):
    """What came first while the table held, or an amount was due, has its turn."""


class KeyedConfirmed(Event):
    """So many of the cards that were keyed by hand need no word of the shoe any more, from the first."""

    cards: int
    """How many of the keyed cards need no word of the shoe any more, from the first."""


class KeyedCorrected(Event):
    """The cards that were keyed by hand and wait for the shoe's word are these: one of them had been keyed wrongly, or
    was none."""

    keyed: tuple[Keyed, ...]
    """The cards that were keyed by hand and wait for the shoe's word."""


class HeldCardSeen(Event):
    """The card for which the table holds was seen by everybody: it holds for this reason now. `of_the_shoe`: unless
    it cannot be of this shoe."""

    opened: Opened
    irregularity: AnyIrregularity
    of_the_shoe: bool = True
    """Whether the card can be of this shoe."""
