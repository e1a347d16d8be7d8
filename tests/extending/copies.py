"""A copy of the program to which a diff of docs/extending is applied, and in which the tests that it brings are run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIFFS = ROOT / "docs" / "extending"
COPIED = ("app", "device_simulators", "docs", "migrations", "tests")
APART = shutil.ignore_patterns("static", "node_modules", "__pycache__")
FILE = re.compile(r"^\+\+\+ (\S+)", re.MULTILINE)


def files(diff: str, folder: str) -> list[str]:
    """What the diff touches in this folder."""
    return [each for each in FILE.findall((DIFFS / diff).read_text("utf-8")) if each.startswith(f"{folder}/")]


def run_in_copy(diff: str, folder: Path) -> None:
    """Apply the diff to a copy of the program in this folder, and run its tests there; they have to pass."""
    for each in COPIED:
        shutil.copytree(ROOT / each, folder / each, ignore=APART)
    shutil.copy(ROOT / "pyproject.toml", folder)
    subprocess.run(["git", "apply", "-p0", DIFFS / diff], cwd=folder, check=True)
    python = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    done = subprocess.run(
        [*python, *files(diff, "tests")],
        cwd=folder, env=environment | {"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
