"""What may be asked of a table: a closed union, imperative, plain data.

Time, ids and who asked travel beside a command, not in it; the core decides on what is asked alone.
"""

from typing import Any, ClassVar, Literal

from app.game.cards import Card
from app.game.core import records
from app.game.seals import Opened
from app.game.state import LaidBy, RoundRecord, Source, TableConfig

ShuffleReason = Literal["vacant", "suspicion", "idle", "discretion"]


class OpenTable(records.Command):
    """Set the table up, or open it again after it was closed; under the book of this id, if it is not to stay under
    the one that it has."""

    config: TableConfig
    ruleset: str | None = None


class CloseTable(records.Command):
    """The table closes: its cards leave it, and nothing is dealt until it is opened again."""

    reason: str


class ChangeConfig(records.Command):
    """Change limits and options; never during a round."""

    config: TableConfig


class ChangeDealer(records.Command):
    """Another dealer takes the table; his licence runs through this day (year-month-day)."""

    dealer: str
    licensed_through: str | None = None


# --- the float: `by` are the two people who sign


class OpenFloat(records.Command):
    """The chips that the table begins with were counted into its tray."""

    cents: int
    by: tuple[str, str]


class FillFloat(records.Command):
    """Chips came to the tray."""

    cents: int
    by: tuple[str, str]


class CreditFloat(records.Command):
    """Chips left the tray for the house."""

    cents: int
    by: tuple[str, str]


class CloseFloat(records.Command):
    """The chips in the tray were counted, and went back to the house."""

    cents: int
    by: tuple[str, str]


class EnterDrop(records.Command):
    """The cash of the drop box was counted. `correction`: that count was wrong by so much, more or (negative) less."""

    cents: int
    by: tuple[str, str]
    correction: bool = False


# --- payments


class TickPayments(records.Command):
    """The dealer has paid and taken this at a box, of one bettor or of all, for the round of this number; `amended`:
    by which it was put right. The cents are those that were shown: all that is open there."""

    round: int
    box: int
    pays_cents: int
    takes_cents: int
    player: str | None = None
    amended: bool = False


class UntickPayments(records.Command):
    """The last tick at this box, for that round, was a mistake."""

    round: int
    box: int
    amended: bool = False


# --- rounds on paper


class BeginPaper(records.Command):
    """Two people enter rounds that were dealt on paper; what the shoe tells meanwhile is kept, and not played."""

    by: tuple[str, str]
    reason: str


class EndPaper(records.Command):
    """All rounds on paper are entered: the shoe is listened to again."""


# --- the cards between shoes


class BringSet(records.Command):
    """A set of cards comes to the table; `replaces` when the cards in use are taken away for it."""

    set_id: str
    colour: str
    replaces: bool = False


class DoStep(records.Command):
    """A step of the procedure was done: "wash", "riffle", or "inspect" by a role; `by`: the person, if known."""

    step: str
    who: str | None = None
    by: str = ""


class FinishShuffle(records.Command):
    """The cards are shuffled and stacked."""


class ReportExposure(records.Command):
    """A card was exposed before it entered the shoe."""


class DeclineCut(records.Command):
    """The player at this box does not want to cut."""

    box: int


class CutCards(records.Command):
    """The cards are cut, so many from the front; box None: by an employee."""

    box: int | None
    cards: int


class OrderRecut(records.Command):
    """A supervisor has the cut done again."""


class PlaceCutCard(records.Command):
    """The cutting card goes in, so many cards from the back."""

    cards: int


class LoadShoe(records.Command):
    """The cards go into the shoe."""


class BurnCard(records.Command):
    """One card goes face down from the shoe to the discard rack. `alarm`: the shoe cannot hold such a card."""

    commitment: str
    source: Source = ""
    alarm: bool = False


class DiscloseBurn(records.Command):
    """The burnt card is shown on request."""

    opened: Opened


class OrderShuffle(records.Command):
    """A supervisor has the cards shuffled before the next round."""

    reason: ShuffleReason


