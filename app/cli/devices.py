"""`tablekeeper devices ...`: which devices the tables have, how they are, and what is wanted of them."""

import argparse
import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, get_args
from uuid import uuid4

from app.cli.database_command import on_database, who_types
from app.cli.endings import Refusal
from app.cli.output import put, say
from app.cli.signing import Signer, add_signers, asked_signers, two_signers
from app.cli.tables import check_table
from app.devices.spoken_dialects import BadDialect, check_device, default_baud
from app.devices.transports.allowed import NotAllowed, check_line
from app.devices.transports.urls import BadUrl, PortUrl, parse_url
from app.devices.watching import watch
from app.devices.wishes_in_words import WISHES, BadWish, wanted_of
from app.house.dialects import Dialect, Role
from app.house.records import HouseCommand
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device, House, device_of, person_of
from app.house.subjects.devices.commands import AttachDevice, BindDevice, DetachDevice, SendDeviceCommand
from app.house.subjects.devices.events import DeviceCommandAnswered
from app.settings import BadSetting, Settings, read_settings
from app.store.database import Database
from app.store.house_log import STREAM, HouseAt, HouseLog
from app.store.log_reader import event_of, since

ANSWERED_WITHIN_S, LOOKS_EVERY_S = 15.0, 0.2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    ways = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    ways.add_parser("list", help="every device, and how it was last seen").set_defaults(run=_list)
    _add_attach(ways)
    detach = ways.add_parser("detach", help="take a device from its table")
    detach.add_argument("name", metavar="NAME")
    detach.set_defaults(run=_detach)
    bind = ways.add_parser("bind", help="say that the device of this serial number is the one")
    bind.add_argument("name", metavar="NAME")
    bind.add_argument("serial", metavar="SERIAL")
    add_signers(bind)
    bind.set_defaults(run=_bind)
    send = ways.add_parser("send", help=f"ask something of a device: {WISHES}")
    send.add_argument("name", metavar="NAME")
    send.add_argument("words", nargs="+", metavar="WISH")
    _add_by(send)
    send.set_defaults(run=_send)
    watching = ways.add_parser("watch", help="decode a live port; for technicians, it shows every card")
    watching.add_argument("device", metavar="NAME|URL", help="a device of the list, or the URL of a port")
    watching.add_argument("--dialect", choices=get_args(Dialect))
    watching.add_argument("--role", choices=get_args(Role), default="shoe")
    watching.set_defaults(run=_watch)


