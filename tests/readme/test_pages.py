"""What the pages tell people to type is there: commands and options, targets of make, modules; links lead somewhere."""

import argparse
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.cli import command_line
from tests.readme.commands import CONTRIBUTING, README, ROOT, Command, Content, blocks, lines, steps

TESTS = ROOT / "tests" / "README.md"
PAGES = [README, CONTRIBUTING, ROOT / "CHANGELOG.md", TESTS, *sorted((ROOT / "docs").rglob("*.md"))]
_TYPED = re.compile(
    r"(?:^|[;&|(`]|\bdo|\bupgrade|\bserver) ?(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?tablekeeper ([a-z][^`;&|]*)"
)
_IN_LINE = re.compile(r"`([^`\n]+)`")

# Words that signatures begin with (docs/security.md), which nobody types.
NOT_TYPED = ("signed heads", "dispute pack")


def texts(page: Path) -> Iterator[str]:
    """All that is set as code on a page, line by line."""
    text = page.read_text("utf-8")
    for block in blocks(text):
        yield from lines(block)
    yield from _IN_LINE.findall(re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))


def typed() -> list[tuple[str, str]]:
    """Each use of the command line, with its page."""
    uses = [(page.name, found[1]) for page in PAGES for text in texts(page) for found in _TYPED.finditer(text)]
    return [use for use in uses if use[1] not in NOT_TYPED]


def unknown(words: list[str]) -> list[str]:
    """Commands and options among these words that the command line does not have."""
    parser, bad = command_line(), []
    for word in words:
        ways = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        if ways and word in ways[0].choices:
            parser = ways[0].choices[word]
        elif ways and re.fullmatch(r"[a-z-]+", word):
            bad.append(word)
            break
        elif word in ("--", "#"):
            break
        elif word.startswith("--") and word.split("=")[0] not in parser._option_string_actions:
            bad.append(word)
    return bad


def test_every_command_that_a_page_names_is_there() -> None:
    found = typed()
    assert len(found) > 60
    assert [(page, text) for page, text in found if unknown(split(text))] == []


def split(text: str) -> list[str]:
    """As a shell does it; words with a quotation mark left open as they stand."""
    try:
        return shlex.split(text, comments=True)
    except ValueError:
        return text.split()


@pytest.mark.parametrize("text", ["servee", "db backup-all FILE", "serve --prot 1", "staff display put x"])
def test_one_that_is_not_there_is_found(text: str) -> None:
    assert unknown(text.split())


def test_every_target_of_make_that_a_page_names_is_there() -> None:
    lines = re.findall(r"^([\w -]+):(?!=)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = {target for line in lines for target in line.split()}
    named = {name for page in PAGES for text in texts(page) for name in re.findall(r"^make ([a-z][\w-]*)", text)}
    assert {"demo", "test"} <= named
    assert named - targets == set()


def test_every_module_that_a_page_runs_is_there() -> None:
    named = {name for page in PAGES for text in texts(page) for name in re.findall(r"python -m ([\w.]+)", text)}
    ours = {name for name in named if name.split(".")[0] in ("app", "device_simulators", "tests")}
    assert ours
    assert {name for name in ours if find_spec(name) is None} == set()


def slugs(page: Path) -> set[str]:
    """The anchors of its headings, as they are made from them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.replace("`", "").lower()).replace(" ", "-") for head in heads}


def test_every_place_that_a_link_leads_to_is_there() -> None:
    missing = []
    for page in {*PAGES, *(ROOT / "tests").rglob("*.md")}:
        text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        links = re.findall(r"\]\(([^):]+)\)", text) + re.findall(r"<img src=\"([^\"]+)\"", text)
        for path, _, anchor in [link.partition("#") for link in links]:
            there = page.parent / path if path else page
            if not there.exists() or (anchor and anchor not in slugs(there)):
                missing.append(f"{page.name}: {path}#{anchor}")
    assert missing == []


def test_every_page_is_found_from_the_first() -> None:
    seen, ahead = set(), [README]
    while ahead:
        page = ahead.pop().resolve()
        if page.suffix == ".md" and page not in seen:
            seen.add(page)
            ahead += [page.parent / each for each in re.findall(r"\]\(([^):#]+\.md)", page.read_text("utf-8"))]
    pages = {TESTS, CONTRIBUTING, *(ROOT / "docs").rglob("*.md")}
    assert {page.name for page in pages if page.resolve() not in seen} == set()


def test_the_page_on_the_tests_has_every_folder_and_every_path_is_there() -> None:
    text = TESTS.read_text("utf-8")
    folders = {path.parent.name for path in TESTS.parent.glob("*/__init__.py")}
    assert {each.removeprefix("tests/") for each in re.findall(r"^\| `(\S+)`", text, re.MULTILINE)} == folders
    named = {path for code in texts(TESTS) for path in re.findall(r"\btests/[\w/.]+", code)}
    assert len(named) > len(folders)
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_the_first_page_has_what_is_run() -> None:
    found = list(steps(README.read_text("utf-8")))
    assert [step.line.split()[:2] for step in found if isinstance(step, Command)][:2] == [
        ["make", "demo"],
        ["make", "test"],
    ]
    assert [step.name for step in found if isinstance(step, Content)] == ["round.toml"]
