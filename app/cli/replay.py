"""`tablekeeper replay ROUND`: every event of a round, with what it did to the table."""

import argparse

from app.cli.output import put
from app.cli.rounds import ROUND, on_record
from app.settings import Settings
from app.store.database import Database
from app.surveillance.loading import load_round
from app.surveillance.narrative import narrative


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.add_argument("round", metavar="ROUND", help=ROUND)
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> None:
        recorded, rules, rows = await load_round(database, options.round)
        for row in rows:
            put(f"{row.version:>8}  {_at(row.event_us, settings)}  {row.actor:20}  {row.type}")
        put()
        for line in narrative(recorded, rules):
            put(line)

    return on_record(work)


def _at(us: int, settings: Settings) -> str:
    return settings.local(us).strftime("%Y-%m-%d %H:%M:%S.%f %Z")
