"""What no signature speaks for is said, and is a finding once a signature should be there; so is every projected row
that the events do not give."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta

import asyncpg
import pytest

from app.store.schema import PROJECTIONS
from app.store.signer import Signer
from app.surveillance.verifying import Findings, verify
from app.table.open_tables import Tables
from tests.store.housed import HousedTables
from tests.tampering.acts import rehashed, run
from tests.tampering.copies import BOOK, House, restored
from tests.tampering.playing import play

MINUTE_US = 60_000_000
VERDICT = "Nothing was changed."


@pytest.fixture
def kept(house: House) -> Iterator[House]:
    """The house, as it was again afterwards."""

    async def as_it_was() -> None:
        connection = await house.admin()
        await restored(connection, house.clean)
        await connection.close()
        house.settings.heads_path.write_bytes(house.file)

    yield house
    asyncio.run(as_it_was())


def whats(found: Findings) -> set[str]:
    return {each.what for each in found.found}


# --- signatures


def test_no_signed_head_at_all_is_a_finding(house: House) -> None:
    """Whoever owns database and host has removed every line, and the chain alone is whole."""

    async def act(connection: asyncpg.Connection) -> None:
        await connection.execute("DELETE FROM head_signatures")
        house.settings.heads_path.unlink()

    found = asyncio.run(house.found_after(act))
    assert not found.clean
    assert whats(found) == {"signed heads"}
    assert VERDICT not in found.lines()


def after_unsigned(house: House, minutes: int) -> Findings:
    """What is found so many minutes after events were recorded that no line signs."""

    number = f"95at{minutes}".replace("-", "m")

    async def act() -> Findings:
        tables = HousedTables(house.database, house.settings)
        await tables.start()
        await tables.signer.close()
        await play(tables, number, BOOK, 70 + minutes, 20)
        async with house.database.connection("reader") as reader:
            first_us: int = await reader.fetchval(FIRST_OF, f"table:{number}")
        found = await verify(house.database, house.settings, now_us=lambda: first_us + minutes * MINUTE_US)
        await tables.close()
        return found

    return asyncio.run(act())


FIRST_OF = "SELECT (extract(epoch FROM min(recorded_at)) * 1000000)::bigint FROM events WHERE stream = $1"


@pytest.mark.parametrize(("minutes", "clean"), [(1, True), (3, False), (-3, False)])
def test_events_that_are_not_signed_are_a_finding_when_they_are_older_than_two_minutes(
    kept: House, minutes: int, clean: bool
) -> None:
    """And when they say that they were recorded in times to come."""
    found = after_unsigned(kept, minutes)
    assert found.clean == clean, found.found
    assert found.unsigned_events > 0
    assert whats(found) == (set() if clean else {"signature"})
    assert VERDICT not in found.lines()
    if clean:
        assert list(found.lines())[-1].startswith("Nothing was changed in what is signed;")


@pytest.mark.parametrize("minutes", [-5, 5])
def test_an_old_event_among_young_ones_that_are_not_signed_is_a_finding(kept: House, minutes: int) -> None:
    """Whoever writes events past the signer does not hide them behind one that is young, nor dates them into the
    future."""
    stream = f"table:97at{minutes}".replace("-", "m")

    async def act() -> Findings:
        async with unsigned_table(kept, stream, 80 + minutes):
            await dated(kept, stream, 5, minutes)
            return await verify(kept.database, kept.settings)

    found = asyncio.run(act())
    (finding,) = found.found
    assert (finding.stream, finding.version, finding.what) == (stream, 5, "signature")
    assert "recorded from" in finding.found and found.unsigned_events >= 5


def test_an_old_event_among_young_ones_that_were_signed_late_is_told(kept: House) -> None:
    async def act() -> Findings:
        async with unsigned_table(kept, "table:98", 81) as tables:
            await dated(kept, "table:98", 5, -5)
            await tables.signer.sign_now()
        return await verify(kept.database, kept.settings)

    found = asyncio.run(act())
    assert found.clean, found.found
    assert [each.stream for each in found.late] == ["table:98"]


@asynccontextmanager
async def unsigned_table(kept: House, stream: str, seed: int) -> AsyncIterator[Tables]:
    """A table at which something was played since the last signature; nothing is signed by itself."""
    tables = HousedTables(kept.database, kept.settings)
    await tables.start()
    await tables.signer.close()
    await play(tables, stream.removeprefix("table:"), BOOK, seed, 20)
    try:
        yield tables
    finally:
        await tables.close()


async def dated(kept: House, stream: str, version: int, minutes: int) -> None:
    """One event and its command say that they were recorded so much later, and all hashes are as they should be."""
    connection = await kept.admin()
    more = timedelta(minutes=minutes)
    await connection.execute(LATER, stream, version, more)
    await rehashed(stream, version, lambda entry: entry._replace(recorded_us=entry.recorded_us + minutes * MINUTE_US))(
        connection
    )
    await connection.close()


LATER = """
UPDATE commands SET recorded_at = recorded_at + $3
 WHERE stream = $1 AND $2 BETWEEN first_version AND first_version + events - 1"""


def test_what_was_first_signed_long_after_it_was_recorded_is_told(kept: House) -> None:
    """No finding: a server that was killed signs at its next start."""

    async def act() -> tuple[Findings, int]:
        tables = HousedTables(kept.database, kept.settings)
        late_us = time.time_ns() // 1_000 + 60 * MINUTE_US
        tables.signer = Signer(kept.database, kept.settings, now_us=lambda: late_us)
        await tables.start()
        await tables.signer.close()
        version = await play(tables, "96", BOOK, 71, 20)
        await tables.signer.sign_now()
        found = await verify(kept.database, kept.settings, now_us=lambda: late_us)
        await tables.close()
        return found, version

    found, version = asyncio.run(act())
    assert found.clean, found.found
    (late,) = found.late
    assert (late.stream, late.first, late.last) == ("table:96", 1, version)
    assert [line for line in found.lines() if line.startswith(f"table:96 1 to {version}: recorded from ")]


def test_who_verifies_with_the_servers_own_keys_is_told(house: House) -> None:
    async def both() -> list[Findings]:
        given = [house.settings.signing_key_path.with_suffix(".pub")]
        return [await verify(house.database, house.settings, keys=keys) for keys in (None, given)]

    own, given = asyncio.run(both())
    words = "The keys are those that this server keeps"
    assert [any(line.startswith(words) for line in found.lines()) for found in (own, given)] == [True, False]


# --- projections


FIRST_ROW = "(stream, version, n) = (SELECT stream, version, n FROM {0} ORDER BY stream, version, n LIMIT 1 OFFSET 3)"
CHANGES = {
    "rounds": "UPDATE rounds SET state = 'void' WHERE number = 2",
    "cards": "UPDATE cards SET card = CASE card WHEN 'AS' THEN 'KS' ELSE 'AS' END WHERE card IS NOT NULL",
    "decisions": "UPDATE decisions SET box = coalesce(box, 0) + 1",
    "wagers": "UPDATE wagers SET cents = cents + 1",
    "settlements": "UPDATE settlements SET pays_cents = pays_cents + 100",
    "postings": "UPDATE postings SET cents = cents + 1",
}


@pytest.mark.parametrize("table", [each.name for each in PROJECTIONS])
@pytest.mark.parametrize("what", ["changed", "removed", "removed altogether", "added"])
def test_a_projected_row_that_the_events_do_not_give_is_a_finding(house: House, table: str, what: str) -> None:
    key = "number = 2" if table == "rounds" else FIRST_ROW.format(table)
    columns = [each.name for each in next(each for each in PROJECTIONS if each.name == table).columns]
    names = ", ".join([f"'{name}forged'" if name == "round" and table == "rounds" else name for name in columns])
    forged = names if table == "rounds" else names.replace(" n,", " n + 1000,", 1)
    sql = {
        "changed": CHANGES[table],
        "removed": f"DELETE FROM {table} WHERE {key}",  # noqa: S608
        "removed altogether": f"DELETE FROM {table}",  # noqa: S608
        "added": f"INSERT INTO {table} SELECT {forged} FROM {table} WHERE {key}",  # noqa: S608
    }[what]
    found = asyncio.run(house.found_after(run(sql)))
    assert whats(found) == {f"row of {table}"}
    assert VERDICT not in found.lines()


@pytest.mark.parametrize("table", ["cards", "decisions", "wagers", "settlements"])
def test_whether_a_row_was_superseded_is_compared_too(house: House, table: str) -> None:
    where = FIRST_ROW.format(table)
    sql = f"UPDATE {table} SET superseded_by = coalesce(superseded_by, version) + 1 WHERE {where}"  # noqa: S608
    found = asyncio.run(house.found_after(run(sql)))
    assert whats(found) == {f"row of {table}"}


def test_a_row_of_a_table_that_is_in_no_log_is_a_finding(house: House) -> None:
    columns = "day, round, version, n, account, box, player, cents"
    sql = f"INSERT INTO postings SELECT 'table:99', {columns} FROM postings WHERE stream = 'table:7'"  # noqa: S608
    found = asyncio.run(house.found_after(run(sql)))
    assert "table:99" in found.first_bad
