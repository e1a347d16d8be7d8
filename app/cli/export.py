"""`tablekeeper export ROUND`: a recorded round as a round script."""

import argparse

from app.cli.output import put_lines
from app.cli.rounds import ROUND, on_record
from app.settings import Settings
from app.store.database import Database
from app.surveillance.export import CannotExport, export_script
from app.surveillance.loading import load_round


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.description = (
        "Prints a round script: `tablekeeper play` gives the same settlement. See docs/round-script.md."
    )
    parser.add_argument("round", metavar="ROUND", help=ROUND)
    parser.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    async def work(database: Database, _settings: Settings) -> None:
        recorded, rules, _rows = await load_round(database, options.round)
        put_lines(export_script(recorded, rules).removesuffix("\n"))

    return on_record(work, CannotExport)
