"""What may be asked of a table: a closed union, imperative, plain data.

Time, ids and who asked travel beside a command, not in it; the core decides on what is asked alone.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from app.game.cards import Card
from app.game.seals import SEALED_IF_SAID, Opened
from app.game.state import LaidBy, RoundRecord, Source, TableConfig

ShuffleReason = Literal["vacant", "suspicion", "idle", "discretion"]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Set the table up, or open it again after it was closed; under the book of this id, if it is not to stay under
    the one that it has."""

    config: TableConfig
    ruleset: str | None = None


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The table closes: its cards leave it, and nothing is dealt until it is opened again."""

    reason: str


@dataclass(frozen=True, slots=True)
class ChangeConfig:
    """Change limits and options; never during a round."""

    config: TableConfig


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes the table; his licence runs through this day (year-month-day)."""

    dealer: str
    licensed_through: str | None = None


# --- the float: `by` are the two people who sign


@dataclass(frozen=True, slots=True)
class OpenFloat:
    """The chips that the table begins with were counted into its tray."""

    cents: int
    by: tuple[str, str]


@dataclass(frozen=True, slots=True)
class FillFloat:
    """Chips came to the tray."""

    cents: int
    by: tuple[str, str]


@dataclass(frozen=True, slots=True)
class CreditFloat:
    """Chips left the tray for the house."""

    cents: int
    by: tuple[str, str]


@dataclass(frozen=True, slots=True)
class CloseFloat:
    """The chips in the tray were counted, and went back to the house."""

    cents: int
    by: tuple[str, str]


@dataclass(frozen=True, slots=True)
class EnterDrop:
    """The cash of the drop box was counted. `correction`: that count was wrong by so much, more or (negative) less."""

    cents: int
    by: tuple[str, str]
    correction: bool = False


# --- payments


@dataclass(frozen=True, slots=True)
class TickPayments:
    """The dealer has paid and taken this at a box, of one bettor or of all, for the round of this number; `amended`:
    by which it was put right. The cents are those that were shown: all that is open there."""

    round: int
    box: int
    pays_cents: int
    takes_cents: int
    player: str | None = None
    amended: bool = False


@dataclass(frozen=True, slots=True)
class UntickPayments:
    """The last tick at this box, for that round, was a mistake."""

    round: int
    box: int
    amended: bool = False


# --- rounds on paper


@dataclass(frozen=True, slots=True)
class BeginPaper:
    """Two people enter rounds that were dealt on paper; what the shoe tells meanwhile is kept, and not played."""

    by: tuple[str, str]
    reason: str


@dataclass(frozen=True, slots=True)
class EndPaper:
    """All rounds on paper are entered: the shoe is listened to again."""


# --- the cards between shoes


@dataclass(frozen=True, slots=True)
class BringSet:
    """A set of cards comes to the table; `replaces` when the cards in use are taken away for it."""

    set_id: str
    colour: str
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class DoStep:
    """A step of the procedure was done: "wash", "riffle", or "inspect" by a role; `by`: the person, if known."""

    step: str
    who: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class FinishShuffle:
    """The cards are shuffled and stacked."""


@dataclass(frozen=True, slots=True)
class ReportExposure:
    """A card was exposed before it entered the shoe."""


@dataclass(frozen=True, slots=True)
class DeclineCut:
    """The player at this box does not want to cut."""

    box: int


@dataclass(frozen=True, slots=True)
class CutCards:
    """The cards are cut, so many from the front; box None: by an employee."""

    box: int | None
    cards: int


@dataclass(frozen=True, slots=True)
class OrderRecut:
    """A supervisor has the cut done again."""


@dataclass(frozen=True, slots=True)
class PlaceCutCard:
    """The cutting card goes in, so many cards from the back."""

    cards: int


@dataclass(frozen=True, slots=True)
class LoadShoe:
    """The cards go into the shoe."""


@dataclass(frozen=True, slots=True)
class BurnCard:
    """One card goes face down from the shoe to the discard rack. `alarm`: the shoe cannot hold such a card."""

    commitment: str
    source: Source = ""
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class DiscloseBurn:
    """The burnt card is shown on request."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class OrderShuffle:
    """A supervisor has the cards shuffled before the next round."""

    reason: ShuffleReason


@dataclass(frozen=True, slots=True)
class AnnounceFinalRounds:
    """The last three rounds are announced."""


@dataclass(frozen=True, slots=True)
class DrawCutCard:
    """The cutting card comes out of the shoe."""


# --- wagers


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """ "Place your bets": a new round opens, on this gaming day (year-month-day)."""

    day: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """A bettor's wager of one kind on a box, placed or changed. `missing` (with no cents): a main wager lies there, and
    its amount follows, by the first decision on the box. `by`: the supervisor who signs an amount that comes after the
    bettor's first two cards."""

    box: int
    player: str
    kind: str
    cents: int
    seated: bool = False
    noticed: bool = True
    consent: bool = True
    missing: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawWagers:
    """A bettor takes all wagers off a box."""

    box: int
    player: str


