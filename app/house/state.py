"""What the house is at one moment: its devices, and how they were last seen."""

from typing import Literal, NamedTuple

Role = Literal["shoe", "shuffler", "continuous", "reader"]
Dialect = Literal["angel-eye", "bee-tek", "table-link"]
SHOES: tuple[Role, ...] = ("shoe", "continuous")


class Device(NamedTuple):
    """A device of a table: how it is reached, how it speaks, and the serial numbers that were bound to it."""

    name: str
    table: str
    role: Role
    dialect: Dialect
    url: str
    options: tuple[tuple[str, str], ...] = ()
    serials: tuple[str, ...] = ()


class Note(NamedTuple):
    """The last that was noted of a device."""

    device: str
    what: str
    words: str


class Wish(NamedTuple):
    """What a person has asked of a device, by its number in this log."""

    number: int
    device: str
    wanted: str
    by: str


class House(NamedTuple):
    """The house. `wishes` waits for answers, the oldest first; `wished` is the number of the last."""

    devices: tuple[Device, ...] = ()
    notes: tuple[Note, ...] = ()
    wishes: tuple[Wish, ...] = ()
    wished: int = 0


def device_of(house: House, name: str) -> Device | None:
    """The device of this name."""
    return next((device for device in house.devices if device.name == name), None)


def devices_of(house: House, table: str) -> tuple[Device, ...]:
    """The devices of the table."""
    return tuple([device for device in house.devices if device.table == table])
