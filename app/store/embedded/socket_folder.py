"""The socket folder: short, since a Unix socket's path has 107 bytes at most, and so apart from the data."""

import os
import stat
import tempfile
from pathlib import Path

from app.store.embedded.account import Account
from app.store.embedded.errors import EmbeddedError
from app.store.embedded.folder import DataFolder

PORT = 5432

_PATH_BYTES = 107
_PREFIX = "tablekeeper-"
_ROOM_FOR = len(f"/{_PREFIX}xxxxxxxx/.s.PGSQL.{PORT}.lock")


def socket_in(socket_folder: str) -> Path:
    """The socket itself."""
    return Path(socket_folder) / f".s.PGSQL.{PORT}"


def noted(folder: DataFolder, account: Account) -> str | None:
    """The socket folder of this data folder, if there is one and nobody else could have made it."""
    try:
        path = os.fsdecode(folder.socket_note.read_bytes())
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    private = stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) == 0o700
    return path if private and found.st_uid == account.uid and os.path.isabs(path) else None


def noted_or_made(folder: DataFolder, account: Account) -> str:
    """The socket folder of this data folder, made anew when it is missing or not ours."""
    return noted(folder, account) or _made(folder, account)


def _made(folder: DataFolder, account: Account) -> str:
    path = tempfile.mkdtemp(prefix=_PREFIX, dir=_place(account))
    account.take_over(Path(path))
    fresh = folder.socket_note.with_name("socket.new")
    fresh.touch(mode=0o600)
    fresh.write_bytes(os.fsencode(path))
    fresh.rename(folder.socket_note)
    return path


def _place(account: Account) -> str:
    places = [*_runtime_folder(account), tempfile.gettempdir(), "/tmp"]  # noqa: S108 - mkdtemp makes a private one in it
    for place in places:
        if len(os.fsencode(place)) + _ROOM_FOR <= _PATH_BYTES and not account.closed_folder([Path(place)]):
            return place
    raise EmbeddedError(
        f"There is no place for PostgreSQL's socket: of {', '.join(places)} each is closed to the user {account.name} "
        "or has too long a path. Set TMPDIR to a folder with a short path that this user can enter."
    )


def _runtime_folder(account: Account) -> list[str]:
    path = os.environ.get("XDG_RUNTIME_DIR", "")
    try:
        found = os.stat(path)
    except OSError:
        return []
    return [path] if os.path.isabs(path) and found.st_uid == account.uid and not found.st_mode & 0o077 else []