@dataclass(frozen=True, slots=True)
class PermitSqueeze:
    """The house permits that the cards of this box are dealt face down."""

    box: int


@dataclass(frozen=True, slots=True)
class CloseBets:
    """ "No more bets"."""


# --- cards


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A card left the shoe face up. `unfit`: with what lies face down, the shoe cannot hold it any more."""

    card: Card
    source: Source = ""
    unfit: bool = False


@dataclass(frozen=True, slots=True)
class DrawFaceDown:
    """A card left the shoe face down: the dealer's hole card, or one for a box that squeezes."""

    commitment: str
    hole: bool = False
    source: Source = ""
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class TurnUpBox:
    """The face-down cards of a box's hand are turned up, in the order in which they were dealt."""

    box: int
    opened: tuple[Opened, ...]


@dataclass(frozen=True, slots=True)
class TurnUpHole:
    """The dealer's face-down card is turned up."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class ReadHole:
    """The card reader has answered."""

    blackjack: bool


# --- decisions


@dataclass(frozen=True, slots=True)
class Insure:
    """A bettor insures."""

    box: int
    player: str
    cents: int


@dataclass(frozen=True, slots=True)
class Surrender:
    """The box surrenders."""

    box: int


@dataclass(frozen=True, slots=True)
class Hit:
    """The box asks for a card."""

    box: int


@dataclass(frozen=True, slots=True)
class Stand:
    """The box stands."""

    box: int


@dataclass(frozen=True, slots=True)
class Double:
    """The hand is doubled, by these bettors and amounts; None: by all on it, in full."""

    box: int
    amounts: tuple[tuple[str, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """The hand is split; the named bettors keep their one wager on the first (0) or second (1) hand."""

    box: int
    keeps: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBackDouble:
    """Rescue: a bettor takes back the double and forfeits the original wager."""

    box: int
    player: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Proceed:
    """The dealer closes the open offers."""


# --- errors at the table


@dataclass(frozen=True, slots=True)
class Report:
    """An irregularity is declared; where it has to do with one, the box, the player, the cards that lie on the box.
    `first`: the box has missed its first card, and the one that lies there came as its second. Of a misplaced card,
    `box` (0: the dealer) and `hand` say where it lies. `paid`: money of the round was paid or collected already."""

    irregularity: str
    box: int | None = None
    player: str | None = None
    felt: int | None = None
    hand: int | None = None
    paid: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class FindFaceUp:
    """A card is found face up in the shoe."""

    card: Card
    source: Source = ""


@dataclass(frozen=True, slots=True)
class DrawTogether:
    """Two cards left the shoe at once; which was first cannot be told."""

    first: Card
    second: Card
    source: Source = ""


@dataclass(frozen=True, slots=True)
class DrawInError:
    """A card was drawn in error, and nobody saw its face; `to_dealer`: to the dealer's hand, too early."""

    commitment: str
    source: Source = ""
    to_dealer: bool = False


