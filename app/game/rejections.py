"""The two answers to a command. A refused command is normal life: a value, never an exception."""

from dataclasses import dataclass

from app.game.events import Event


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands; these events happened because of it."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """The command changes nothing; every code stands in docs/refusals.md."""

    code: str
    message: str
    clause: str | None = None
    box: int | None = None


Answer = Accepted | Rejected
