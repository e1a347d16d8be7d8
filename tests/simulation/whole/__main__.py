"""Simulated evenings from seeds: `python -m tests.simulation.whole --seeds 1-200 --rounds 16`.

Each seed is a house with some tables, played for so many rounds a table while everything goes wrong. With `--until`
seeds are taken, from the first one on, until so many rounds were played; with `--twice` each is run a second time, in
another process, and has to have the same log. The report says what went wrong, and what people did about it. The exit
status is 1 if an invariant was broken or two runs of a seed differ.
"""

import argparse
import signal
import sys
import time
from pathlib import Path

from tests.simulation.whole.report import Report
from tests.simulation.whole.side_by_side import outcomes


def main() -> int:
    """A run; the exit status. Told to stop, it stops after the seeds that are under way."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = _options()
    report, began_s = Report(options.tables, options.rounds), time.monotonic()
    for outcome in outcomes(options):
        report.add(outcome)
        if outcome.broken:
            print(report.broken[-1], file=sys.stderr, flush=True)
        if not options.quiet:
            print(report.progress(time.monotonic() - began_s), file=sys.stderr, flush=True)
    text = report.text(time.monotonic() - began_s)
    print(text)
    if options.report is not None:
        options.report.write_text(text)
    return 1 if report.failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.whole", description=__doc__)
    parser.add_argument("--seeds", default="1-20", help="one, or the first and the last: 1-200")
    parser.add_argument("--rounds", type=int, default=10, help="at each table of a seed")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--servers", type=int, default=0, help="0: one, two or three, as the seed draws it")
    parser.add_argument("--until", type=int, default=0, help="take seeds until so many rounds were played")
    parser.add_argument("--twice", action="store_true", help="run each seed a second time, and compare the logs")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--report", type=Path, help="a file for the report")
    parser.add_argument("--keep", type=Path, help="a folder for the logs of the seeds")
    parser.add_argument("--quiet", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
