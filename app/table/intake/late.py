"""What a machine did while nobody heard it, and tells only now.

Cards keep: they left the shoe in this order, whenever it is told. That the shuffle is done, that a card is stuck, that
the reader was used unasked is about one moment at the table, and the table has gone on meanwhile: it may be another
shuffle by now, or another round. So nothing follows of it by itself. The floor is told, and says at the table what is
still so.
"""

from typing import Final

from app.devices import observations as o
from app.game import commands as c
from app.game.rules.ruleset import Ruleset
from app.game.state import Table
from app.table.intake.meaning import Sense, takes

_WORDS: Final[dict[type[o.Observation], str]] = {
    o.ShuffleEnded: "the shuffle was done",
    o.Jammed: "a card was stuck",
    o.HoleOutOfTurn: "the reader was used out of turn",
}
_LATE: Final = "while its line was down; nothing follows at the table: say there what is still so"


def of_late(table: Table, rules: Ruleset, seen: o.Observation, shoe: bool) -> Sense | None:
    """What it is at the table now; None: what it is at any time. `shoe`: cards come out of the machine; where one was
    stuck, they are looked at."""
    stuck = isinstance(seen, o.Jammed) or seen == o.ErrorRaised(o.TIMED_OUT)
    if shoe and stuck and takes(table, rules, c.DoubtDevice("jammed")):
        return Sense(c.DoubtDevice("jammed"))
    words = _WORDS.get(type(seen))
    return Sense(None, note=f"{words} {_LATE}") if words is not None else None
