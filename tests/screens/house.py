"""The house behind the screens: the server as a process, real PostgreSQL, people of every role, tables with devices.

Every test takes tables of its own in it; a table is ready for its first wager when the test gets it.
"""

import signal
from collections.abc import Coroutine
from itertools import count
from pathlib import Path
from typing import Any, Literal

import orjson

from app.books.rulebook import load_ruleset
from app.game.core.records import replace
from app.store.codec import encode
from device_simulators.bot.terminal.people import Person
from tests.bot.house import ADMINISTRATOR, House
from tests.screens.looping import Looping
from tests.screens.staff import Role, new_person
from tests.screens.tables import LIMITS, Hands, Table
from tests.simulation.simulator import Simulator
from tests.simulation.standing_shoes import StandingShoes

Dialect = Literal["table-link", "angel-eye", "bee-tek"]
Line = Literal["pty", "tcp"]


class ScreensHouse:
    """The house, as its staff would work it who are not at the screens."""

    def __init__(self, here: House, looping: Looping, devices: StandingShoes) -> None:
        self._here, self._looping, self._standing = here, looping, devices
        self._numbers, self._signs = count(1), count(1)
        self._taken = 0
        self._attached: list[str] = []
        self._tables: list[Table] = []
        self.supervisor, self.watcher = self.hire("supervisor"), self.hire("surveillance")
        # People of their own: whoever signs in at many screens loses the oldest of his sessions.
        self._hands = Hands(here, looping, self.hire("supervisor"), self.hire("surveillance"))

    @property
    def url(self) -> str:
        """Where it serves."""
        return self._here.url

    @property
    def data(self) -> Path:
        """Where its data lie."""
        return self._here.data

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """What comes of it, on the loop on which everything is asked."""
        return self._looping.run(work)

    # --- the server

    def kill(self) -> None:
        """kill -9; it is gone when this returns."""
        self._here.kill()

    def freeze(self) -> None:
        """It is there still, and hears and says nothing, until it is killed."""
        assert self._here.process is not None
        self._here.process.send_signal(signal.SIGSTOP)

    def start(self) -> None:
        """A server on the same data, at the same port; it is back when the devices are."""
        self._here.start()
        for table in self._tables:
            table.connected()

    @property
    def log(self) -> str:
        """What the server has logged so far."""
        return self._here.log.read_text()

    # --- people

    def hire(self, role: Role) -> Person:
        """Somebody new with an account of this role, and a PIN by chance."""
        person = new_person(role)
        self._looping.run(self._here.add_person(person, role))
        return person

    def ask(self, method: str, path: str, body: Any = None, by: Person = ADMINISTRATOR) -> Any:
        """What the API answers to this person; it must succeed."""
        return self._looping.run(self._here.ask(method, path, body, by))

    # --- tables

    def table(
        self,
        book: str = "nz-division-15",
        *,
        dialect: Dialect = "table-link",
        line: Line = "pty",
        shoe_ready: bool = True,
        bets_open: bool = True,
        **config: Any,
    ) -> Table:
        """A new table under this book with a shoe, and a reader if it is told of one; somebody deals at it."""
        number = str(next(self._numbers))
        wanted = replace(replace(LIMITS, side_bets=tuple(load_ruleset(book).side_bets)), **config)
        self._looping.run(self._here.add_table(number, book, orjson.loads(encode(wanted))))
        devices = self._devices(number, dialect, line, reads=wanted.hole_card == "reader")
        table = Table(self._hands, number, book, self.hire("dealer"), devices)
        self._tables.append(table)
        table.connected()
        table.begin(shoe_ready=shoe_ready, bets_open=bets_open)
        return table

    def _devices(self, number: str, dialect: Dialect, line: Line, *, reads: bool) -> dict[str, Simulator]:
        self._taken += 1
        options = ("--dialect", dialect, "--seed", str(self._taken))
        devices = {"shoe": self._looping.run(self._standing.filled(line, self._taken, *options))}
        if reads:
            devices["reader"] = self._looping.run(self._standing.whole("reader", line, "--seed", str(self._taken)))
        for role, device in devices.items():
            serial = device.serial
            self._looping.run(self._here.attach(number, role, device.dialect, device.url, serial))
            self._attached.append(f"t{number}-{role}")
        return devices

    def display(self, table: Table) -> str:
        """The token of a new sign at this table."""
        body = {"display": f"sign-{table.number}-{next(self._signs)}", "table": table.number}
        return str(self.ask("POST", "/displays", body)["token"])

    def give_back(self) -> None:
        """Take the devices off their tables: the next test has them at its own."""
        for name in self._attached:
            self.ask("DELETE", f"/devices/{name}")
        for table in self._tables:
            table.close()
        self._attached.clear()
        self._tables.clear()
        self._taken = 0
