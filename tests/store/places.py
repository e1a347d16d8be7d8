"""Where the tests' PostgreSQL is, for those who come by URL."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg

from app.settings import Settings
from app.store.database import Database, Role
from app.store.embedded.configuration import SUPERUSER as ADMIN
from app.store.embedded.folder import DataFolder
from app.store.embedded.locks import is_held
from app.store.embedded.socket_folder import PORT

__all__ = ["ADMIN", "Another", "as_admin", "is_kept", "socket_of", "url_of"]


class Another(Database):
    """A database of another name in the same embedded PostgreSQL, with the same logins."""

    def __init__(self, settings: Settings, name: str) -> None:
        super().__init__(settings, print)
        self._name = name

    def arguments(self, role: Role) -> dict[str, Any]:
        return super().arguments(role) | {"database": self._name}


async def as_admin(database: Database, statement: str) -> None:
    """Run a statement as the one who made the cluster."""
    connection = await asyncpg.connect(**(database.arguments("owner") | {"user": ADMIN, "database": "postgres"}))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def is_kept(data: Path) -> bool:
    """Whether PostgreSQL still runs on this data folder."""
    return data.exists() and is_held(DataFolder(data).keeper_lock)


def socket_of(database: Database) -> Path:
    """The socket on which the embedded PostgreSQL listens."""
    assert database.embedded is not None
    return Path(database.embedded.host) / f".s.PGSQL.{PORT}"


def url_of(database: Database, name: str, folder: Path | None = None) -> str:
    """The URL of a database of this name behind the socket in this folder, or in PostgreSQL's own."""
    host = folder or socket_of(database).parent
    return f"postgresql://{ADMIN}@/{name}?host={quote(str(host))}&port={PORT}"
