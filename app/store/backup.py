"""The whole database into a file, and back into an empty one, with PostgreSQL's own programs."""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryFile

from app.store.database import Database
from app.store.embedded import binary

# pg_restore 17 and newer begins with this setting, which PostgreSQL 15 and 16 refuse. It says what is so anyway.
TOO_NEW = b"SET transaction_timeout = 0;\n"
QUIETLY = ("--no-psqlrc", "--quiet", "--output=/dev/null", "--set=ON_ERROR_STOP=1")


class BackupFailed(Exception):
    """A backup or a restore that could not be done: says why; nothing was changed."""


def backup(database: Database, file: Path) -> int:
    """Write the database into a new file; its size."""
    if file.exists():
        raise BackupFailed(f"{file} is there already: a backup never replaces another one.")
    partial = file.with_name(file.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)  # before there is anything to read in it
        _run(database, "pg_dump", "--format=custom", f"--file={partial}")
        partial.rename(file)
    finally:
        partial.unlink(missing_ok=True)
    return file.stat().st_size


async def restore(database: Database, file: Path) -> None:
    """Bring an empty database to what the file holds, in one transaction."""
    if not file.is_file():
        raise BackupFailed(f"there is no file {file}")
    await database.make_roles()  # the file gives them rights, and has none of them
    async with database.connection("owner") as connection:
        if await connection.fetchval("SELECT to_regclass('alembic_version')") is not None:
            raise BackupFailed(
                "the database is not empty: a backup is restored into a new one only (another TABLEKEEPER_DATA,"
                " or an empty database behind TABLEKEEPER_DATABASE_URL)."
            )
    _play_back(os.environ | database.program_environment("owner"), file)


def _run(database: Database, program: str, *arguments: str) -> None:
    environment = os.environ | database.program_environment("owner")
    done = subprocess.run([binary(program), *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupFailed(f"{program} failed: {done.stderr.strip()}")


def _play_back(environment: dict[str, str], file: Path) -> None:
    """What the file holds as statements, into psql. It is committed only when both programs have done all of theirs."""
    with TemporaryFile("w+b") as said, TemporaryFile("w+b") as answered:
        reading: list[str | Path] = [binary("pg_restore"), "--no-owner", "--file=-", file]
        playing: list[str | Path] = [binary("psql"), *QUIETLY]
        with (
            subprocess.Popen(reading, env=environment, stdout=PIPE, stderr=said) as reader,
            subprocess.Popen(playing, env=environment, stdin=PIPE, stderr=answered) as player,
            suppress(BrokenPipeError),  # psql has stopped at an error, and says which
        ):
            _pass_on(reader, player)
        for program, process, words in (("psql", player, answered), ("pg_restore", reader, said)):
            if process.returncode != 0:
                words.seek(0)
                raise BackupFailed(f"{program} failed: {words.read().decode(errors='replace').strip()}")


def _pass_on(reader: "subprocess.Popen[bytes]", player: "subprocess.Popen[bytes]") -> None:
    assert reader.stdout is not None
    assert player.stdin is not None
    with player.stdin as statements:
        statements.write(b"BEGIN;\n")
        for line in reader.stdout:
            if line != TOO_NEW:
                statements.write(line)
            if line.startswith(b"CREATE "):
                break
        shutil.copyfileobj(reader.stdout, statements)
        if reader.wait() == 0:
            statements.write(b"COMMIT;\n")
