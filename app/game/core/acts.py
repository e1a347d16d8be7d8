"""What was done for an event to happen: its act. A round is played again from its acts.

An act is the command that the event came of. Events that follow by themselves (settlements, ends of hands) have none:
they follow again. Events that a remedy caused have no command of their own: they are acts as they are, facts that are
put back where they stood.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from app.game.core.records import Command, Event

Act = Command | Event


def fact(event: Event) -> Act:
    """Put back as it was: no command of ordinary play brings it about."""
    return event


def copied(command: type[Command], *names: str) -> Callable[[Event], Act]:
    """The command of these fields of the event."""

    def act(event: Event) -> Act:
        return command(*[getattr(event, name) for name in names])

    return act


class ByItself(Protocol):
    """An event that may follow by itself from another act."""

    @property
    def by_itself(self) -> bool:
        """Whether this one did."""


AnyByItself = TypeVar("AnyByItself", bound=ByItself)


def fact_unless_by_itself(event: AnyByItself) -> AnyByItself | None:
    """Put back as it was, unless it follows by itself from another act."""
    return None if event.by_itself else event
