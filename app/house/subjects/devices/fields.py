"""Fields that commands and events of this subject share."""

from app.game.core.records import Record
from app.house.state import Device


class Attachment(Record):
    """A device at a table, and who signed for it."""

    device: Device
    """The device."""
    by: str = ""
    beside: str = ""
    """Who signs beside; empty where one person was enough."""


class Binding(Record):
    """The serial number that a device has to have, and who signed for it."""

    name: str
    serial: str
    """The serial number of the device."""
    by: str
    beside: str = ""
    """Who signs beside; empty where one person was enough."""


class DeviceCommandAnswer(Record):
    """What a device made of a wish."""

    number: int
    """The number of the wish."""
    outcome: str
    """What became of the wish: done, refused or no_answer."""
    words: str
    """What the device said."""
