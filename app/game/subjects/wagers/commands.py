"""What may be asked of a table: wagers."""

from app.game.core.records import Command
from app.game.subjects.wagers.fields import BettorAtBox


class OpenBetting(Command):
    """ "Place your bets": a new round opens, on this gaming day (year-month-day)."""

    day: str | None = None


class PlaceWager(Command):
    """A bettor's wager of one kind on a box, placed or changed. `missing` (with no cents): a main wager lies there, and
    its amount follows, by the first decision on the box. `by`: the supervisor who signs an amount that comes after the
    bettor's first two cards."""

    box: int
    player: str
    kind: str
    """The kind of wager: main, or a side wager by its name."""
    cents: int
    seated: bool = False
    noticed: bool = True
    consent: bool = True
    """Whether the bettor who decides for the box lets another bet on it."""
    missing: bool = False
    """Whether the wager lies there and its amount follows; no cents are given then."""
    by: str = ""


class WithdrawWagers(BettorAtBox, Command):
    """A bettor takes all wagers off a box."""


class PermitSqueeze(Command):
    """The house permits that the cards of this box are dealt face down."""

    box: int


class CloseBets(Command):
    """ "No more bets"."""
