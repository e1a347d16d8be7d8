"""Two servers of one house on machines of their own: one PostgreSQL, and a data folder for each."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from app.settings import Settings
from app.store.database import Database
from tests.bot.house import House
from tests.command_line import Done, run
from tests.databases import create, current, folder
from tests.servers.houses import LEASE_S
from tests.store.places import url_of

EMPTY = "template0"


class Apart(NamedTuple):
    """The two, and the database on which they meet, seen from the first one's data folder."""

    one: House
    two: House
    database: Database
    settings: Settings


@contextmanager
def apart(*, empty: bool = False, shares_key: bool = True) -> Iterator[Apart]:
    """Neither is started yet. `empty`: the database has not even its tables."""
    with ExitStack() as ends:
        place = ends.enter_context(folder("apart"))
        kept = ends.enter_context(current(Settings(place / "data")))
        name = create(kept, "empty", EMPTY) if empty else "tablekeeper"
        url = url_of(kept, name)
        shared = {"TABLEKEEPER_SIGNING_KEY": str(_folder(place / "keys") / "signing.pem")} if shares_key else {}
        houses = [
            House(
                _folder(place / machine / "data"), "--host", host, name=machine,
                TABLEKEEPER_DATABASE_URL=url, TABLEKEEPER_LEASE_S=LEASE_S, **shared,
            )
            for machine, host in (("one", "127.0.0.1"), ("two", "127.0.0.2"))
        ]  # fmt: skip
        settings = Settings(place / "one" / "data", database_url=url)
        there = ends.enter_context(Database(settings, print))
        try:
            yield Apart(houses[0], houses[1], there, settings)
        finally:
            for each in houses:
                each.kill()


def _folder(path: Path) -> Path:
    path.mkdir(mode=0o700, parents=True)
    return path


def verified(here: House) -> Done:
    """What `tablekeeper verify` says at this machine."""
    return run("verify", environment=here.environment)
