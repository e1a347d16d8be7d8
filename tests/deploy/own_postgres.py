"""A PostgreSQL as a house runs one of its own: on a port, with passwords, beside Tablekeeper and not below it."""

import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from app.store.embedded import binary
from app.store.embedded.account import account
from app.store.embedded.binaries import environment

STARTS_S = 60
ADMIN = "postgres"


class OwnPostgres(NamedTuple):
    """Where it is, and the files in which its passwords lie."""

    port: int
    passwords: Path

    def url(self, login: str, name: str = "tablekeeper") -> str:
        """The URL of a database of this name, without a password."""
        return f"postgresql://{login}@127.0.0.1:{self.port}/{name}"

    def password_file(self, login: str) -> Path:
        """Made when it is asked for first."""
        file = self.passwords / login
        if not file.exists():
            file.write_text(secrets.token_hex(16) + "\n")
            file.chmod(0o644)  # for PostgreSQL's user; the folder's name is by chance, and goes with the test
        return file

    def psql(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """As the administrator of that server."""
        at = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": ADMIN}
        known = environment() | at | {"PGPASSWORD": self.password_file(ADMIN).read_text().strip()} | more
        command: list[str | Path] = [binary("psql"), "--no-psqlrc", "--quiet", *arguments]
        return subprocess.run(command, env=known, capture_output=True, text=True, timeout=STARTS_S, check=False)


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """One for as long as it is needed."""
    place = Path(tempfile.mkdtemp(prefix="own-postgres-", dir="/tmp"))
    place.chmod(0o711)
    runs_as = account(print)
    made = OwnPostgres(_free_port(), place)
    cluster = place / "cluster"
    cluster.mkdir()
    runs_as.take_over(cluster)
    authentication = ("--auth=scram-sha-256", f"--username={ADMIN}", f"--pwfile={made.password_file(ADMIN)}")
    options = f"-p {made.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
    try:
        _run(runs_as.become(), "initdb", f"--pgdata={cluster}", "--encoding=UTF8", "--locale=C", *authentication)
        _run(runs_as.become(), "pg_ctl", f"--pgdata={cluster}", f"--log={cluster}/log", f"--options={options}", "start")
        try:
            yield made
        finally:
            _run(runs_as.become(), "pg_ctl", f"--pgdata={cluster}", "--mode=fast", "stop")
    finally:
        shutil.rmtree(place)


def _run(as_whom: dict[str, object], program: str, *arguments: str) -> None:
    command = [str(binary(program)), *arguments]
    done = subprocess.run(
        command,
        env=environment(),
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=STARTS_S,
        check=False,
        **as_whom,  # type: ignore[call-overload]
    )
    assert done.returncode == 0, command


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
