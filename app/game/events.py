"""What has happened at a table: a closed union, past tense, plain data.

An event carries everything that came of it (cents, odds, clauses, reasons), so that apply needs no rules and
a record can be replayed for ever, whatever becomes of the rulesets.
"""

from dataclasses import dataclass

from app.game.cards import Card
from app.game.rules.ruleset import Steps
from app.game.seals import Opened
from app.game.state import Irregularity, Line, TableConfig, WhyDone


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table was set up under the ruleset of this hash."""

    config: TableConfig
    ruleset_hash: str


@dataclass(frozen=True, slots=True)
class ConfigChanged:
    """Limits or options changed between rounds."""

    config: TableConfig


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer has the table."""

    dealer: str


# --- the cards between shoes


@dataclass(frozen=True, slots=True)
class CardsCollected:
    """All cards on the layout went to the discard rack, or back into a continuous shuffler."""

    cards: int
    returned: bool


@dataclass(frozen=True, slots=True)
class SetBrought:
    """A set of cards was brought to the table, in the place of those named."""

    set_id: str
    colour: str
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreparationBegun:
    """A set of cards goes through these steps, and a hand shuffle through these parts."""

    set_id: str
    steps: Steps
    parts_due: tuple[str, ...]
    anybody_cuts: bool
    replaced: bool


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step of the procedure was done."""

    step: str


@dataclass(frozen=True, slots=True)
class ShufflePartDone:
    """A part of a hand shuffle was done."""

    part: str


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """The shuffle is finished."""


@dataclass(frozen=True, slots=True)
class ExposureReported:
    """A card was seen before it entered the shoe: these steps, and the shuffle, are to be done again."""

    steps: Steps


@dataclass(frozen=True, slots=True)
class CutDeclined:
    """The player at this box declined to cut."""

    box: int


@dataclass(frozen=True, slots=True)
class CardsCut:
    """The cards were cut by the player at the box, None: by an employee; `offered` had the first offer."""

    box: int | None
    cards: int
    offered: int | None


@dataclass(frozen=True, slots=True)
class RecutOrdered:
    """The cut is to be done again."""


@dataclass(frozen=True, slots=True)
class CutCardPlaced:
    """The cutting card is in, so many cards from the back."""

    cards: int


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """A new shoe begins."""

    set_id: str
    decks: int
    burn_due: str | None
    cut_cards: int


@dataclass(frozen=True, slots=True)
class BurnFellDue:
    """A card is to be burnt before the next is dealt."""

    clause: str


@dataclass(frozen=True, slots=True)
class CardBurnt:
    """A card went face down to the discard rack."""

    commitment: str


@dataclass(frozen=True, slots=True)
class BurnDisclosed:
    """The burnt card was shown."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class ShuffleFellDue:
    """The cards are to be shuffled before the next round, after these steps; and cut by whoever comes first, or not."""

    reason: str
    clause: str
    steps: Steps = ()
    anybody_cuts: bool = False


@dataclass(frozen=True, slots=True)
class FinalRoundsAnnounced:
    """The last rounds were announced; the cutting card does not end the shoe up to the round of this number."""

    last_round: int


@dataclass(frozen=True, slots=True)
class CutCardDrawn:
    """The cutting card came out: at a box, at the dealer (0), or with nobody to deal to (None)."""

    box: int | None
    ends_shoe: bool


# --- wagers


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """Betting is open."""

    number: int


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """A wager of one kind is on the layout, in this amount."""

    box: int
    player: str
    kind: str
    cents: int
    seated: bool
    noticed: bool


@dataclass(frozen=True, slots=True)
class WagerDisplaced:
    """A main wager was cut back to this amount to make room for a bettor who comes first."""

    box: int
    player: str
    cents: int
    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class WagersWithdrawn:
    """A bettor took all wagers off a box."""

    box: int
    player: str


@dataclass(frozen=True, slots=True)
class SqueezePermitted:
    """This box's cards are dealt face down."""

    box: int


