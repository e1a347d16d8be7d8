"""What was recorded is not changed: not by the app's role, and not by the owner's ordinary session either."""

# ruff: noqa: S608 - the names of tables and columns in the statements come from these tests

import asyncio
from collections.abc import Callable, Iterator
from datetime import date
from itertools import product

import asyncpg
import pytest

from app.settings import Settings
from app.store.database import Database, Role
from app.store.upgrading import upgrade
from tests.databases import another
from tests.store.rows import DAY, append, executed, new_heads

PARTITIONED = ("events", "commands", "sealed", "device_frames", "sealed_frames", "device_marks")
LOG = (*PARTITIONED, "rulesets", "head_signatures")
LONG_AHEAD = date(2031, 5, 1)
FORBIDDEN = asyncpg.InsufficientPrivilegeError
STATEMENTS = {
    "UPDATE": "UPDATE {table} SET {column} = {column}",
    "DELETE": "DELETE FROM {table}",
    "TRUNCATE": "TRUNCATE {table}",
    "ALTER": "ALTER TABLE {table} ADD COLUMN more text",
    "DISABLE": "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "RULE": "CREATE RULE quietly AS ON INSERT TO {table} DO INSTEAD NOTHING",
    "DROP": "DROP TABLE {table}",
}
A_COLUMN = {
    "rulesets": "text", "head_signatures": "line", "device_frames": "sent", "sealed_frames": "n", "device_marks": "n",
}  # fmt: skip
_A_FRAME = """
INSERT INTO device_frames (device, day, n, at, sent, why, stream, size)
VALUES ($1, $2, 1, now(), false, 'event', $1, 0)"""


@pytest.fixture(scope="session")
def database(honest: Database, settings: Settings) -> Iterator[Database]:
    """One of its own, since what is put into this log stays there."""
    with another(honest, settings, "append_only") as made:
        yield made


async def filled(database: Database) -> None:
    """Something in every table of the log, and partitions that were made a moment ago with something in them."""
    async with database.connection("app") as app:
        await app.execute("SELECT make_partitions($1, 1)", LONG_AHEAD)
        for stream, day in (("table:log", DAY), ("table:ahead", LONG_AHEAD), ("table:lost", date(2001, 1, 1))):
            head = (await new_heads(app, stream))[stream]
            made = append(stream, head, day=day, rows={})
            await executed(app, [made], {stream: 1})
            await app.execute(_A_FRAME, stream, day)
            await app.execute("INSERT INTO sealed_frames VALUES ($1, $2, 1, '')", stream, day)
            await app.execute("INSERT INTO device_marks VALUES ($1, $2, 1, '{}')", stream, day)
        await app.execute("INSERT INTO rulesets VALUES ('hash', 'book', 'text')")
        await app.execute("INSERT INTO head_signatures VALUES (1000000, 'line')")


@pytest.fixture(scope="session")
def log(database: Database) -> Database:
    asyncio.run(filled(database))
    return database


async def tables_of(database: Database) -> list[tuple[str, str]]:
    """Every table of the log and every partition of it, each with the table that it is a part of."""
    async with database.connection("owner") as connection:
        rows = await connection.fetch(
            "SELECT inhrelid::regclass::text AS part, inhparent::regclass::text AS parent FROM pg_inherits"
            " WHERE inhparent = ANY ($1::regclass[])",
            list(PARTITIONED),
        )
    return [*[(name, name) for name in LOG], *sorted((row["part"], row["parent"]) for row in rows)]


def statement(what: str, table: str, parent: str) -> str:
    return STATEMENTS[what].format(table=table, column=A_COLUMN.get(parent, "stream"))


