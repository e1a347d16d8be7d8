"""What has happened at a table: a closed union, past tense, plain data.

An event carries everything that came of it (cents, odds, clauses, reasons), so that apply needs no rules and
a record can be replayed for ever, whatever becomes of the rulesets.
"""

from typing import Any, Literal

from app.game.cards import Card
from app.game.commands import Reconstruct, Void
from app.game.core import records
from app.game.rules.ruleset import AnyIrregularity, Resolution, Steps
from app.game.seals import Opened
from app.game.state import Keyed, LaidBy, LastRound, Line, Payment, Phase, Source, TableConfig, WhyDone


class TableOpened(records.Event):
    """The table was set up under the ruleset of this hash."""

    config: TableConfig
    ruleset_hash: str


class TableClosed(records.Event):
    """The table closed: nobody deals, and these sets of cards left it."""

    reason: str
    sets: tuple[str, ...]


class ConfigChanged(records.Event):
    """Limits or options changed between rounds."""

    config: TableConfig


class DealerChanged(records.Event):
    """Another dealer has the table, licensed through this day."""

    dealer: str
    licensed_through: str | None = None


# --- the float: `by` are the two people who signed


class FloatOpened(records.Event):
    """So much was counted into the tray. `carried_cents`: what the record had of play since the tray was counted
    last, or ever; it is the house's."""

    cents: int
    by: tuple[str, str]
    carried_cents: int = 0


class FloatFilled(records.Event):
    """Chips came from the house."""

    cents: int
    by: tuple[str, str]


class FloatCredited(records.Event):
    """Chips went to the house."""

    cents: int
    by: tuple[str, str]


class FloatClosed(records.Event):
    """The tray was counted for the time of this number, and emptied; so much would have lain there if no chip had been
    sold for cash."""

    closing: int
    counted_cents: int
    expected_cents: int
    by: tuple[str, str]

    @property
    def exchanged_cents(self) -> int:
        """What left the tray otherwise than by the record: chips sold for cash, until the drop says how much."""
        return self.expected_cents - self.counted_cents


class DropEntered(records.Event):
    """The cash taken before the closing of this number; `correction`: so much more, or (negative) less, than was
    entered before."""

    closing: int
    cents: int
    by: tuple[str, str]
    correction: bool = False


# --- payments


class PaymentsTicked(records.Event):
    """These payments at a box, for the round of this number, were made; `amended`: those by which it was put right."""

    round: int
    amended: bool
    box: int
    payments: tuple[Payment, ...]


class PaymentsUnticked(records.Event):
    """These payments, ticked off last at that box, were not made."""

    round: int
    amended: bool
    box: int
    payments: tuple[Payment, ...]


# --- rounds on paper


class PaperBegun(records.Event):
    """From here on these two enter rounds that were dealt on paper."""

    by: tuple[str, str]
    reason: str


class PaperEnded(records.Event):
    """All rounds on paper are entered."""


# --- the cards between shoes


class RoundAbandoned(records.Event):
    """Betting was open and nobody had wagered when the table went on to something else: there was no round."""


class CardsCollected(records.Event):
    """All cards on the layout went to the discard rack, or back into a continuous shuffler. `last`: what everybody saw
    of the round, if one was played."""

    cards: int
    returned: bool
    last: LastRound | None = None


class SetBrought(records.Event):
    """A set of cards was brought to the table, in the place of those named; `as_new`: they were taken away for it."""

    set_id: str
    colour: str
    replaces: tuple[str, ...]
    as_new: bool = False


class PreparationBegun(records.Event):
    """A set of cards goes through these steps, and a hand shuffle through these parts."""

    set_id: str
    steps: Steps
    parts_due: tuple[str, ...]
    anybody_cuts: bool
    replaced: bool
    far_right_cuts: bool = False


class StepDone(records.Event):
    """A step of the procedure was done; `by`: the person, if known."""

    step: str
    by: str = ""


class ShufflePartDone(records.Event):
    """A part of a hand shuffle was done."""

    part: str


