"""Every round script gives what its writer worked out by hand."""

from pathlib import Path

import pytest

from app.books.rulebook import load_ruleset
from tests.rules.expectations import differences, script_at, script_files


@pytest.mark.parametrize("path", script_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_script(path: Path) -> None:
    script = script_at(path)
    assert script.ruleset == path.parent.name
    wanted, found = differences(script, load_ruleset(script.ruleset))
    assert found == wanted
