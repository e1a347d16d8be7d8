"""What becomes of a command to the house: events, or a refusal; and the house after an event."""

from collections.abc import Callable
from typing import Any

from app.house import commands as c
from app.house.commands import HouseCommand
from app.house.decisions import alarms, card_sets, devices, people
from app.house.events import HouseEvent
from app.house.refused import Refused
from app.house.state import House
from app.printable import Unprintable
from app.printable_records import printable_in, shown_in

_DECIDE: dict[type, Callable[[House, Any], tuple[HouseEvent, ...] | Refused]] = {
    **devices.DECIDE,
    **people.DECIDE,
    **alarms.DECIDE,
    **card_sets.DECIDE,
}
# What the server notes by itself is not lost for a character in it: it is made harmless. All else a person has said.
_BY_THE_SERVER = (c.NoteDevice, c.AnswerWish, c.NoteRefusal, c.RefuseSignIn, c.RaiseAlarm)
_APPLY: dict[type, Callable[[House, Any], House]] = {
    **devices.APPLY,
    **people.APPLY,
    **alarms.APPLY,
    **card_sets.APPLY,
}


def decide(house: House, command: HouseCommand) -> tuple[HouseEvent, ...] | Refused:
    """The events that the command brings about, or why it is refused."""
    if isinstance(command, _BY_THE_SERVER):
        return _DECIDE[type(command)](house, shown_in(command))
    try:
        return _DECIDE[type(command)](house, printable_in(command))
    except Unprintable as error:
        return Refused(f"A text cannot be taken as it is: {error}.", "bad_request")


def apply(house: House, event: HouseEvent) -> House:
    """The house after the event."""
    return _APPLY[type(event)](house, event)
