"""The command line of the bot."""

import argparse
from pathlib import Path
from typing import NamedTuple

from device_simulators.bot.pay.books import BOOKS


class TableAsked(NamedTuple):
    """A table that is to be played: its number, its book, and the side channels of its shoe and its reader."""

    number: str
    book: str
    shoe: str
    reader: str | None = None


def new_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser("device_simulators.bot", description="Plays tables of a running server.")
    server = "such as http://127.0.0.1:8765; may be repeated where a house has several"
    parser.add_argument("--server", required=True, action="append", metavar="URL", help=server)
    parser.add_argument(
        "--table",
        required=True,
        action="append",
        metavar="N[=BOOK=SHOE[=READER]]",
        help="a table, its book, and the side channels of its devices; may be repeated",
    )
    parser.add_argument("--book", choices=sorted(BOOKS), help="the book, for a table that does not name it")
    parser.add_argument("--shoe", metavar="URL", help="the shoe's side channel, for a table that does not name it")
    parser.add_argument("--people", required=True, type=Path, metavar="FILE", help="who works there, with their PINs")
    parser.add_argument("--rounds", type=int, default=10, help="rounds on each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pace", choices=("fast", "human"), default="fast")
    parser.add_argument("--habits", choices=("ordinary", "eventful"), default="ordinary")
    parser.add_argument("--go-on", action="store_true", help="count the differences instead of stopping at the first")
    parser.add_argument("--quiet", action="store_true", help="only the reports, not every round")
    parser.add_argument(
        "--own-addresses", action="store_true", help="each table's terminal from a loopback address of its own"
    )
    return parser


def tables_asked(given: argparse.Namespace) -> list[TableAsked]:
    """The tables that were named; a ValueError says what is missing."""
    return [_table(text, given.book, given.shoe) for text in given.table]


def _table(text: str, book: str | None, shoe: str | None) -> TableAsked:
    number, *more = text.split("=")
    if not more and book and shoe:
        more = [book, shoe]
    if len(more) not in (2, 3):
        raise ValueError(f"--table {text}: write N=BOOK=SHOE, or N with --book and --shoe")
    if more[0] not in BOOKS:
        raise ValueError(f"--table {text}: there is no book {more[0]!r}; there are {', '.join(sorted(BOOKS))}")
    return TableAsked(number, *more)
