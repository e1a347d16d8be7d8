"""What may be asked of a table: remedies."""

from typing import Any, ClassVar, Literal

from app.game.core.cards import Card
from app.game.core.records import Command, Record
from app.game.core.seals import Opened
from app.game.core.state import RoundRecord


class UndoTap(Command):
    """The dealer takes back the last tap."""


class CorrectRecord(Command):
    """The felt is right, the record wrong: that hand had stood, or had not, when the card after it was drawn."""

    correction: Literal["stood", "hit"]
    """What had happened in truth: the hand had stood, or had not."""
    box: int
    hand: int = 1
    reason: str = ""


class CorrectCard(Command):
    """The felt is right, the record wrong: the card of the round that was typed as `was` is another one, or (`card` is
    nothing) there is no such card. `number` counts the cards as they left the shoe in this round. `own`: how many of
    the cards after it lie on its hand, where the hand turns out not to have been over. `opened` proves a card that had
    lain face down."""

    number: int
    """Which card of the round it is, as they left the shoe: 1, 2, 3."""
    was: Card
    """The card as it was typed."""
    card: Card | None = None
    """The card that lies there; nothing: no card."""
    own: int | None = None
    """How many of the cards after it lie on the same hand; nothing where nobody has said so."""
    opened: Opened | None = None
    """The card with its salt, if it had lain face down."""


class Void(Record):
    """A supervisor's void of a round, of a box's hands, of a wager, or of an earlier round. `words`: what happened, as
    the people who sign put it."""

    scope: Literal["round", "hand", "wager", "earlier"]
    """What is void: the round, a hand, a wager, or an earlier round."""
    reason: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    kind: str | None = None
    """The kind of wager: main, or a side wager by its name."""
    words: str = ""
    """What happened, in words for the record; empty: the reason says it."""
    sealed_if_said: ClassVar[frozenset[str]] = frozenset({"words"})


class Reconstruct(Record):
    """The round as it should have been: what was done after the wagers, in the corrected order. `corrected`: cards that
    the record has wrong, each as (recorded, true); nothing recorded is a card that the record lacks, nothing true one
    that there is not."""

    reason: str
    acts: tuple[Any, ...]
    """All that was done after the wagers, in the corrected order."""
    corrected: tuple[tuple[Card | None, Card | None], ...] = ()
    """Cards that the record has wrong, as pairs: recorded, true; nothing on one side: it has one too many, or too
    few."""


class DiscardCard(Command):
    """In a reconstruction: a card that belongs to nobody goes to the discard rack."""

    card: Card


class SignRemedy(Command):
    """A supervisor signs a void or reconstruction: of the round on the table, or of the earlier one whose record comes
    with it. `seen` is the seal of what this person was shown; `tapped`: who gave the commands that the round was dealt
    by, as its dealer would have."""

    by: str
    remedy: Void | Reconstruct
    record: RoundRecord | None = None
    seen: str | None = None
    tapped: tuple[str, ...] = ()
