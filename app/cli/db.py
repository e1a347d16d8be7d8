"""`tablekeeper db ...`: the database as a whole."""

import argparse
import os
import subprocess
from pathlib import Path

import asyncpg

from app.cli.database_command import on_database
from app.cli.endings import Refusal
from app.cli.output import put, say
from app.settings import Settings
from app.store.backup import BackupFailed, backup, restore
from app.store.database import Database, replication_of
from app.store.embedded import binary
from app.store.known_tables import held_tables
from app.store.partitions import astray
from app.store.server_registry import Known, see
from app.store.upgrading import current_version, known_versions, upgrade


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    ways = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    ways.add_parser("upgrade", help="bring the database to this version").set_defaults(run=_upgrade)
    ways.add_parser("status", help="where it is, and whether all is well").set_defaults(run=_status)
    psql = ways.add_parser("psql", help="look at it in SQL, in a role that can change nothing")
    psql.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="for psql, such as -c 'SELECT ...'")
    psql.set_defaults(run=_psql)
    for name, what, run in (
        ("backup", "write the whole database into a file", _backup),
        ("restore", "bring an empty database to what a backup holds", _restore),
    ):
        way = ways.add_parser(name, help=what)
        way.add_argument("file", type=Path, metavar="FILE")
        way.set_defaults(run=run)


def _upgrade(_options: argparse.Namespace) -> int:
    before, now = on_database(lambda database, _settings: upgrade(database), current=False)
    put(f"the database is at migration {now}" + ("" if before == now else f"; it was {before or 'empty'} before"))
    return 0


def _status(_options: argparse.Namespace) -> int:
    for line in on_database(_status_lines, current=False):
        put(line)
    return 0


async def _status_lines(database: Database, settings: Settings) -> list[str]:
    now, known = await current_version(database), known_versions()
    where = f"embedded, in {settings.data}" if database.embedded is not None else "at TABLEKEEPER_DATABASE_URL"
    lines = [f"database    {where}", f"migration   {now or 'none: it is empty'}; this version needs {known[-1]}"]
    if now is None:
        return [*lines, "            run `tablekeeper db upgrade`"]
    async with database.connection("reader") as connection:
        lines.insert(1, f"server      PostgreSQL {await connection.fetchval('SHOW server_version')}")
        streams, versions = await connection.fetchrow("SELECT count(*), coalesce(sum(version), 0) FROM stream_heads")
        lines.append(f"streams     {streams}, with {versions} events")
        size = await connection.fetchval("SELECT pg_size_pretty(pg_database_size(current_database()))")
        lines.append(f"size        {size}")
        lines += await _replication_lines(connection)
        lines += [_server_line(each) for each in (await see(connection)).servers if each.there]
        held = await held_tables(connection)
        lines += [f"held        {table.stream} by the server at {address}" for table, address in held]
        lines += [f"WARNING     rows without a partition of their own in {name}" for name in await astray(connection)]
    return lines


async def _replication_lines(connection: asyncpg.Connection) -> list[str]:
    found = await replication_of(connection)
    if not found.replicas and not found.names:
        return []
    waits = (
        f"a commit waits for {found.names} (synchronous_commit {found.commit})" if found.names else "no commit waits"
    )
    lines = [f"replicas    {found.replicas}; {waits}"]
    return [*lines, f"WARNING     {found.weakness}"] if found.weakness else lines


def _server_line(server: Known) -> str:
    leaves = "; it lets go of them" if server.leaving else ""
    return f"server at   {server.address}, keeps {server.tables} tables{leaves}"


def _psql(options: argparse.Namespace) -> int:
    arguments = options.arguments[1:] if options.arguments[:1] == ["--"] else options.arguments

    async def work(database: Database, _settings: Settings) -> int:
        environment = os.environ | database.program_environment("reader")
        return subprocess.run([binary("psql"), *arguments], env=environment, check=False).returncode

    return on_database(work)


def _backup(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> None:
        size = backup(database, options.file)
        say(f"{options.file}: {size} bytes. The signing key and the signed heads are not in it: see docs/database.md.")

    return _done(work)


def _restore(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> None:
        await restore(database, options.file)
        say("restored. `tablekeeper verify --heads FILE --key FILE`, with the signed heads and the public key of the")
        say("data folder that was backed up, says whether this is all that was signed.")

    return _done(work, current=False)


def _done(work: object, *, current: bool = True) -> int:
    try:
        on_database(work, current=current)  # type: ignore[arg-type]
    except BackupFailed as error:
        raise Refusal(str(error)) from error
    return 0
