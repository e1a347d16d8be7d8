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
    by: str = ""
    beside: str = ""


class DetachDevice(HouseCommand):
    """The device leaves its table."""

    name: str


class BindDevice(HouseCommand):
    """The device of this serial number is the one: what it tells from now on is played. Two people say so."""

    name: str
    serial: str
    by: str
    beside: str = ""


class WishOfDevice(HouseCommand):
    """Somebody wants this of a device."""

    name: str
    wanted: str
    by: str


class AnswerWish(HouseCommand):
    """What became of a wish."""

    number: int
    outcome: str
    words: str


class NoteDevice(HouseCommand):
    """Something about a device that no table's play depends on."""

    name: str
    what: Literal["lost", "back", "alarm"]
    words: str
