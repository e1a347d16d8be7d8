"""The database is what the schema says; one that is ahead, behind or unsafe is refused with what to do about it."""

# ruff: noqa: S608 - the names of tables and columns in the statements come from these tests

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, inspect
from sqlalchemy.dialects import postgresql

from app.settings import Settings
from app.store import schema
from app.store.database import Database, check_safe
from app.store.database_url import DatabaseRefused
from app.store.upgrading import check_version, current_version, known_versions, upgrade
from tests.store.housed import HousedTables
from tests.store.places import ADMIN

Make = Callable[[], Settings]


def described(metadata: MetaData) -> dict[str, Any]:
    """Tables, columns in their order, types, whether they may be null, primary keys."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    return {
        name: (
            [(column.name, column.type.compile(dialect=dialect), column.nullable) for column in table.columns],
            [column.name for column in table.primary_key],
        )
        for name, table in metadata.tables.items()
    }


def reflected(connection: Connection) -> MetaData:
    """What the database has, but for the parts of its tables and what Alembic keeps."""
    found, parts = MetaData(), partitions(connection)
    found.reflect(connection, only=lambda name, _: name not in parts and name != "alembic_version")
    return found


def partitions(connection: Connection) -> set[str]:
    rows = connection.exec_driver_sql("SELECT inhrelid::regclass::text FROM pg_inherits")
    return {row[0] for row in rows}


async def test_the_schema_says_what_the_migrations_made(database: Database) -> None:
    engine = database.engine("owner")
    async with engine.connect() as connection:
        found = described(await connection.run_sync(reflected))
    await engine.dispose()
    wanted = described(schema.metadata)
    assert found.keys() == wanted.keys()
    for name, description in wanted.items():
        assert found[name] == description, name


async def test_there_is_no_key_from_one_table_to_another(database: Database) -> None:
    engine = database.engine("owner")
    async with engine.connect() as connection:
        keys = await connection.run_sync(lambda sync: inspect(sync).get_multi_foreign_keys())
    await engine.dispose()
    assert not any(keys.values())


async def test_upgrading_twice_does_nothing_the_second_time(database: Database) -> None:
    last = known_versions()[-1]
    assert await upgrade(database) == (last, last)
    await check_version(database)


def test_an_empty_database_is_refused_with_the_command_to_run(fresh: Make) -> None:
    settings = fresh()
    with Database(settings, print) as database:
        for check in (check_version(database), HousedTables(database, settings).start()):
            with pytest.raises(DatabaseRefused, match=r"is empty: run `tablekeeper db upgrade`"):
                asyncio.run(check)
        assert asyncio.run(upgrade(database)) == (None, known_versions()[-1])
        asyncio.run(check_version(database))


@pytest.mark.parametrize("version", [f"{int(known_versions()[-1]) + 1:04}", "9999_of_the_future"])
def test_a_database_that_is_ahead_is_refused_and_left_alone(fresh: Make, version: str) -> None:
    settings = fresh()
    with Database(settings, print) as database:
        asyncio.run(upgrade(database))
        asyncio.run(executed(database, f"UPDATE alembic_version SET version_num = '{version}'"))
        for check in (check_version(database), HousedTables(database, settings).start(), upgrade(database)):
            newest = known_versions()[-1]
            with pytest.raises(
                DatabaseRefused, match=rf"at migration {version}.*up to {newest}.*newer version.*Install"
            ):
                asyncio.run(check)
        assert asyncio.run(current_version(database)) == version


@pytest.mark.parametrize("name", ["synchronous_commit"])
def test_a_database_that_may_forget_is_refused(fresh: Make, database: Database, name: str) -> None:
    settings = fresh()
    with Database(settings, print) as unsafe:
        asyncio.run(upgrade(unsafe))
        asyncio.run(executed(unsafe, f"ALTER DATABASE {_name(settings)} SET {name} = off"))
        with pytest.raises(DatabaseRefused, match=rf"{name} = off: it could lose .* Set it to on"):
            asyncio.run(HousedTables(unsafe, settings).start())


def test_a_role_that_forgets_is_refused_too(fresh: Make, database: Database) -> None:
    with Database(fresh(), print) as unsafe:
        asyncio.run(upgrade(unsafe))
        asyncio.run(set_for_login(unsafe, "off"))
        try:
            with pytest.raises(DatabaseRefused, match="synchronous_commit = off"):
                asyncio.run(checked(unsafe))
        finally:
            asyncio.run(set_for_login(unsafe, "on"))


async def test_the_database_that_we_run_is_safe(database: Database) -> None:
    async with database.connection("app") as connection:
        await check_safe(connection)


async def executed(database: Database, statement: str) -> None:
    """As the owner."""
    async with database.connection("owner") as connection:
        await connection.execute(statement)


async def checked(database: Database) -> None:
    async with database.connection("app") as connection:
        await check_safe(connection)


async def set_for_login(database: Database, value: str) -> None:
    """The role that the URL logs in as; the owner's statement runs as it again."""
    async with database.connection("owner") as connection:
        await connection.execute("RESET ROLE; SET ROLE NONE")
        await connection.execute(f"ALTER ROLE {ADMIN} SET synchronous_commit = {value}")


def _name(settings: Settings) -> str:
    return (settings.database_url or "").partition("@/")[2].partition("?")[0]
