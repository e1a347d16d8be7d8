"""A whole house to play in: `tablekeeper serve` as a process on a data folder of its own, with people and tables."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.cli import main
from device_simulators.bot.terminal.people import Person
from device_simulators.demo.office import Office
from tests.command_line import run
from tests.databases import make_current
from tests.folders import new_folder
from tests.forking import Forked, Program
from tests.lines import ENVIRONMENT
from tests.store.places import is_kept
from tests.store.waiting import until

START_S, END_S = 60.0, 30.0
ADMINISTRATOR = Person("keeper", "830174")
SUPERVISOR = Person("floor-1", "472905")
# Who bind devices: two people, neither of whom gave the other the PIN.
BINDERS = (Person("binder-1", "583016"), Person("binder-2", "690372"))
GREETING = re.compile(r"serves \d+ tables at (\S+)")


class House:
    """The running server, asked as its administrator and as a supervisor. `options` are those of `serve`; `name` tells
    several servers of one house apart."""

    def __init__(self, data: Path, *options: str, name: str = "server", **settings: str) -> None:
        self.data, self._options, self._name = data, options, name
        # All screens of a measurement are one person's, and come from here.
        many = {"TABLEKEEPER_CONNECTIONS_OF_ONE": "100000"}
        self.environment = {**os.environ, **ENVIRONMENT, "TABLEKEEPER_DATA": str(data), **many, **settings}
        self.url = ""
        self.program: Program = main
        self.process: Forked | None = None
        self._office: Office | None = None
        self._binding, self._has_binders = asyncio.Lock(), False

    def tablekeeper(self, *arguments: str, said: str = "") -> str:
        """What this command prints; it must succeed."""
        program = [sys.executable, "-m", "app", *arguments]
        done = subprocess.run(program, env=self.environment, input=said, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    def add_administrator(self) -> None:
        """A database, and the first account, as a house makes them."""
        self.tablekeeper("db", "upgrade")
        self.add_staff()

    def add_staff(self) -> None:
        """The first account."""
        who = ("staff", "add", ADMINISTRATOR.who, "--shown", "The keeper", "--role", "administrator")
        done = run(*who, "--pin-stdin", typed=f"{ADMINISTRATOR.pin}\n", environment=self.environment)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Serve, at the same port as before; its log goes to a file beside the data."""
        assert self.has_started(), self.log.read_text()

    def has_started(self) -> bool:
        """Whether it serves now; one that cannot (its database is away) says so, and ends."""
        port = self.url.rpartition(":")[2] or "0"
        self.process = Forked(
            self.program, ["serve", "--port", port, *self._options], self.environment, errors=self.log
        )
        found = GREETING.search(self.process.printed.readline())
        if found:
            self.url = found[1]
        return found is not None

    @property
    def log(self) -> Path:
        """What the server logs."""
        return self.data.parent / f"{self._name}.log"

    def end(self) -> None:
        """SIGTERM, and wait for the graceful end."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            assert self.process.wait(END_S) == 0, self.log.read_text()[-4_000:]
        finally:
            self.kill()

    def kill(self) -> None:
        """SIGKILL, by the process's own id, if it still runs."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(END_S)
            self.process = None

    # --- what an administrator sets up

    @property
    def office(self) -> Office:
        """What asks the running server."""
        if self._office is None or self._office.url != self.url:
            self._office = Office(self.url, ADMINISTRATOR)
        return self._office

    async def ask(self, method: str, path: str, body: Any = None, by: Person = ADMINISTRATOR) -> Any:
        """The answer to the request, which must succeed."""
        return await self.office.ask(method, path, body, by)

    async def add_person(self, person: Person, role: str) -> None:
        """An account with one role."""
        await self.office.add_person(person.who, role, person.pin)

    async def add_table(self, number: str, book: str, config: dict[str, Any]) -> None:
        """A table under this book, open for play."""
        await self.office.add_table(number, book, config)

    async def attach(self, number: str, role: str, dialect: str, url: str, serial: str = "") -> None:
        """A device of the table, bound by two people if it has a serial number."""
        async with self._binding:
            if serial and not self._has_binders:
                for each in BINDERS:
                    await self.add_person(each, "supervisor")
                self._has_binders = True
            # One after the other: only so many of a session's signatures are looked at at a time.
            await self.office.attach(number, role, dialect, url, serial, BINDERS if serial else ())

    async def connected(self, number: str) -> bool:
        """Whether every line of the table's devices is open."""
        return await self.office.connected(number)


@contextmanager
def house(*, serves: bool = True, **settings: str) -> Iterator[House]:
    """A house with an administrator and nothing else, which serves unless told otherwise; thrown away afterwards."""
    folder = new_folder("house")
    made = House(folder / "data", **settings)
    try:
        make_current(made.data)
        made.add_staff()
        if serves:
            made.start()
        yield made
    finally:
        made.end()
        until(lambda: not is_kept(made.data))
        shutil.rmtree(folder)


def people_file(path: Path, dealers: list[Person], supervisor: Person) -> Path:
    """The file that tells the bot who works here."""
    said = {"dealers": {each.who: each.pin for each in dealers}, "supervisor": {supervisor.who: supervisor.pin}}
    path.write_text(json.dumps(said))
    path.chmod(0o600)
    return path
