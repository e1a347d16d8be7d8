"""The data folder: what lies where in it, and how a folder becomes ours. What we did not make keeps mode and owner."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.store.embedded import locks
from app.store.embedded.account import Account
from app.store.embedded.binaries import binary
from app.store.embedded.errors import ELSEWHERE, EmbeddedError

_OF_A_NEW_DISK = {"lost+found"}


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The places in a data folder."""

    path: Path

    @property
    def cluster(self) -> Path:
        """PostgreSQL's own files."""
        return self.path / "postgres"

    @property
    def log(self) -> Path:
        """The folder of the logs."""
        return self.path / "log"

    @property
    def server_log(self) -> Path:
        """What PostgreSQL says."""
        return self.log / "postgresql.log"

    @property
    def keeper_log(self) -> Path:
        """What the keeper says."""
        return self.log / "keeper.log"

    @property
    def users_lock(self) -> Path:
        """Held by everybody who uses the folder."""
        return self.path / "users.lock"

    @property
    def start_lock(self) -> Path:
        """Held by who starts PostgreSQL; the first file that we make, and so the sign that the folder is ours."""
        return self.path / "start.lock"

    @property
    def keeper_lock(self) -> Path:
        """Held by the keeper; has its process id."""
        return self.path / "keeper.lock"

    @property
    def socket_note(self) -> Path:
        """The file that says where the socket folder is."""
        return self.path / "socket"


def claimed(data: Path, account: Account) -> DataFolder:
    """The data folder, made if there is none; refused when it holds something else."""
    folder = DataFolder(Path(os.path.realpath(data)))
    _require_way_in(folder.path, account)
    with trouble_explained(folder):
        _make(folder.path, account)
        _refuse_foreign(folder)
        os.close(locks.opened(folder.start_lock))
        folder.log.mkdir(mode=0o700, exist_ok=True)
    return folder


@contextmanager
def trouble_explained(folder: DataFolder) -> Iterator[None]:
    """Say it in people's words when the data folder cannot be read or written."""
    try:
        yield
    except OSError as error:
        where = f" ({os.fsdecode(error.filename)})" if error.filename else ""
        raise EmbeddedError(
            f"The data folder {folder.path} cannot be used: {error.strerror}{where}. It must be a folder that this "
            f"user can write, on a disk with room: put that right, or {ELSEWHERE}."
        ) from error


def _require_way_in(path: Path, account: Account) -> None:
    programs = binary("postgres")
    if closed := account.closed_folder(_existing_above(programs)):
        raise EmbeddedError(
            f"PostgreSQL's programs lie in {programs.parent}, and the user {account.name}, as whom it runs, cannot "
            f"enter {closed}: install Tablekeeper where that user can read it, or set TABLEKEEPER_DATABASE_URL."
        )
    if closed := account.closed_folder(_existing_above(path)):
        raise EmbeddedError(
            f"The data folder {path} is out of reach of the user {account.name}, as whom PostgreSQL runs: it cannot "
            f"enter {closed}. Tablekeeper opens no folder that it did not make: {ELSEWHERE}, such as "
            "/var/lib/tablekeeper."
        )


def _existing_above(path: Path) -> list[Path]:
    return [folder for folder in (*reversed(path.parents), path) if folder.is_dir()]


def _make(path: Path, account: Account) -> None:
    if path.is_dir():
        return
    _make(path.parent, account)
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        if not path.is_dir():  # else another process made it at the same moment
            raise
        return
    if account.is_another:  # it goes through to its cluster, and can neither list nor write here
        os.chown(path, -1, account.gid)
        path.chmod(0o710)


def _refuse_foreign(folder: DataFolder) -> None:
    there = set(os.listdir(folder.path)) - _OF_A_NEW_DISK
    if there and folder.start_lock.name not in there:
        raise EmbeddedError(
            f"The folder {folder.path} is not empty and is not a data folder of Tablekeeper's (it holds "
            f"{min(there)!r}, and no {folder.start_lock.name}): nothing was changed in it; {ELSEWHERE}."
        )