class CardsShuffled(records.Event):
    """The shuffle is finished."""


class ExposureReported(records.Event):
    """A card was seen before it entered the shoe: these steps, and the shuffle, are to be done again."""

    steps: Steps


class CutDeclined(records.Event):
    """The player at this box declined to cut."""

    box: int


class CardsCut(records.Event):
    """The cards were cut by the player at the box, None: by an employee; `offered` had the first offer."""

    box: int | None
    cards: int
    offered: int | None


class RecutOrdered(records.Event):
    """The cut is to be done again."""


class CutCardPlaced(records.Event):
    """The cutting card is in, so many cards from the back."""

    cards: int


class ShoeLoaded(records.Event):
    """A new shoe begins."""

    set_id: str
    decks: int
    burn_due: str | None
    cut_cards: int


class BurnFellDue(records.Event):
    """A card is to be burnt before the next is dealt."""

    clause: str


class CardBurnt(records.Event):
    """A card went face down to the discard rack; `in_error`: it was drawn when none was to be burnt."""

    commitment: str
    source: Source = ""
    in_error: bool = False


class BurnDisclosed(records.Event):
    """The burnt card was shown."""

    opened: Opened


class ShuffleFellDue(records.Event):
    """The cards are to be shuffled before the next round, after these steps; and cut by whoever comes first, or not."""

    reason: str
    clause: str
    steps: Steps = ()
    anybody_cuts: bool = False


class FinalRoundsAnnounced(records.Event):
    """The last rounds were announced; the cutting card does not end the shoe up to the round of this number."""

    last_round: int


class CutCardDrawn(records.Event):
    """The cutting card came out: at a box, at the dealer (0), or with nobody to deal to (None)."""

    box: int | None
    ends_shoe: bool


# --- wagers


class RoundOpened(records.Event):
    """Betting is open; `paper`: who enters the round, if it was dealt on paper."""

    number: int
    paper: tuple[str, ...] = ()


class WagerPlaced(records.Event):
    """A wager of one kind is on the layout, in this amount; `missing`: in one that is not entered yet."""

    box: int
    player: str
    kind: str
    cents: int
    seated: bool
    noticed: bool
    missing: bool = False


class WagerDisplaced(records.Event):
    """A main wager was cut back to this amount to make room for a bettor who comes first."""

    box: int
    player: str
    cents: int
    by: str
    clause: str


class WagersWithdrawn(records.Event):
    """A bettor took all wagers off a box."""

    box: int
    player: str


class SqueezePermitted(records.Event):
    """This box's cards are dealt face down."""

    box: int


class NoMoreBetsCalled(records.Event):
    """The dealer called; `implied` when the first card said it."""

    implied: bool


class BetsClosed(records.Event):
    """No wager changes any more. What plays of each main wager and of side wagers over their maximum (`sides`), and who
    decides for each box."""

    controllers: tuple[tuple[int, str], ...]
    scaled: tuple[tuple[int, str, int], ...]
    warned: tuple[str, ...]
    sides: tuple[tuple[int, str, str, int], ...] = ()


class AmountEntered(records.Event):
    """The amount of a main wager that lay there when betting closed, entered after it. What `plays` of each main wager
    on the box now, who decides for it, whether its bettor is told that it is under the minimum, and who signed it, if
    the bettor's first two cards lay there."""

    box: int
    player: str
    cents: int
    noticed: bool
    plays: tuple[tuple[str, int], ...]
    controller: str
    warned: bool
    by: str = ""


# --- cards


class CardDealt(records.Event):
    """A card went face up to a hand of a box, or to the dealer (box 0); `kept`: the one that lay ready; `meant_for`:
    the hand that it was drawn for, when it was laid to another and stays there."""

    card: Card
    box: int
    hand: int
    implied_hit: bool = False
    kept: bool = False
    source: Source = ""
    meant_for: tuple[int, int] | None = None


class CardDealtDown(records.Event):
    """A card went face down to a hand of a box, or to the dealer (box 0); `kept`: the one that lay ready."""

    commitment: str
    box: int
    hand: int
    implied_hit: bool = False
    kept: bool = False
    source: Source = ""


