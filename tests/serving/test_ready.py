"""`/readyz` is false while nothing can be written, though the database answers."""

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import asyncpg
import pytest

from app.settings import Settings
from app.store.database import Database
from tests.databases import folder
from tests.devices.waiting import until as soon
from tests.embedded.seen import of_the_folder, until
from tests.serving.house import NUMBER, House, made
from tests.tampering.copies import owner_of


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with folder("ready tests") as place:
        found = made(place)
        yield found
        found.serving.close()
        until(lambda: not of_the_folder(found.data))


async def _ready(house: House) -> tuple[int, bool, str]:
    async with house.as_(None) as client:
        answer = await client.get("/readyz")
    check = answer.json()["checks"]["database"]
    return answer.status_code, check["ok"], check["words"]


async def test_it_is_not_ready_while_nothing_can_be_written(house: House) -> None:
    with await asyncio.to_thread(Database, Settings(house.data), print) as database:
        owner: asyncpg.Connection = await owner_of(database)
        try:
            await owner.execute("REVOKE UPDATE ON leases FROM tablekeeper_app")
            await _until(house, (503, False))
            assert "it takes nothing" in (await _ready(house))[2]
        finally:
            await owner.execute("GRANT UPDATE ON leases TO tablekeeper_app")
            await owner.close()
    await _until(house, (200, True))


async def test_it_is_not_ready_when_the_database_has_just_taken_no_append(house: House) -> None:
    """It answers, and leases are renewed; what is recorded is refused, as on a full disk."""
    order: dict[str, object] = {
        "id": str(uuid4()),
        "question": None,
        "command": {"type": "OpenBetting"},
        "signed_by": [],
    }
    with await asyncio.to_thread(Database, Settings(house.data), print) as database:
        owner: asyncpg.Connection = await owner_of(database)
        try:
            await owner.execute("REVOKE INSERT ON events FROM tablekeeper_app")
            async with house.as_("dora") as client:
                assert not (await client.post(f"/api/v1/tables/{NUMBER}/orders", json=order)).is_success
            status, ok, words = await _ready(house)
            assert (status, ok, words) == (503, False, "it takes nothing: InsufficientPrivilegeError")
        finally:
            await owner.execute("GRANT INSERT ON events TO tablekeeper_app")
            await owner.close()


async def _until(house: House, wanted: tuple[int, bool]) -> None:
    seen: list[tuple[int, bool]] = []

    async def look() -> None:
        while not seen or seen[-1] != wanted:
            seen.append((await _ready(house))[:2])
            await asyncio.sleep(0.05)

    looking = asyncio.create_task(look())
    await soon(looking.done, f"readyz to say {wanted}")
    await looking
