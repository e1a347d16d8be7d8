"""What becomes of a command about devices."""

from collections import Counter
from ipaddress import ip_address
from typing import get_args
from urllib.parse import urlsplit

from app.game.core.message import Parts
from app.house.dialects import FACTS, Role
from app.house.kinds import Decided
from app.house.refusal import Refused, refused
from app.house.state import (
    SHOES,
    Device,
    House,
    device_of,
    devices_of,
    is_trusted,
    place_at,
    signed_places,
)
from app.house.subjects.alarms.decide import ended_for
from app.house.subjects.devices import commands as c
from app.house.subjects.devices import events as e

NAME_LENGTH = 40
MOST_WISHES = 100


def attach_device(house: House, command: c.AttachDevice) -> Decided:
    device, before = command.device, device_of(house, command.device.name)
    wrong = _wrong(device) or _taken(house, device)
    if wrong is not None:
        return wrong
    if before is not None and before.table != device.table:
        return refused("house_refused.at_another_table", {"device": device.name, "table": before.table})
    serials = before.serials if before is not None and before.role == device.role else ()
    attached = before.attached if before is not None else dict(house.detached).get(device.name, 0)
    device = device._replace(serials=serials, attached=attached)
    return _unsigned(house, command, before, device) or (e.DeviceAttached(device, command.by, command.beside),)


def _unsigned(house: House, command: c.AttachDevice, before: Device | None, device: Device) -> Refused | None:
    """Why two people have to sign first; None if they did, or if the table plays nothing else by this."""
    if command.beside.strip():
        same = not command.by.strip() or command.beside == command.by
        return refused("same_person.signs_for_a_device") if same else None
    trusted = before is not None and is_trusted(before)
    if before == device or not (trusted or place_at(device) in signed_places(house)):
        return None
    return refused("signature_needed", {"place": place_at(device).kind, "table": device.table})


def _wrong(device: Device) -> Refused | None:
    """What is wrong with the device by itself."""
    if not device.name or len(device.name) > NAME_LENGTH or not set(device.name) <= _NAME:
        return refused("house_refused.device_name", {"most": NAME_LENGTH})
    if device.role not in get_args(Role):
        return refused("house_refused.device_role", {"role": device.role, "roles": get_args(Role)})
    if device.dialect not in FACTS:
        return refused("house_refused.dialect", {"dialect": device.dialect, "dialects": tuple(FACTS)})
    speakers = FACTS[device.dialect].spoken_by
    if device.role not in speakers:
        parts: Parts = {"role": device.role, "dialect": device.dialect, "roles": speakers}
        return refused("house_refused.dialect_of_others", parts)
    return None if device.table and device.url else refused("house_refused.where_it_is")


_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def _taken(house: House, device: Device) -> Refused | None:
    """Whether another device stands where this one would: a table has one that lets cards out, one of each other."""
    for other in devices_of(house, device.table):
        same = other.role == device.role or (other.role in SHOES and device.role in SHOES)
        if other.name != device.name and same:
            parts: Parts = {"table": device.table, "device": other.name, "role": other.role}
            return refused("house_refused.place_taken", parts)
    own, others = line_of(device.url), [each for each in house.devices if each.name != device.name]
    line = next((each for each in others if line_of(each.url) == own), None)
    return refused("house_refused.line_taken", {"url": device.url, "device": line.name}) if line is not None else None


def line_of(url: str) -> str:
    """The port itself, however its address is written, and as what and how fast it is opened."""
    try:
        parts = urlsplit(url.strip())
        if not parts.hostname:
            return parts.path
        return f"{_host(parts.hostname)} port {parts.port}"
    except ValueError:
        return url


def _host(name: str) -> str:
    try:
        return str(ip_address(name))
    except ValueError:
        return name.rstrip(".")


def detach_device(house: House, command: c.DetachDevice) -> Decided:
    if device_of(house, command.name) is None:
        return _unknown(house, command.name)
    return (e.DeviceDetached(command.name), *ended_for(house, command.name, f"{command.name} was detached"))


def _unknown(house: House, name: str) -> Refused:
    known = tuple([device.name for device in house.devices])
    return refused("house_refused.no_such_device", {"device": name, "known": known})


def bind_device(house: House, command: c.BindDevice) -> Decided:
    device = device_of(house, command.name)
    if device is None:
        return _unknown(house, command.name)
    if not command.by.strip():
        return refused("house_refused.who_binds_it")
    if not command.serial or command.serial in device.serials:
        return refused("house_refused.serial", {"device": command.name, "serial": command.serial})
    elsewhere = [each.name for each in house.devices if command.serial in each.serials]
    if elsewhere:
        return refused("house_refused.bound_elsewhere", {"serial": command.serial, "device": elsewhere[0]})
    if not command.beside.strip() or command.beside == command.by:
        return refused("same_person.binds_a_device")
    return (e.DeviceBound(command.name, command.serial, command.by, command.beside),)


def send_device_command(house: House, command: c.SendDeviceCommand) -> Decided:
    if device_of(house, command.name) is None:
        return _unknown(house, command.name)
    if not command.by.strip():
        return refused("house_refused.who_wants_it")
    wished = e.DeviceCommandSent(house.wished + 1, command.name, command.wanted, command.by)
    if len(house.wishes) < MOST_WISHES:
        return (wished,)
    given_up = _room_for(house, command.by)
    if given_up is None:
        return refused("house_refused.too_much_wanted")
    return (given_up, wished)


def _room_for(house: House, by: str) -> e.DeviceCommandAnswered | None:
    """When too many wishes wait, the person with the most loses the last one to somebody with fewer."""
    waiting = Counter([wish.by for wish in house.wishes])
    most, count = waiting.most_common(1)[0]
    if count <= waiting[by] + 1:
        return None
    last = max([wish.number for wish in house.wishes if wish.by == most])
    return e.DeviceCommandAnswered(
        last, "no_answer", f"{most} has wanted most of what waits, and {by} something too: ask again"
    )


def answer_device_command(house: House, command: c.AnswerDeviceCommand) -> Decided:
    if command.number not in [wish.number for wish in house.wishes]:
        return refused("house_refused.nothing_wanted", {"number": command.number})
    return (e.DeviceCommandAnswered(command.number, command.outcome, command.words),)


def note_device(house: House, command: c.NoteDevice) -> Decided:
    device = device_of(house, command.name)
    if device is None:
        return _unknown(house, command.name)
    return (e.DeviceNoted(command.name, command.what, command.words, device.table),)
