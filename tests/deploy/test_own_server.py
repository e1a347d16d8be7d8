"""A PostgreSQL of the house's own, as docs/database.md and docker-compose.yml set it up: two logins whose passwords lie
in files, of which the server's may alter nothing that is recorded. A backup comes back into another database."""

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.database_command import who_types
from app.settings import Settings
from app.store.backup import TOO_NEW
from app.store.database_url import DatabaseRefused, database_urls, program_environment
from app.store.embedded import binary
from tests.deploy.own_postgres import OwnPostgres, own_postgres

ROOT = Path(__file__).parents[2]
ROLES = ROOT / "deploy" / "database" / "roles.sql"
PROGRAM = Path(sys.executable).with_name("tablekeeper")
UPGRADE, SERVER = "tablekeeper_upgrade", "tablekeeper_server"


@pytest.fixture(scope="module")
def postgres() -> Iterator[OwnPostgres]:
    with own_postgres() as made:
        for name in ("tablekeeper", "again"):
            assert made.psql("-d", "postgres", "-c", f"CREATE DATABASE {name}").returncode == 0
        files = {
            f"{login.removeprefix('tablekeeper_').upper()}_PASSWORD_FILE": str(made.password_file(login))
            for login in (UPGRADE, SERVER)
        }
        nothing = made.psql("-d", "tablekeeper", "-f", str(ROLES))
        assert (nothing.returncode, "have to name files" in nothing.stderr) == (3, True)
        done = made.psql("-d", "tablekeeper", "-f", str(ROLES), **files)
        assert done.returncode == 0, done.stderr
        made.psql("-d", "postgres", "-c", f"ALTER DATABASE again OWNER TO {UPGRADE}")
        yield made


def tablekeeper(
    postgres: OwnPostgres, login: str, *words: str, name: str = "tablekeeper", typed: str = ""
) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "TABLEKEEPER_DATABASE_URL": postgres.url(login, name),
        "TABLEKEEPER_DATABASE_PASSWORD_FILE": str(postgres.password_file(login)),
        "TABLEKEEPER_DATA": str(postgres.passwords / "keys"),
    }
    return subprocess.run(
        [PROGRAM, *words], env=environment, input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def test_two_logins_and_a_backup_that_comes_back(postgres: OwnPostgres) -> None:
    refused = tablekeeper(postgres, SERVER, "db", "upgrade")
    assert (refused.returncode, "may not make the roles" in refused.stderr) == (2, True), refused.stderr
    assert tablekeeper(postgres, UPGRADE, "db", "upgrade").returncode == 0
    hired = ("staff", "add", "ada", "--shown", "Ada", "--role", "administrator", "--pin-stdin")
    done = tablekeeper(postgres, SERVER, *hired, typed="740258\n")
    assert done.returncode == 0, done.stderr
    file = postgres.passwords / "backup"
    may_not = tablekeeper(postgres, SERVER, "db", "backup", str(file))
    assert (may_not.returncode, file.exists(), "permission denied" in may_not.stderr) == (2, False, True)
    assert tablekeeper(postgres, UPGRADE, "db", "backup", str(file)).returncode == 0
    assert file.stat().st_mode & 0o777 == 0o600
    comes_back_whole(postgres, file)


def comes_back_whole(postgres: OwnPostgres, file: Path) -> None:
    """Half of a file brings nothing, all of it everything."""
    half = postgres.passwords / "half"
    half.write_bytes(file.read_bytes()[: file.stat().st_size * 3 // 4])
    torn = tablekeeper(postgres, UPGRADE, "db", "restore", str(half), name="again")
    assert (torn.returncode, "pg_restore failed" in torn.stderr) == (2, True), torn.stderr
    assert postgres.psql("-At", "-d", "again", "-c", "SELECT to_regclass('alembic_version') IS NULL").stdout == "t\n"
    back = tablekeeper(postgres, UPGRADE, "db", "restore", str(file), name="again")
    assert back.returncode == 0, back.stderr
    events = "SELECT version, encode(hash, 'hex') FROM events ORDER BY 1"
    there, here = (postgres.psql("-At", "-d", name, "-c", events).stdout for name in ("tablekeeper", "again"))
    assert (here, here.count("\n") > 1) == (there, True)
    verified = tablekeeper(postgres, SERVER, "verify", name="again").stdout
    # No server has signed anything here; whatever else is there is as it was written.
    assert (verified.startswith("signed heads"), verified.splitlines()[-1]) == (True, "1 finding."), verified
    told = subprocess.run([binary("pg_restore"), "--file=-", file], capture_output=True, check=True)
    assert TOO_NEW in told.stdout  # an older server is spared this line, as long as it is spelled so


def test_a_password_file_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    file = tmp_path / "password"
    named = Settings(tmp_path, "postgresql://server@there/tables", database_password_file=file)
    with pytest.raises(DatabaseRefused, match=r"TABLEKEEPER_DATABASE_PASSWORD_FILE: .* cannot be read: No such file"):
        database_urls(named)
    for text in ("", "\n", "two\nlines\n"):
        file.write_text(text)
        with pytest.raises(DatabaseRefused, match="has to hold the password on one line"):
            database_urls(named)
    file.write_text("o/p@e:n?\n")
    (url,) = database_urls(named)
    assert url.password == "o/p@e:n?"  # noqa: S105 - of nobody
    with pytest.raises(DatabaseRefused, match="take one of them away"):
        database_urls(named._replace(database_url="postgresql://server:other@there/tables"))


def test_programs_connect_as_the_driver_does(tmp_path: Path) -> None:
    urls = database_urls(
        Settings(tmp_path, "postgresql://one@/tables?host=/run/there&sslmode=verify-full&sslrootcert=/etc/ca.pem")
    )
    assert program_environment(urls, "owner") == {
        "PGHOST": "/run/there", "PGDATABASE": "tables", "PGUSER": "one", "PGSSLMODE": "verify-full",
        "PGSSLROOTCERT": "/etc/ca.pem", "PGOPTIONS": "-c role=tablekeeper_owner",
    }  # fmt: skip


@pytest.mark.parametrize("error", [KeyError, OSError])
def test_a_container_s_user_may_have_no_name(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless(_uid: int) -> None:
        raise error

    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nameless)
    assert who_types() == f"user-{os.getuid()}"


def test_one_of_several_servers_is_found_by_programs_too(tmp_path: Path) -> None:
    for text in (
        "postgresql://one:p%40ss@a:1,b:2/tables?target_session_attrs=read-write",
        "postgresql://one:p%40ss@/tables?host=a,b&port=1,2",
    ):
        urls = database_urls(Settings(tmp_path, text))
        assert len(urls) == 2
        assert program_environment(urls, "reader") == {
            "PGHOST": "a,b", "PGPORT": "1,2", "PGDATABASE": "tables", "PGUSER": "one", "PGPASSWORD": "p@ss",
            "PGTARGETSESSIONATTRS": "read-write", "PGOPTIONS": "-c role=tablekeeper_reader",
        }  # fmt: skip
    with pytest.raises(DatabaseRefused, match="no PostgreSQL URL"):
        database_urls(Settings(tmp_path, "postgresql://a:one,b:2/tables"))
