"""What a table is asked, and what it answers and tells."""

from typing import NamedTuple
from uuid import UUID

from app.game import commands as c
from app.game.events import Event
from app.game.rejections import Rejected
from app.game.state import Table
from app.store.appending import SealedCard


class Request(NamedTuple):
    """A command as it comes in: its id, who asks, the question that a tap answers, and cards that lie face down."""

    id: UUID
    command: c.Command
    actor: str
    question: str | None = None
    sealed: tuple[SealedCard, ...] = ()
    event_us: int | None = None


class Answer(NamedTuple):
    """What became of a request: refused, or these events, the first of them at this version. `again`: it had been
    answered before."""

    refused: Rejected | None
    first_version: int
    events: int
    again: bool = False


class Published(NamedTuple):
    """What everybody may know now that it is durable."""

    version: int
    events: tuple[Event, ...]
    table: Table
