"""docs/rules/<id>.md: every numbered clause of the document has its row, and what a row says is so."""

import re
from functools import cache
from pathlib import Path

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.rules.expectations import script_at, script_files

DOCS = Path(__file__).parents[2] / "docs" / "rules"
CLAUSES = Path(__file__).parent / "clauses"
STATUSES = {"enforced", "prompted", "recorded", "physical", "later"}
HEAD = "| Clause | In our words | Status | By | Shown by | Our reading |"


@cache
def rows(ruleset_id: str) -> dict[str, list[str]]:
    """The rows of the book's page by clause."""
    lines = (DOCS / f"{ruleset_id}.md").read_text("utf-8").split("\n")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[lines.index(HEAD) + 2 :] if line]
    assert all(len(row) == 6 for row in cells), [row for row in cells if len(row) != 6]
    assert len({row[0] for row in cells}) == len(cells), "a clause has one row"
    return {row[0]: row for row in cells}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_every_clause_has_a_row(ruleset_id: str) -> None:
    wanted = (CLAUSES / f"{ruleset_id}.txt").read_text("utf-8").split("\n")
    missing = [clause for clause in wanted if clause and clause not in rows(ruleset_id)]
    assert missing == []


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_status_is_one_of_five(ruleset_id: str) -> None:
    assert {row[2] for row in rows(ruleset_id).values()} <= STATUSES


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_options_named_by_a_row_exist(ruleset_id: str) -> None:
    rules = load_ruleset(ruleset_id)
    keys = {*rules.clauses, *(f"outcomes.{name}" for name in rules.outcomes)}
    keys |= {f"refusals.{name}" for name in rules.refusals}
    keys |= {f"irregularities.{code}" for code, rows in rules.irregularities.items() if rows}
    keys |= {f"voids.{scope}" for scope in rules.voids}
    named = {key: row[0] for row in rows(ruleset_id).values() for key in re.findall(r"`([^`]+)`", row[3])}
    assert {key: clause for key, clause in named.items() if key not in keys} == {}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_an_enforced_clause_has_its_option_and_its_script(ruleset_id: str) -> None:
    enforced = [row for row in rows(ruleset_id).values() if row[2] == "enforced"]
    assert [row[0] for row in enforced if not row[3] or not row[4]] == []


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_scripts_named_by_a_row_exist_and_name_its_clause(ruleset_id: str) -> None:
    named = {path.name: script_at(path).expect["clauses"] for path in script_files(ruleset_id)}
    wrong = [
        (clause, script)
        for clause, row in rows(ruleset_id).items()
        for script in re.findall(r"[\w.-]+\.toml", row[4])
        if clause not in named.get(script, ())
    ]
    assert wrong == []


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_scripts_name_clauses_that_there_are(ruleset_id: str) -> None:
    wrong = [
        (path.name, clause)
        for path in script_files(ruleset_id)
        for clause in script_at(path).expect["clauses"]
        if clause not in rows(ruleset_id)
    ]
    assert wrong == []


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_clauses_of_the_ruleset_are_in_the_document(ruleset_id: str) -> None:
    rules = load_ruleset(ruleset_id)
    cited = {*rules.clauses.values(), *rules.outcomes.values(), *rules.refusals.values()}
    cited |= {row.clause for rows in rules.irregularities.values() for row in rows}
    cited |= {clause for void in rules.voids.values() for clause in (void.forbidden, *void.reasons.values())}
    assert sorted(cited - set(rows(ruleset_id))) == []


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_sixty_scripts_of_its_own(ruleset_id: str) -> None:
    """Scripts copied from another book count once: the deal and the wagers have to differ."""
    own = {_played(path) for path in script_files(ruleset_id)}
    others = {_played(path) for path in script_files() if path.parent.name < ruleset_id}
    assert len(own - others) >= 60


def _played(path: Path) -> str:
    script = script_at(path)
    return repr((script.config, script.earlier, script.round))
