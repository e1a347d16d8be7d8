"""`tablekeeper staff` as a person runs it: its words and its exit status."""

import os
import pty
import subprocess
import time
from collections.abc import Callable

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.command_line import PROGRAM, Done, run
from tests.people.houses import ADA_PIN, HERE, happened, problem_of, server
from tests.store.live import BOOK, Clock, ask, opening, serving

REFUSED = 2
Run = Callable[..., Done]
Own = tuple[Database, Settings]
ADD = ("add", "ada", "--shown", "Ada", "--role", "administrator", "--pin-stdin")


@pytest.fixture
def staff(own: Own) -> Run:
    """Runs the command on a house of its own; `pin` comes through a pipe."""
    environment = {"TABLEKEEPER_DATABASE_URL": own[1].database_url or ""}

    def staff(*arguments: str, pin: str = "") -> Done:
        return run("staff", *arguments, typed=pin, environment=environment)

    return staff


async def test_the_first_account_is_made_and_signs_in(staff: Run, own: Own) -> None:
    told = staff("list")
    assert (told.returncode, told.stdout) == (0, "nobody has an account: `tablekeeper staff add` gives one\n"), told
    told = staff(*ADD, "--badge", "4711", pin=f"{ADA_PIN}\n")
    assert (told.returncode, told.stdout) == (0, "ada has an account as administrator\n"), told.stderr
    async with server(own, Clock(time.time_ns() // 1_000)) as at:  # the command has this machine's clock
        assert at.setup_token is None
        assert (await at.people.sign_in("4711", ADA_PIN, HERE)).caller.name == "ada"
    head, ada = [line.split() for line in staff("list").stdout.splitlines()]
    assert head[:3] == ["name", "shown", "roles"]
    assert ada == ["ada", "Ada", "administrator", "4711", "-", "-", "1", "may", "sign", "in"]
    async with own[0].connection("reader") as connection:
        actors = await connection.fetch("SELECT DISTINCT actor FROM events WHERE type = 'PersonAdded'")
    assert [row["actor"].startswith("command line of ") for row in actors] == [True]


async def test_an_account_is_changed_suspended_and_readmitted(staff: Run, own: Own) -> None:
    staff(*ADD, pin=f"{ADA_PIN}\n")
    dana = ("--role", "dealer", "--badge", "4712", "--licence", "L-9", "--licensed-through", "2999-12-31")
    assert staff("add", "dana", "--shown", "Dana", *dana, "--pin-stdin", pin="730284\n").returncode == 0
    told = staff("change", "dana", "--role", "dealer", "--role", "supervisor", "--licence", "")
    assert told.stdout == "dana is now dealer, supervisor\n"
    async with server(own) as at:
        dana_now = at.house.people[1]
        assert (dana_now.shown, dana_now.badge, dana_now.licence) == ("Dana", "4712", None)
        assert dana_now.licensed_through == "2999-12-31", "what is not named stays"
        assert staff("suspend", "dana", "--reason", "left").returncode == 0
        assert await problem_of(at.people.sign_in("dana", "730284", HERE)) == "suspended"
        assert staff("list").stdout.rstrip().endswith("suspended")
        assert staff("readmit", "dana").stdout == "dana may sign in again\n"
        assert staff("pin", "dana", "--pin-stdin", pin="620974\n").returncode == 0
        await at.people.sign_in("dana", "620974", HERE)


async def test_a_display_gets_its_token_once(staff: Run, own: Own) -> None:
    none = staff("display", "add", "t7-sign", "--table", "7")
    assert (none.returncode, none.stdout) == (REFUSED, "") and "there is no table 7: open it first" in none.stderr
    assert "t7-sign" not in staff("list").stdout
    async with serving(*own) as tables:
        await ask(await tables.open("7", BOOK), *opening(BOOK))
    token = staff("display", "add", "t7-sign", "--table", "7").stdout.strip()
    async with server(own) as at:
        assert (await at.people.caller(token, HERE)).table == "7"
        told = staff("list").stdout
        assert "display t7-sign at table 7" in told and token not in told
        assert staff("display", "remove", "t7-sign").stdout == "t7-sign may not look any more\n"
        assert staff("display", "remove", "t7-sign").returncode == REFUSED
    assert not any(token in repr(event) for event in await happened(own[0]))


@pytest.mark.parametrize(
    ("arguments", "pin", "said"),
    [
        (ADD, "123456\n", "go up or down evenly"),
        (ADD, "", "A PIN has 6 to 12 digits"),
        (ADD[:-1], "482913\n", "say --pin-stdin"),
        (("add", "a b", *ADD[2:]), "482913\n", "A person's name has 2 to 40 letters"),
        (("add", "ada", *ADD[2:], "--licensed-through", "soon"), "482913\n", "'soon' is no day"),
        (("add", "ada", *ADD[2:], "--sees-face-down"), "482913\n", "nobody but those of surveillance"),
        (("add", "ada", "--shown", "Ada", "--role", "boss"), "", "invalid choice: 'boss'"),
        (("change", "eve", "--shown", "Eve"), "", "nobody has an account of the name 'eve'"),
        (("suspend", "eve", "--reason", "left"), "", "Nobody has an account of the name 'eve'"),
        (("suspend", "eve"), "", "the following arguments are required: --reason"),
        (("readmit", "eve"), "", "Nobody has an account of the name 'eve'"),
        (("pin", "eve", "--pin-stdin"), "482913\n", "Nobody has an account of the name 'eve'"),
        (("display", "add", "t 7", "--table", "7"), "", "A display's name has 2 to 40"),
        ((), "", "the following arguments are required: COMMAND"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], pin: str, said: str, staff: Run) -> None:
    told = staff(*arguments, pin=pin)
    assert told.returncode == REFUSED, told
    assert said in told.stderr
    assert "Traceback" not in told.stderr and told.stdout == ""


def test_the_last_administrator_stays(staff: Run) -> None:
    assert staff(*ADD, pin=f"{ADA_PIN}\n").returncode == 0
    told = staff("suspend", "ada", "--reason", "left")
    assert told.returncode == REFUSED and "the last administrator who can sign in" in told.stderr


@pytest.mark.parametrize(("second", "status"), [(ADA_PIN, 0), ("730284", REFUSED)])
def test_at_a_terminal_the_pin_is_asked_for_twice_and_not_shown(own: Own, second: str, status: int) -> None:
    master, terminal = pty.openpty()
    environment = os.environ | {"TABLEKEEPER_DATABASE_URL": own[1].database_url or ""}
    command = [str(PROGRAM), "staff", *ADD[:-1]]
    with subprocess.Popen(
        command, env=environment, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
    ) as process:
        os.close(terminal)
        shown = said_until(master, "PIN for ada: ")
        os.write(master, f"{ADA_PIN}\n".encode())
        shown += said_until(master, "the same again: ")
        os.write(master, f"{second}\n".encode())
        shown += said_until(master, "ada has an account" if status == 0 else "the two PINs differ: nothing was done")
        assert process.wait(60) == status
    os.close(master)
    assert ADA_PIN not in shown


def said_until(master: int, words: str) -> str:
    """What the terminal shows, up to these words."""
    shown = ""
    while words not in shown:
        part = os.read(master, 1_024)
        assert part, shown
        shown += part.decode()
    return shown
