"""Migrations: forward only. A database that is behind or ahead of this version is refused, with the command to run."""

from importlib.resources import as_file, files

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from app.store.database import ONE_AT_A_TIME, Database
from app.store.database_url import DatabaseRefused


def _config(folder: str) -> Config:
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def known_versions() -> tuple[str, ...]:
    """The migrations of this version, the oldest first."""
    with as_file(files("migrations")) as folder:
        scripts = ScriptDirectory.from_config(_config(str(folder)))
        return tuple(each.revision for each in reversed(list(scripts.walk_revisions())))


async def current_version(database: Database) -> str | None:
    """The migration that the database is at; None: it is empty."""
    async with database.connection("reader") as connection:
        try:
            version: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
        except asyncpg.UndefinedTableError:
            return None
        except asyncpg.InsufficientPrivilegeError as error:
            raise DatabaseRefused("the role tablekeeper_reader may not look: run `tablekeeper db upgrade`.") from error
        return version


async def check_version(database: Database) -> None:
    """Refuse a database that is not at this version's last migration."""
    now, known = await current_version(database), known_versions()
    if now == known[-1]:
        return
    if now is None or now in known:
        where = "is empty" if now is None else f"is at migration {now}, and this version needs {known[-1]}"
        raise DatabaseRefused(f"the database {where}: run `tablekeeper db upgrade`.")
    raise DatabaseRefused(
        f"the database is at migration {now}, and this version knows them up to {known[-1]}: it was written by a newer"
        " version of Tablekeeper. Install that one; migrations do not go back."
    )


async def upgrade(database: Database) -> tuple[str | None, str]:
    """Bring the database to this version; the migration it was at, and the one it is at now."""
    await database.make_roles()
    before, known = await _version_before(database), known_versions()
    if before is not None and before not in known:
        await check_version(database)
    engine = database.engine("owner")
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_run)
            await connection.commit()
    finally:
        await engine.dispose()
    return before, known[-1]


async def _version_before(database: Database) -> str | None:
    async with database.connection("owner") as connection:
        if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
            return None
        version: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
        return version


def _run(connection: Connection) -> None:
    """Servers that are started at once on an empty database upgrade it one after the other."""
    connection.exec_driver_sql(f"SELECT pg_advisory_lock({ONE_AT_A_TIME})")
    connection.commit()
    with as_file(files("migrations")) as folder:
        config = _config(str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
