"""What happens at a table: shoe."""

from typing import Literal

from app.game.core.cards import Card
from app.game.core.records import Event
from app.game.core.seals import Opened
from app.game.core.state import Source
from app.game.rules.ruleset import Steps
from app.game.subjects.shoe.fields import CutBy


class SetBrought(Event):
    """A set of cards was brought to the table, in the place of those named; `as_new`: they were taken away for it."""

    set_id: str
    colour: str
    replaces: tuple[str, ...]
    """The sets in the place of which it came."""
    as_new: bool = False
    """Whether they were taken away for it."""


class PreparationBegun(Event):
    """A set of cards goes through these steps, and a hand shuffle through these parts."""

    set_id: str
    steps: Steps
    """The steps that are due: each with its clause."""
    parts_due: tuple[str, ...]
    """The parts of the shuffle by hand."""
    anybody_cuts: bool
    """Whether any player may cut."""
    replaced: bool
    """Whether the cards were replaced."""
    far_right_cuts: bool = False
    """Whether the player at the far right cuts."""


class StepDone(Event):
    """A step of the procedure was done; `by`: the person, if known."""

    step: str
    """The step of the procedure."""
    by: str = ""


class ShufflePartDone(Event):
    """A part of a hand shuffle was done."""

    part: str
    """The part of the shuffle."""


class CardsShuffled(Event):
    """The shuffle is finished."""


class ExposureReported(Event):
    """A card was seen before it entered the shoe: these steps, and the shuffle, are to be done again."""

    steps: Steps
    """The steps that are due: each with its clause."""


class CutDeclined(Event):
    """The player at this box declined to cut."""

    box: int


class CardsCut(CutBy, Event):
    """The cards were cut by the player at the box, None: by an employee; `offered` had the first offer."""

    offered: int | None
    """The box to which the cut is offered."""


class RecutOrdered(Event):
    """The cut is to be done again."""


class CutCardPlaced(Event):
    """The cutting card is in, so many cards from the back."""

    cards: int
    """How many cards from the back the cutting card went in."""


class ShoeLoaded(Event):
    """A new shoe begins."""

    set_id: str
    decks: int
    burn_due: str | None
    """By which clause a card is to be burnt next."""
    cut_cards: int


class BurnFellDue(Event):
    """A card is to be burnt before the next is dealt."""

    clause: str


class CardBurnt(Event):
    """A card went face down to the discard rack; `in_error`: it was drawn when none was to be burnt."""

    commitment: str
    source: Source = ""
    in_error: bool = False
    """Whether it was drawn when none was to be burnt."""


class BurnDisclosed(Event):
    """The burnt card was shown."""

    opened: Opened


class ShuffleFellDue(Event):
    """The cards are to be shuffled before the next round, after these steps; and cut by whoever comes first, or not."""

    reason: str
    clause: str
    steps: Steps = ()
    """The steps that are due: each with its clause."""
    anybody_cuts: bool = False
    """Whether any player may cut."""


class FinalRoundsAnnounced(Event):
    """The last rounds were announced; the cutting card does not end the shoe up to the round of this number."""

    last_round: int
    """The number of the last round of this shoe."""


class CutCardDrawn(Event):
    """The cutting card came out: at a box, at the dealer (0), or with nobody to deal to (None)."""

    box: int | None
    ends_shoe: bool
    """Whether the shoe ends with it."""


class ShoeStopped(Event):
    """In the middle of the round the shoe is refilled: with the discards, or with its own cards shuffled again.
    `dealt_before`: cards that had left it before this record began."""

    refill: Literal["discards", "remaining"]
    """From where the shoe waits for shuffled cards."""
    dealt_before: int
    """How many cards had left the shoe before this record began."""
    clause: str


class ShoeRefilled(Event):
    """The shuffled cards are in the shoe, and the round goes on."""

    burn_due: str | None
    """By which clause a card is to be burnt next."""
    cut_cards: int = 0


class ShoeCounted(Event):
    """The cards in the shoe were counted, and are as many as the record says."""

    cards: int
    """How many cards."""


class CountCorrected(Event):
    """So many cards are missing from the shoe, or (negative) there are more than the record had; play goes on."""

    missing: int
    """How many cards of the set are missing; fewer than none: too many."""
    clause: str


class ShoeEndsAfterRound(Event):
    """The cards are to be shuffled when the round is over."""

    clause: str


class SetTakenAway(Event):
    """The set in use leaves the table; another has to be brought. `by_itself`: after a round whose shoe failed."""

    clause: str
    by_itself: bool = False
    """Whether it followed without anybody's asking."""


class MachineTakenAway(Event):
    """The shuffling machine is out of use: the cards are shuffled by hand."""

    clause: str


class CardDamaged(Event):
    """A card is damaged, and is to be replaced when the round is over."""

    card: Card
    clause: str


class CardReplaced(Event):
    """A damaged card was replaced by one of its kind."""

    card: Card
