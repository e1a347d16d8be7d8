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
    hard_aces: bool


class HandSplit(Event):
    """The hand became two; who keeps one wager keeps it on the hand named. `moved`: lines of hands to the right of it,
    which have the next number from here on."""

    box: int
    hand: int
    keeps: tuple[tuple[str, int], ...]
    moved: tuple[Line, ...] = ()


class HandCompleted(Event):
    """No decision is open on this hand any more."""

    box: int
    hand: int
    why: WhyDone


class RescueOffered(Event):
    """These bettors may take back their double."""

    box: int
    hand: int
    players: tuple[str, ...]


class DoubleTakenBack(Event):
    """A bettor took back the double and forfeits the original wager."""

    box: int
    hand: int
    player: str
