"""What may be asked of a table: hands."""

from app.game.core.records import Command


class Hit(Command):
    """The box asks for a card."""

    box: int


class Stand(Command):
    """The box stands."""

    box: int


class Double(Command):
    """The hand is doubled, by these bettors and amounts; None: by all on it, in full."""

    box: int
    amounts: tuple[tuple[str, int], ...] | None = None
    """Who doubles and for how many cents; nothing: everybody on the hand, in full."""


class Split(Command):
    """The hand is split; the named bettors keep their one wager on the first (0) or second (1) hand."""

    box: int
    keeps: tuple[tuple[str, int], ...] = ()
    """Bettors who keep their one wager on one hand: name, and which hand."""


class TakeBackDouble(Command):
    """Rescue: a bettor takes back the double and forfeits the original wager."""

    box: int
    player: str
    hand: int | None = None
