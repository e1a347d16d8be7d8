"""The diffs of docs/extending are applied to a copy of the program, and what they add works there as it is told."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIFFS = ROOT / "docs" / "extending"
APART = shutil.ignore_patterns("screens", "static", "__pycache__")
CHECKS_THE_FLOAT = """
from app.game import commands as c
from app.game.core.moment import Moment
from app.language.saying import words_of
from app.people.policy import POLICY
from app.shapes import model_of
from app.store.codec import decode_record, encode
from app.terminal.orders import read_order
from app.terminal.signatures import signatures_of
from tests.unit.tables import At

at = At()
at.do(c.OpenFloat(100_000, ("sue", "sam")), c.CheckFloat(90_000, ("sue", "sam")))
event = at.events[-1]
assert decode_record(encode(event)) == event
assert at.refused(c.CheckFloat(90_000, ("sue", "sue"))) == "same_person"
assert POLICY["command.CheckFloat"] == {"supervisor": "yes"}
assert signatures_of("CheckFloat").two_people
fields = model_of(type(event)).model_json_schema()["properties"]
assert fields["expected_cents"]["description"] == "What would have lain there, in cents."
assert all([field["description"] for field in fields.values()])
asked = {"type": "CheckFloat", "cents": 1}
order = {"id": "6a5f2f0e-54f4-4d0c-9f43-3f1d6f0c6a11", "command": asked, "signed_by": [{"who": "sam", "pin": "463829"}]}
assert read_order(order).command.cents == 1
print(words_of(event, Moment(at.table, at.table)))
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the program, with what the scripts use of the tests."""
    for folder in ("app", "docs", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=APART)
    return tmp_path


def test_a_command_with_two_signatures(copied: Path) -> None:
    _apply(copied, "a-command.diff")
    told = _run(copied, CHECKS_THE_FLOAT)
    assert told == ("the float was counted and left in the tray: $900, signed by sue and sam; the record has $1,000\n")


def _apply(copied: Path, name: str) -> None:
    subprocess.run(["git", "apply", "-p0", DIFFS / name], cwd=copied, check=True)


def _run(copied: Path, script: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(copied)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=copied, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
