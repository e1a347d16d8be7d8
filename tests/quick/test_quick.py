"""`make quick` chooses what a change can break: the graph holds what is imported, started and read."""

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from tests.quick.changes import changed_files, concerned, last_change
from tests.quick.choosing import MEASURED, choose
from tests.quick.graph import ROOT, Reached, modules, needs, reached

LOADED = "import importlib, json, sys; importlib.import_module(sys.argv[1]); print(json.dumps(sorted(sys.modules)))"


@cache
def graph() -> tuple[dict[str, Path], dict[str, set[str]]]:
    known = modules()
    return known, needs(known)


def reached_by(file: str) -> Mapping[str, Reached]:
    known, needed = graph()
    return reached(concerned(PurePosixPath(file), known), needed)


@pytest.mark.parametrize(
    "name", ["tests.store.test_actor", "tests.screens.test_sign", "tests.rules.test_scripts", "app.cli.serve"]
)
def test_whatever_a_module_loads_it_needs(name: str) -> None:
    run = [sys.executable, "-c", LOADED, name]
    loaded = json.loads(subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    known, needed = graph()
    ours = {each for each in loaded if each in known}
    assert len(ours) > 20
    assert ours <= all_that(name, needed)


def all_that(name: str, needed: Mapping[str, set[str]]) -> set[str]:
    """What the module needs, directly or not."""
    found, new = {name}, {name}
    while new:
        new = set().union(*[needed[each] for each in new]) - found
        found |= new
    return found


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("app/game/subjects/settlement/settle.py", "tests.rules.test_scripts"),
        ("app/game/rules/nz-division-15.toml", "tests.books.test_rulebook"),
        ("app/game/subjects/wagers/limits.py", "tests.game.wagers.test_limits"),
        ("app/house/subjects/people/decide.py", "tests.house.people.test_people"),
        ("app/language/english.toml", "tests.language.test_catalogue"),
        ("app/cli/verify.py", "tests.store.test_command_line"),
        ("app/store/embedded/keeper.py", "tests.embedded.test_killed"),
        ("device_simulators/demo/__main__.py", "tests.demo.test_demo"),
        ("tests/crash/server.py", "tests.crash.test_killed"),
        ("tests/store/conftest.py", "tests.store.test_actor"),
        ("tests/conftest.py", "tests.game.views.test_sign"),
        ("tests/reports/by_hand.py", "tests.reports.test_rounds"),
        ("docs/openapi.json", "tests.api.test_document"),
        ("docs/alarms.md", "tests.readme.test_pages"),
        ("deploy/make-secrets.sh", "tests.deploy.test_containers"),
        ("app/screens/src/dealer/wagers/betting-bar.tsx", "tests.screens.test_dealer_rounds"),
        ("app/screens/src/shared/clock.ts", "tests.typescript.test_clock"),
        ("app/screens/src/shared/clock.ts", "tests.screens.test_sign"),
        ("Makefile", "tests.readme.test_pages"),
    ],
)
def test_a_change_reaches_its_tests(file: str, test: str) -> None:
    assert (ROOT / file).is_file()
    assert test in reached_by(file)


def test_a_change_reaches_nothing_else() -> None:
    found = reached_by("tests/rules/cells.py")
    assert set(found) == {"tests.rules.cells", "tests.rules.test_irregularities"}
    assert found["tests.rules.test_irregularities"].chain == ("tests.rules.cells", "tests.rules.test_irregularities")


def test_a_page_beside_modules_is_read_by_those_that_name_it() -> None:
    found = reached_by("tests/README.md")
    assert "tests.readme.test_pages" in found
    assert "tests.conftest" not in found


def test_the_tests_of_a_screen_are_nearer_to_it_than_those_of_others() -> None:
    found = reached_by("app/screens/src/dealer/wagers/betting-bar.tsx")
    assert {name: found[f"tests.screens.{name}"].distance for name in ("test_dealer_rounds", "test_sign")} == {
        "test_dealer_rounds": 0,
        "test_sign": 1,
    }


def test_the_nearest_come_first_and_what_does_not_fit_is_named() -> None:
    found = reached_by("app/game/subjects/settlement/settle.py")
    everything = choose(found, (), 1e9)
    assert everything.left == []
    distances = [each.reached.distance for each in everything.run]
    assert distances == sorted(distances)
    some = choose(found, ("tests/game",), 20.0)
    assert round(sum(each.seconds for each in some.run), 1) <= 20.0
    assert some.left
    assert {each.file for each in (*some.run, *some.left)} == {
        each.file for each in everything.run if not each.file.startswith("tests/game")
    }


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("app/surveillance/export/head.py", "tests/surveillance/test_export.py"),
        ("app/store/embedded/keeper.py", "tests/embedded/test_killed.py"),
        ("app/store/writer.py", "tests/store/test_writer.py"),
    ],
)
def test_what_a_module_is_tried_by_is_not_left_out_for_what_is_quicker(file: str, test: str) -> None:
    assert test in [each.file for each in choose(reached_by(file), (), 60.0).run]


def test_what_was_measured_is_still_there() -> None:
    gone = [file for file in json.loads(MEASURED.read_text("utf-8")) if not (ROOT / file).is_file()]
    assert gone == [], "run make timings"


def test_what_has_changed_is_what_git_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.quick.changes.ROOT", tmp_path)
    git(tmp_path, "init", "--quiet")
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(name)
        git(tmp_path, "add", name)
        git(tmp_path, "commit", "--quiet", "--message", name)
    assert last_change() == "HEAD~1"
    assert changed_files("HEAD~1") == [PurePosixPath("two.py")]
    (tmp_path / "one.py").write_text("changed")
    (tmp_path / "three.py").write_text("new")
    assert last_change() == "HEAD"
    assert changed_files("HEAD") == [PurePosixPath("one.py"), PurePosixPath("three.py")]


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=tests", "-c", "user.email=tests@localhost")
    subprocess.run(["/usr/bin/env", "git", *who, *arguments], cwd=folder, check=True)


def test_an_unknown_revision_is_refused() -> None:
    run = [sys.executable, "-m", "tests.quick", "--since", "no-such-revision", "--list"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "git cannot compare with 'no-such-revision'" in done.stderr
