"""What is known of each kind of command and event of the house: one record a kind, in the room of its subject.

It is the pattern of `app.game.core.kinds`. `app.house.registry` lists the subjects and gathers what they say.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeVar, cast

from app.game.core.message import Message
from app.game.core.records import name_of
from app.house.records import HouseCommand, HouseEvent
from app.house.refusal import Refused
from app.house.state import House

# What becomes of a command.
Decided: TypeAlias = tuple[HouseEvent, ...] | Refused


class CommandKind(NamedTuple):
    """What is true of a kind of command. `by_the_server`: the server notes it by itself, so that it is not lost for a
    character in it, which is made harmless; all else a person has said."""

    type: type[HouseCommand]
    decide: Callable[[House, HouseCommand], Decided]
    by_the_server: bool

    @property
    def name(self) -> str:
        """As it is stored and sent."""
        return name_of(self.type)


class EventKind(NamedTuple):
    """What is true of a kind of event. `fold`: what it makes of the house; None if it is only kept in the log."""

    type: type[HouseEvent]
    fold: Callable[[House, HouseEvent], House] | None
    words: Callable[[HouseEvent], Message]

    @property
    def name(self) -> str:
        """As it is stored."""
        return name_of(self.type)


AnyCommand = TypeVar("AnyCommand", bound=HouseCommand)
AnyEvent = TypeVar("AnyEvent", bound=HouseEvent)


def command(
    kind: type[AnyCommand], *, decide: Callable[[House, AnyCommand], Decided], by_the_server: bool = False
) -> CommandKind:
    """What is true of this kind of command."""
    return CommandKind(kind, cast("Callable[[House, HouseCommand], Decided]", decide), by_the_server)


def event(
    kind: type[AnyEvent],
    *,
    words: Callable[[AnyEvent], Message],
    fold: Callable[[House, AnyEvent], House] | None = None,
) -> EventKind:
    """What is true of this kind of event."""
    folded = cast("Callable[[House, HouseEvent], House] | None", fold)
    return EventKind(kind, folded, cast("Callable[[HouseEvent], Message]", words))
