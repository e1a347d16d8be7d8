"""Clean logs are clean: other books and seeds, and while tables go on playing and heads go on being signed."""

import asyncio
from collections.abc import Awaitable

from app.books.rulebook import ruleset_ids
from app.store.signer import Signer
from app.surveillance.verifying import Findings, verify
from app.table.open_tables import Tables
from tests.store.housed import HousedTables
from tests.tampering.copies import ALL, House, restored
from tests.tampering.playing import play

SEEDS = range(20, 40) if ALL else range(20, 21)
EVENTS = 120


async def verified_meanwhile(house: House, work: Awaitable[object]) -> list[Findings]:
    """What is found, again and again, until the work is done; and once more."""
    task, found = asyncio.ensure_future(work), []
    while not task.done():
        found.append(await verify(house.database, house.settings))
    await task
    return [*found, await verify(house.database, house.settings)]


async def evening(tables: Tables, seed: int) -> None:
    """All books at once, each on a table of its own."""
    books = enumerate(ruleset_ids())
    await asyncio.gather(*[play(tables, f"{book}-{seed}", book, seed * 100 + number, EVENTS) for number, book in books])


async def evenings(tables: Tables) -> None:
    for seed in SEEDS:
        await evening(tables, seed)


async def played_and_verified(house: House) -> list[Findings]:
    tables = HousedTables(house.database, house.settings)
    tables.signer = Signer(house.database, house.settings, every_s=0.02)
    await tables.start()
    try:
        return await verified_meanwhile(house, evenings(tables))
    finally:
        await tables.close()


def test_clean_logs_while_tables_play_and_heads_are_signed(house: House) -> None:
    async def played() -> list[Findings]:
        try:
            found = await played_and_verified(house)
            return [*found, await verify(house.database, house.settings)]
        finally:
            connection = await house.admin()
            await restored(connection, house.clean)
            await connection.close()
            house.settings.heads_path.write_bytes(house.file)

    found = asyncio.run(played())
    last = found[-1].counts
    print(f"verified {len(found)} times while {last.streams} tables played: {last.events} events, {last.lines} lines")
    assert [list(each.found) for each in found] == [[]] * len(found)
    assert last.streams == 2 + len(SEEDS) * len(ruleset_ids())
    assert found[-1].unsigned_events == 0


def test_the_clean_log(house: House) -> None:
    told: list[tuple[int, int]] = []
    found = asyncio.run(verify(house.database, house.settings, progress=lambda done, total: told.append((done, total))))
    assert found.clean
    assert list(found.lines())[-1] == "Nothing was changed."
    assert told[-1] == (len(house.clean["events"]), len(house.clean["events"]))
    counts = found.counts
    assert counts.events > 300
    assert counts.events == len(house.clean["events"])
    assert counts.commands + counts.refused == len(house.clean["commands"])
    assert counts.face_down == len(house.clean["sealed"]) > 2
    assert counts.lines == len(house.clean["head_signatures"]) > 5
    print("\n".join(found.lines()))
