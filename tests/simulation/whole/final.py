"""What has to hold of a database when its world has ended: looked at by the programs that a house has for it."""

from collections import Counter
from typing import Any

from app.settings import Settings
from app.store.database import Database
from app.store.projection_rebuild import rebuild
from app.store.schema import PROJECTIONS
from app.surveillance.verifying import verify
from tests.simulation.whole.invariants import holds

UNBALANCED = "SELECT stream, version FROM postings GROUP BY stream, version HAVING sum(cents) <> 0"


async def check(database: Database, settings: Settings) -> None:
    """The whole log verifies, and the projections made again from it are those that are there."""
    found = await verify(database, settings)
    holds("chain: the whole log verifies", found.clean, found.found[:3])
    holds("signatures: every event is under a signed head", found.unsigned_events == 0, found.unsigned_events)
    async with database.connection("reader") as reader:
        unbalanced = await reader.fetch(UNBALANCED)
    holds("money: the postings of an event sum to zero in the database", not unbalanced, unbalanced[:3])
    before = await _rows(database)
    await rebuild(database, lambda _done, _total: None)
    after = await _rows(database)
    for name, rows in before.items():
        holds(
            "replay: projections made again are the same",
            rows == after[name],
            name,
            rows - after[name],
            after[name] - rows,
        )


async def _rows(database: Database) -> dict[str, Counter[Any]]:
    found: dict[str, Counter[Any]] = {}
    async with database.connection("reader") as reader:
        for table in PROJECTIONS:
            rows = await reader.fetch(f"SELECT * FROM {table.name}")  # noqa: S608 - a name of the schema
            found[table.name] = Counter([tuple(map(str, row.values())) for row in rows])
    return found