class HandTurnedUp(records.Event):
    """A hand's face-down cards were turned up."""

    box: int
    hand: int
    opened: tuple[Opened, ...]


class HoleTurnedUp(records.Event):
    """The dealer's face-down card was turned up."""

    opened: Opened


class HoleRead(records.Event):
    """The card reader answered."""

    blackjack: bool


# --- play


class InitialDealCompleted(records.Event):
    """Every box and the dealer have their first cards; these offers are open."""

    insurance: tuple[tuple[int, str], ...]
    surrender: tuple[int, ...]


class OffersClosed(records.Event):
    """No offer is open any more; `by_itself`: the next card closed it. `rescue_stays`: the dealer closed the others,
    and a double may still be taken back until the next card."""

    by_itself: bool = False
    rescue_stays: bool = False


class OffersAnswered(records.Event):
    """Offers that have their answers are not open any more: insurance and surrender of these, or the rescue."""

    insurance: tuple[tuple[int, str], ...] = ()
    surrender: tuple[int, ...] = ()
    rescue: bool = False


class InsurancePlaced(records.Event):
    """A bettor insured."""

    box: int
    player: str
    cents: int


class BoxSurrendered(records.Event):
    """The box surrendered."""

    box: int


class HitCalled(records.Event):
    """The box asked for a card."""

    box: int
    hand: int


class HandDoubled(records.Event):
    """The hand was doubled by these amounts."""

    box: int
    hand: int
    amounts: tuple[tuple[str, int], ...]
    hard_aces: bool


class HandSplit(records.Event):
    """The hand became two; who keeps one wager keeps it on the hand named. `moved`: lines of hands to the right of it,
    which have the next number from here on."""

    box: int
    hand: int
    keeps: tuple[tuple[str, int], ...]
    moved: tuple[Line, ...] = ()


class HandCompleted(records.Event):
    """No decision is open on this hand any more."""

    box: int
    hand: int
    why: WhyDone


class RescueOffered(records.Event):
    """These bettors may take back their double."""

    box: int
    hand: int
    players: tuple[str, ...]


class DoubleTakenBack(records.Event):
    """A bettor took back the double and forfeits the original wager."""

    box: int
    hand: int
    player: str


class Settled(records.Event):
    """These wagers were paid, taken or returned, in this order."""

    lines: tuple[Line, ...]


class RoundCompleted(records.Event):
    """Every wager of the round is settled."""


# --- errors at the table


class TableHeld(records.Event):
    """Something went wrong, in this phase of the round. `from_shoe`: the cards are of this shoe and lie nowhere yet;
    `opened` are the face-down cards among which the card came to light; `felt` is how many cards lie on the box,
    `first`: that it has missed its first card, and the one that lies there is its second; `settled`, `dealer_drew`:
    whether money was paid or taken on the felt, and whether the dealer has a second card there, where the record alone
    cannot say it; `unfit`: choices that cannot be worked out, since the round cannot have gone as was reported;
    `doubted`: what the record has settled and the felt may not have."""

    card: Card | None
    irregularity: AnyIrregularity
    from_shoe: bool = False
    opened: tuple[Opened, ...] = ()
    phase: Phase | Literal[""] = ""
    box: int | None = None
    player: str | None = None
    felt: int | None = None
    more: tuple[Card, ...] = ()
    commitment: str | None = None
    detail: str = ""
    source: Source = ""
    settled: bool | None = None
    hand: int | None = None
    dealer_drew: bool | None = None
    unfit: tuple[str, ...] = ()
    first: bool = False
    doubted: tuple[Line, ...] = ()


class IrregularityResolved(records.Event):
    """One of the choices that the book gives was taken."""

    choice: Resolution
    clause: str


class ReportWithdrawn(records.Event):
    """What was reported had not happened."""

    irregularity: AnyIrregularity


class PlayersAsked(records.Event):
    """Each of these bettors has a choice of his own; `rebuilt`: about a reconstructed hand."""

    irregularity: AnyIrregularity
    asked: tuple[tuple[int, str], ...]
    rebuilt: bool


