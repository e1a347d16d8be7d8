"""What a device tells that is nothing to the table as it is now: it is kept, and people are told.

What a machine did while nobody heard it, and tells only now. Cards keep: they left the shoe in this order whenever it
is told. But that the shuffle is done, that a card is stuck, that the reader was used unasked is about one moment at the
table, and the table has gone on meanwhile: it may be another shuffle by now, or another round.

What is told while rounds are entered from paper: it was dealt, shuffled or read long ago, or has nothing to do with
them. What a shoe tells while a round is finished from a plain shoe: it was taken out of the machine by hand. And
that a card is stuck in the reader: people say whether it is broken.
"""

from typing import Final

from app.devices import observations as o
from app.devices.session_protocol import Report
from app.game import commands as c
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.house.dialects import Role
from app.house.state import SHOES
from app.table.intake.meaning import STUCK, Sense, takes

ON_PAPER: Final = "rounds are being entered from paper: what devices tell is kept, and not played"
BY_HAND: Final = "the round is finished from a plain shoe: what the failed machine tells is kept, and not played"
_OF_A_CARD: Final = (o.CardSeen, o.HoleAnswered)
LATE: Final = "while its line was down; nothing follows at the table: say there what is still so"
_LATE: Final[dict[type[o.Observation], str]] = {
    o.ShuffleEnded: "the shuffle was done",
    o.Jammed: "a card was stuck",
    o.HoleOutOfTurn: "the reader was used out of turn",
}


def aside(report: Report, seen: o.Observation, role: Role, table: Table, rules: Ruleset) -> Sense | None:
    """What is to be made of it then; None: it is the table's."""
    if not report.play:
        return Sense(None, hide=True)
    if table.paper is not None:
        told = role in SHOES or isinstance(seen, (*_LATE, o.HoleAnswered))
        return Sense(None, hide=isinstance(seen, _OF_A_CARD), note=ON_PAPER if told else "")
    if role in SHOES and _finished_by_hand(table):
        return Sense(None, hide=isinstance(seen, _OF_A_CARD), note=BY_HAND)
    if report.late:
        return _late(table, rules, seen, shoe=role in SHOES)
    return Sense(None, note=STUCK) if role == "reader" and isinstance(seen, o.Jammed) else None


def _finished_by_hand(table: Table) -> bool:
    """Whether the cards of a machine were taken out of it, to be dealt from a plain shoe: none leaves twice. What it
    has still to say of cards that were keyed before is compared with them."""
    return (table.shoe.manual or table.shoe.refill == "remaining") and not table.keyed


def _late(table: Table, rules: Ruleset, seen: o.Observation, *, shoe: bool) -> Sense | None:
    """Of the moment in which it happened nothing follows; where a card was stuck in a shoe, the cards are looked at."""
    stuck = isinstance(seen, o.Jammed) or seen == o.ErrorRaised(o.TIMED_OUT)
    if shoe and stuck and takes(table, rules, c.DoubtDevice("jammed")):
        return Sense(c.DoubtDevice("jammed"))
    words = _LATE.get(type(seen))
    return Sense(None, note=f"{words} {LATE}") if words is not None else None
