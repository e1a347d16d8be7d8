"""What may be asked of the house."""

from dataclasses import dataclass
from typing import Literal

from app.house.state import Device


@dataclass(frozen=True, slots=True)
class AttachDevice:
    """A table gets this device, or its device of this name is to be reached otherwise."""

    device: Device


@dataclass(frozen=True, slots=True)
class DetachDevice:
    """The device leaves its table."""

    name: str


@dataclass(frozen=True, slots=True)
class BindDevice:
    """The device of this serial number is the one: what it tells from now on is played."""

    name: str
    serial: str
    by: str


@dataclass(frozen=True, slots=True)
class WishOfDevice:
    """Somebody wants this of a device."""

    name: str
    wanted: str
    by: str


@dataclass(frozen=True, slots=True)
class AnswerWish:
    """What became of a wish."""

    number: int
    outcome: str
    words: str


@dataclass(frozen=True, slots=True)
class NoteDevice:
    """Something about a device that no table's play depends on."""

    name: str
    what: Literal["lost", "back", "alarm"]
    words: str


HouseCommand = AttachDevice | DetachDevice | BindDevice | WishOfDevice | AnswerWish | NoteDevice