class AnnounceFinalRounds(records.Command):
    """The last three rounds are announced."""


class DrawCutCard(records.Command):
    """The cutting card comes out of the shoe."""


# --- wagers


class OpenBetting(records.Command):
    """ "Place your bets": a new round opens, on this gaming day (year-month-day)."""

    day: str | None = None


class PlaceWager(records.Command):
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


class WithdrawWagers(records.Command):
    """A bettor takes all wagers off a box."""

    box: int
    player: str


class PermitSqueeze(records.Command):
    """The house permits that the cards of this box are dealt face down."""

    box: int


class CloseBets(records.Command):
    """ "No more bets"."""


# --- cards


class DrawCard(records.Command):
    """A card left the shoe face up. `unfit`: with what lies face down, the shoe cannot hold it any more."""

    card: Card
    source: Source = ""
    unfit: bool = False


class DrawFaceDown(records.Command):
    """A card left the shoe face down: the dealer's hole card, or one for a box that squeezes."""

    commitment: str
    hole: bool = False
    source: Source = ""
    alarm: bool = False


class TurnUpBox(records.Command):
    """The face-down cards of a box's hand are turned up, in the order in which they were dealt."""

    box: int
    opened: tuple[Opened, ...]


class TurnUpHole(records.Command):
    """The dealer's face-down card is turned up."""

    opened: Opened


class ReadHole(records.Command):
    """The card reader has answered."""

    blackjack: bool


# --- decisions


class Insure(records.Command):
    """A bettor insures."""

    box: int
    player: str
    cents: int


class Surrender(records.Command):
    """The box surrenders."""

    box: int


class Hit(records.Command):
    """The box asks for a card."""

    box: int


class Stand(records.Command):
    """The box stands."""

    box: int


class Double(records.Command):
    """The hand is doubled, by these bettors and amounts; None: by all on it, in full."""

    box: int
    amounts: tuple[tuple[str, int], ...] | None = None


class Split(records.Command):
    """The hand is split; the named bettors keep their one wager on the first (0) or second (1) hand."""

    box: int
    keeps: tuple[tuple[str, int], ...] = ()


class TakeBackDouble(records.Command):
    """Rescue: a bettor takes back the double and forfeits the original wager."""

    box: int
    player: str
    hand: int | None = None


class Proceed(records.Command):
    """The dealer closes the open offers."""


# --- errors at the table


class Report(records.Command):
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


class FindFaceUp(records.Command):
    """A card is found face up in the shoe."""

    card: Card
    source: Source = ""


class DrawTogether(records.Command):
    """Two cards left the shoe at once; which was first cannot be told."""

    first: Card
    second: Card
    source: Source = ""


class DrawInError(records.Command):
    """A card was drawn in error, and nobody saw its face; `to_dealer`: to the dealer's hand, too early."""

    commitment: str
    source: Source = ""
    to_dealer: bool = False


class TurnUpKept(records.Command):
    """The unseen card that lies ready is turned up."""

    opened: Opened


class ReportShoeEmpty(records.Command):
    """No card is left in the shoe. `dealt_before`: cards that had left it before this record began. `source`: nothing
    when the shoe itself tells it."""

    dealt_before: int = 0
    source: Source = "manual"


class CountShoe(records.Command):
    """The cards in the shoe were counted, or (`source` is nothing) the shoe has counted them itself."""

    cards: int
    source: Source = "manual"


class ReportDamage(records.Command):
    """A card is damaged."""

    card: Card


class ReplaceCard(records.Command):
    """A damaged card was replaced by one of its kind."""

    card: Card


