"""Two PostgreSQL servers on this machine, the second a synchronous standby of the first, with the binaries that come
with Tablekeeper; logins and passwords as at a house's own server."""

import os
import secrets
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from app.store.embedded.account import Account, account
from app.store.embedded.binaries import binary, environment
from app.store.embedded.parent_death import told_of_the_parents_end
from tests.databases import folder
from tests.store.waiting import until

ADMIN, LOGIN, STANDBY, DATABASE = "postgres", "house", "standby", "tablekeeper"
CONFIGURATION = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
shared_buffers = 32MB
synchronous_standby_names = '*'
"""
WHO_MAY_CONNECT = """
host all all 127.0.0.1/32 scram-sha-256
host replication {standby} 127.0.0.1/32 scram-sha-256
"""


class Cluster:
    """One PostgreSQL server."""

    def __init__(self, folder: Path, who: Account, password: str) -> None:
        self.folder, self._who, self._password = folder, who, password
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """A new, empty one."""
        secret = self.folder.parent / "secret"
        secret.write_text(self._password)
        self._who.take_over(secret)
        self.run("initdb", f"--pgdata={self.folder}", f"--username={ADMIN}", f"--pwfile={secret}", "--no-sync",
                 "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--data-checksums")  # fmt: skip
        secret.unlink()
        self._configure()

    def _configure(self) -> None:
        with (self.folder / "postgresql.conf").open("a") as file:
            file.write(CONFIGURATION)
        (self.folder / "pg_hba.conf").write_text(WHO_MAY_CONNECT.format(standby=STANDBY))

    def copy(self, primary: "Cluster") -> None:
        """A standby of that one."""
        place = f"host=127.0.0.1 port={primary.port} user={STANDBY} password={self._password}"
        self.run("pg_basebackup", f"--dbname={place}", f"--pgdata={self.folder}", "--write-recovery-conf",
                 "--wal-method=stream", "--checkpoint=fast", "--no-sync")  # fmt: skip

    def follow(self, primary: "Cluster") -> None:
        """From its next start it is a standby of that one, as what is behind is after a failover."""
        place = f"host=127.0.0.1 port={primary.port} user={STANDBY} password={self._password}"
        (self.folder / "standby.signal").touch()
        with (self.folder / "postgresql.auto.conf").open("a") as file:
            file.write(f"primary_conninfo = '{place}'\n")

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the account that it runs as."""
        done = subprocess.run([str(binary(program)), *arguments], env=environment(), cwd=self.folder.parent,
                              capture_output=True, text=True, check=False, **self._who.become())  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    async def start(self) -> None:
        """Serve."""
        command = [str(binary("postgres")), "-D", str(self.folder), "-p", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env=environment(), cwd=self.folder.parent, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=told_of_the_parents_end(signal.SIGINT), **self._who.become(),
            )  # fmt: skip
        until(self._answers)

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder.with_suffix(".log")

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text()
        ready = [str(binary("pg_isready")), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, env=environment(), check=False).returncode == 0

    def kill(self) -> None:
        """kill -9 of all its processes, at once, as when a machine loses its power."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def end(self) -> None:
        """Have it stop at once, if it runs."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(20)
            self._process = None

    async def ask(self, statement: str, **settings: str) -> Any:
        """The first value that this gives to the administrator, with these settings."""
        connection = await asyncpg.connect(
            host="127.0.0.1", port=self.port, user=ADMIN, password=self._password, database=ADMIN,
            server_settings=settings,
        )  # fmt: skip
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()


class Replicated:
    """A primary and its synchronous standby."""

    def __init__(self, folder: Path) -> None:
        password, who = secrets.token_urlsafe(12), account(print)
        who.take_over(folder)
        self.one, self.two = Cluster(folder / "one", who, password), Cluster(folder / "two", who, password)
        self._password = password

    @property
    def url(self) -> str:
        """As TABLEKEEPER_DATABASE_URL has it: whichever of them takes writes."""
        return f"postgresql://{LOGIN}:{self._password}@127.0.0.1:{self.one.port},127.0.0.1:{self.two.port}/{DATABASE}"

    async def start(self) -> None:
        """Make both, with a database for Tablekeeper; commits wait for the standby when this returns."""
        self.one.make()
        await self.one.start()
        for statement in (
            f"CREATE ROLE {STANDBY} LOGIN REPLICATION PASSWORD '{self._password}'",
            f"CREATE ROLE {LOGIN} LOGIN CREATEROLE PASSWORD '{self._password}'",
            f"CREATE DATABASE {DATABASE} OWNER {LOGIN}",
        ):
            await self.one.ask(statement, synchronous_commit="local")
        self.two.copy(self.one)
        await self.two.start()

    async def fail_over(self) -> None:
        """What Patroni does when the primary has gone: the standby becomes the primary; as long as there is no other
        standby no commit waits for one."""
        await self.two.ask("SELECT pg_promote()")
        await self.two.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        await self.two.ask("SELECT pg_reload_conf()")

    def end(self) -> None:
        """Both."""
        for each in (self.one, self.two):
            each.end()


@contextmanager
def a_place() -> Iterator[Path]:
    """A folder that PostgreSQL's own user can reach, thrown away afterwards."""
    with folder("replicated") as place:
        yield place


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
