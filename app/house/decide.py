"""What becomes of a command to the house: events, or a refusal; and the house after an event."""

from collections.abc import Callable
from typing import Any

from app.house.commands import HouseCommand
from app.house.decisions import alarms, card_sets, devices, people
from app.house.events import HouseEvent
from app.house.refused import Refused
from app.house.state import House

_DECIDE: dict[type, Callable[[House, Any], tuple[HouseEvent, ...] | Refused]] = {
    **devices.DECIDE,
    **people.DECIDE,
    **alarms.DECIDE,
    **card_sets.DECIDE,
}
_APPLY: dict[type, Callable[[House, Any], House]] = {
    **devices.APPLY,
    **people.APPLY,
    **alarms.APPLY,
    **card_sets.APPLY,
}


def decide(house: House, command: HouseCommand) -> tuple[HouseEvent, ...] | Refused:
    """The events that the command brings about, or why it is refused."""
    return _DECIDE[type(command)](house, command)


def apply(house: House, event: HouseEvent) -> House:
    """The house after the event."""
    return _APPLY[type(event)](house, event)
