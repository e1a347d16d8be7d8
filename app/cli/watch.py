"""`tablekeeper watch TABLE`: follows one table of a server in a terminal."""

import argparse
import os
from pathlib import Path

from app.cli.endings import Refusal
from app.cli.following import Watched, follow
from app.realtime.audience import AUDIENCES

TOKEN = "TABLEKEEPER_TOKEN"  # noqa: S105


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.add_argument("table", metavar="TABLE")
    parser.add_argument("--server", default="http://127.0.0.1:8765", metavar="URL", help="without: %(default)s")
    parser.add_argument("--token-file", type=Path, metavar="FILE", help=f"without: the token is in {TOKEN}")
    parser.add_argument("--audience", choices=AUDIENCES, default="floor", help="as whom; without: %(default)s")
    parser.set_defaults(run=_watch)


def _watch(options: argparse.Namespace) -> int:
    follow(Watched(options.server, options.table, options.audience, _token(options.token_file)))
    return 0


def _token(path: Path | None) -> str:
    if path is None:
        token = os.environ.get(TOKEN, "")
    else:
        try:
            token = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Refusal(f"{path} cannot be read: {error}") from error
    if not token.strip() or not token.strip().isascii():
        raise Refusal(f"say who you are: a token in --token-file or in {TOKEN}; signing in gives one")
    return token.strip()
