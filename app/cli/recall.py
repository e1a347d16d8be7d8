"""`tablekeeper recall TABLE`: the last rounds of a table."""

import argparse

from app.cli.output import put
from app.cli.rounds import on_record
from app.settings import Settings
from app.store.database import Database
from app.surveillance.loading import NoSuchRound, load_last
from app.surveillance.summary import summary

RECALLED = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.description = f"Prints the last {RECALLED} rounds of a table, the newest first."
    parser.add_argument("table", metavar="TABLE", help="a table's number")
    parser.set_defaults(run=_recall)


def _recall(options: argparse.Namespace) -> int:
    async def work(database: Database, _settings: Settings) -> None:
        rounds = await load_last(database, options.table, RECALLED)
        if not rounds:
            raise NoSuchRound(f"table {options.table} has no rounds")
        for row, recorded, rules in rounds:
            put(row.round)
            for line in summary(recorded, rules):
                put(f"  {line}")
            put()

    return on_record(work)
