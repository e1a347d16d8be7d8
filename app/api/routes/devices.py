"""The shoes, shufflers and readers of the tables: which there are, how they are, and what is wanted of them."""

import asyncio
from typing import Annotated, NamedTuple
from uuid import uuid4

from fastapi import APIRouter, Path, Response
from pydantic import Field

from app.api.body_fields import NAME, Asked, Name, Number, Short, Signatures, Signed, Text
from app.api.documenting import NOT_SIGNED, problems
from app.api.finding import check_known
from app.api.guard import Allowed, Asking
from app.api.house_commands import done_in_the_house, two_people
from app.api.responses import answer, nothing
from app.devices.device_health import Health
from app.devices.spoken_dialects import BadDialect, check_device, default_baud
from app.devices.transports.allowed import NotAllowed, check_line
from app.devices.transports.urls import BadUrl, parse_url
from app.devices.wishes_in_words import BadWish, wanted_of
from app.house.dialects import Dialect, Role
from app.house.state import Device, DevicePlace, House, signed_places
from app.house.subjects.devices.commands import AttachDevice, BindDevice, DetachDevice, SendDeviceCommand
from app.house.subjects.devices.events import DeviceCommandAnswered
from app.problems.problem import Problem
from app.server import Server
from app.shapes import model_of
from app.store.codec import decode_record
from app.store.house_log import STREAM
from app.table.house_keeping import HouseKeeping

router = APIRouter(prefix="/devices", tags=["devices"])
ANSWERED_WITHIN_S = 15.0
LOOKS_EVERY_S = 0.05


class DeviceShown(NamedTuple):
    """A device of a table, and how it is; what only the server knows that keeps the table is null elsewhere. `unsure`:
    how many cards it has read with low confidence since the server attached it."""

    name: str
    table: str
    role: Role
    """What the device is for."""
    dialect: Dialect
    """How the device speaks."""
    url: str
    """How the device is reached."""
    serials: tuple[str, ...]
    """The serial numbers that were bound."""
    noted: str | None
    """What was last noted of it in the log of the house."""
    connected: bool | None
    """Whether its line is open."""
    state: str | None
    """How its line is: closed, starting, running, unbound or silent; null where only another server knows."""
    since_us: int | None
    """Since when it is so, in microseconds."""
    last_byte_us: int | None
    """When its last byte came, in microseconds."""
    last_report_us: int | None
    """When it last told something, in microseconds."""
    why: str | None
    """What is wrong with it, or nothing."""
    named: str | None
    """The serial number that it says it has."""
    unsure: int | None
    """How many cards it has read with low confidence since the server started."""


class DevicesListed(NamedTuple):
    """Every device."""

    devices: tuple[DeviceShown, ...]
    """The devices."""
    signed_places: tuple[DevicePlace, ...]
    """The places at tables at which a change of device or line takes two people."""


class NewDevice(Asked):
    """A device that a table gets, or how it is to be reached from now on."""

    name: Name
    """A name for it, such as t7-shoe."""
    table: Number
    """The table at which it stands."""
    role: Role
    """What it does there."""
    dialect: Dialect
    """How it speaks."""
    url: Text
    """The line: /dev/ttyUSB0?baud=4800, socket://host:4001, and others (docs/devices)."""
    options: Annotated[dict[Short, Short], Field(max_length=20, default_factory=dict)]
    """What else its dialect has to know."""
    signed_by: Annotated[list[Signed], Field(max_length=2, default_factory=list)]
    """Those who sign: two, or the one beside who asks. Nobody has to where the table has played nothing from there."""


class Binding(Asked):
    """Which device is the one."""

    serial: Short
    """The serial number that it tells."""
    signed_by: Signatures
    """Those who bind it: two, or the one beside who asks."""


class NewWish(Asked):
    """What is wanted of a device."""

    wish: Short
    """In words: lock, unlock, clear-error N, count, shuffle N, restart, confirm-game, attest."""


class WishOutcome(NamedTuple):
    """What became of a wish: "done", "refused" or "no_answer", and what the device said."""

    number: int
    """The number of the wish."""
    outcome: str
    """What became of the wish: done, refused or no_answer."""
    words: str
    """What the device said."""


DeviceName = Annotated[str, Path(pattern=NAME, description="The name of the device.")]


@router.get("", name="devices.list", response_model=model_of(DevicesListed), responses=problems())
async def listed(asking: Allowed) -> Response:
    """Every device of the house, with its health where this server keeps its table."""
    house = asking.server.house.now
    shown = tuple([_shown(asking.server, house, device) for device in house.devices])
    return answer(DevicesListed(shown, signed_places(house)))


