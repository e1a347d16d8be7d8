"""The cluster: made whole under another name and renamed, checked before each start."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from app.store.embedded import configuration, log_files
from app.store.embedded.account import Account
from app.store.embedded.binaries import MAJOR_VERSION, binary, environment
from app.store.embedded.errors import ELSEWHERE, EmbeddedError
from app.store.embedded.folder import DataFolder
from app.store.embedded.parent_death import told_of_the_parents_end
from app.store.embedded.waiting import Say

_MAKING = "postgres.making-"
_INITDB = (
    f"--username={configuration.SUPERUSER}",
    "--encoding=UTF8",
    "--locale=C",
    "--data-checksums",
    "--auth-local=peer",
    "--auth-host=reject",
    "--no-instructions",
)


def require(folder: DataFolder, account: Account, say: Say) -> None:
    """A cluster that this PostgreSQL can start, made at first use. The caller holds the start lock."""
    if not os.path.lexists(folder.cluster):
        say(f"Making a PostgreSQL cluster in {folder.cluster}.")
        _make(folder, account)
    _check(folder.cluster, account)


def _make(folder: DataFolder, account: Account) -> None:
    _remove_unfinished(folder)
    try:
        unfinished = Path(tempfile.mkdtemp(prefix=_MAKING, dir=folder.path))
        try:
            _fill(unfinished, account)
            unfinished.rename(folder.cluster)
            _flush(folder.path)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
    except OSError as error:
        raise _not_made(folder.path, str(error)) from error


def _remove_unfinished(folder: DataFolder) -> None:
    for left in folder.path.glob(_MAKING + "*"):
        shutil.rmtree(left, ignore_errors=True)


def _fill(cluster: Path, account: Account) -> None:
    account.take_over(cluster)
    _run([str(binary("initdb")), f"--pgdata={cluster}", *_INITDB], cluster, account)
    single = [str(binary("postgres")), "--single", "-D", str(cluster), "-c", "exit_on_error=on", "postgres"]
    _run(single, cluster, account, configuration.ROLES_AND_DATABASE)
    _write(cluster / "postgresql.conf", configuration.SERVER)
    _write(cluster / "pg_hba.conf", configuration.WHO_MAY_CONNECT)
    _write(cluster / "pg_ident.conf", configuration.who_is_who(account))
    _flush(cluster)


def _run(command: list[str], cluster: Path, account: Account, typed: str = "") -> None:
    done = subprocess.run(
        command,
        input=typed.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cluster,
        env=environment(),
        check=False,
        preexec_fn=told_of_the_parents_end(signal.SIGKILL),
        **account.become(),
    )
    if done.returncode:
        raise _not_made(cluster.parent, log_files.last_words(done.stdout.decode("utf-8", "replace")))


def _not_made(data: Path, why: str) -> EmbeddedError:
    full = " The disk is full: make room." if "No space left" in why else ""
    return EmbeddedError(
        f"PostgreSQL's cluster could not be made in {data}: {why}.{full} Nothing half-made is left: put the cause "
        f"right and start again, or {ELSEWHERE}."
    )


def _write(path: Path, text: str) -> None:
    # initdb made the file, so it belongs to the account already
    descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)


def _flush(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check(cluster: Path, account: Account) -> None:
    try:
        owner = os.lstat(cluster).st_uid
        version = (cluster / "PG_VERSION").read_text(encoding="ascii").strip()
        (cluster / "global" / "pg_control").stat()
    except (OSError, ValueError) as error:
        raise EmbeddedError(
            f"The PostgreSQL cluster in {cluster} is damaged: {error}. Restore it from a backup (tablekeeper db "
            f"restore), or {ELSEWHERE}; nothing was changed."
        ) from error
    if owner != account.uid:
        raise EmbeddedError(
            f"The PostgreSQL cluster in {cluster} belongs to the user {_name_of(owner)}, and PostgreSQL would run as "
            f"{account.name}: start Tablekeeper as the user who made the cluster, or {ELSEWHERE}."
        )
    if version != MAJOR_VERSION:
        raise EmbeddedError(
            f"The PostgreSQL cluster in {cluster} was made by version {version}, and this Tablekeeper carries version "
            f"{MAJOR_VERSION}: back it up with the Tablekeeper that made it (tablekeeper db backup) and restore "
            f"that into a new folder (TABLEKEEPER_DATA, tablekeeper db restore); nothing was changed."
        )


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"with the id {uid}"
