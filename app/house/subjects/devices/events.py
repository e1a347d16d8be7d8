"""What has happened in the house, about devices."""

from app.house.records import HouseEvent
from app.house.state import Device


class DeviceAttached(HouseEvent):
    """A table has this device, reached like this. `by` and `beside` signed it; `beside` is empty where one person was
    enough, and both are where the event is older than the signatures."""

    device: Device
    by: str = ""
    beside: str = ""


class DeviceDetached(HouseEvent):
    """The device has left its table."""

    name: str


class DeviceBound(HouseEvent):
    """Two people have bound this serial number to the table's device; one alone, before two were asked for."""

    name: str
    serial: str
    by: str
    beside: str = ""


class DeviceWished(HouseEvent):
    """Somebody wants this of a device."""

    number: int
    name: str
    wanted: str
    by: str


class WishAnswered(HouseEvent):
    """What became of it."""

    number: int
    outcome: str
    words: str


class DeviceNoted(HouseEvent):
    """A device was lost, is back, or has an alarm that holds no table. `table`: where it was then."""

    name: str
    what: str
    words: str
    table: str = ""
