"""Where the database is, how each role gets in, and whether it may be trusted.

Everybody connects as a role that may do what he has to and no more: `app` writes the log, `vault` reads what lies face
down, `reader` looks, `owner` migrates. In the embedded database these are logins of their own; at a server given by a
URL the login of the URL becomes the role, and must be a member of it.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Literal, Self

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.settings import Settings
from app.store.database_url import DatabaseRefused, database_url, program_environment
from app.store.embedded import Embedded

Role = Literal["owner", "app", "vault", "reader"]
ROLES: tuple[Role, ...] = ("owner", "app", "vault", "reader")
MUST_BE_ON = ("fsync", "synchronous_commit", "full_page_writes")
# Whoever holds locks for longer than this has stopped; better one refused append than a house that waits.
LOCK_TIMEOUT_MS = 5_000
# Each way in which an append can fall into rows is a statement of its own, and has to be planned only once.
STATEMENTS_KEPT = 400


class Database:
    """The database of the settings: embedded, or a real server's."""

    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        self._url = database_url(settings)
        self.embedded = None if self._url else Embedded.start(settings.data, say)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it; the embedded one stops with the last."""
        if self.embedded is not None:
            self.embedded.close()

    def ensure_running(self) -> None:
        """Bring an embedded database back that has died; a real server has its own people."""
        if self.embedded is not None:
            self.embedded.ensure_running()

    def arguments(self, role: Role) -> dict[str, Any]:
        """What asyncpg needs to connect in this role."""
        login = f"tablekeeper_{role}"
        limits = {"lock_timeout": str(LOCK_TIMEOUT_MS), "timezone": "UTC", "application_name": f"tablekeeper {role}"}
        if self.embedded is not None:
            place = {"host": self.embedded.host, "port": self.embedded.port, "database": "tablekeeper"}
            return {**place, "user": login, "server_settings": limits}
        assert self._url is not None
        return {"dsn": self._url.render_as_string(hide_password=False), "server_settings": {**limits, "role": login}}

    def program_environment(self, role: Role) -> dict[str, str]:
        """The environment in which PostgreSQL's own programs connect in this role."""
        if self.embedded is not None:
            place = {"PGHOST": str(self.embedded.host), "PGPORT": str(self.embedded.port), "PGDATABASE": "tablekeeper"}
            return {**place, "PGUSER": f"tablekeeper_{role}"}
        assert self._url is not None
        return program_environment(self._url, role)

    async def connect(self, role: Role, **settings: str) -> asyncpg.Connection:
        """A connection in this role, with these settings of PostgreSQL besides."""
        arguments = self.arguments(role)
        arguments["server_settings"] |= settings
        try:
            return await asyncpg.connect(
                **arguments,
                max_cacheable_statement_size=0,
                max_cached_statement_lifetime=0,
                statement_cache_size=STATEMENTS_KEPT,
            )
        except (asyncpg.InvalidParameterValueError, asyncpg.InsufficientPrivilegeError) as error:
            raise DatabaseRefused(
                f"the login of TABLEKEEPER_DATABASE_URL cannot become tablekeeper_{role}: {error}. Run `tablekeeper db"
                " upgrade`, or make it a member of that role; see docs/database.md."
            ) from error

    async def make_roles(self) -> None:
        """At a server of the house's own: the four roles, as far as they are missing, for this login to become."""
        if self._url is None:
            return
        connection = await asyncpg.connect(self.arguments("owner")["dsn"])
        try:
            for role in ROLES:
                await connection.execute(_MAKE_ROLE.format(role=f"tablekeeper_{role}"))
            await connection.execute("GRANT CREATE, USAGE ON SCHEMA public TO tablekeeper_owner")
        except asyncpg.InsufficientPrivilegeError as error:
            raise DatabaseRefused(
                f"the login of TABLEKEEPER_DATABASE_URL may not make the roles: {error}. Make them first; see"
                " docs/database.md."
            ) from error
        finally:
            await connection.close()

    @asynccontextmanager
    async def connection(self, role: Role) -> AsyncIterator[asyncpg.Connection]:
        """A connection in this role, closed afterwards."""
        connection = await self.connect(role)
        try:
            yield connection
        finally:
            await connection.close()

    def engine(self, role: Role) -> AsyncEngine:
        """SQLAlchemy's engine in this role, for queries and migrations."""

        async def connect(*_: Any, **__: Any) -> Any:
            return await self.connect(role)

        return create_async_engine("postgresql+asyncpg://", async_creator=connect, pool_size=2)


_MAKE_ROLE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN CREATE ROLE {role} NOLOGIN; END IF;
    IF NOT pg_has_role('{role}', 'MEMBER') THEN GRANT {role} TO CURRENT_USER; END IF;
END $$"""


async def check_safe(connection: asyncpg.Connection) -> None:
    """Refuse a database that may forget what it has acknowledged."""
    for name in MUST_BE_ON:
        value = await connection.fetchval("SELECT current_setting($1)", name)
        if value == "off":
            raise DatabaseRefused(
                f"the database has {name} = {value}: it could lose what was acknowledged. Set it to on and restart it."
            )
    version = int(await connection.fetchval("SHOW server_version_num"))
    if version < 150_000:
        raise DatabaseRefused(f"PostgreSQL 15 or newer is needed; this is {version // 10_000}.")
