"""`tablekeeper verify`: proves that nothing was changed."""

import argparse
from pathlib import Path

from app.cli.database_command import on_database, progress
from app.cli.endings import FOUND, Refusal
from app.cli.output import put
from app.settings import Settings
from app.store.database import Database
from app.store.signing_keys import KeyRefused
from app.surveillance.verifying import verify
from app.surveillance.verifying.exported_heads import HeadsRefused
from app.surveillance.verifying.findings import Findings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.description = (
        "Checks the chains of all streams against the signed heads, and names the first bad event of each. Exit status"
        f" 0 when all is whole, {FOUND} when something was found. See docs/security.md."
    )
    parser.add_argument("--heads", type=Path, metavar="FILE", help="the signed heads, where they lie elsewhere")
    parser.add_argument("--key", type=Path, metavar="FILE", action="append", help="a public key that signed them")
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> Findings:
        return await verify(database, settings, keys=options.key, heads_file=options.heads, progress=progress)

    try:
        findings = on_database(work)
    except (HeadsRefused, KeyRefused) as error:
        raise Refusal(str(error)) from error
    for line in findings.lines():
        put(line)
    return FOUND if findings.found else 0
