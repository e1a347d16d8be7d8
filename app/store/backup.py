"""The whole database into a file, and back into an empty one, with PostgreSQL's own programs."""

import os
import subprocess
from pathlib import Path

from app.store.database import Database
from app.store.embedded import binary


class BackupFailed(Exception):
    """A backup or a restore that could not be done: says why; nothing was changed."""


def backup(database: Database, file: Path) -> int:
    """Write the database into a new file; its size."""
    if file.exists():
        raise BackupFailed(f"{file} is there already: a backup never replaces another one.")
    partial = file.with_name(file.name + ".partial")
    try:
        _run(database, "pg_dump", "--format=custom", f"--file={partial}")
        partial.chmod(0o600)
        partial.rename(file)
    finally:
        partial.unlink(missing_ok=True)
    return file.stat().st_size


async def restore(database: Database, file: Path) -> None:
    """Bring an empty database to what the file holds."""
    if not file.is_file():
        raise BackupFailed(f"there is no file {file}")
    async with database.connection("owner") as connection:
        if await connection.fetchval("SELECT to_regclass('alembic_version')") is not None:
            raise BackupFailed(
                "the database is not empty: a backup is restored into a new one only (another TABLEKEEPER_DATA)."
            )
    _run(database, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--dbname=", str(file))


def _run(database: Database, program: str, *arguments: str) -> None:
    environment = os.environ | database.program_environment("owner")
    name = environment.get("PGDATABASE", "")
    filled = [f"--dbname={name}" if each == "--dbname=" else each for each in arguments]
    done = subprocess.run([binary(program), *filled], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupFailed(f"{program} failed: {done.stderr.strip()}")