class Resolve(records.Command):
    """One of the choices offered for an irregularity is taken; with what it needs: hands, a player, a card. `another`:
    the card entered is not the one that the shoe has told. `arrangement`: the way in which the cards lie that the shoe
    has told, by its key; empty: each where the card was that was keyed in its turn. `opened`: those that lie face
    up."""

    choice: str
    hands: tuple[tuple[int, int | None], ...] = ()
    box: int | None = None
    player: str | None = None
    card: Card | None = None
    commitment: str | None = None
    another: bool = False
    arrangement: str = ""
    opened: tuple[Opened, ...] = ()

    def __repr__(self) -> str:
        return records.without("card", self)


class AcceptCard(records.Command):
    """The player at the box takes the card that lies ready."""

    box: int


class RefuseCard(records.Command):
    """The player at the box refuses the card that lies ready."""

    box: int


class UndoTap(records.Command):
    """The dealer takes back the last tap."""


class CorrectRecord(records.Command):
    """The felt is right, the record wrong: that hand had stood, or had not, when the card after it was drawn."""

    correction: Literal["stood", "hit"]
    box: int
    hand: int = 1
    reason: str = ""


class CorrectCard(records.Command):
    """The felt is right, the record wrong: the card of the round that was typed as `was` is another one, or (`card` is
    nothing) there is no such card. `number` counts the cards as they left the shoe in this round. `own`: how many of
    the cards after it lie on its hand, where the hand turns out not to have been over. `opened` proves a card that had
    lain face down."""

    number: int
    was: Card
    card: Card | None = None
    own: int | None = None
    opened: Opened | None = None


class Void(records.Record):
    """A supervisor's void of a round, of a box's hands, of a wager, or of an earlier round. `words`: what happened, as
    the people who sign put it."""

    scope: Literal["round", "hand", "wager", "earlier"]
    reason: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    kind: str | None = None
    words: str = ""
    sealed_if_said: ClassVar[frozenset[str]] = frozenset({"words"})


class Reconstruct(records.Record):
    """The round as it should have been: what was done after the wagers, in the corrected order. `corrected`: cards that
    the record has wrong, each as (recorded, true); nothing recorded is a card that the record lacks, nothing true one
    that there is not."""

    reason: str
    acts: tuple[Any, ...]
    corrected: tuple[tuple[Card | None, Card | None], ...] = ()


class DiscardCard(records.Command):
    """In a reconstruction: a card that belongs to nobody goes to the discard rack."""

    card: Card


class SignRemedy(records.Command):
    """A supervisor signs a void or reconstruction: of the round on the table, or of the earlier one whose record comes
    with it. `seen` is the seal of what this person was shown; `tapped`: who gave the commands that the round was dealt
    by, as its dealer would have."""

    by: str
    remedy: Void | Reconstruct
    record: RoundRecord | None = None
    seen: str | None = None
    tapped: tuple[str, ...] = ()


# --- devices


class LayBy(records.Command):
    """A card left the shoe and nothing awaits it, or the table holds: it is never refused while a shoe is in use, and
    nobody has said yet whether its face was seen. `alarm`: the shoe cannot hold such a card; `place`: where it went by
    the device, if not into the game."""

    commitment: str
    alarm: bool = False
    source: Source = ""
    place: str = ""


class DoubtDevice(records.Command):
    """A device's line cannot tell what happened: somebody has to compare the cards on the table with the record."""

    doubt: str


class ConfirmKeyed(records.Command):
    """The shoe has told the card that was keyed by hand first, and it is the same."""


class DoubtKeyed(records.Command):
    """The shoe has told another card than the one that was keyed by hand."""

    commitment: str


# What a card that came while the table held may turn out to be.
TakenUpAs = DrawCard | DrawFaceDown | BurnCard | LayBy | ConfirmKeyed | DoubtKeyed


class TakeUp(records.Command):
    """What came first while the table held has its turn now: a card, as what it is here; a doubt as itself."""

    then: TakenUpAs | None = None
    opened: Opened | None = None


class FetchSpooled(records.Command):
    """What came meanwhile and was too much to be kept at hand: the first of it, as the log has it."""

    entries: tuple[LaidBy, ...]


class SeeHeld(records.Command):
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
Command = records.Command
