"""The two answers to a command. A refused command is normal life: a value, never an exception."""

from app.game.core.records import Record
from app.game.core.state import Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset


class Accepted(Record):
    """The command stands; these events happened because of it, and the table became this with each of them."""

    events: tuple[Event, ...]
    tables: tuple[Table, ...]


class Rejected(Record):
    """The command changes nothing; every code stands in docs/refusals.md. `recorded`: what is kept of the attempt;
    `step`: the act of a corrected sequence that cannot be done."""

    code: str
    message: str
    clause: str | None = None
    box: int | None = None
    recorded: tuple[Event, ...] = ()
    step: int | None = None


Answer = Accepted | Rejected


def refusal(rules: Ruleset, code: str, message: str, reason: str | None = None, box: int | None = None) -> Rejected:
    """A refusal with the clause that the book gives for the reason, or else for the code."""
    return Rejected(code, message, rules.refusals.get(reason or code, rules.refusals.get(code)), box)
