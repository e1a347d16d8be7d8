"""The catalogue of errors is closed: what is raised stands in it, and what stands in it is raised."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.problems.catalogue import CATALOGUE, body
from app.problems.entry import Entry
from app.problems.page import page
from app.problems.problem import Problem
from app.problems.refusal_catalogue import REFUSALS
from tests.architecture.sayings import OF_A_TABLE, OF_THE_HOUSE, codes

ROOT = Path(__file__).parents[2]
# Devices raise no problem, and have a word of their own that is spelled like one.
OTHERS = ("problems", "devices")
SOURCES = [path for path in (ROOT / "app").rglob("*.py") if path.relative_to(ROOT).parts[1] not in OTHERS]
# Where the code stands among the arguments.
CODE_AT = {"Problem": 0, "RefusedInWords": 1}


def calls() -> Iterator[tuple[str, list[str]]]:
    """Every problem that is raised with its code spelled out, and where."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            at = CODE_AT.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
            if isinstance(node, ast.Call) and at is not None and len(node.args) > at:
                code = node.args[at]
                texts = [each.value for each in ast.walk(code) if isinstance(each, ast.Constant)]
                yield f"{path.name}:{node.lineno}", [text for text in texts if isinstance(text, str)]


def test_every_code_that_is_raised_is_in_the_catalogue() -> None:
    unknown = [(where, text) for where, texts in calls() for text in texts if text not in CATALOGUE]
    assert unknown == []


def test_every_code_of_the_catalogue_is_raised() -> None:
    words = codes(OF_A_TABLE) | codes(OF_THE_HOUSE)
    for path in SOURCES:
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        words |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert set(CATALOGUE) - words == set()


def test_the_refusals_are_those_of_the_page_word_for_word() -> None:
    text = (ROOT / "docs" / "refusals.md").read_text("utf-8").partition("## Why a table holds")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    assert {code: (what, do) for code, what, do in rows} == REFUSALS


def test_the_page_on_errors_is_current() -> None:
    """`python -m app.problems > docs/errors.md` makes it anew."""
    assert (ROOT / "docs" / "errors.md").read_text("utf-8") == page()


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.code)
def test_every_entry_says_what_happened_and_what_to_do(entry: Entry) -> None:
    assert CATALOGUE[entry.code] is entry
    assert entry.text
    assert entry.do
    assert not entry.text.endswith(".")
    assert not entry.do.endswith(".")
    assert entry.status in (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
    assert not entry.retry or entry.status in (409, 429, 503)


def test_no_code_stands_in_two_lists() -> None:
    code = (ROOT / "app" / "problems" / "catalogue.py").read_text("utf-8")
    named = re.findall(r"Entry\(\s*\"(\w+)\"", code)
    assert len(named) == len(set(named))
    assert set(named) & set(REFUSALS) == set()


def test_the_body_of_a_problem() -> None:
    problem = Problem("held_elsewhere", "Table 7 is kept elsewhere.", "7.1", {"address": "10.0.0.2:8765"})
    assert body(problem) == {
        "code": "held_elsewhere",
        "message": "Table 7 is kept elsewhere.",
        "clause": "7.1",
        "do": CATALOGUE["held_elsewhere"].do,
        "retry": True,
        "details": {"address": "10.0.0.2:8765"},
    }
    with pytest.raises(AssertionError):
        body(Problem("nonsense", ""))
