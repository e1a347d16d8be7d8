"""`tablekeeper dispute-pack ROUND FILE`: all that the record has of a round, in one signed file."""

import argparse
import time
from pathlib import Path
from uuid import uuid4

from app.cli.database_command import who_types
from app.cli.endings import Refusal
from app.cli.output import put
from app.cli.rounds import ROUND, on_record
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.people.commands import NoteDisputePack
from app.printable import Unprintable, printable
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.store.signing_keys import KeyRefused
from app.surveillance.dispute import PackTooLarge, dispute_pack
from app.surveillance.dispute.story import Exported


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.description = (
        "Writes a zip file with all that the record has of a round; `verify.py` in it verifies it on any machine. The"
        " log of the house names who took it, why, and its SHA-256. See docs/security.md."
    )
    parser.add_argument("round", metavar="ROUND", help=ROUND)
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write, which is not there yet")
    parser.add_argument("--reason", required=True, help="why it is exported")
    parser.set_defaults(run=_pack)


def _pack(options: argparse.Namespace) -> int:
    try:
        reason = printable(options.reason)
    except Unprintable as error:
        raise Refusal(f"--reason: {error}") from error

    async def work(database: Database, settings: Settings) -> None:
        log, who = HouseLog(database, settings.gaming_day), f"command line of {who_types()}"
        devices = {each.name: each for each in (await log.read()).state.devices}
        by = Exported(who, reason, time.time_ns() // 1_000)
        made = await dispute_pack(database, settings, options.round, by, devices)
        note = NoteDisputePack(who, options.round, reason, made.sha256, "this machine")
        with options.file.open("xb") as file:
            noted = await log.ask(uuid4(), note, who)
            if isinstance(noted, RefusedInWords):
                raise Refusal(noted.message)
            file.write(made.data)
        put(f"{options.file}: {len(made.data)} bytes, SHA-256 {made.sha256}")

    return on_record(work, PackTooLarge, KeyRefused, FileExistsError)
