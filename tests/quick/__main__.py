"""Runs the scripts, the tests of the core and of the house, and those of what has changed since a revision."""

import argparse
import subprocess
import sys

from tests.quick.changes import UnknownRevision, changed_files, concerned, last_change
from tests.quick.choosing import Choice, choose
from tests.quick.graph import ROOT, modules, needs, reached

ALWAYS = ("tests/rules/test_scripts.py", "tests/game", "tests/books", "tests/language", "tests/house")
SHOWN = 12


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.quick", description=__doc__)
    parser.add_argument("--since", metavar="REVISION", help="without: the last commit and what is not committed yet")
    parser.add_argument("--seconds", type=float, default=60.0, help="of work for what is chosen; without: %(default)s")
    parser.add_argument("--workers", default="2", help="processes side by side; without: %(default)s")
    parser.add_argument("--list", action="store_true", help="say what would be run, and run nothing")
    options = parser.parse_args()
    since = options.since or last_change()
    try:
        choice = _chosen(since, options.seconds)
    except UnknownRevision as error:
        parser.error(str(error))
    _print(choice)
    if options.list:
        return 0
    command = [sys.executable, "-m", "pytest", "-n", options.workers, "--dist", "worksteal", *ALWAYS]
    return subprocess.run([*command, *[each.file for each in choice.run]], cwd=ROOT, check=False).returncode


def _chosen(since: str, budget_s: float) -> Choice:
    known = modules()
    files = changed_files(since)
    print(f"{len(files)} files have changed since {since}:")
    concerns = {file: concerned(file, known) for file in files}
    for file in files:
        print(f"  {file}{'' if concerns[file] else '  (no test is about it)'}")
    return choose(reached(set().union(*concerns.values()), needs(known)), ALWAYS, budget_s)


def _print(choice: Choice) -> None:
    print(f"always: {' '.join(ALWAYS)}")
    print(f"chosen, {sum(each.seconds for each in choice.run):.0f} s of work, nearest first:")
    for each in choice.run:
        print(f"  {each}")
    if choice.left:
        print(f"left to `make test`, {sum(each.seconds for each in choice.left):.0f} s:")
        for each in choice.left[:SHOWN]:
            print(f"  {each}")
        if len(choice.left) > SHOWN:
            print(f"  and {len(choice.left) - SHOWN} more")
    sys.stdout.flush()


sys.exit(main())
