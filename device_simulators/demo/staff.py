"""Who works in the house of the demo, and how it is set up; what is there already stays as it is."""

from collections.abc import Iterable
from typing import NamedTuple

from device_simulators.bot.terminal.people import Staff
from device_simulators.bot.terminal.service import NoAnswer
from device_simulators.demo.folder import Folder
from device_simulators.demo.office import Office, Refused
from device_simulators.demo.tables import DemoTable, Devices
from device_simulators.demo.trouble import Trouble

# The demo's own: nobody else signs in under these names.
MANAGER, SUPERVISORS = "demo-manager", ("demo-floor-1", "demo-floor-2")
FLOAT_CENTS = 100_000_00


class Visitor(NamedTuple):
    """An account for whoever tries the demo."""

    name: str
    role: str
    what: str


VISITORS = (
    Visitor("dana", "dealer", "deals: at a table's dealer screen"),
    Visitor("dora", "dealer", "relieves dana"),
    Visitor("sue", "supervisor", "the floor: corrections, alarms, reports"),
    Visitor("sam", "supervisor", "the second signature"),
    Visitor("eve", "surveillance", "replays and proves any round"),
    Visitor("ada", "administrator", "staff, devices, tables"),
    Visitor("otto", "auditor", "the record, and nothing else"),
)


def staff_of(folder: Folder, table: DemoTable) -> Staff:
    """Who plays at the table for the demo."""
    dealers = tuple([folder.person(name) for name in table.dealers])
    return Staff(dealers, folder.person(SUPERVISORS[int(table.number) % len(SUPERVISORS)]))


async def set_up(
    office: Office, folder: Folder, setup_token: str | None, tables: Iterable[DemoTable], devices: dict[str, Devices]
) -> None:
    """Everything that there has to be in the house; raises Trouble."""
    tables = tuple(tables)
    try:
        if setup_token is not None:
            await _first_account(office, setup_token)
        await _people(office, folder, tables)
        for table in tables:
            await _table(office, folder, table, devices[table.number])
    except Refused as refused:
        raise Trouble(f"The house could not be set up: {refused}.\n{_NOT_OURS}") from refused
    except NoAnswer as lost:
        raise Trouble(f"The house could not be set up: {lost}. Start again: what is there already stays.") from lost


_NOT_OURS = "If this server was set up by somebody else, have the demo run one of its own; see docs/demo.md."


async def _first_account(office: Office, setup_token: str) -> None:
    try:
        await office.set_up(setup_token)
    except Refused as refused:
        if refused.code not in ("already_set_up", "bad_setup_token"):  # made by the demo before, with the kept PIN
            raise


async def _people(office: Office, folder: Folder, tables: tuple[DemoTable, ...]) -> None:
    said = await office.ask("GET", "/people")
    known = {each["name"]: each for each in said["people"]}
    own = dict.fromkeys(SUPERVISORS, "supervisor") | {name: "dealer" for each in tables for name in each.dealers}
    for name, role in own.items():
        pin = folder.person(name).pin
        if name not in known:
            await office.add_person(name, role, pin)
        elif not known[name]["has_pin"]:  # killed in between
            await office.ask("PUT", f"/people/{name}/pin", {"pin": pin})
    for visitor in VISITORS:
        if visitor.name not in known:
            await office.add_person(visitor.name, visitor.role, sees_face_down=visitor.role == "surveillance")


async def _table(office: Office, folder: Folder, table: DemoTable, devices: Devices) -> None:
    listed = await office.ask("GET", "/tables")
    if table.number not in [each["number"] for each in listed["tables"]]:
        await office.add_table(table.number, table.book, await _offered(office, table))
    attached = {each["name"]: each for each in (await office.ask("GET", "/devices"))["devices"]}
    for kind, url in devices.urls.items():
        before = attached.get(f"t{table.number}-{kind}")
        if before is None or before["url"] != url or devices.serials[kind] not in before["serials"]:
            signers = [folder.person(name) for name in SUPERVISORS[:2]]
            await office.attach(table.number, kind, "table-link", url, devices.serials[kind], signers)
    await _sign(office, folder, table.number)


async def _offered(office: Office, table: DemoTable) -> dict[str, object]:
    """The table's options, with every side bet that its book has."""
    book = await office.ask("GET", f"/rulesets/{table.book}")
    return {**table.config, "side_bets": [each[0] for each in book["rules"]["side_bets"]]}


async def _sign(office: Office, folder: Folder, number: str) -> None:
    """The sign above the table; one whose token was not kept is put up anew."""
    display = f"t{number}-sign"
    there = [each["display"] for each in (await office.ask("GET", "/displays"))["displays"]]
    if display in there and folder.sign(number) is not None:
        return
    if display in there:
        await office.ask("DELETE", f"/displays/{display}")
    said = await office.ask("POST", "/displays", {"display": display, "table": number})
    folder.keep_sign(number, said["token"])
