"""What a cluster is made of."""

import asyncio
import os
import pwd
import subprocess
from pathlib import Path

import asyncpg
import pytest

from app.store.embedded import Embedded, binary
from tests.embedded.seen import rows

ROLES = ["tablekeeper_admin", "tablekeeper_app", "tablekeeper_owner", "tablekeeper_reader", "tablekeeper_vault"]
SETTINGS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "data_checksums": "on",
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "TimeZone": "UTC",
    "log_statement": "none",
    "server_encoding": "UTF8",
}


@pytest.mark.parametrize("name", ["postgres", "initdb", "pg_ctl", "psql", "pg_dump", "pg_isready", "pgbench"])
def test_the_programs_are_there(name: str) -> None:
    version = subprocess.run([binary(name), "--version"], capture_output=True, text=True, check=True)
    assert "18." in version.stdout


@pytest.mark.parametrize("role", ROLES)
def test_each_login_works_without_a_password(shared: Embedded, role: str) -> None:
    async def who_am_i() -> str:
        connection = await asyncpg.connect(host=shared.host, port=shared.port, user=role, database="tablekeeper")
        try:
            return str(await connection.fetchval("SELECT current_user"))
        finally:
            await connection.close()

    assert asyncio.run(who_am_i()) == role


def test_the_logins_are_plain_but_for_the_superuser(shared: Embedded) -> None:
    sql = (
        "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolcanlogin, rolpassword "
        "FROM pg_authid WHERE rolcanlogin ORDER BY rolname"
    )
    plain = [f"{role}|f|f|f|f|f|t|" for role in ROLES if role != "tablekeeper_admin"]
    assert rows(shared.host, sql) == ["tablekeeper_admin|t|t|t|t|t|t|", *plain]


def test_the_database_is_the_owners(shared: Embedded) -> None:
    sql = "SELECT pg_get_userbyid(datdba), datcollate, datctype FROM pg_database WHERE datname = 'tablekeeper'"
    assert rows(shared.host, sql) == ["tablekeeper_owner|C|C"]


@pytest.mark.parametrize("name", SETTINGS)
def test_the_settings_are_safe(shared: Embedded, name: str) -> None:
    assert rows(shared.host, f"SHOW {name}", "tablekeeper_app") == [SETTINGS[name]]


def test_only_peer_on_the_socket_lets_anybody_in(shared: Embedded) -> None:
    sql = "SELECT type, database, user_name, auth_method, options, error FROM pg_hba_file_rules"
    assert rows(shared.host, sql) == ["local|{all}|{all}|peer|{map=tablekeeper}|"]


def test_exactly_the_maker_is_known_as_our_roles(shared: Embedded) -> None:
    makers = {pwd.getpwuid(os.geteuid()).pw_name, pwd.getpwuid(os.stat(shared.host).st_uid).pw_name}
    known = rows(shared.host, "SELECT DISTINCT sys_name, pg_username FROM pg_ident_file_mappings")
    assert sorted(known) == sorted(f"{maker}|{role}" for maker in makers for role in ROLES)


def test_no_file_of_the_record_is_open_to_others(shared: Embedded, reachable: Path) -> None:
    data = reachable / "shared"
    for path in (data / "log", data / "postgres", data / "socket", *(data / "log").iterdir(), *data.glob("*.lock")):
        assert path.stat().st_mode & 0o077 == 0, path
    assert data.stat().st_mode & 0o767 == 0o700
