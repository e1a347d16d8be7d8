"""Nobody but the user who made the cluster gets in, and nothing that was there is opened for it."""

import os
import stat
from pathlib import Path

import pytest

from app.store.embedded import Embedded, EmbeddedError
from app.store.embedded.configuration import LOGINS, SUPERUSER
from tests.embedded.seen import of_the_folder, psql, rows, until

pytestmark = pytest.mark.as_root

SOMEBODY_ELSE = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")


def test_the_folder_keeps_others_out(shared: Embedded) -> None:
    refused = psql(shared.host, "SELECT 1", prefix=SOMEBODY_ELSE)
    assert refused.returncode != 0
    assert "Permission denied" in refused.stderr


def test_peer_keeps_others_out_even_where_the_folder_is_open(data: Path) -> None:
    embedded = Embedded.start(data, print)
    socket = Path(embedded.host) / f".s.PGSQL.{embedded.port}"
    try:
        Path(embedded.host).chmod(0o755)
        socket.chmod(0o777)
        for role in (SUPERUSER, *LOGINS):
            refused = psql(embedded.host, "SELECT 1", role, SOMEBODY_ELSE)
            assert refused.returncode != 0
            assert "Peer authentication failed" in refused.stderr
            assert rows(embedded.host, "SELECT 1", role) == ["1"]
    finally:
        embedded.close()


def test_nothing_listens_on_the_network(shared: Embedded) -> None:
    assert rows(shared.host, "SELECT inet_server_addr() IS NULL") == ["t"]
    owner = str(os.stat(shared.host).st_uid)
    for table in ("tcp", "tcp6"):
        lines = Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        assert [line for line in lines if line.split()[7] == owner] == []


def test_postgresql_does_not_run_as_root(shared: Embedded, reachable: Path) -> None:
    cluster = reachable / "shared" / "postgres"
    assert cluster.stat().st_uid not in (0, 65534)
    assert {os.stat(f"/proc/{number}").st_uid for number in of_the_folder(reachable / "shared")} == {
        0,  # the keeper
        cluster.stat().st_uid,
    }


def looks(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return stat.S_IMODE(found.st_mode), found.st_uid, found.st_gid


def test_no_folder_that_was_there_is_changed(place: Path) -> None:
    data = place / "there already"
    data.mkdir(mode=0o755)
    before = {folder: looks(folder) for folder in (data, *data.parents)}
    embedded = Embedded.start(data, print)
    embedded.close()
    until(lambda: not of_the_folder(data))
    assert {folder: looks(folder) for folder in (data, *data.parents)} == before


@pytest.mark.parametrize("below", ["", "not there/yet"])
def test_a_closed_folder_is_named_and_stays_closed(place: Path, below: str) -> None:
    closed = place / "closed"
    closed.mkdir(mode=0o700)
    before = looks(closed)
    with pytest.raises(EmbeddedError) as refusal:
        Embedded.start(closed / below, print)
    assert str(closed) in str(refusal.value)
    assert "cannot enter" in str(refusal.value)
    assert "TABLEKEEPER_DATA" in str(refusal.value)
    assert looks(closed) == before
    assert list(closed.iterdir()) == []


def test_the_folders_that_we_make_are_closed_to_others(place: Path) -> None:
    data = place / "made" / "by us"
    embedded = Embedded.start(data, print)
    embedded.close()
    until(lambda: not of_the_folder(data))
    group = (data / "postgres").stat().st_gid
    assert looks(place / "made") == looks(data) == (0o710, 0, group)
    assert looks(data / "log") == (0o700, 0, 0)


def test_a_socket_folder_of_somebody_elses_is_not_used(copied: Path) -> None:
    planted = copied.parent / "planted"
    planted.mkdir(mode=0o700)
    os.chown(planted, 65534, 65534)
    (copied / "socket").write_text(str(planted))
    embedded = Embedded.start(copied, print)
    assert embedded.host != str(planted)
    assert rows(embedded.host, "SELECT 1") == ["1"]
    assert list(planted.iterdir()) == []
    embedded.close()
