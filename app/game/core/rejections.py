"""The two answers to a command. A refused command is normal life: a value, never an exception."""

from app.game.core.message import Message, Parts
from app.game.core.records import Record
from app.game.core.state import Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset


class Accepted(Record):
    """The command stands; these events happened because of it, and the table became this with each of them."""

    events: tuple[Event, ...]
    tables: tuple[Table, ...]


class Rejected(Record):
    """The command changes nothing; every code stands in docs/refusals.md. `message`: why not; `recorded`: what is kept
    of the attempt; `step`: the act of a corrected sequence that cannot be done."""

    code: str
    message: Message
    clause: str | None = None
    box: int | None = None
    recorded: tuple[Event, ...] = ()
    step: int | None = None


Answer = Accepted | Rejected


def rejected(sentence: str, parts: Parts | None = None, clause: str | None = None, box: int | None = None) -> Rejected:
    """A refusal by its sentence in the catalogue, with the clause that it rests on. A code that has several sentences
    stands before the dot: "wrong_card.burnt"."""
    return Rejected(sentence.partition(".")[0], sentence_of(sentence, parts), clause, box)


def refusal(
    rules: Ruleset, sentence: str, parts: Parts | None = None, reason: str | None = None, box: int | None = None
) -> Rejected:
    """The same with the clause that the book gives for the reason, or else for the code."""
    return refusal_as(rules, sentence.partition(".")[0], sentence_of(sentence, parts), reason, box)


def refusal_as(rules: Ruleset, code: str, why: Message, reason: str | None = None, box: int | None = None) -> Rejected:
    """The same with words that are said of several codes."""
    return Rejected(code, why, rules.refusals.get(reason or code, rules.refusals.get(code)), box)


def sentence_of(sentence: str, parts: Parts | None = None) -> Message:
    """What a refusal says."""
    return Message(f"refused.{sentence}", parts or {})