class PlayerAnswered(records.Event):
    """A bettor has chosen."""

    box: int
    player: str
    choice: str
    clause: str


class CardDiscarded(records.Event):
    """A card went from the shoe to the discard rack."""

    card: Card
    clause: str


class CardKept(records.Event):
    """A card from the shoe lies ready to be the next one; its face seen, or only committed to. `refusable`: by whom;
    the dealer drew it before the face-down card was seen, and leaves it if that makes 17 or more."""

    card: Card | None
    commitment: str | None
    refusable: Literal["", "hand", "player", "dealer"]
    clause: str


class KeptTurnedUp(records.Event):
    """The card that lies ready was turned up."""

    opened: Opened


class CardAccepted(records.Event):
    """The player takes the card that lies ready."""

    box: int
    hand: int


class CardRefused(records.Event):
    """The player refuses the card that lies ready, and these hands get no more in this round."""

    box: int
    hand: int
    clause: str
    hands: tuple[tuple[int, int], ...]


class KeptDiscarded(records.Event):
    """The card that lay ready went to the discard rack: nobody could use it. None: one that nobody had seen."""

    card: Card | None
    clause: str


class FaceDownRemoved(records.Event):
    """What lay there face down was no card of this set, and left the table."""

    opened: Opened


class SecondCardDeferred(records.Event):
    """The box was passed over: it gets its second card after all others."""

    box: int
    clause: str


class HandDeferred(records.Event):
    """The hand was passed over: it is served after all others."""

    box: int
    hand: int
    clause: str


class HandPassedOver(records.Event):
    """The hand was passed over: the cards from here on lie with the others, until it is dealt to again."""

    box: int
    hand: int
    clause: str


class HandResumed(records.Event):
    """The hand that was passed over goes on with the cards that it has."""

    box: int
    hand: int


class DealerDeferred(records.Event):
    """The dealer missed his own card: he takes it after the players."""

    clause: str


class PlayerAbsent(records.Event):
    """Nobody is there to decide for the box: its hands are drawn to twelve, or stand."""

    box: int
    does: Literal["draw", "stand"]
    clause: str


class ControlPassed(records.Event):
    """Another bettor decides for the box; `by_itself`: because nothing is left of the wager of who did."""

    box: int
    player: str
    clause: str
    by_itself: bool = False


class OffersReopened(records.Event):
    """Offers that had been missed are open."""

    insurance: tuple[tuple[int, str], ...]
    surrender: tuple[int, ...]
    clause: str


class ReaderSetAside(records.Event):
    """The card reader is out of use; what it said of this round does not count. `round_only`: it is in use again in the
    next one."""

    clause: str
    round_only: bool = False


class HandsCleared(records.Event):
    """The cards of these hands, paid or taken already, lie in the discard rack."""

    hands: tuple[tuple[int, int], ...]


class ShoeStopped(records.Event):
    """In the middle of the round the shoe is refilled: with the discards, or with its own cards shuffled again.
    `dealt_before`: cards that had left it before this record began."""

    refill: Literal["discards", "remaining"]
    dealt_before: int
    clause: str


class ShoeRefilled(records.Event):
    """The shuffled cards are in the shoe, and the round goes on."""

    burn_due: str | None
    cut_cards: int = 0


class ShoeCounted(records.Event):
    """The cards in the shoe were counted, and are as many as the record says."""

    cards: int


class CountCorrected(records.Event):
    """So many cards are missing from the shoe, or (negative) there are more than the record had; play goes on."""

    missing: int
    clause: str


class ShoeEndsAfterRound(records.Event):
    """The cards are to be shuffled when the round is over."""

    clause: str


class SetTakenAway(records.Event):
    """The set in use leaves the table; another has to be brought. `by_itself`: after a round whose shoe failed."""

    clause: str
    by_itself: bool = False


class MachineTakenAway(records.Event):
    """The shuffling machine is out of use: the cards are shuffled by hand."""

    clause: str