@dataclass(frozen=True, slots=True)
class TurnUpKept:
    """The unseen card that lies ready is turned up."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class ReportShoeEmpty:
    """No card is left in the shoe. `dealt_before`: cards that had left it before this record began. `source`: nothing
    when the shoe itself tells it."""

    dealt_before: int = 0
    source: Source = "manual"


@dataclass(frozen=True, slots=True)
class CountShoe:
    """The cards in the shoe were counted, or (`source` is nothing) the shoe has counted them itself."""

    cards: int
    source: Source = "manual"


@dataclass(frozen=True, slots=True)
class ReportDamage:
    """A card is damaged."""

    card: Card


@dataclass(frozen=True, slots=True)
class ReplaceCard:
    """A damaged card was replaced by one of its kind."""

    card: Card


@dataclass(frozen=True, slots=True)
class Resolve:
    """One of the choices offered for an irregularity is taken; with what it needs: hands, a player, a card. `another`:
    the card entered is not the one that the shoe has told. `arrangement`: the way in which the cards lie that the shoe
    has told, by its key; empty: each where the card was that was keyed in its turn. `opened`: those that lie face
    up."""

    choice: str
    hands: tuple[tuple[int, int | None], ...] = ()
    box: int | None = None
    player: str | None = None
    card: Card | None = field(default=None, repr=False)
    commitment: str | None = None
    another: bool = False
    arrangement: str = ""
    opened: tuple[Opened, ...] = ()


@dataclass(frozen=True, slots=True)
class AcceptCard:
    """The player at the box takes the card that lies ready."""

    box: int


@dataclass(frozen=True, slots=True)
class RefuseCard:
    """The player at the box refuses the card that lies ready."""

    box: int


@dataclass(frozen=True, slots=True)
class UndoTap:
    """The dealer takes back the last tap."""


@dataclass(frozen=True, slots=True)
class CorrectRecord:
    """The felt is right, the record wrong: that hand had stood, or had not, when the card after it was drawn."""

    correction: Literal["stood", "hit"]
    box: int
    hand: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """The felt is right, the record wrong: the card of the round that was typed as `was` is another one, or (`card` is
    nothing) there is no such card. `number` counts the cards as they left the shoe in this round. `own`: how many of
    the cards after it lie on its hand, where the hand turns out not to have been over. `opened` proves a card that had
    lain face down."""

    number: int
    was: Card
    card: Card | None = None
    own: int | None = None
    opened: Opened | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """A supervisor's void of a round, of a box's hands, of a wager, or of an earlier round. `words`: what happened, as
    the people who sign put it."""

    scope: Literal["round", "hand", "wager", "earlier"]
    reason: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    kind: str | None = None
    words: str = field(default="", metadata=SEALED_IF_SAID)


@dataclass(frozen=True, slots=True)
class Reconstruct:
    """The round as it should have been: what was done after the wagers, in the corrected order. `corrected`: cards that
    the record has wrong, each as (recorded, true); nothing recorded is a card that the record lacks, nothing true one
    that there is not."""

    reason: str
    acts: tuple[Any, ...]
    corrected: tuple[tuple[Card | None, Card | None], ...] = ()


@dataclass(frozen=True, slots=True)
class DiscardCard:
    """In a reconstruction: a card that belongs to nobody goes to the discard rack."""

    card: Card


@dataclass(frozen=True, slots=True)
class SignRemedy:
    """A supervisor signs a void or reconstruction: of the round on the table, or of the earlier one whose record comes
    with it. `seen` is the seal of what this person was shown; `tapped`: who gave the commands that the round was dealt
    by, as its dealer would have."""

    by: str
    remedy: Void | Reconstruct
    record: RoundRecord | None = None
    seen: str | None = None
    tapped: tuple[str, ...] = ()


# --- devices


@dataclass(frozen=True, slots=True)
class LayBy:
    """A card left the shoe and nothing awaits it, or the table holds: it is never refused while a shoe is in use, and
    nobody has said yet whether its face was seen. `alarm`: the shoe cannot hold such a card; `place`: where it went by
    the device, if not into the game."""

    commitment: str
    alarm: bool = False
    source: Source = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class DoubtDevice:
    """A device's line cannot tell what happened: somebody has to compare the cards on the table with the record."""

    doubt: str


@dataclass(frozen=True, slots=True)
class ConfirmKeyed:
    """The shoe has told the card that was keyed by hand first, and it is the same."""


@dataclass(frozen=True, slots=True)
class DoubtKeyed:
    """The shoe has told another card than the one that was keyed by hand."""

    commitment: str


# What a card that came while the table held may turn out to be.
TakenUpAs = DrawCard | DrawFaceDown | BurnCard | LayBy | ConfirmKeyed | DoubtKeyed


@dataclass(frozen=True, slots=True)
class TakeUp:
    """What came first while the table held has its turn now: a card, as what it is here; a doubt as itself."""

    then: TakenUpAs | None = None
    opened: Opened | None = None


@dataclass(frozen=True, slots=True)
class FetchSpooled:
    """What came meanwhile and was too much to be kept at hand: the first of it, as the log has it."""

    entries: tuple[LaidBy, ...]


@dataclass(frozen=True, slots=True)
class SeeHeld:
    """The face of the card that the table holds for had been seen."""

    opened: Opened


PaymentCommand = TickPayments | UntickPayments
FloatCommand = OpenFloat | FillFloat | CreditFloat | CloseFloat | EnterDrop
ShoeCommand = (
    BringSet | DoStep | FinishShuffle | ReportExposure | DeclineCut | CutCards | OrderRecut | PlaceCutCard
    | LoadShoe | BurnCard | DiscloseBurn | OrderShuffle | AnnounceFinalRounds | DrawCutCard
)  # fmt: skip
RoundCommand = (
    OpenBetting | PlaceWager | WithdrawWagers | PermitSqueeze | CloseBets | DrawCard | DrawFaceDown | TurnUpBox
    | TurnUpHole | ReadHole | Insure | Surrender | Hit | Stand | Double | Split | TakeBackDouble | Proceed
)  # fmt: skip
ErrorCommand = (
    Report | FindFaceUp | DrawTogether | DrawInError | TurnUpKept | ReportShoeEmpty | CountShoe | ReportDamage
    | ReplaceCard | Resolve | AcceptCard | RefuseCard | UndoTap | CorrectRecord | CorrectCard | SignRemedy
    | DiscardCard
)  # fmt: skip
DeviceCommand = LayBy | DoubtDevice | TakeUp | ConfirmKeyed | DoubtKeyed | SeeHeld | FetchSpooled
Command = (
    OpenTable | CloseTable | ChangeConfig | ChangeDealer | FloatCommand | PaymentCommand | BeginPaper | EndPaper
    | ShoeCommand | RoundCommand | ErrorCommand | DeviceCommand
)  # fmt: skip