@router.post(
    "",
    name="devices.attach",
    status_code=201,
    response_model=model_of(DeviceShown),
    responses=problems(
        "bad_device", "no_such_table", "house_refused", "id_reused", "signature_needed", "same_person", *NOT_SIGNED
    ),
)
async def attach(new: NewDevice, asking: Allowed) -> Response:
    """Give a table a device, or change how its device of this name is reached. The address has to be on the lists of
    the house's settings (docs/devices); nothing is opened to find out whether it is right. Two people sign where the
    table plays, or has played, what a device reports (`signed_places` of the list): whoever reads it from another line
    needs both."""
    try:
        check_device(new.dialect, new.role, new.options)
        check_line(parse_url(new.url, default_baud(new.dialect)), asking.server.settings.device_lines)
    except (BadDialect, BadUrl, NotAllowed) as error:
        raise Problem("bad_device", str(error)) from error
    await check_known(asking.server, new.table)
    device = Device(new.name, new.table, new.role, new.dialect, new.url, tuple(sorted(new.options.items())))
    by, beside = await two_people(asking, new.signed_by) if new.signed_by else (asking.caller.name, "")
    house = await done_in_the_house(asking, new.id, AttachDevice(device, by, beside))
    attached = next((each for each in house.devices if each.name == new.name), device)
    return answer(_shown(asking.server, house, attached), 201)


@router.delete("/{name}", name="devices.detach", status_code=204, responses=problems("house_refused"))
async def detach(name: DeviceName, asking: Allowed) -> Response:
    """Take a device from its table."""
    await done_in_the_house(asking, uuid4(), DetachDevice(name))
    return nothing()


@router.post(
    "/{name}/bindings",
    name="devices.bind",
    status_code=204,
    responses=problems("house_refused", "id_reused", "same_person", *NOT_SIGNED),
)
async def bind(name: DeviceName, binding: Binding, asking: Allowed) -> Response:
    """Say that the device of this serial number is the one: what it tells from now on is played. Two people sign, each
    of whom may bind devices: whoever puts another shoe in its place needs both."""
    by, beside = await two_people(asking, binding.signed_by)
    await done_in_the_house(asking, binding.id, BindDevice(name, binding.serial, by, beside))
    return nothing()


@router.post(
    "/{name}/wishes",
    name="devices.wish",
    response_model=model_of(WishOutcome),
    responses=problems("bad_wish", "house_refused", "id_reused"),
)
async def wish(name: DeviceName, new: NewWish, asking: Allowed) -> Response:
    """Ask something of a device, and wait up to 15 seconds for what becomes of it. Whichever server has the line
    carries it out; asked again under the same id, the same wish is waited for."""
    try:
        wanted_of(new.wish, b"")
    except BadWish as error:
        raise Problem("bad_wish", str(error)) from error
    await done_in_the_house(asking, new.id, SendDeviceCommand(name, new.wish, asking.caller.name))
    async with asking.reads.connection() as connection:
        number: int = await connection.fetchval(_NUMBER, STREAM, new.id)
    await _answered(asking.server.house, number)
    return answer(await _outcome(asking, number))


async def _answered(house: HouseKeeping, number: int) -> None:
    """Until the wish does not wait any more, or nobody would wait any longer."""
    loop = asyncio.get_running_loop()
    deadline_s = loop.time() + ANSWERED_WITHIN_S
    while any([each.number == number for each in house.now.wishes]) and loop.time() < deadline_s:
        await asyncio.sleep(LOOKS_EVERY_S)


async def _outcome(asking: Asking, number: int) -> WishOutcome:
    async with asking.reads.connection() as connection:
        text = await connection.fetchval(_ANSWER, STREAM, number)
    if text is None:
        return WishOutcome(number, "no_answer", "no server has answered: is the one that keeps the table running?")
    answered = decode_record(text)
    assert isinstance(answered, DeviceCommandAnswered)
    return WishOutcome(number, answered.outcome, answered.words)


def _shown(server: Server, house: House, device: Device) -> DeviceShown:
    noted = next((f"{note.what}: {note.words}" for note in house.notes if note.device == device.name), None)
    health = _health(server, device)
    how = (health.connected, health.state, health.since_us, health.last_byte_us, health.last_report_us, health.why,
           health.named, health.counted.unsure) if health is not None else (None,) * 8  # fmt: skip
    return DeviceShown(device.name, device.table, device.role, device.dialect, device.url, device.serials, noted, *how)


def _health(server: Server, device: Device) -> Health | None:
    devices = server.tables.devices
    if device.table not in server.tables.live() or not devices.attends(device.table):
        return None
    return next((each for each in devices.of(device.table).health() if each.name == device.name), None)


_NUMBER = """
SELECT (payload->>'number')::bigint FROM events
 WHERE stream = $1 AND command = $2 AND type = 'DeviceWished' ORDER BY version DESC LIMIT 1"""
_ANSWER = """
SELECT payload FROM events WHERE stream = $1 AND type = 'WishAnswered' AND (payload->>'number')::bigint = $2
 ORDER BY version DESC LIMIT 1"""
