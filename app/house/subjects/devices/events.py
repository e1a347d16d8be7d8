"""What has happened in the house, about devices."""

from app.house.records import HouseEvent
from app.house.subjects.devices.fields import Attachment, Binding, DeviceCommandAnswer


class DeviceAttached(Attachment, HouseEvent):
    """A table has this device, reached like this. `by` and `beside` signed it; `beside` is empty where one person was
    enough, and both are where the event is older than the signatures."""


class DeviceDetached(HouseEvent):
    """The device has left its table."""

    name: str


class DeviceBound(Binding, HouseEvent):
    """Two people have bound this serial number to the table's device; one alone, before two were asked for."""


class DeviceCommandSent(HouseEvent):
    """Somebody wants this of a device."""

    stored_as = "DeviceWished"

    number: int
    name: str
    wanted: str
    by: str


class DeviceCommandAnswered(DeviceCommandAnswer, HouseEvent):
    """What became of it."""

    stored_as = "WishAnswered"


class DeviceNoted(HouseEvent):
    """A device was lost, is back, or has an alarm that holds no table. `table`: where it was then."""

    name: str
    what: str
    words: str
    table: str = ""
