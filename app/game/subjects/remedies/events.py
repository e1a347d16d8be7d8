"""What happens at a table: remedies."""

from typing import Any, Literal

from app.game.core.cards import Card
from app.game.core.records import Event
from app.game.core.state import Line
from app.game.subjects.remedies.commands import Reconstruct, Void

Declared = Literal["hands", "boxes", "wager", "place"]


class WagersVoided(Event):
    """These hands and wagers are void: the lines say what goes back, in the place of the lines withdrawn. `by_itself`:
    side wagers without the main wager that they need, when betting closes. `of`: these hands were declared void, or
    all hands of their boxes, or the first of the wagers, or all that this bettor has on the box; the rest fell with
    it."""

    hands: tuple[tuple[int, int], ...]
    """The hands."""
    wagers: tuple[tuple[int, int, str, str], ...]
    """The wagers: box, hand, bettor and kind."""
    reason: str
    clause: str
    lines: tuple[Line, ...]
    """What was settled, wager by wager."""
    withdrawn: tuple[Line, ...]
    """What was settled before, and is not so any more."""
    sides_clause: str | None = None
    """The clause by which side wagers fell."""
    of: Declared = "hands"
    """What was declared void: the rest fell with it."""
    by_itself: bool = False
    """Whether it followed without anybody's asking."""


class RoundVoided(Event):
    """The round is void: every wager goes back, and every payment and taking is reversed."""

    reason: str
    clause: str
    lines: tuple[Line, ...]
    """What was settled, wager by wager."""
    withdrawn: tuple[Line, ...]
    """What was settled before, and is not so any more."""


class RoundRewritten(Event):
    """The record of the round was put right: these are its events now, from the opening on.

    The cause is a correction or an undone tap of the dealer, an irregularity, or a reconstruction by supervisors.
    What the record said before stands in the log before this event.
    """

    cause: Literal["correction", "undo", "irregularity", "reconstruction"]
    reason: str
    clause: str | None
    events: tuple[Any, ...]


class EarlierRoundAmended(Event):
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


class RemedySigned(Event):
    """A person signed a void or reconstruction, under the seal of all that it changes; `waits`: another has to sign
    the very same."""

    seal: str
    """The seal of what was signed."""
    by: str
    what: str
    """What is signed."""
    round: int
    """The number of the round; nothing before the first."""
    remedy: Void | Reconstruct | None = None
    """What is signed: a void, or the round as it should have been."""
    clause: str = ""
    waits: bool = False
    """Whether another person has to sign the very same."""
