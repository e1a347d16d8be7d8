"""`tablekeeper devices` as a person runs it: its words and its exit status."""

import asyncio
from collections.abc import Callable

import pytest

from app.house.subjects.people.commands import AddPerson
from app.people.account_commands import Accounts
from app.people.pins import Pins
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.command_line import Done, run
from tests.lines import ENVIRONMENT
from tests.store.live import BOOK, ask, opening, serving

REFUSED, NOT_DONE = 2, 1
ATTACH = ("attach", "t7-shoe", "--table", "7", "--role", "shoe", "--dialect", "table-link", "--url", "socket://h:4001")

SIGNED = ("--by", "dev-sue", "--by", "dev-sam", "--pins-stdin")
BIND = ("bind", "t7-shoe", "SH-0042", *SIGNED)
PIN = "740258"
PINS = f"{PIN}\n{PIN}\n"

Run = Callable[..., Done]


@pytest.fixture(scope="module")
def devices(settings: Settings, database: Database) -> Run:
    """Runs the command on the database of these tests."""

    def devices(*arguments: str, typed: str = "") -> Done:
        environment = {"TABLEKEEPER_DATA": str(settings.data), **ENVIRONMENT, "TABLEKEEPER_DEVICE_HOSTS": "h 127.0.0.1"}
        return run("devices", *arguments, environment=environment, typed=typed)

    asyncio.run(_opened(database, settings))
    return devices


async def _opened(database: Database, settings: Settings) -> None:
    """Two tables, and two supervisors, neither of whom gave the other the PIN; one dealer."""
    async with serving(database, settings) as tables:
        for number in ("7", "8"):
            await ask(await tables.open(number, BOOK), *opening(BOOK))
    pins = Pins(database)
    accounts = Accounts(HouseLog(database, settings.gaming_day), pins)
    for name, role in (("dev-sue", "supervisor"), ("dev-sam", "supervisor"), ("dev-dan", "dealer")):
        await accounts.add(AddPerson(name, name, (role,)), PIN, "test")  # type: ignore[arg-type]
    pins.close()


def test_a_device_is_attached_bound_listed_and_detached(devices: Run) -> None:
    told = devices(*ATTACH)
    assert (told.returncode, told.stdout) == (0, "t7-shoe is the shoe of table 7, at socket://h:4001\n"), told.stderr
    told = devices(*BIND, typed=PINS)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("SH-0042 is t7-shoe from now on")
    told = devices("list")
    head, *rows = [line.split() for line in told.stdout.splitlines()]
    assert head[:5] == ["device", "table", "role", "dialect", "url"]
    assert ["t7-shoe", "7", "shoe", "table-link", "socket://h:4001", "SH-0042", "none", "-"] in rows
    told = devices(*BIND, typed=PINS)
    assert told.returncode == REFUSED
    assert "has the serial number 'SH-0042' already" in told.stderr and told.stdout == ""
    told = devices("detach", "t7-shoe")
    assert (told.returncode, told.stdout) == (0, "t7-shoe is at no table any more\n")
    assert devices("list").stdout == "no table has a device: `tablekeeper devices attach` gives it one\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("attach", "t 7", *ATTACH[2:]), "A device's name has 1 to 40 letters"),
        ((*ATTACH[:-1], "ftp://h"), "ftp://h"),
        ((*ATTACH[:7], "bee-tek", *ATTACH[8:], "--option", "colour=red"), "colour"),
        ((*ATTACH, "--option", "colour"), "'colour' is no option: write NAME=VALUE"),
        ((*ATTACH[:5], "reader", "--dialect", "bee-tek", "--url", "socket://h:1"), "reader"),
        ((*ATTACH[:5], "toaster", *ATTACH[6:]), "invalid choice: 'toaster'"),
        (("detach", "t9-shoe"), "There is no device 't9-shoe'"),
        (("bind", "t7-shoe", "SH-1", "--by", "dev-sue", "--pins-stdin"), "two different people sign"),
        ((*ATTACH[:-1], "socket://elsewhere:4001"), "the host elsewhere is not in TABLEKEEPER_DEVICE_HOSTS"),
        ((*ATTACH[:-1], "/etc/passwd"), "it begins like none of TABLEKEEPER_DEVICE_PATHS"),
        (("attach", "t6-shoe", "--table", "6", *ATTACH[4:]), "there is no table 6"),
        (("send", "t9-shoe", "count"), "There is no device 't9-shoe'"),
        (("send", "t9-shoe", "count", "--by", "nobody"), "nobody has an account of the name 'nobody'"),
        (("send", "t9-shoe", "explode"), "'explode' cannot be wanted of a device; these can: lock, unlock"),
        (("send", "t9-shoe", "clear-error"), "'clear-error' cannot be wanted"),
        (("send", "t9-shoe", "clear-error", "eight"), "'clear-error eight' cannot be wanted"),
        (("watch", "t9-shoe"), "there is no device 't9-shoe'"),
        (("attach", "t7-shoe"), "the following arguments are required"),
        ((), "the following arguments are required: COMMAND"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], said: str, devices: Run) -> None:
    told = devices(*arguments)
    assert told.returncode == REFUSED, told
    assert said in told.stderr
    assert "Traceback" not in told.stderr and told.stdout == ""


