"""Where the database is, how each role gets in, and whether it may be trusted.

Everybody connects as a role that may do what he has to and no more: `app` writes the log, `vault` reads what lies face
down, `reader` looks, `owner` migrates. In the embedded database these are logins of their own; at a server given by a
URL the login of the URL becomes the role, and must be a member of it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from copy import copy
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.settings import Settings
from app.store.database_url import DatabaseRefused, database_urls, program_environment
from app.store.deadlines import PATIENT, Deadlines
from app.store.embedded import Embedded
from app.store.kept_connections import KeptConnections

Role = Literal["owner", "app", "vault", "reader"]
ROLES: tuple[Role, ...] = ("owner", "app", "vault", "reader")
LOOKING = ("vault", "reader")
MUST_BE_ON = ("fsync", "synchronous_commit", "full_page_writes")
# Whoever holds locks for longer than this has stopped; better one refused append than a house that waits.
LOCK_TIMEOUT_MS = 5_000
# Each way in which an append can fall into rows is a statement of its own, and has to be planned only once.
STATEMENTS_KEPT = 400
# One of several servers that does not answer for so long is not waited for.
ONE_OF_SEVERAL_S = 3.0
# It is not there, is about to start or to stop, or is a standby.
NOT_THIS_ONE = (
    OSError, TimeoutError, asyncpg.CannotConnectNowError, asyncpg.TargetServerAttributeNotMatched,
    asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.PostgresConnectionError,
)  # fmt: skip


class Database:
    """The database of the settings: embedded, or a real server's."""

    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        self._urls = database_urls(settings)
        self._primary = 0
        self._deadlines = PATIENT
        self._kept = KeptConnections()
        self.embedded = None if self._urls else Embedded.start(settings.data, say)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it; the embedded one stops with the last."""
        if self.embedded is not None:
            self.embedded.close()

    @property
    def deadlines(self) -> Deadlines:
        """How long whoever connects waits."""
        return self._deadlines

    def within(self, deadlines: Deadlines) -> Self:
        """The same database, with these deadlines for whoever connects."""
        bounded = copy(self)
        bounded._deadlines = deadlines
        return bounded

    def ensure_running(self) -> None:
        """Bring an embedded database back that has died; a real server has its own people."""
        if self.embedded is not None:
            self.embedded.ensure_running()

    def arguments(self, role: Role) -> dict[str, Any]:
        """What asyncpg needs to connect in this role, to the server that took writes when it was last asked."""
        login = f"tablekeeper_{role}"
        limits = {"lock_timeout": str(LOCK_TIMEOUT_MS), "timezone": "UTC", "application_name": f"tablekeeper {role}"}
        if self.embedded is not None:
            place = {"host": self.embedded.host, "port": self.embedded.port, "database": "tablekeeper"}
            return {**place, "user": login, "server_settings": limits}
        return {
            "dsn": self._urls[self._primary].render_as_string(hide_password=False),
            "server_settings": {**limits, "role": login},
            "target_session_attrs": "any" if role in LOOKING and len(self._urls) == 1 else "read-write",
        }

    def program_environment(self, role: Role) -> dict[str, str]:
        """The environment in which PostgreSQL's own programs connect in this role."""
        if self.embedded is not None:
            place = {"PGHOST": str(self.embedded.host), "PGPORT": str(self.embedded.port), "PGDATABASE": "tablekeeper"}
            return {**place, "PGUSER": f"tablekeeper_{role}"}
        return program_environment(self._urls, role)

    async def connect(self, role: Role, **settings: str) -> asyncpg.Connection:
        """A connection in this role, with these settings of PostgreSQL besides; of several servers to the primary."""
        return await self._on_primary(lambda: self._connect(role, settings))

    async def _on_primary(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> asyncpg.Connection:
        """Try one server after the other, each once."""
        servers = max(1, len(self._urls))
        for left in reversed(range(servers)):
            try:
                return await connect()
            except NOT_THIS_ONE as error:
                self._primary = (self._primary + 1) % servers
                if not left and (servers > 1 or isinstance(error, asyncpg.TargetServerAttributeNotMatched)):
                    raise ConnectionError(f"{_none_of(servers)}: {error}") from error
                if not left:
                    raise
        raise AssertionError("the last one was reached or told why not")

    async def _connect(self, role: Role, settings: dict[str, str]) -> asyncpg.Connection:
        arguments = self.arguments(role)
        arguments["server_settings"] |= settings
        try:
            return await asyncpg.connect(
                **arguments,
                timeout=self._patience_s,
                command_timeout=self._statement_s(role),
                max_cacheable_statement_size=0,
                max_cached_statement_lifetime=0,
                statement_cache_size=STATEMENTS_KEPT,
            )
        except (asyncpg.InvalidParameterValueError, asyncpg.InsufficientPrivilegeError) as error:
            raise DatabaseRefused(
                f"the login of TABLEKEEPER_DATABASE_URL cannot become tablekeeper_{role}: {error}. Run `tablekeeper db"
                " upgrade`, or make it a member of that role; see docs/database.md."
            ) from error

    async def _connect_as_login(self) -> asyncpg.Connection:
        arguments = self.arguments("owner") | {"server_settings": {}}
        return await asyncpg.connect(**arguments, timeout=self._patience_s)

    def _statement_s(self, role: Role) -> float | None:
        return self._deadlines.reading_s if role in LOOKING else self._deadlines.statement_s

    @property
    def _patience_s(self) -> float:
        return min(ONE_OF_SEVERAL_S, self._deadlines.connect_s) if len(self._urls) > 1 else self._deadlines.connect_s

    async def make_roles(self) -> None:
        """At a server of the house's own: the four roles, as far as they are missing, for this login to become."""
        if not self._urls:
            return
        connection = await self._on_primary(self._connect_as_login)
        try:
            await connection.execute(f"SELECT pg_advisory_lock({ONE_AT_A_TIME})")
            for role in ROLES:
                # Since 16 whoever makes a role is a member of it that may give it away, and not become it.
                become = "SET" if connection.get_server_version().major >= 16 else "MEMBER"
                await connection.execute(_MAKE_ROLE.format(role=f"tablekeeper_{role}", become=become))
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
        """A connection in this role, closed afterwards or kept for the next. It is left as it was found."""
        kind = role, self._deadlines
        connection = self._kept.take(kind) or await self.connect(role)
        try:
            yield connection
        except BaseException:
            self._kept.drop()
            connection.terminate()
            raise
        await self._kept.give_back(kind, connection)

    def kept_open(self) -> AbstractAsyncContextManager[None]:
        """Meanwhile `connection` closes none, but gives it to whoever asks next: for work that wants many in turn."""
        return self._kept.kept()

    def engine(self, role: Role) -> AsyncEngine:
        """SQLAlchemy's engine in this role, for queries and migrations."""

        async def connect(*_: Any, **__: Any) -> Any:
            return await self.connect(role)

        return create_async_engine("postgresql+asyncpg://", async_creator=connect, pool_size=2)


def _none_of(servers: int) -> str:
    return f"none of the {servers} servers takes writes now; the last one says" if servers > 1 else "it takes no writes"


# Whoever makes roles or tables has this advisory lock of the database, for as long as its connection lasts.
ONE_AT_A_TIME = 7_230_455_119

_MAKE_ROLE = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN CREATE ROLE {role} NOLOGIN; END IF;
    IF NOT pg_has_role('{role}', '{become}') THEN GRANT {role} TO CURRENT_USER; END IF;
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
    replicated = await replication_of(connection)
    if replicated.names and replicated.commit == "local":
        raise DatabaseRefused(
            "the database has synchronous_commit = local, and so acknowledges what no standby has: that would be lost"
            " when a standby takes over. Set it to on."
        )


class Replication(NamedTuple):
    """How the database is replicated: how many servers stream from it, for which of them a commit waits, and until
    when."""

    replicas: int
    names: str
    commit: str

    @property
    def weakness(self) -> str:
        """How an acknowledged command could be lost when a standby takes over; nothing if it could not."""
        if not self.names:
            if not self.replicas:
                return ""
            return "no commit waits for a standby: what was acknowledged may be lost when one of them takes over"
        if self.commit == "remote_write":
            return "synchronous_commit = remote_write: a standby whose machine fails as well may lose what it was told"
        return ""


async def replication_of(connection: asyncpg.Connection) -> Replication:
    """How it is now."""
    return Replication(*await connection.fetchrow(_REPLICATION))


_REPLICATION = """
SELECT (SELECT count(*) FROM pg_stat_replication), current_setting('synchronous_standby_names'),
       current_setting('synchronous_commit')"""
