"""What is true of one alarm, role, dialect or report stands in one record, and its name in few files besides."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from app.api.routes.reports import REPORTS
from app.api.routes.reports import Kind as ReportKind
from app.devices.spoken_dialects import SPOKEN
from app.house.alarm_kinds import FACTS, AlarmKind
from app.house.dialects import FACTS as DIALECTS
from app.house.dialects import Dialect
from app.house.roles import ROLES, CallerRole, Duty, PersonRole
from app.people.policy import DUTIES
from tests.architecture.names import APART, ROOT

# In so few files of the program each name is to stand, the one with its record among them.
FEW = 4


def naming(name: str, about: str) -> list[str]:
    """The files of the program that have the name as a text, of those that say a word about such things."""
    return [file for file, (source, texts) in sources().items() if about in source and name in texts]


@cache
def sources() -> dict[str, tuple[str, set[str]]]:
    """Each file of the program in small letters, and the texts in it."""
    files = [path for path in (ROOT / "app").rglob("*.py") if not APART & set(path.relative_to(ROOT).parts)]
    read = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in files}
    return {file: (source.lower(), set(texts(source))) for file, source in read.items()}


def texts(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def rows(page: str, heading: str) -> list[str]:
    """The names that begin the rows of the first table under this heading."""
    text = (ROOT / "docs" / page).read_text("utf-8").partition(heading)[2]
    table = re.search(r"^\|.*?\n\n", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\| `([\w-]+)`", table[0], re.MULTILINE) if table else []


def test_each_kind_of_alarm_has_its_record_and_its_row() -> None:
    assert tuple(FACTS) == get_args(AlarmKind)
    assert set(rows("alarms.md", "# Alarms")) == set(FACTS)
    ends = (ROOT / "docs" / "alarms.md").read_text("utf-8").partition("### What ends an alarm")[2].partition("\n# ")[0]
    firsts = [line.split("|")[1] for line in ends.splitlines() if line.startswith("|")]
    assert sorted([kind for cell in firsts for kind in re.findall(r"`(\w+)`", cell)]) == sorted(FACTS)


@pytest.mark.parametrize("kind", FACTS)
def test_a_kind_of_alarm_is_named_in_few_files(kind: str) -> None:
    files = naming(kind, "alarm")
    assert len(files) <= FEW, files


def literals(of: object) -> list[str]:
    """The texts of a literal, or of a union of some."""
    return [text for each in get_args(of) for text in ([each] if isinstance(each, str) else literals(each))]


def test_each_role_has_its_record_and_each_duty_an_action_and_somebody() -> None:
    assert [each.role for each in ROLES] == literals(CallerRole)
    assert set(DUTIES.values()) == set(literals(Duty))
    assert set().union(*[each.duties | each.own for each in ROLES]) == set(literals(Duty))
    assert not [each.role for each in ROLES if each.duties & each.own]


# A dealer and a sign stand for much besides who may what: places in a round, audiences, pages.
@pytest.mark.parametrize("role", sorted(set(get_args(PersonRole)) - {"dealer"}))
def test_a_role_is_named_in_few_files(role: str) -> None:
    files = naming(role, "role")
    assert len(files) <= FEW, files


def test_each_dialect_has_its_record_and_is_spoken() -> None:
    assert tuple(DIALECTS) == get_args(Dialect)
    assert set(SPOKEN) == set(DIALECTS)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_is_named_in_few_files(dialect: str) -> None:
    files = naming(dialect, "dialect")
    assert len(files) <= FEW, files


def test_each_report_is_made_by_something() -> None:
    assert tuple(REPORTS) == get_args(ReportKind)
