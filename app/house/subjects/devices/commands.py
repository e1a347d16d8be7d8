"""What may be asked of the house about devices."""

from typing import Literal

from app.house.records import HouseCommand
from app.house.subjects.devices.fields import Attachment, Binding, DeviceCommandAnswer


class AttachDevice(Attachment, HouseCommand):
    """A table gets this device, or its device of this name is to be reached otherwise. Where the table plays, or has
    played, what a device reports, two people say so."""


class DetachDevice(HouseCommand):
    """The device leaves its table."""

    name: str


class BindDevice(Binding, HouseCommand):
    """The device of this serial number is the one: what it tells from now on is played. Two people say so."""


class SendDeviceCommand(HouseCommand):
    """Somebody wants this of a device."""

    stored_as = "WishOfDevice"

    name: str
    wanted: str
    """What is wanted of the device."""
    by: str


class AnswerDeviceCommand(DeviceCommandAnswer, HouseCommand):
    """What became of a wish."""

    stored_as = "AnswerWish"


class NoteDevice(HouseCommand):
    """Something about a device that no table's play depends on."""

    name: str
    what: Literal["lost", "back", "alarm"]
    """What was noted."""
    words: str