def _add_attach(ways: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    attach = ways.add_parser("attach", help="give a table a device, or change how it is reached")
    attach.add_argument("name", metavar="NAME", help="a name for it, such as t7-shoe")
    attach.add_argument("--table", required=True, metavar="NUMBER")
    attach.add_argument("--role", required=True, choices=get_args(Role))
    attach.add_argument("--dialect", required=True, choices=get_args(Dialect))
    attach.add_argument("--url", required=True, metavar="URL", help="/dev/ttyUSB0?baud=4800, socket://host:4001, ...")
    attach.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    add_signers(attach)
    attach.set_defaults(run=_attach)


def _add_by(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by", metavar="NAME", help=f"who wants it, by the name of the account; without: {who_types()}"
    )


def _list(_options: argparse.Namespace) -> int:
    for line in on_database(_lines):
        put(line)
    return 0


async def _lines(database: Database, settings: Settings) -> list[str]:
    house = (await HouseLog(database, settings.gaming_day).read()).state
    if not house.devices:
        return ["no table has a device: `tablekeeper devices attach` gives it one"]
    async with database.connection("reader") as connection:
        last = {row["device"]: row for row in await connection.fetch(_LAST)}
    rows: list[tuple[str, ...]] = [("device", "table", "role", "dialect", "url", "serial", "last frame", "last noted")]
    rows += [_row(house, device, last.get(device.name)) for device in house.devices]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _row(house: House, device: Device, last: Any) -> tuple[str, ...]:
    noted = next((f"{note.what}: {note.words}" for note in house.notes if note.device == device.name), "-")
    seen = f"{last['at']:%Y-%m-%d %H:%M:%S} UTC, number {last['n']}" if last is not None else "none"
    serials = ", ".join(device.serials) or "-"
    return (device.name, device.table, device.role, device.dialect, device.url, serials, seen, noted)


_LAST = "SELECT DISTINCT ON (device) device, n, at FROM device_frames ORDER BY device, n DESC"


def _attach(options: argparse.Namespace) -> int:
    settings = tuple([_option(text) for text in options.option])
    try:
        check_device(options.dialect, options.role, dict(settings))
        url = parse_url(options.url, default_baud(options.dialect))
    except (BadDialect, BadUrl) as error:
        raise Refusal(str(error)) from error
    device = Device(options.name, options.table, options.role, options.dialect, options.url, settings)
    signers = asked_signers(options) if options.by else []
    on_database(lambda database, settings: _attached(database, settings, device, url, signers))
    put(f"{device.name} is the {device.role} of table {device.table}, at {device.url}")
    return 0


async def _attached(
    database: Database, settings: Settings, device: Device, url: PortUrl, signers: Sequence[Signer]
) -> None:
    """Attach it; two people sign where a device was read at this place before."""
    try:
        check_line(url, settings.device_lines)
    except NotAllowed as error:
        raise Refusal(str(error)) from error
    await check_table(database, device.table)
    by, beside = await two_signers(database, settings, "devices.attach", signers) if signers else (who_types(), "")
    await _asked(HouseLog(database, settings.gaming_day), AttachDevice(device, by, beside))


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refusal(f"{text!r} is no option: write NAME=VALUE")
    return name, value


def _detach(options: argparse.Namespace) -> int:
    _change(DetachDevice(options.name))
    put(f"{options.name} is at no table any more")
    return 0


def _bind(options: argparse.Namespace) -> int:
    signers = asked_signers(options)

    async def work(database: Database, settings: Settings) -> None:
        by, beside = await two_signers(database, settings, "devices.bind", signers)
        command = BindDevice(options.name, options.serial, by, beside)
        await _asked(HouseLog(database, settings.gaming_day), command)

    on_database(work)
    put(f"{options.serial} is {options.name} from now on; what it held from before is stored and not played")
    return 0


def _change(command: HouseCommand) -> None:
    async def work(database: Database, settings: Settings) -> None:
        await _asked(HouseLog(database, settings.gaming_day), command)

    on_database(work)


async def _asked(log: HouseLog, command: HouseCommand) -> HouseAt:
    answer = await log.ask(uuid4(), command, f"command line of {who_types()}")
    if isinstance(answer, RefusedInWords):
        raise Refusal(answer.message)
    return answer


def _send(options: argparse.Namespace) -> int:
    wish = " ".join(options.words)
    try:
        wanted_of(wish, b"")
    except BadWish as error:
        raise Refusal(str(error)) from error
    outcome, words = on_database(lambda database, settings: _sent(database, settings, options, wish))
    put(f"{options.name}: {outcome}{': ' if words else ''}{words}")
    return 0 if outcome == "done" else 1


async def _sent(database: Database, settings: Settings, options: argparse.Namespace, wish: str) -> tuple[str, str]:
    """What the server that has the device's line answers; it is asked through the log of the house."""
    log = HouseLog(database, settings.gaming_day)
    if options.by is not None and person_of((await log.read()).state, options.by) is None:
        raise Refusal(f"nobody has an account of the name {options.by!r}: see `tablekeeper staff list`")
    at = await _asked(log, SendDeviceCommand(options.name, wish, options.by or who_types()))
    deadline_s = asyncio.get_running_loop().time() + ANSWERED_WITHIN_S
    while asyncio.get_running_loop().time() < deadline_s:
        await asyncio.sleep(LOOKS_EVERY_S)
        async with database.connection("app") as connection:
            entries = await since(connection, STREAM, at.version + 1, at.day)
        events = [event_of(entry) for entry in entries]
        for event in events:
            if isinstance(event, DeviceCommandAnswered) and event.number == at.state.wished:
                return event.outcome, event.words
    say("the wish stands in the log; a server that has the line will carry it out when it is back")
    return "no_answer", "no server has answered: is the one that keeps the table running?"


def _watch(options: argparse.Namespace) -> int:
    if options.dialect is not None:
        device = Device("", "", options.role, options.dialect, options.device)
    else:
        device = on_database(lambda database, settings: _named(database, settings, options.device))
    try:
        check = partial(check_line, lines=read_settings().device_lines)
        asyncio.run(watch(device.url, device.dialect, device.role, lambda line: put(line, at_once=True), check=check))
    except (BadDialect, BadUrl, NotAllowed, BadSetting) as error:
        raise Refusal(str(error)) from error
    return 0


async def _named(database: Database, settings: Settings, name: str) -> Device:
    house = (await HouseLog(database, settings.gaming_day).read()).state
    device = device_of(house, name)
    if device is None:
        raise Refusal(f"there is no device {name!r}: name one of `tablekeeper devices list`, or a URL with --dialect")
    return device
