"""What happens at a table: hands."""

from app.game.core.records import Event
from app.game.core.state import Line, WhyDone


class HitCalled(Event):
    """The box asked for a card."""

    box: int
    hand: int


class HandDoubled(Event):
    """The hand was doubled by these amounts."""

    box: int
    hand: int
    amounts: tuple[tuple[str, int], ...]
    """Who doubles and for how many cents; nothing: everybody on the hand, in full."""
    hard_aces: bool
    """Whether aces of the hand count one from now on."""


class HandSplit(Event):
    """The hand became two; who keeps one wager keeps it on the hand named. `moved`: lines of hands to the right of it,
    which have the next number from here on."""

    box: int
    hand: int
    keeps: tuple[tuple[str, int], ...]
    """Bettors who keep their one wager on one hand: name, and which hand."""
    moved: tuple[Line, ...] = ()
    """Lines of hands to the right, which have the next number from here on."""


class HandCompleted(Event):
    """No decision is open on this hand any more."""

    box: int
    hand: int
    why: WhyDone
    """Why no decision is open on the hand any more."""


class RescueOffered(Event):
    """These bettors may take back their double."""

    box: int
    hand: int
    players: tuple[str, ...]
    """The bettors."""


class DoubleTakenBack(Event):
    """A bettor took back the double and forfeits the original wager."""

    box: int
    hand: int
    player: str
