"""Seeds, one after the other, each in a database of its own; and what came of them."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from app.settings import Settings
from app.store.database import Database
from app.store.embedded.configuration import SUPERUSER
from app.store.upgrading import upgrade
from tests.folders import new_folder
from tests.simulation.whole import final, scenario
from tests.simulation.whole.bridge import Bridge
from tests.simulation.whole.places import settings_of
from tests.simulation.whole.scenario import Outcome, Scenario
from tests.simulation.whole.store import CLOCK
from tests.store.places import Another, as_admin, is_kept
from tests.store.waiting import until

TEMPLATE = "simulation_template"


class House:
    """A PostgreSQL in which seeds are run."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._settings = folder, Settings(folder / "data")
        self._database = Database(self._settings, lambda _words: None)
        self._bridge = Bridge()
        self._made = 0

    def prepare(self) -> None:
        """A database with all tables and nothing in them, to be copied for each seed."""
        asyncio.run(as_admin(self._database, f"CREATE DATABASE {TEMPLATE} OWNER tablekeeper_owner"))
        with Another(self._settings, TEMPLATE) as template:
            asyncio.run(upgrade(template))
            asyncio.run(_admin(template, CLOCK))

    def run(
        self, seed: str, rounds: int, *, tables: int = 3, servers: int = 1, keeps: Path | None = None,
        plant: Callable[[Scenario], None] | None = None,
    ) -> Outcome:  # fmt: skip
        """The seed, from an empty house."""
        self._made += 1
        name = f"simulation_{self._made}"
        asyncio.run(as_admin(self._database, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}"))
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        try:
            with Another(self._settings, name) as real:
                outcome = scenario.run(
                    seed, rounds, real, folder, self._bridge, tables=tables, servers=servers, keeps=keeps, plant=plant
                )
                if not outcome.broken:
                    outcome = outcome._replace(broken=self._checked(real, settings_of(folder)))
            return outcome
        finally:
            shutil.rmtree(folder)
            asyncio.run(as_admin(self._database, f"DROP DATABASE {name} WITH (FORCE)"))

    def _checked(self, real: Database, settings: Settings) -> str:
        try:
            asyncio.run(final.check(real, settings))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""

    def close(self) -> None:
        """Let go of PostgreSQL."""
        self._bridge.close()
        self._database.close()


async def _admin(database: Database, statement: str) -> None:
    connection = await asyncpg.connect(**(database.arguments("owner") | {"user": SUPERUSER}))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@contextmanager
def house() -> Iterator[House]:
    """In a folder in memory where there is one: what PostgreSQL promises of disks is not what is tried here."""
    folder = new_folder("simulation")
    made = House(folder)
    try:
        made.prepare()
        yield made
    finally:
        made.close()
        until(lambda: not is_kept(folder / "data"))
        shutil.rmtree(folder)
