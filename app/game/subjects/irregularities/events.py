"""What happens at a table: irregularities."""

from typing import Literal

from app.game.core.cards import Card
from app.game.core.records import Event
from app.game.core.seals import Opened
from app.game.core.state import Line, Phase, Source
from app.game.rules.ruleset import AnyIrregularity, Resolution
from app.game.subjects.irregularities.fields import HandByClause


class TableHeld(Event):
    """Something went wrong, in this phase of the round. `from_shoe`: the cards are of this shoe and lie nowhere yet;
    `opened` are the face-down cards among which the card came to light; `felt` is how many cards lie on the box,
    `first`: that it has missed its first card, and the one that lies there is its second; `settled`, `dealer_drew`:
    whether money was paid or taken on the felt, and whether the dealer has a second card there, where the record alone
    cannot say it; `unfit`: choices that cannot be worked out, since the round cannot have gone as was reported;
    `doubted`: what the record has settled and the felt may not have."""

    card: Card | None
    irregularity: AnyIrregularity
    from_shoe: bool = False
    """Whether the cards left the shoe and lie nowhere yet."""
    opened: tuple[Opened, ...] = ()
    """The card that is turned up, with its salt."""
    phase: Phase | Literal[""] = ""
    box: int | None = None
    player: str | None = None
    felt: int | None = None
    """How many cards lie on the box."""
    more: tuple[Card, ...] = ()
    """The other cards that it is about."""
    commitment: str | None = None
    detail: str = ""
    """More of what it is about."""
    source: Source = ""
    settled: bool | None = None
    """Whether money was paid or taken on the felt, where the record alone cannot say it."""
    hand: int | None = None
    dealer_drew: bool | None = None
    """Whether the dealer has a second card on the felt, where the record alone cannot say it."""
    unfit: tuple[str, ...] = ()
    """Choices that cannot be worked out, since the round cannot have gone as was reported."""
    first: bool = False
    """Whether the missed card is the first of the box's two."""
    doubted: tuple[Line, ...] = ()
    """What the record has settled and the felt may not have: nothing of it is paid or taken meanwhile."""


class IrregularityResolved(Event):
    """One of the choices that the book gives was taken."""

    choice: Resolution
    """The choice."""
    clause: str


class ReportWithdrawn(Event):
    """What was reported had not happened."""

    irregularity: AnyIrregularity


class PlayersAsked(Event):
    """Each of these bettors has a choice of his own; `rebuilt`: about a reconstructed hand."""

    irregularity: AnyIrregularity
    asked: tuple[tuple[int, str], ...]
    """Box and bettor of everybody who has a choice."""
    rebuilt: bool
    """Whether the choice is about a reconstructed hand."""


class PlayerAnswered(Event):
    """A bettor has chosen."""

    box: int
    player: str
    choice: str
    """The choice."""
    clause: str


class CardDiscarded(Event):
    """A card went from the shoe to the discard rack."""

    card: Card
    clause: str


class CardKept(Event):
    """A card from the shoe lies ready to be the next one; its face seen, or only committed to. `refusable`: by whom;
    the dealer drew it before the face-down card was seen, and leaves it if that makes 17 or more."""

    card: Card | None
    commitment: str | None
    refusable: Literal["", "hand", "player", "dealer"]
    """Whether the card may be refused, and by whom."""
    clause: str


class KeptTurnedUp(Event):
    """The card that lies ready was turned up."""

    opened: Opened


class CardAccepted(Event):
    """The player takes the card that lies ready."""

    box: int
    hand: int


class CardRefused(Event):
    """The player refuses the card that lies ready, and these hands get no more in this round."""

    box: int
    hand: int
    clause: str
    hands: tuple[tuple[int, int], ...]
    """The hands."""


class KeptDiscarded(Event):
    """The card that lay ready went to the discard rack: nobody could use it. None: one that nobody had seen."""

    card: Card | None
    clause: str


class FaceDownRemoved(Event):
    """What lay there face down was no card of this set, and left the table."""

    opened: Opened


class SecondCardDeferred(Event):
    """The box was passed over: it gets its second card after all others."""

    box: int
    clause: str


class HandDeferred(HandByClause, Event):
    """The hand was passed over: it is served after all others."""


class HandPassedOver(HandByClause, Event):
    """The hand was passed over: the cards from here on lie with the others, until it is dealt to again."""


class HandResumed(Event):
    """The hand that was passed over goes on with the cards that it has."""

    box: int
    hand: int


class DealerDeferred(Event):
    """The dealer missed his own card: he takes it after the players."""

    clause: str


class PlayerAbsent(Event):
    """Nobody is there to decide for the box: its hands are drawn to twelve, or stand."""

    box: int
    does: Literal["draw", "stand"]
    """What becomes of the box's hands."""
    clause: str


class ControlPassed(Event):
    """Another bettor decides for the box; `by_itself`: because nothing is left of the wager of who did."""

    box: int
    player: str
    clause: str
    by_itself: bool = False
    """Whether it followed without anybody's asking."""


class ReaderSetAside(Event):
    """The card reader is out of use; what it said of this round does not count. `round_only`: it is in use again in the
    next one."""

    clause: str
    round_only: bool = False
    """Whether the reader is in use again in the next round."""


class HandsCleared(Event):
    """The cards of these hands, paid or taken already, lie in the discard rack."""

    hands: tuple[tuple[int, int], ...]
    """The hands."""
