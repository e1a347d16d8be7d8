"""`verify` holds the hashes of PINs and one-time codes against the seals in the log of the house."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from app.house.refusal import Refused
from app.house.subjects.people.commands import AddPerson, NotePinSet
from app.house.subjects.sessions.commands import SignForAct
from app.people.account_commands import Accounts
from app.people.pins import HASHER, Pins, seal_of
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.surveillance.verifying import Findings, verify
from app.surveillance.verifying.pin_seals import HASH

Own = tuple[Database, Settings]
UNTIL_US = 4_000_000_000_000_000
FIRST, SECOND = "740258", "930471"


@asynccontextmanager
async def accounts(own: Own) -> AsyncIterator[Accounts]:
    pins = Pins(own[0])
    try:
        yield Accounts(HouseLog(own[0], own[1].gaming_day), pins)
    finally:
        pins.close()


async def changed(own: Own, sql: str, *arguments: str) -> None:
    """Somebody has done this to the table."""
    async with own[0].connection("owner") as connection:
        assert not (await connection.execute(sql, *arguments)).endswith(" 0")


async def found(own: Own) -> tuple[Findings, list[str]]:
    """All that is found, and what of it is about PINs."""
    findings = await verify(*own)
    return findings, [each.found for each in findings.found if each.what == HASH]


async def a_house(own: Own) -> None:
    """Ada has had two PINs and a code, ben one PIN."""
    async with accounts(own) as at:
        await at.add(AddPerson("ada", "Ada", ("administrator",)), FIRST, "test")
        await at.add(AddPerson("ben", "Ben", ("dealer",)), FIRST, "test")
        await at.set_pin("ada", SECOND, "test")
        await at.make_code("ada", UNTIL_US, "test")


async def test_pins_as_they_were_set_are_no_finding(own: Own) -> None:
    await a_house(own)
    findings, about_pins = await found(own)
    assert (about_pins, findings.counts.pins) == ([], 3)
    assert (findings.pins_not_good, findings.pins_unsealed) == ((), ())
    assert "3 PINs" in "\n".join(findings.summary())


@pytest.mark.parametrize("name", ["ada", "ben", "ada code"])
async def test_a_hash_that_was_replaced_is_found(own: Own, name: str) -> None:
    await a_house(own)
    mine = HASHER.hash("620974")
    await changed(own, "UPDATE pins SET hash = $2 WHERE person = $1", name, mine)
    findings, about_pins = await found(own)
    assert about_pins == [f"{seal_of(mine)[:16]}... for {name}"]
    said = "\n".join(findings.lines())
    assert mine not in said and FIRST not in said and "argon2" not in said


async def test_a_hash_that_was_removed_is_found(own: Own) -> None:
    await a_house(own)
    await changed(own, "DELETE FROM pins WHERE person = 'ada'")
    assert (await found(own))[1] == ["none for ada"]


async def test_a_pin_that_the_server_died_over_is_told_and_is_no_finding(own: Own) -> None:
    """The log has the seal, and the row is the one before, or was never there."""
    await a_house(own)
    log = HouseLog(own[0], own[1].gaming_day)
    assert not isinstance(await log.ask(uuid4(), NotePinSet("ada", "ab" * 32), "test"), Refused)
    only = AddPerson("eve", "Eve", ("dealer",), pin_seal="cd" * 32)
    assert not isinstance(await log.ask(uuid4(), only, "test"), Refused)
    findings, about_pins = await found(own)
    assert (about_pins, set(findings.pins_not_good)) == ([], {"ada", "eve"})
    assert any("let nobody in: ada, eve" in line for line in findings.summary())


@pytest.mark.parametrize(("name", "since_us", "is_found"), [("ada", 61_000_000, True), ("ada", 59_000_000, False)])
async def test_an_earlier_hash_that_was_put_back_is_found_where_the_last_was_given_since(
    own: Own, name: str, since_us: int, *, is_found: bool
) -> None:
    """A server that died over a PIN leaves the row before it, but never after somebody has given the new one. Within a
    minute of it he may have given the old one."""
    await a_house(own)
    async with own[0].connection("owner") as connection:
        earlier = await connection.fetchval("SELECT hash FROM pins WHERE person = $1", name)
    async with accounts(own) as at:
        await at.set_pin(name, "837105", "test")
    later = HouseLog(own[0], own[1].gaming_day, lambda: time.time_ns() // 1_000 + since_us)
    signed = SignForAct(name, "act", "here", time.time_ns() // 1_000 + since_us, "2026-11-20", "at here")
    assert not isinstance(await later.ask(uuid4(), signed, "test"), Refused)
    await changed(own, "UPDATE pins SET hash = $2 WHERE person = $1", name, earlier)
    findings, about_pins = await found(own)
    assert about_pins == ([f"{seal_of(earlier)[:16]}..., which was good earlier, for {name}"] if is_found else [])
    assert findings.pins_not_good == (() if is_found else (name,))


async def test_whoever_keeps_a_server_is_told_of_a_hash_that_lets_nobody_in(
    own: Own, caplog: pytest.LogCaptureFixture
) -> None:
    pins = Pins(own[0])
    try:
        await a_house(own)
        assert await pins.kept("ada", "ab" * 32) is None
        assert await pins.kept("nobody", "") is None
    finally:
        pins.close()
    (line,) = [each.getMessage() for each in caplog.records if "hash kept" in each.getMessage()]
    assert "ada" in line and "set it again" in line and "argon2" not in line


async def test_a_row_that_the_log_knows_nothing_of_is_told(own: Own) -> None:
    """A PIN from before there were seals lets nobody in, nor does one of somebody who has no account."""
    await a_house(own)
    await changed(own, "INSERT INTO pins (person, hash, set_at) VALUES ('zoe', $1, now())", HASHER.hash(FIRST))
    findings, about_pins = await found(own)
    assert (about_pins, findings.pins_unsealed) == ([], ("zoe",))
