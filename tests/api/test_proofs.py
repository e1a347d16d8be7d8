"""Verification over HTTP, in a process of its own; and the heads that were signed."""

import asyncio
import time

import asyncpg

from app.api.verification import Verifying
from app.settings import Settings
from app.store.database import Database
from app.store.signed_heads import read_line
from tests.api.here import Answered, Terminal, serving
from tests.devices.waiting import until
from tests.store.live import Clock


async def changed(database: Database, stream: str, version: int) -> None:
    """What only an owner of the database can do."""
    connection = await asyncpg.connect(database.arguments("owner")["dsn"])
    try:
        await connection.execute("SET session_replication_role = replica")
        await connection.execute(
            "UPDATE events SET actor = 'person:else' WHERE stream = $1 AND version = $2", stream, version
        )
    finally:
        await connection.close()


async def verified(auditor: Terminal) -> Answered:
    """The end of a verification that begins now."""
    begun: Answered = await auditor.ok("POST", "/verifications")
    assert begun["state"] == "running"
    assert (await auditor.refused("POST", "/verifications"))["code"] == "busy"
    deadline_s = time.monotonic() + 60
    while (last := await auditor.get("/verifications/last"))["state"] == "running":
        assert time.monotonic() < deadline_s, last
        await asyncio.sleep(0.05)
    assert last["number"] == begun["number"]
    return dict(last)


async def test_the_log_is_verified_and_a_change_is_found(own: tuple[Database, Settings], number: str) -> None:
    """Slow: twice a new process that reads the whole log."""
    database, settings = own
    async with serving(database, settings) as here:
        auditor = await here.person("auditor")
        assert (await auditor.refused("GET", "/verifications/last"))["code"] == "not_found"
        dealer, _ = await here.dealt(number)
        await dealer.play_round(number)
        last = await verified(auditor)
        assert (last["state"], last["clean"], last["findings"]) == ("done", True, []), last
        assert last["by"] == auditor.name and last["unsigned_events"] > 0
        assert last["summary"][-1].startswith("Nothing was changed in what is signed; ")
        await here.server.tables.signer.sign_now()
        last = await verified(auditor)
        assert last["clean"] and last["summary"][-1] == "Nothing was changed."
        await changed(database, f"table:{number}", 3)
        last = await verified(auditor)
        assert (last["state"], last["clean"], last["number"]) == ("done", False, 3)
        assert {(each["stream"], each["version"]) for each in last["findings"]} == {(f"table:{number}", 3)}


async def test_a_verification_that_cannot_begin_has_failed() -> None:
    """What cannot be handed to another process; it is not said to run for ever, and another may begin."""
    verifying = Verifying(lambda: None, Clock())  # type: ignore[arg-type]
    for number in (1, 2):
        assert verifying.start("ann").number == number
        await until(lambda: verifying.last().state == "failed", "the end")


async def test_the_lines_of_signed_heads_are_handed_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.dealt(number)
        await here.server.tables.signer.sign_now()
        auditor = await here.person("auditor")
        lines = (await auditor.get("/signed-heads", limit=200))["lines"]
        assert lines and [read_line(each).number for each in lines] == list(range(1, len(lines) + 1))
        assert (await auditor.get("/signed-heads", after=1, limit=200))["lines"] == lines[1:]
