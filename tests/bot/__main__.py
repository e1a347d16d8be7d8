"""A long run of the bot: `python -m tests.bot --rounds 20000 --seed 1 [--table NAME] [--go-on]`.

Plays so many rounds on every table, prints how many had what, and ends with status 1 when a settlement differs.
"""

import argparse
import asyncio
import sys

from device_simulators.bot.habits import EVENTFUL
from device_simulators.bot.play import play
from device_simulators.bot.report import Report
from tests.bot.tables import TABLES, set_up


def main() -> int:
    options = _parser().parse_args()
    differences = 0
    for name in options.table or TABLES:
        report = _run(name, options.rounds, options.seed, go_on=options.go_on)
        print(f"{name}: {report.text()}", flush=True)
        differences += len(report.differences)
    return 1 if differences else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bot", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2_000, help="rounds on each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="append", choices=list(TABLES), help="only this table; may be repeated")
    parser.add_argument("--go-on", action="store_true", help="count the differences instead of stopping at the first")
    return parser


def _run(name: str, rounds: int, seed: int, *, go_on: bool) -> Report:
    table = set_up(name, seed)
    return asyncio.run(play(table, table, TABLES[name][0], seed, rounds, habits=EVENTFUL, go_on=go_on))


if __name__ == "__main__":
    sys.exit(main())
