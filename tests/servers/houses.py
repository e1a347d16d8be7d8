"""Two servers of one house, a table and a dealer for them."""

import asyncio
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.terminal.people import Person
from tests.bot.house import House
from tests.databases import current
from tests.folders import new_folder
from tests.serving.house import BURNT, NUMBER, asked, client_of, open_question, with_a_shoe
from tests.store.places import is_kept
from tests.store.waiting import until

DEALER = Person("dora", "463829")
ORDERS = f"/api/v1/tables/{NUMBER}/orders"
# So soon somebody who had no answer asks again.
TURNS_TO_IT_S = 0.05


# As short as it may be: how long it takes until a table that was lost is taken over.
LEASE_S = "2"


class Pair(NamedTuple):
    """Two servers on one database, at two addresses as two machines have them."""

    one: House
    two: House

    def other(self, than: House) -> House:
        """The one that is not this one."""
        return self.two if than is self.one else self.one

    def keeps(self, number: str = NUMBER) -> House:
        """The server that keeps the table, when one does."""
        until(lambda: any(kept_by(each, number) for each in self))
        return next(each for each in self if kept_by(each, number))


def kept_by(here: House, number: str = NUMBER) -> bool:
    """Whether this server runs and has the table."""
    return here.process is not None and tables_of(here).get(number) == "here"


def tables_of(here: House) -> dict[str, str]:
    """Who keeps which table, as this server says."""
    said = asyncio.run(here.ask("GET", "/tables"))
    return {each["number"]: each["kept"] for each in said["tables"]}


@contextmanager
def a_pair() -> Iterator[Pair]:
    """Both, with a table and an administrator, and neither started yet; on one embedded PostgreSQL."""
    place = new_folder("pair")
    settings = Settings(place / "data")
    made = Pair(*[
        House(settings.data, "--host", host, name=f"server at {host}", TABLEKEEPER_LEASE_S=LEASE_S)
        for host in ("127.0.0.1", "127.0.0.2")
    ])  # fmt: skip
    try:
        with current(settings):
            with_a_table(made.one, settings)
            made.one.start()
        yield made
    finally:
        for each in made:
            if each.process is not None:
                each.process.send_signal(signal.SIGCONT)
                each.end()
        until(lambda: not is_kept(settings.data))
        shutil.rmtree(place)


def as_(here: House, token: str) -> Any:
    """A client of this server with this token."""
    return client_of(here.url, {"authorization": f"Bearer {token}"})


def with_a_table(here: House, settings: Settings) -> None:
    """A table at which cards are typed, with a shoe in use, and an administrator; nothing is served yet."""
    with Database(settings, print) as database:
        asyncio.run(with_a_shoe(database, settings))
    here.add_staff()


async def dealt_by_dora(here: House) -> str:
    """Dora deals there, and bets are open; her token."""
    await here.add_person(DEALER, "dealer")
    token = await here.office.token_of(DEALER)
    async with client_of(here.url, {"authorization": f"Bearer {token}"}) as client:
        await asked(client, {"type": "ChangeDealer", "dealer": DEALER.who})
        await asked(client, {"type": "TypeCard", "card": BURNT}, await open_question(client))
        await asked(client, {"type": "OpenBetting"})
    return token
