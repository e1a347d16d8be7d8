"""What becomes of a command to the house: events, or a refusal; and the house after an event."""

from app.house.kinds import Decided
from app.house.records import HouseCommand, HouseEvent
from app.house.refusal import refused
from app.house.registry import COMMANDS, EVENTS
from app.house.state import House
from app.printable import Unprintable
from app.printable_records import printable_in, shown_in


def decide(house: House, command: HouseCommand) -> Decided:
    """The events that the command brings about, or why it is refused."""
    kind = COMMANDS[type(command)]
    if kind.by_the_server:
        return kind.decide(house, shown_in(command))
    try:
        return kind.decide(house, printable_in(command))
    except Unprintable as error:
        return refused("bad_request", {"why": str(error)})


def apply(house: House, event: HouseEvent) -> House:
    """The house after the event."""
    fold = EVENTS[type(event)].fold
    return house if fold is None else fold(house, event)