class CardDamaged(records.Event):
    """A card is damaged, and is to be replaced when the round is over."""

    card: Card
    clause: str


class CardReplaced(records.Event):
    """A damaged card was replaced by one of its kind."""

    card: Card


class LateWagerRefused(records.Event):
    """Somebody wanted to place, change or withdraw a wager after the end of betting; cents 0: to withdraw."""

    box: int
    player: str
    kind: str
    cents: int
    clause: str | None


Declared = Literal["hands", "boxes", "wager", "place"]


class WagersVoided(records.Event):
    """These hands and wagers are void: the lines say what goes back, in the place of the lines withdrawn. `by_itself`:
    side wagers without the main wager that they need, when betting closes. `of`: these hands were declared void, or
    all hands of their boxes, or the first of the wagers, or all that this bettor has on the box; the rest fell with
    it."""

    hands: tuple[tuple[int, int], ...]
    wagers: tuple[tuple[int, int, str, str], ...]
    reason: str
    clause: str
    lines: tuple[Line, ...]
    withdrawn: tuple[Line, ...]
    sides_clause: str | None = None
    of: Declared = "hands"
    by_itself: bool = False


class RoundVoided(records.Event):
    """The round is void: every wager goes back, and every payment and taking is reversed."""

    reason: str
    clause: str
    lines: tuple[Line, ...]
    withdrawn: tuple[Line, ...]


class RoundRewritten(records.Event):
    """The record of the round was put right: these are its events now, from the opening on.

    The cause is a correction or an undone tap of the dealer, an irregularity, or a reconstruction by supervisors.
    What the record said before stands in the log before this event.
    """

    cause: Literal["correction", "undo", "irregularity", "reconstruction"]
    reason: str
    clause: str | None
    events: tuple[Any, ...]


class EarlierRoundAmended(records.Event):
    """An earlier round was voided or reconstructed: what each account gains by it, summing to zero, and the events of
    the round as they now are; of a void round none. `shoe`: what that changes of the shoe that is still in use, as
    cards that were recorded and are others (nothing: it was forgotten, or there was none)."""

    round: int
    what: Literal["void", "reconstruction"]
    reason: str
    clause: str
    moves: tuple[tuple[str, int, str, int], ...]
    events: tuple[Any, ...] = ()
    shoe: tuple[tuple[Card | None, Card | None], ...] = ()


class RemedySigned(records.Event):
    """A person signed a void or reconstruction, under the seal of all that it changes; `waits`: another has to sign
    the very same."""

    seal: str
    by: str
    what: str
    round: int
    remedy: Void | Reconstruct | None = None
    clause: str = ""
    waits: bool = False


# --- devices


class CameMeanwhile(records.Event):
    """While the table held, or an amount was due, a card left the shoe or a device's line was in doubt; it waits for
    its turn. `first`: it had come before all that waits already; `spooled`: too much waits to be kept at hand, and this
    stands in the log alone; `place`: where the card went by the device, if not into the game."""

    commitment: str | None
    doubt: str = ""
    alarm: bool = False
    first: bool = False
    spooled: bool = False
    place: str = ""


class SpoolFetched(records.Event):
    """What came meanwhile and had been spooled is at hand again: the first of it, in order."""

    entries: tuple[LaidBy, ...]


class MeanwhileTakenUp(records.Event):
    """What came first while the table held, or an amount was due, has its turn."""


class KeyedConfirmed(records.Event):
    """So many of the cards that were keyed by hand need no word of the shoe any more, from the first."""

    cards: int


class KeyedCorrected(records.Event):
    """The cards that were keyed by hand and wait for the shoe's word are these: one of them had been keyed wrongly, or
    was none."""

    keyed: tuple[Keyed, ...]


class HeldCardSeen(records.Event):
    """The card for which the table holds was seen by everybody: it holds for this reason now. `of_the_shoe`: unless
    it cannot be of this shoe."""

    opened: Opened
    irregularity: AnyIrregularity
    of_the_shoe: bool = True


Event = records.Event
