"""What may be asked of a table: devices."""

from app.game.core.records import Command
from app.game.core.seals import Opened
from app.game.core.state import LaidBy, Source
from app.game.subjects.cards.commands import DrawCard, DrawFaceDown
from app.game.subjects.shoe.commands import BurnCard


class LayBy(Command):
    """A card left the shoe and nothing awaits it, or the table holds: it is never refused while a shoe is in use, and
    nobody has said yet whether its face was seen. `alarm`: the shoe cannot hold such a card; `place`: where it went by
    the device, if not into the game."""

    commitment: str
    alarm: bool = False
    """The shoe cannot hold such a card."""
    source: Source = ""
    place: str = ""
    """Where the shoe says that the card went, if not into play: locked, setting or burn."""


class DoubtDevice(Command):
    """A device's line cannot tell what happened: somebody has to compare the cards on the table with the record."""

    doubt: str
    """What a device's line cannot tell."""


class ConfirmKeyed(Command):
    """The shoe has told the card that was keyed by hand first, and it is the same."""


class DoubtKeyed(Command):
    """The shoe has told another card than the one that was keyed by hand."""

    commitment: str


TakenUpAs = DrawCard | DrawFaceDown | BurnCard | LayBy | ConfirmKeyed | DoubtKeyed


class TakeUp(Command):
    """What came first while the table held has its turn now: a card, as what it is here; a doubt as itself."""

    then: TakenUpAs | None = None
    """What the card is, now that its turn has come."""
    opened: Opened | None = None


class FetchSpooled(Command):
    """What came meanwhile and was too much to be kept at hand: the first of it, as the log has it."""

    entries: tuple[LaidBy, ...]
    """What came meanwhile, in order."""


class SeeHeld(Command):
    """The face of the card that the table holds for had been seen."""

    opened: Opened
