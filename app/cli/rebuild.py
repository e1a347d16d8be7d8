"""`tablekeeper rebuild`: the tables that people query, made again from the log."""

import argparse

from app.cli.database_command import on_database, progress
from app.cli.output import say
from app.store.projection_rebuild import rebuild


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.set_defaults(run=_rebuild)


def _rebuild(_options: argparse.Namespace) -> int:
    count = on_database(lambda database, _settings: rebuild(database, progress))
    say(f"made again from {count} events")
    return 0
