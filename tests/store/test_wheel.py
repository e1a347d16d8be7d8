"""What is installed from the wheel, without a checkout beside it."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

from app.store.upgrading import known_versions
from tests.store.places import is_kept
from tests.store.waiting import until

ROOT = Path(__file__).parents[2]


SERVES = """
from app.serving.pages import BUILT, Pages
pages = Pages()
print(BUILT.is_relative_to(ARGUMENT), *[pages.has({"type": "http", "method": "GET", "path": path}) for path in PATHS])
"""


def test_the_wheel_brings_its_migrations_and_its_screens(tmp_path: Path, reachable: Path) -> None:
    """In an environment with the dependencies, but without the checkout that is installed here for editing."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path], cwd=ROOT, check=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    place = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    (packages,) = place.glob("lib/python3*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    data = reachable / "wheel"
    environment = os.environ | {"TABLEKEEPER_DATA": str(data)}
    command = [str(place / "bin" / "python"), "-m", "app", "db", "upgrade"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == f"the database is at migration {known_versions()[-1]}; it was empty before\n", done.stderr
    until(lambda: not is_kept(data))
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.startswith("app/screens/") or "node_modules" in name]
    (script,) = [name for name in names if name.startswith("app/static/dealer-") and name.endswith(".js")]
    paths = ["/", "/dealer/7", "/sign/7", "/floor", "/surveillance", script.removeprefix("app")]
    asked = SERVES.replace("ARGUMENT", repr(str(packages))).replace("PATHS", repr(paths))
    done = subprocess.run([command[0], "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"] * 7, done.stderr
