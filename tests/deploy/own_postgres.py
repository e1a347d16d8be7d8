"""A PostgreSQL as a house runs one of its own: on a port, with passwords, beside Tablekeeper and not below it."""

import secrets
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from app.store.embedded import binary
from app.store.embedded.account import Account, account
from app.store.embedded.binaries import environment
from app.store.embedded.parent_death import told_of_the_parents_end
from tests.folders import new_folder
from tests.store.waiting import until

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
    place = new_folder("own-postgres")
    runs_as = account(print)
    made = OwnPostgres(_free_port(), place)
    cluster = place / "cluster"
    cluster.mkdir()
    runs_as.take_over(cluster)
    try:
        authentication = ("--auth=scram-sha-256", f"--username={ADMIN}", f"--pwfile={made.password_file(ADMIN)}")
        _begun(runs_as, "initdb", f"--pgdata={cluster}", "--encoding=UTF8", "--locale=C", *authentication).wait(
            STARTS_S
        )
        where = (f"-cport={made.port}", "-clisten_addresses=127.0.0.1", "-cunix_socket_directories=")
        running = _begun(runs_as, "postgres", "-D", str(cluster), *where)
        try:
            until(lambda: made.psql("-d", "postgres", "-c", "SELECT").returncode == 0)
            yield made
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(STARTS_S)
    finally:
        shutil.rmtree(place)


def _begun(account: Account, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """A program of PostgreSQL, which ends with this process, however that ends."""
    return subprocess.Popen(
        [binary(program), *arguments],
        env=environment(),
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=told_of_the_parents_end(signal.SIGINT),
        **account.become(),
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
