"""What may be asked of a table: shoe."""

from typing import Literal

from app.game.core.records import Command
from app.game.core.seals import Opened
from app.game.core.state import Source
from app.game.subjects.shoe.fields import CutBy

ShuffleReason = Literal["vacant", "suspicion", "idle", "discretion"]


class BringSet(Command):
    """A set of cards comes to the table; `replaces` when the cards in use are taken away for it."""

    set_id: str
    colour: str
    replaces: bool = False
    """Whether the cards in use are taken away for it."""


class DoStep(Command):
    """A step of the procedure was done: "wash", "riffle", or "inspect" by a role; `by`: the person, if known."""

    step: str
    """The step of the procedure."""
    who: str | None = None
    """Which role does the step, where the book wants one."""
    by: str = ""


class FinishShuffle(Command):
    """The cards are shuffled and stacked."""


class ReportExposure(Command):
    """A card was exposed before it entered the shoe."""


class DeclineCut(Command):
    """The player at this box does not want to cut."""

    box: int


class CutCards(CutBy, Command):
    """The cards are cut, so many from the front; box None: by an employee."""


class OrderRecut(Command):
    """A supervisor has the cut done again."""


class PlaceCutCard(Command):
    """The cutting card goes in, so many cards from the back."""

    cards: int
    """How many cards from the back the cutting card went in."""


class LoadShoe(Command):
    """The cards go into the shoe."""


class BurnCard(Command):
    """One card goes face down from the shoe to the discard rack. `alarm`: the shoe cannot hold such a card."""

    commitment: str
    source: Source = ""
    alarm: bool = False
    """The shoe cannot hold such a card."""


class DiscloseBurn(Command):
    """The burnt card is shown on request."""

    opened: Opened


class OrderShuffle(Command):
    """A supervisor has the cards shuffled before the next round."""

    reason: ShuffleReason
    """Why."""


class AnnounceFinalRounds(Command):
    """The last three rounds are announced."""


class DrawCutCard(Command):
    """The cutting card comes out of the shoe."""
