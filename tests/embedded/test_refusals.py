"""Folders that cannot be used: each says what happened, where, and what to do."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.store.embedded import Embedded, EmbeddedError
from app.store.embedded.account import account
from app.store.embedded.folder import claimed
from tests.embedded.seen import ROOT, rows


@pytest.fixture
def skeleton(place: Path, pristine: Path) -> Path:
    """As much of a stopped cluster as is looked at before PostgreSQL starts."""
    data = place / "data"
    for name in ("start.lock", "postgres/PG_VERSION", "postgres/global/pg_control"):
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(pristine / name, data / name)
    data.chmod(0o755)
    owner = (pristine / "postgres").stat()
    os.chown(data / "postgres", owner.st_uid, owner.st_gid)
    return data


def refusal(data: Path) -> str:
    with pytest.raises(EmbeddedError) as refused:
        Embedded.start(data, print)
    assert str(data) in str(refused.value)
    return str(refused.value)


def test_a_foreign_folder_is_left_alone(place: Path) -> None:
    data = place / "photographs"
    data.mkdir(mode=0o755)
    (data / "one.jpg").write_text("a card")
    assert "not a data folder of Tablekeeper's (it holds 'one.jpg'" in refusal(data)
    assert [path.name for path in data.iterdir()] == ["one.jpg"]


def test_an_empty_disk_may_have_its_own_folder(place: Path) -> None:
    data = place / "disk"
    (data / "lost+found").mkdir(parents=True, mode=0o755)
    data.chmod(0o755)
    claimed(data, account(print))
    assert sorted(path.name for path in data.iterdir()) == ["log", "lost+found", "start.lock"]


def test_a_file_is_no_folder(place: Path) -> None:
    data = place / "file"
    data.write_text("")
    assert "cannot be used" in refusal(data)


def test_another_versions_cluster_is_left_alone(skeleton: Path) -> None:
    (skeleton / "postgres" / "PG_VERSION").write_text("16\n")
    told = refusal(skeleton)
    assert "made by version 16" in told
    assert "carries version 18" in told
    assert "tablekeeper db backup" in told


@pytest.mark.parametrize("lost", ["PG_VERSION", "global/pg_control"])
def test_a_cluster_without_its_vital_files_is_damaged(skeleton: Path, lost: str) -> None:
    (skeleton / "postgres" / lost).unlink()
    assert "is damaged" in refusal(skeleton)


def test_what_postgresql_finds_damaged_is_told_in_its_words(copied: Path) -> None:
    control = copied / "postgres" / "global" / "pg_control"
    control.write_bytes(bytes(control.stat().st_size))
    told = refusal(copied)
    assert "does not start" in told
    assert "FATAL" in told or "PANIC" in told
    assert "postgresql.log" in told


def test_a_half_made_cluster_is_not_taken_for_one(copied: Path) -> None:
    half = copied / "postgres.making-half"
    (copied / "postgres").rename(half)
    shutil.rmtree(half / "base")
    embedded = Embedded.start(copied, print)
    assert rows(embedded.host, "SELECT 1") == ["1"]
    embedded.close()
    assert not half.exists()


@pytest.mark.as_root
def test_a_cluster_of_another_users_is_not_started(skeleton: Path) -> None:
    os.chown(skeleton / "postgres", 65534, 65534)
    assert "belongs to the user nobody" in refusal(skeleton)


def test_a_missing_note_of_the_socket_is_written_anew(copied: Path) -> None:
    (copied / "socket").unlink()
    embedded = Embedded.start(copied, print)
    assert (copied / "socket").read_text() == embedded.host
    embedded.close()


def test_a_socket_folder_that_is_open_is_not_used(copied: Path) -> None:
    opened = copied.parent / "opened"
    opened.mkdir()
    os.chown(opened, (copied / "postgres").stat().st_uid, -1)
    opened.chmod(0o770)
    (copied / "socket").write_text(str(opened))
    embedded = Embedded.start(copied, print)
    assert embedded.host != str(opened)
    embedded.close()


def on_a_disk_of_its_own(options: str, data: Path) -> str:
    """What a start says, and leaves, on a disk that only its own process sees."""
    mount = f'mount -t tmpfs -o {options},mode=755 none "$1" || exit 9'
    script = f'{mount}; {sys.executable} -m tests.embedded.user "$1"; ls "$1"'
    command = ["unshare", "--mount", "sh", "-c", script, "sh", str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        pytest.skip(f"this machine does not let root mount a disk: {done.stderr.strip()}")
    return done.stdout


@pytest.mark.as_root
def test_a_full_disk_leaves_no_half_made_cluster(place: Path) -> None:
    data = place / "small"
    data.mkdir(mode=0o755)
    told = on_a_disk_of_its_own("size=12m", data)
    assert "The disk is full: make room" in told
    assert "TABLEKEEPER_DATA" in told
    assert told.splitlines()[-3:] == ["log", "start.lock", "users.lock"]


@pytest.mark.as_root
def test_a_read_only_disk_is_told(place: Path) -> None:
    data = place / "read only"
    data.mkdir(mode=0o755)
    told = on_a_disk_of_its_own("ro", data)
    assert "Read-only file system" in told
    assert "TABLEKEEPER_DATA" in told
