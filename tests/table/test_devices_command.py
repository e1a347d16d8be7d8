"""`tablekeeper devices` as a person runs it: its words and its exit status."""

import asyncio
from collections.abc import Callable

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.command_line import Done, run
from tests.store.live import serving

REFUSED, NOT_DONE = 2, 1
ATTACH = ("attach", "t7-shoe", "--table", "7", "--role", "shoe", "--dialect", "table-link", "--url", "socket://h:4001")

Run = Callable[..., Done]


@pytest.fixture(scope="module")
def devices(settings: Settings, database: Database) -> Run:
    """Runs the command on the database of these tests."""

    def devices(*arguments: str) -> Done:
        return run("devices", *arguments, environment={"TABLEKEEPER_DATA": str(settings.data)})

    return devices


def test_a_device_is_attached_bound_listed_and_detached(devices: Run) -> None:
    told = devices(*ATTACH)
    assert (told.returncode, told.stdout) == (0, "t7-shoe is the shoe of table 7, at socket://h:4001\n"), told.stderr
    told = devices("bind", "t7-shoe", "SH-0042", "--by", "one")
    assert told.returncode == 0
    assert told.stdout.startswith("SH-0042 is t7-shoe from now on")
    told = devices("list")
    head, *rows = [line.split() for line in told.stdout.splitlines()]
    assert head[:5] == ["device", "table", "role", "dialect", "url"]
    assert ["t7-shoe", "7", "shoe", "table-link", "socket://h:4001", "SH-0042", "none", "-"] in rows
    told = devices("bind", "t7-shoe", "SH-0042", "--by", "one")
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
        (("bind", "t9-shoe", "SH-1"), "There is no device 't9-shoe'"),
        (("send", "t9-shoe", "count"), "There is no device 't9-shoe'"),
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


def test_nobody_answers_a_wish_without_a_server(devices: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for as long as a server may take; here for no longer than one look takes."""
    monkeypatch.setattr("app.cli.devices.ANSWERED_WITHIN_S", 0.5)
    assert devices(*ATTACH).returncode == 0
    try:
        told = devices("send", "t7-shoe", "lock", "--by", "one")
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
    attach = (name, "--table", number, "--role", "shoe", "--dialect", "table-link", "--url", url)
    assert devices("attach", *attach).returncode == 0
    try:
        async with serving(database, settings) as tables:
            await tables.open(number, "nz-division-15")
            told = await asyncio.to_thread(devices, "send", name, "lock", "--by", "one")
        assert told.returncode == NOT_DONE
        assert told.stdout.startswith(f"{name}: no_answer: the device is not connected")
    finally:
        devices("detach", name)
    assert (await HouseLog(database, settings.gaming_day).read()).house.wishes == ()
