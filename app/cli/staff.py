"""`tablekeeper staff ...`: who has an account, and what signs hang at the tables. Whoever may run this on the server's
machine needs no account: it is how the first one is made, and the way back in when nobody can sign in any more."""

import argparse
import getpass
import sys
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, get_args

from app.cli.database_command import on_database, who_types
from app.cli.endings import Refusal
from app.cli.output import put
from app.cli.tables import check_table
from app.house.roles import PersonRole
from app.house.state import House, Person, person_of
from app.house.subjects.people.commands import AddPerson, ChangePerson, RemoveDisplay, SuspendPerson
from app.house.subjects.people.decide import sealed_code
from app.house.subjects.people.person_check import is_name
from app.house.subjects.sessions.pin_attempts import HOUR_US
from app.people.account_commands import Accounts
from app.people.pins import Pins, check_pin, in_groups
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog

Work = Callable[[Accounts, str], Coroutine[Any, Any, str]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    ways = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    ways.add_parser("list", help="everybody who has an account, and every sign").set_defaults(run=_list)
    _add_account(ways)
    _add_change(ways)
    suspend = _named(ways, "suspend", "let somebody sign in no more", _suspend)
    suspend.add_argument("--reason", required=True, metavar="WORDS")
    _named(ways, "readmit", "take that back, or unlock after wrong PINs", _readmit)
    _add_pin_stdin(_named(ways, "pin", "give somebody another PIN", _pin))
    code = _named(ways, "code", "make a one-time code, with which somebody chooses a PIN; prints it, once", _code)
    code.add_argument(
        "--hours", type=int, choices=range(1, 169), default=24, metavar="1..168", help="it is good so long"
    )
    _add_displays(ways)


def _named(
    ways: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    what: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    way: argparse.ArgumentParser = ways.add_parser(name, help=what)
    way.add_argument("name", metavar="NAME")
    way.set_defaults(run=run)
    return way


def _add_account(ways: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    add = _named(ways, "add", "give somebody an account; asks for the PIN", _add)
    add.add_argument("--shown", required=True, metavar="TEXT", help="the name that screens show")
    add.add_argument("--role", required=True, action="append", choices=get_args(PersonRole), help="may be repeated")
    _add_particulars(add)
    add.add_argument("--sees-face-down", action="store_true", help="of surveillance: may see face-down cards")
    _add_pin_stdin(add)


def _add_change(ways: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    change = _named(ways, "change", "change an account; what is not named stays", _change)
    change.add_argument("--shown", metavar="TEXT", help="the name that screens show")
    change.add_argument("--role", action="append", choices=get_args(PersonRole), help="all of them; may be repeated")
    _add_particulars(change)
    change.add_argument("--sees-face-down", action=argparse.BooleanOptionalAction, help="may see face-down cards")


def _add_particulars(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--badge", metavar="TEXT", help='what a badge reader reads; "" takes it away')
    parser.add_argument("--licence", metavar="NUMBER", help='"" takes it away')
    parser.add_argument("--licensed-through", metavar="DAY", help='the last day, such as 2027-06-30; "" takes it away')


def _add_pin_stdin(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input, one line")


def _add_displays(ways: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    display = ways.add_parser("display", help="the signs at the tables")
    kinds = display.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add = kinds.add_parser("add", help="let a sign look at a table; prints its token, once")
    add.add_argument("name", metavar="ID", help="a name for it, such as t7-sign")
    add.add_argument("--table", required=True, metavar="NUMBER")
    add.set_defaults(run=_add_display)
    remove = kinds.add_parser("remove", help="let it look no more")
    remove.add_argument("name", metavar="ID")
    remove.set_defaults(run=_remove_display)


# --- looking


def _list(_options: argparse.Namespace) -> int:
    for line in on_database(_lines):
        put(line)
    return 0


async def _lines(database: Database, settings: Settings) -> list[str]:
    house = (await HouseLog(database, settings.gaming_day).read()).state
    if not house.people and not house.displays:
        return ["nobody has an account: `tablekeeper staff add` gives one"]
    now_us = time.time_ns() // 1_000
    rows: list[tuple[str, ...]] = [("name", "shown", "roles", "badge", "licence", "through", "signed in", "state")]
    rows += [_row(house, person, now_us) for person in house.people]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [*lines, *[f"display {each.id} at table {each.table}" for each in house.displays]]


def _row(house: House, person: Person, now_us: int) -> tuple[str, ...]:
    sessions = [each for each in house.sessions if each.person == person.name and each.expires_us > now_us]
    roles = ", ".join([*person.roles, *(["sees face down"] if person.sees_face_down else [])])
    particulars = [each or "-" for each in (person.badge, person.licence, person.licensed_through)]
    return (person.name, person.shown, roles, *particulars, str(len(sessions)), _state(person, now_us))


def _state(person: Person, now_us: int) -> str:
    if person.suspended:
        return "suspended"
    if person.locked_until_us > now_us:
        return f"locked until {datetime.fromtimestamp(person.locked_until_us // 1_000_000, UTC):%H:%M} UTC"
    if person.pin_seal:
        return "may sign in"
    return "has a one-time code" if sealed_code(person, now_us) else "has no PIN"


# --- changing


def _add(options: argparse.Namespace) -> int:
    command = AddPerson(
        options.name,
        options.shown,
        tuple(options.role),
        options.badge or None,
        options.licence or None,
        options.licensed_through or None,
        options.sees_face_down,
    )
    pin = _asked_pin(options, command.name, command.badge)

    async def work(accounts: Accounts, actor: str) -> str:
        person = await accounts.add(command, pin, actor)
        return f"{person.name} has an account as {', '.join(person.roles)}"

    return _done(work)


def _change(options: argparse.Namespace) -> int:
    async def work(accounts: Accounts, actor: str) -> str:
        before = person_of(await accounts.read(), options.name)
        if before is None:
            raise Refusal(f"nobody has an account of the name {options.name!r}: see `tablekeeper staff list`")
        person = await accounts.change(_changed(before, options), actor)
        return f"{person.name} is now {', '.join(person.roles)}"

    return _done(work)


def _changed(before: Person, options: argparse.Namespace) -> ChangePerson:
    def said(text: str | None, stands: str | None) -> str | None:
        return stands if text is None else text or None

    return ChangePerson(
        before.name,
        before.shown if options.shown is None else options.shown,
        before.roles if options.role is None else tuple(options.role),
        said(options.badge, before.badge),
        said(options.licence, before.licence),
        said(options.licensed_through, before.licensed_through),
        before.sees_face_down if options.sees_face_down is None else options.sees_face_down,
    )


def _suspend(options: argparse.Namespace) -> int:
    async def work(accounts: Accounts, actor: str) -> str:
        await accounts.ask(SuspendPerson(options.name, options.reason), actor)
        return f"{options.name} is suspended, and signed in nowhere"

    return _done(work)


def _readmit(options: argparse.Namespace) -> int:
    async def work(accounts: Accounts, actor: str) -> str:
        await accounts.readmit(options.name, actor)
        return f"{options.name} may sign in again"

    return _done(work)


def _pin(options: argparse.Namespace) -> int:
    pin = _asked_pin(options, options.name, None)

    async def work(accounts: Accounts, actor: str) -> str:
        await accounts.set_pin(options.name, pin, actor)
        return f"{options.name} has another PIN, and is signed in nowhere"

    return _done(work)


def _code(options: argparse.Namespace) -> int:
    until_us = time.time_ns() // 1_000 + options.hours * HOUR_US

    async def work(accounts: Accounts, actor: str) -> str:
        return in_groups(await accounts.make_code(options.name, until_us, actor))

    return _done(work)


def _asked_pin(options: argparse.Namespace, name: str, badge: str | None) -> str:
    """The PIN, asked for twice where somebody types it. It is no argument: those can be seen by everybody here."""
    if options.pin_stdin:
        pin = sys.stdin.readline().strip()
    elif not sys.stdin.isatty():
        raise Refusal("the PIN is typed at a terminal; from a pipe say --pin-stdin")
    else:
        pin = getpass.getpass(f"PIN for {name}: ")
        if getpass.getpass("the same again: ") != pin:
            raise Refusal("the two PINs differ: nothing was done")
    try:
        check_pin(pin, name, badge)
    except Problem as problem:
        raise Refusal(str(problem)) from problem
    return pin


def _add_display(options: argparse.Namespace) -> int:
    async def work(accounts: Accounts, actor: str) -> str:
        return await accounts.add_display(options.name, options.table, actor)

    return _done(work, options.table if is_name(options.name) else None)


def _remove_display(options: argparse.Namespace) -> int:
    async def work(accounts: Accounts, actor: str) -> str:
        await accounts.ask(RemoveDisplay(options.name), actor)
        return f"{options.name} may not look any more"

    return _done(work)


def _done(work: Work, table: str | None = None) -> int:
    """Do it, in the name of this machine's user, and print what is said of it. `table` has to be there for it."""

    async def asked(database: Database, settings: Settings) -> str:
        if table is not None:
            await check_table(database, table)
        pins = Pins(database)
        try:
            return await work(Accounts(HouseLog(database, settings.gaming_day), pins), f"command line of {who_types()}")
        except Problem as problem:
            raise Refusal(str(problem)) from problem
        finally:
            pins.close()

    put(on_database(asked))
    return 0
