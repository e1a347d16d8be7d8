"""What `make timings` has measured: where the time of the tests goes, in Markdown, and how long each file takes."""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.quick.choosing import MEASURED


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.timing", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the recorded timings lie")
    parser.add_argument("--rows", type=int, default=30, help="of each table; without: %(default)s")
    parser.add_argument("--keep", action="store_true", help=f"write how long each file takes into {MEASURED.name}")
    options = parser.parse_args()
    lines = [json.loads(line) for path in sorted(options.folder.glob("*.jsonl")) for line in path.open()]
    if not lines:
        parser.error(f"{options.folder} holds no timings: `make timings` records them")
    for line in report(lines, options.rows):
        print(line)
    if options.keep:
        seconds = {file: round(wall_s, 1) for file, (wall_s, _, _) in sorted(by_file(lines).items())}
        MEASURED.write_text(json.dumps(seconds, indent=0) + "\n", "utf-8")


def by_file(lines: list[dict[str, Any]]) -> dict[str, tuple[float, float, int]]:
    """Wall time, CPU time and number of tests of each file."""
    return _sums(lines, lambda line: str(line["test"].split("::")[0]))


def report(lines: list[dict[str, Any]], rows: int) -> Iterator[str]:
    """All tables."""
    tests = [line for line in lines if line["kind"] == "test"]
    yield from _table("folder", _sums(tests, lambda line: "/".join(line["test"].split("::")[0].split("/")[:2])), rows)
    yield from _table("file", _sums(tests, lambda line: line["test"].split("::")[0]), rows)
    yield from _table("test", _sums(tests, lambda line: line["test"]), rows)
    fixtures: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for line in lines:
        if line["kind"] == "fixture":
            wall_s, times = fixtures[line["fixture"]]
            fixtures[line["fixture"]] = wall_s + line["wall_s"], times + 1
    yield from ("", "| fixture | wall s | times |", "|---|---|---|")
    yield from (f"| {name} | {wall_s:.1f} | {times} |" for name, (wall_s, times) in _first(fixtures.items(), rows))
    yield from ("", "| program started | times |", "|---|---|")
    starts = Counter(line["program"] for line in lines if line["kind"] == "start")
    yield from (f"| {name} | {times} |" for name, times in starts.most_common(rows))


def _sums(lines: Iterable[dict[str, Any]], key: Any) -> dict[str, tuple[float, float, int]]:
    found: dict[str, tuple[float, float, int]] = defaultdict(lambda: (0.0, 0.0, 0))
    for line in lines:
        if line["kind"] == "test":
            wall_s, cpu_s, tests = found[key(line)]
            found[key(line)] = wall_s + line["wall_s"], cpu_s + line["cpu_s"], tests + 1
    return found


def _table(what: str, sums: dict[str, tuple[float, float, int]], rows: int) -> Iterator[str]:
    yield from ("", f"| {what} | wall s | CPU s | tests |", "|---|---|---|---|")
    for name, (wall_s, cpu_s, tests) in _first(sums.items(), rows):
        yield f"| {name} | {wall_s:.1f} | {cpu_s:.1f} | {tests} |"


def _first(items: Iterable[tuple[str, Any]], rows: int) -> list[tuple[str, Any]]:
    return sorted(items, key=lambda item: -item[1][0])[:rows]


if __name__ == "__main__":
    main()
