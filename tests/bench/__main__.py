"""Everything that is measured, each beside its floor, in one run; and one table of what came of it.

`python -m tests.bench` runs all parts one after the other, each as a process of its own, and prints the table in the
end; `python -m tests.bench core store` runs these alone. `--before COMMIT` says what the parts are compared with that
can be run with an earlier commit. `--write docs/performance.md` puts the table between the marks of that page.
`--small` is for trying whether everything still runs: its figures say nothing.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.before import BEFORE, NONE, NoEarlierTreeError, shared
from tests.bench.figures import COLLECT, Figure, read
from tests.bench.quiet import mark

BEGINS, ENDS = "<!-- made by make bench -->", "<!-- end of what make bench made -->"
LAST_COLUMNS, RULE = "in plain units | other processes | what may be claimed", "|---|---|---|---|---|---|"
# The programs of each part, and what makes them small.
PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    "core": (("core", "--rounds 50 --repeats 2"),),
    "store": (
        ("durable", "--tables 50 --repeats 2 --seconds 1 --rounds 1"),
        ("recovery", "--events 20000 --repeats 2"),
    ),
    "devices": (("devices", "--frames 2000 --cards 100 --repeats 2"),),
    "server": (
        ("both_killed", "--tables 1 5 --repeats 1"),
        ("card_to_screen", "--cards 30 --repeats 2 --warm-up 30"),
        ("stuck_signs", "--cards 20 --repeats 2"),
        ("fanout", "--sockets 1 20 --rounds 2 --repeats 3"),
        ("load", "--tables 10 --rate 20 --seconds 2 --warm-up 1 --step 1 --repeats 1"),
        ("memory", "--tables 20 --sockets 20"),
        ("growth", "--tables 1 5 --cards 60 --idle 1 --repeats 1"),
    ),
    "screens": (("screens", "--paints 2 --rounds 1"),),
}
# Those that are run with an earlier commit too.
COMPARED = ("core", "durable", "card_to_screen", "load", "growth")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; without any: all of them")
    parser.add_argument("--events", type=int, default=10_000_000, help="earlier events of the table that comes back")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page whose table is made anew")
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help=f"%(default)s if not given; or {NONE}")
    parser.add_argument("--small", action="store_true", help="only try whether everything runs")
    options = parser.parse_args()
    if unknown := set(options.parts) - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return options


def main() -> int:
    """Run what is asked for; the exit status is the number of programs that failed."""
    options, failed = _options(), 0
    with tempfile.TemporaryDirectory() as folder:
        collected = Path(folder) / "figures"
        collected.touch()
        began_s = time.monotonic()
        mark()
        try:
            with shared(options.before):
                for part in options.parts or PARTS:
                    failed += sum([_run(name, small, options, collected) != 0 for name, small in PARTS[part]])
        except NoEarlierTreeError as error:
            sys.exit(str(error))
        took_s = time.monotonic() - began_s
        table = tables(read(collected), took_s)
    print(table)
    if options.write is not None and not failed:
        options.write.write_text(placed(options.write.read_text(), table))
    return failed


def _run(name: str, small: str, options: argparse.Namespace, collected: Path) -> int:
    arguments = small.split() if options.small else ["--events", str(options.events)] if name == "recovery" else []
    arguments += ["--before", options.before] if name in COMPARED else []
    print(f"--- {name} {' '.join(arguments)}", flush=True)
    began_s = time.monotonic()
    program = [sys.executable, "-m", f"tests.bench.{name}", *arguments]
    status = subprocess.run(program, env=os.environ | {COLLECT: str(collected)}, check=False).returncode
    print(f"--- {name}: {'FAILED' if status else 'done'} after {time.monotonic() - began_s:.0f} s\n", flush=True)
    return status


def tables(figures: list[Figure], took_s: float) -> str:
    """What was found, in Markdown."""
    lines = [f"One run of {took_s / 60:.0f} minutes: {_machine()}.", ""]
    lines += [f"| measured | beside (the floor) | times the floor: median (least to most) | {LAST_COLUMNS} |", RULE]
    lines += [_row(each) for each in figures if each.kind == "ratio"]
    if any(each.kind == "growth" for each in figures):
        lines += ["", f"| how cost grows | beside | times: median (least to most) | {LAST_COLUMNS} |", RULE]
        lines += [_row(each) for each in figures if each.kind == "growth"]
    return "\n".join(lines)


def _row(figure: Figure) -> str:
    return f"| {figure.what} | {figure.beside} | {figure.spread} | {figure.plain} | {figure.quiet} | {figure.claim} |"


def _machine() -> str:
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    load = ", ".join([f"{each:.1f}" for each in os.getloadavg()])
    return (
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores,"
        f" {memory_gb:.0f} GB; load at the end {load}"
    )


def placed(page: str, table: str) -> str:
    """The page with this table between its marks."""
    before, marked, rest = page.partition(BEGINS)
    _, ended, after = rest.partition(ENDS)
    if not (marked and ended):
        raise ValueError(f"the page has no {BEGINS} and {ENDS}")
    return f"{before}{BEGINS}\n\n{table}\n\n{ENDS}{after}"


if __name__ == "__main__":
    sys.exit(main())