async def refused(connection: asyncpg.Connection, sql: str) -> str | None:
    """What the database says against the statement; None: it did it."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        await connection.execute(sql)
    except FORBIDDEN as error:
        return str(error)
    else:
        return None
    finally:
        await transaction.rollback()


async def test_the_apps_role_may_do_nothing_to_the_log_but_add_to_it(log: Database) -> None:
    tables = await tables_of(log)
    async with log.connection("app") as app:
        for what, (table, parent) in product(STATEMENTS, tables):
            assert await refused(app, statement(what, table, parent)), (what, table)
    print(f"{len(tables)} tables, {len(tables) * len(STATEMENTS)} statements refused")
    assert len(tables) >= len(LOG) + 4 * len(PARTITIONED)


async def test_the_owners_ordinary_session_does_not_change_the_log_either(log: Database) -> None:
    tables = await tables_of(log)
    print(f"{len(tables)} tables, of them {len(tables) - len(LOG)} partitions")
    async with log.connection("owner") as owner:
        for table, parent in tables:
            for what in ("UPDATE", "DELETE", "TRUNCATE"):
                said = await refused(owner, statement(what, table, parent))
                if what == "TRUNCATE" or await owner.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):
                    assert said is not None, (what, table)
                    assert f"{table} is append-only: {what} refused" in said or table == parent


async def test_each_of_them_has_its_triggers_and_they_fire(log: Database) -> None:
    tables = {table for table, _ in await tables_of(log)}
    async with log.connection("owner") as owner:
        rows = await owner.fetch(
            "SELECT tgrelid::regclass::text AS name, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal"
        )
    # tgenabled O: fires in ordinary sessions.
    for trigger in ("no_change", "no_truncate"):
        assert {row["name"] for row in rows if (row["tgname"], row["tgenabled"]) == (trigger, b"O")} >= tables


async def test_partitions_that_were_just_made_are_among_them(log: Database) -> None:
    tables = {table for table, _ in await tables_of(log)}
    assert {f"{name}_2031_05" for name in PARTITIONED} | {f"{name}_default" for name in PARTITIONED} <= tables
    async with log.connection("owner") as owner:
        for name, suffix in product(("events", "commands", "device_frames"), ("2031_05", "default")):
            assert await owner.fetchval(f"SELECT count(*) FROM {name}_{suffix}") > 0


async def test_truncating_several_tables_at_once_or_with_all_that_hangs_on_them_is_refused(log: Database) -> None:
    async with log.connection("owner") as owner:
        for sql in ("TRUNCATE cards, events", "TRUNCATE commands CASCADE", "TRUNCATE ONLY stream_heads"):
            assert await refused(owner, sql)


@pytest.mark.parametrize("role", ["app", "reader"])
async def test_what_lies_face_down_is_not_read_but_in_the_vaults_role(log: Database, role: Role) -> None:
    parts = [table for table, parent in await tables_of(log) if parent == "sealed"]
    async with log.connection(role) as connection:
        for table in parts:
            assert await refused(connection, f"SELECT count(*) FROM {table}"), table
            assert await refused(connection, f"COPY {table} TO STDOUT"), table
    async with log.connection("vault") as vault:
        assert await vault.fetchval("SELECT count(*) FROM sealed") > 0
        assert await refused(vault, "SELECT count(*) FROM events")
        assert await refused(vault, "INSERT INTO sealed SELECT * FROM sealed")


async def test_the_reader_only_looks(log: Database) -> None:
    async with log.connection("reader") as reader:
        assert await reader.fetchval("SELECT count(*) FROM events") > 0
        for sql in ("INSERT INTO events SELECT * FROM events", "UPDATE stream_heads SET epoch = epoch",
                    "DELETE FROM leases", "SELECT make_partitions(current_date, 1)"):  # fmt: skip
            assert await refused(reader, sql), sql


async def test_the_app_does_not_write_into_partitions_past_their_tables(log: Database) -> None:
    async with log.connection("app") as app:
        for table, parent in await tables_of(log):
            if table != parent:
                assert await refused(app, f"INSERT INTO {table} SELECT * FROM {table}"), table
        assert await refused(app, "INSERT INTO postings_default SELECT * FROM postings")


@pytest.mark.parametrize("role", ["app", "owner"])
@pytest.mark.parametrize("change", ["version = version - 1", "epoch = epoch - 1", "stream = 'table:other'"])
async def test_a_head_does_not_go_back(log: Database, role: Role, change: str) -> None:
    async with log.connection(role) as connection:
        said = await refused(connection, f"UPDATE stream_heads SET {change} WHERE stream = 'table:log'")
        assert said is not None and "the head of table:log does not go back" in said
        assert await refused(connection, "DELETE FROM stream_heads")


async def test_of_a_projection_the_app_changes_nothing_but_that_a_row_is_superseded(log: Database) -> None:
    async with log.connection("app") as app:
        for sql in ("UPDATE cards SET card = 'AS'", "UPDATE wagers SET cents = 0", "UPDATE rounds SET number = 1",
                    "UPDATE postings SET cents = 0", "DELETE FROM cards", "TRUNCATE settlements"):  # fmt: skip
            assert await refused(app, sql), sql


async def test_nobody_but_the_app_and_the_owner_makes_partitions(log: Database) -> None:
    for role in ("reader", "vault"):
        async with log.connection(role) as connection:
            assert await refused(connection, "SELECT make_partitions(current_date, 1)"), role


async def test_nobody_makes_tables_or_functions_of_his_own(log: Database) -> None:
    for role in ("app", "reader", "vault"):
        async with log.connection(role) as connection:
            for sql in ("CREATE TABLE mine ()", "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
                        "SET session_replication_role = replica"):  # fmt: skip
                assert await refused(connection, sql), (role, sql)


def test_it_is_so_in_a_database_found_by_url_too(fresh: Callable[[], Settings]) -> None:
    with Database(fresh(), print) as database:
        asyncio.run(upgrade(database))
        asyncio.run(filled(database))
        asyncio.run(test_the_apps_role_may_do_nothing_to_the_log_but_add_to_it(database))
        asyncio.run(test_the_owners_ordinary_session_does_not_change_the_log_either(database))
