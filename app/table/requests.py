"""What a table is asked, and what it answers and tells."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from app.game import commands as c
from app.game.core.state import Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.language.rejection_in_words import RejectedInWords
from app.store.appending import FrameRow, MarkRow, SealedCard


class Meant(NamedTuple):
    """What something comes to at the table as it is: a command, or none; the cards that lie face down with it, what
    came over the line of a device, and what to do when it is durable. `if_refused` is kept in the command's place if
    it is refused: a refusal turns no card up, so none may stand in what is kept of it."""

    command: c.Command | None
    sealed: tuple[SealedCard, ...] = ()
    frames: tuple[FrameRow, ...] = ()
    marks: tuple[MarkRow, ...] = ()
    durable: Callable[[], None] | None = None
    if_refused: c.Command | None = None


Meaning = Callable[[Table, Ruleset], Meant]


class Request(NamedTuple):
    """A command as it comes in: its id, who asks, the question that a tap answers, and cards that lie face down. With
    `meaning` the table says, when its turn has come, which command it is."""

    id: UUID
    command: c.Command | None
    actor: str
    question: str | None = None
    sealed: tuple[SealedCard, ...] = ()
    event_us: int | None = None
    meaning: Meaning | None = None


class Answer(NamedTuple):
    """What became of a request: refused, or these events, the first of them at this version. `again`: it had been
    answered before."""

    refused: RejectedInWords | None
    first_version: int
    events: int
    again: bool = False


class Published(NamedTuple):
    """What everybody may know now that it is durable. `seen_us`: when a device saw what it comes of, if one did."""

    version: int
    events: tuple[Event, ...]
    table: Table
    seen_us: int | None = None


# How often a command of which type came to what: "done", the code of a refusal, or the name of what kept it from that.
Outcomes = Counter[tuple[str, str]]
