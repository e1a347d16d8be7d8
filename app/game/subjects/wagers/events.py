"""What happens at a table: wagers."""

from app.game.core.records import Event
from app.game.subjects.wagers.fields import BettorAtBox


class RoundAbandoned(Event):
    """Betting was open and nobody had wagered when the table went on to something else: there was no round."""


class RoundOpened(Event):
    """Betting is open; `paper`: who enters the round, if it was dealt on paper."""

    number: int
    """The number of the round."""
    paper: tuple[str, ...] = ()
    """Who enters this round from paper; empty if it is dealt here."""


class WagerPlaced(Event):
    """A wager of one kind is on the layout, in this amount; `missing`: in one that is not entered yet."""

    box: int
    player: str
    kind: str
    """The kind of wager: main, or a side wager by its name."""
    cents: int
    seated: bool
    noticed: bool
    missing: bool = False
    """Whether the wager lies there and its amount follows."""


class WagerDisplaced(Event):
    """A main wager was cut back to this amount to make room for a bettor who comes first."""

    box: int
    player: str
    cents: int
    by: str
    clause: str


class WagersWithdrawn(BettorAtBox, Event):
    """A bettor took all wagers off a box."""


class SqueezePermitted(Event):
    """This box's cards are dealt face down."""

    box: int


class NoMoreBetsCalled(Event):
    """The dealer called; `implied` when the first card said it."""

    implied: bool
    """Whether the first card said it."""


class BetsClosed(Event):
    """No wager changes any more. What plays of each main wager and of side wagers over their maximum (`sides`), and who
    decides for each box."""

    controllers: tuple[tuple[int, str], ...]
    """Who decides for each box."""
    scaled: tuple[tuple[int, str, int], ...]
    """Main wagers of which only a part plays: box, bettor and cents."""
    warned: tuple[str, ...]
    """Bettors who are told that their next wager under the minimum goes back."""
    sides: tuple[tuple[int, str, str, int], ...] = ()
    """Side wagers of which only a part plays: box, bettor, kind and cents."""


class AmountEntered(Event):
    """The amount of a main wager that lay there when betting closed, entered after it. What `plays` of each main wager
    on the box now, who decides for it, whether its bettor is told that it is under the minimum, and who signed it, if
    the bettor's first two cards lay there."""

    box: int
    player: str
    cents: int
    noticed: bool
    plays: tuple[tuple[str, int], ...]
    """What of each main wager on the box plays: player and cents."""
    controller: str
    """Who decides for the box."""
    warned: bool
    """Whether the bettor is told that the wager is under the minimum."""
    by: str = ""


class LateWagerRefused(Event):
    """Somebody wanted to place, change or withdraw a wager after the end of betting; cents 0: to withdraw."""

    box: int
    player: str
    kind: str
    """The kind of wager: main, or a side wager by its name."""
    cents: int
    clause: str | None