@pytest.mark.parametrize(
    ("names", "pins", "said"),
    [
        (("dev-sue", "dev-sam"), (PIN, "999999"), "do not belong together"),
        (("dev-sue", "dev-dan"), (PIN, PIN), "devices.bind is not for dealer"),
        (("dev-sue", "dev-nobody"), (PIN, PIN), "do not belong together"),
        (("dev-sue", "DEV-SUE"), (PIN, PIN), "two different people sign, and dev-sue is one"),
    ],
)
def test_two_people_bind_each_with_a_pin(
    devices: Run, names: tuple[str, str], pins: tuple[str, str], said: str
) -> None:
    assert devices(*ATTACH, *SIGNED, typed=PINS).returncode == 0  # a bound shoe has been there
    try:
        by = ("--by", names[0], "--by", names[1], "--pins-stdin")
        told = devices("bind", "t7-shoe", "SH-0042", *by, typed="".join([f"{each}\n" for each in pins]))
        assert (told.returncode, said in told.stderr) == (REFUSED, True), told
        assert "SH-0042" not in devices("list").stdout
    finally:
        devices("detach", "t7-shoe")


def test_two_people_take_a_bound_device_to_another_line(devices: Run) -> None:
    """One person detaches it; whatever comes in its place takes two, each with the PIN."""
    moved = ("attach", "t8-shoe", "--table", "8", *ATTACH[4:-1], "socket://h:4002")
    try:
        assert devices(*moved).returncode == 0
        told = devices("bind", "t8-shoe", "SH-0043", *SIGNED, typed=PINS)
        assert told.returncode == 0, told.stderr
        other = (*moved[:-1], "socket://h:4003")
        for detached in (False, True):
            if detached:
                assert devices("detach", "t8-shoe").returncode == 0
            told = devices(*other)
            assert (told.returncode, told.stdout) == (REFUSED, "")
            assert "Two people sign before a shoe at table 8 is read from another device or line" in told.stderr
            told = devices(*other, "--by", "dev-sue", "--pins-stdin", typed=f"{PIN}\n")
            assert (told.returncode, "two different people sign" in told.stderr) == (REFUSED, True)
            told = devices(*other, *SIGNED, typed=f"{PIN}\n999999\n")
            assert (told.returncode, "do not belong together" in told.stderr) == (REFUSED, True)
            assert "socket://h:4003" not in devices("list").stdout
        told = devices(*other, *SIGNED, typed=PINS)
        assert told.returncode == 0, told.stderr
        assert "socket://h:4003" in devices("list").stdout
    finally:
        devices("detach", "t8-shoe")


def test_nobody_answers_a_wish_without_a_server(devices: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for as long as a server may take; here for no longer than one look takes."""
    monkeypatch.setattr("app.cli.devices.ANSWERED_WITHIN_S", 0.5)
    assert devices(*ATTACH, *SIGNED, typed=PINS).returncode == 0  # a bound shoe has been there
    try:
        told = devices("send", "t7-shoe", "lock", "--by", "dev-dan")
        assert told.returncode == NOT_DONE
        assert told.stdout.startswith("t7-shoe: no_answer: no server has answered")
        assert "the wish stands in the log" in told.stderr
    finally:
        devices("detach", "t7-shoe")


async def test_a_server_answers_that_nobody_is_on_the_line(
    devices: Run, database: Database, settings: Settings, number: str
) -> None:
    """The wish goes through the log to the server that keeps the table, and its answer comes back."""
    url = "socket://127.0.0.1:9"  # nobody listens there
    name = f"t{number}-shoe"
    async with serving(database, settings) as tables:
        await ask(await tables.open(number, BOOK), *opening(BOOK))
    attach = (name, "--table", number, "--role", "shoe", "--dialect", "table-link", "--url", url)
    assert devices("attach", *attach).returncode == 0
    try:
        async with serving(database, settings) as tables:
            await tables.open(number, BOOK)
            told = await asyncio.to_thread(devices, "send", name, "lock", "--by", "dev-dan")
        assert told.returncode == NOT_DONE
        assert told.stdout.startswith(f"{name}: no_answer: the device is not connected")
    finally:
        devices("detach", name)
    assert (await HouseLog(database, settings.gaming_day).read()).state.wishes == ()