@dataclass(frozen=True, slots=True)
class NoMoreBetsCalled:
    """The dealer called; `implied` when the first card said it."""

    implied: bool


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No wager changes any more. What plays of each main wager, and who decides for each box."""

    controllers: tuple[tuple[int, str], ...]
    scaled: tuple[tuple[int, str, int], ...]
    warned: tuple[str, ...]


# --- cards


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card went face up to a hand of a box, or to the dealer (box 0)."""

    card: Card
    box: int
    hand: int
    implied_hit: bool = False


@dataclass(frozen=True, slots=True)
class CardDealtDown:
    """A card went face down to a hand of a box, or to the dealer (box 0)."""

    commitment: str
    box: int
    hand: int
    implied_hit: bool = False


@dataclass(frozen=True, slots=True)
class HandTurnedUp:
    """A hand's face-down cards were turned up."""

    box: int
    hand: int
    opened: tuple[Opened, ...]


@dataclass(frozen=True, slots=True)
class HoleTurnedUp:
    """The dealer's face-down card was turned up."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class HoleRead:
    """The card reader answered."""

    blackjack: bool


@dataclass(frozen=True, slots=True)
class TableHeld:
    """A card fits nowhere. `from_shoe`: it is one of this shoe's cards that nothing awaits; `opened` are the face-down
    cards among which it came to light."""

    card: Card
    irregularity: Irregularity
    from_shoe: bool = False
    opened: tuple[Opened, ...] = ()


# --- play


@dataclass(frozen=True, slots=True)
class InitialDealCompleted:
    """Every box and the dealer have their first cards; these offers are open."""

    insurance: tuple[tuple[int, str], ...]
    surrender: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OffersClosed:
    """No offer is open any more."""


@dataclass(frozen=True, slots=True)
class InsurancePlaced:
    """A bettor insured."""

    box: int
    player: str
    cents: int


@dataclass(frozen=True, slots=True)
class BoxSurrendered:
    """The box surrendered."""

    box: int


@dataclass(frozen=True, slots=True)
class HitCalled:
    """The box asked for a card."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandDoubled:
    """The hand was doubled by these amounts."""

    box: int
    hand: int
    amounts: tuple[tuple[str, int], ...]
    hard_aces: bool


@dataclass(frozen=True, slots=True)
class HandSplit:
    """The hand became two; who keeps one wager keeps it on the hand named."""

    box: int
    hand: int
    keeps: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class HandCompleted:
    """No decision is open on this hand any more."""

    box: int
    hand: int
    why: WhyDone


@dataclass(frozen=True, slots=True)
class RescueOffered:
    """These bettors may take back their double."""

    box: int
    hand: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DoubleTakenBack:
    """A bettor took back the double and forfeits the original wager."""

    box: int
    hand: int
    player: str


@dataclass(frozen=True, slots=True)
class Settled:
    """These wagers were paid, taken or returned, in this order."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class RoundCompleted:
    """Every wager of the round is settled."""


Event = (
    TableOpened | ConfigChanged | DealerChanged | CardsCollected | SetBrought | PreparationBegun | StepDone
    | ShufflePartDone | CardsShuffled | ExposureReported | CutDeclined | CardsCut | RecutOrdered | CutCardPlaced
    | ShoeLoaded | BurnFellDue | CardBurnt | BurnDisclosed | ShuffleFellDue | FinalRoundsAnnounced | CutCardDrawn
    | RoundOpened | WagerPlaced | WagerDisplaced | WagersWithdrawn | SqueezePermitted | NoMoreBetsCalled | BetsClosed
    | CardDealt | CardDealtDown | HandTurnedUp | HoleTurnedUp | HoleRead | TableHeld | InitialDealCompleted
    | OffersClosed | InsurancePlaced | BoxSurrendered | HitCalled | HandDoubled | HandSplit | HandCompleted
    | RescueOffered | DoubleTakenBack | Settled | RoundCompleted
)  # fmt: skip
