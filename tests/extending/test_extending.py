"""Each diff of docs/extending is applied to a copy of the program, where the tests that it brings pass; and it touches
no more files than docs/extending.md says."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.extending.copies import DIFFS, ROOT, files, run_in_copy


class Walk(NamedTuple):
    """What is added, where most of it stands, and how many other files of the program are touched."""

    diff: str
    room: str | tuple[str, ...]
    others: int


WALKS = [
    Walk("a-command.diff", "app/game/subjects/float/", 1),
    Walk("an-alarm.diff", "app/house/alarm_kinds.py", 2),
    Walk("a-role.diff", "app/house/roles.py", 2),
    Walk("a-report.diff", "app/reports/destroyed_sets.py", 1),
    Walk(
        "a-dialect.diff",
        ("app/house/dialects.py", "app/devices/codecs/card_line.py", "app/devices/sessions/card_line.py"),
        2,
    ),
    Walk("a-side-bet.diff", "app/game/subjects/settlement/", 0),
    Walk("an-irregularity.diff", ("app/game/rules/ruleset.py", "app/game/subjects/irregularities/"), 2),
]
# So few files of the program beside the room may a new thing touch.
FEW = 4


@pytest.mark.parametrize("walk", WALKS, ids=[walk.diff for walk in WALKS])
def test_what_a_diff_adds_can_be_used(walk: Walk, tmp_path: Path) -> None:
    run_in_copy(walk.diff, tmp_path)


@pytest.mark.parametrize("walk", WALKS, ids=[walk.diff for walk in WALKS])
def test_a_diff_touches_as_many_files_as_is_said(walk: Walk) -> None:
    others = [file for file in files(walk.diff, "app") if not file.startswith(walk.room)]
    assert len(others) == walk.others <= FEW, others
    page = (ROOT / "docs" / "extending.md").read_text("utf-8")
    (told,) = [line for line in page.splitlines() if line.startswith(f"| [{walk.diff}]")]
    assert told.split("|")[-2].split(":")[0].strip() == str(walk.others), told


def test_every_diff_is_tried() -> None:
    assert sorted(walk.diff for walk in WALKS) == sorted(path.name for path in DIFFS.glob("*.diff"))
