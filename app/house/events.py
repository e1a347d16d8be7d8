"""What has happened in the house, beside the tables."""

from dataclasses import dataclass

from app.house.state import Device


@dataclass(frozen=True, slots=True)
class DeviceAttached:
    """A table has this device, reached like this."""

    device: Device


@dataclass(frozen=True, slots=True)
class DeviceDetached:
    """The device has left its table."""

    name: str


@dataclass(frozen=True, slots=True)
class DeviceBound:
    """Somebody has bound this serial number to the table's device."""

    name: str
    serial: str
    by: str


@dataclass(frozen=True, slots=True)
class DeviceWished:
    """Somebody wants this of a device."""

    number: int
    name: str
    wanted: str
    by: str


@dataclass(frozen=True, slots=True)
class WishAnswered:
    """What became of it."""

    number: int
    outcome: str
    words: str


@dataclass(frozen=True, slots=True)
class DeviceNoted:
    """A device was lost, is back, or has an alarm that holds no table."""

    name: str
    what: str
    words: str


HouseEvent = DeviceAttached | DeviceDetached | DeviceBound | DeviceWished | WishAnswered | DeviceNoted
