"""What may be asked of the house about devices."""

from typing import Literal

from app.house.records import HouseCommand
from app.house.state import (
    Device,
)


class AttachDevice(HouseCommand):
    """A table gets this device, or its device of this name is to be reached otherwise. Where the table plays, or has
    played, what a device reports, two people say so."""

    device: Device
    """The device."""
    by: str = ""
    beside: str = ""
    """Who signs beside; empty where one person was enough."""


class DetachDevice(HouseCommand):
    """The device leaves its table."""

    name: str


class BindDevice(HouseCommand):
    """The device of this serial number is the one: what it tells from now on is played. Two people say so."""

    name: str
    serial: str
    """The serial number of the device."""
    by: str
    beside: str = ""
    """Who signs beside; empty where one person was enough."""


class WishOfDevice(HouseCommand):
    """Somebody wants this of a device."""

    name: str
    wanted: str
    """What is wanted of the device."""
    by: str


class AnswerWish(HouseCommand):
    """What became of a wish."""

    number: int
    """The number of the wish."""
    outcome: str
    """What became of the wish: done, refused or no_answer."""
    words: str
    """What the device said."""


class NoteDevice(HouseCommand):
    """Something about a device that no table's play depends on."""

    name: str
    what: Literal["lost", "back", "alarm"]
    """What was noted."""
    words: str
