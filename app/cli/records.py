"""What the record says: replay, export, recall, verify and rebuild."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from app.cli.endings import FOUND, Refusal
from app.cli.running import on_database, progress, say, who_types
from app.house.commands import NoteDisputePack
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.store.rebuilding import rebuild
from app.store.signing import KeyRefused
from app.surveillance.dispute import PackTooLarge, dispute_pack
from app.surveillance.dispute.story import Exported
from app.surveillance.export import CannotExport, export_script
from app.surveillance.loading import NoSuchRound, RoundBroken, load_last, load_round
from app.surveillance.narrative import narrative
from app.surveillance.summary import summary
from app.surveillance.verifying import verify
from app.surveillance.verifying.findings import Findings

RECALLED = 10
ROUND = "a round, such as 7-20261118-1234: table, gaming day, number"


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add them to the command line."""
    replay = commands.add_parser("replay", help="every event of a round, with what it did to the table")
    replay.add_argument("round", metavar="ROUND", help=ROUND)
    replay.set_defaults(run=_replay)
    export = commands.add_parser(
        "export",
        help="a round as a round script that gives the same settlement",
        description="Prints a round script: `tablekeeper play` gives the same settlement. See docs/round-script.md.",
    )
    export.add_argument("round", metavar="ROUND", help=ROUND)
    export.set_defaults(run=_export)
    pack = commands.add_parser(
        "dispute-pack",
        help="all that the record has of a round, in one signed file",
        description="Writes a zip file with all that the record has of a round; `verify.py` in it verifies it on any"
        " machine. The log of the house names who took it, why, and its SHA-256. See docs/security.md.",
    )
    pack.add_argument("round", metavar="ROUND", help=ROUND)
    pack.add_argument("file", metavar="FILE", type=Path, help="the file to write, which is not there yet")
    pack.add_argument("--reason", required=True, help="why it is exported")
    pack.set_defaults(run=_pack)
    recall = commands.add_parser("recall", help=f"the last {RECALLED} rounds of a table, the newest first")
    recall.add_argument("table", metavar="TABLE", help="a table's number")
    recall.set_defaults(run=_recall)
    check = commands.add_parser(
        "verify",
        help="prove that nothing was changed",
        description="Checks the chains of all streams against the signed heads, and names the first bad event of each."
        f" Exit status 0 when all is whole, {FOUND} when something was found. See docs/security.md.",
    )
    check.add_argument("--heads", type=Path, metavar="FILE", help="the signed heads, where they lie elsewhere")
    check.add_argument("--key", type=Path, metavar="FILE", action="append", help="a public key that signed them")
    check.set_defaults(run=_verify)
    again = commands.add_parser("rebuild", help="make the tables that people query again, from the log")
    again.set_defaults(run=_rebuild)


def _replay(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> None:
        recorded, rules, rows = await load_round(database, options.round)
        for row in rows:
            print(f"{row.version:>8}  {_at(row.event_us, settings)}  {row.actor:20}  {row.type}")
        print()
        for line in narrative(recorded, rules):
            print(line)

    return _shown(work)


def _at(us: int, settings: Settings) -> str:
    return settings.local(us).strftime("%Y-%m-%d %H:%M:%S.%f %Z")


def _export(options: argparse.Namespace) -> int:
    async def work(database: Database, _settings: Settings) -> None:
        recorded, rules, _rows = await load_round(database, options.round)
        print(export_script(recorded, rules), end="")

    return _shown(work)


def _pack(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> None:
        log, who = HouseLog(database, settings.gaming_day), f"command line of {who_types()}"
        devices = {each.name: each for each in (await log.read()).house.devices}
        by = Exported(who, options.reason, time.time_ns() // 1_000)
        made = await dispute_pack(database, settings, options.round, by, devices)
        note = NoteDisputePack(who, options.round, options.reason, made.sha256, "this machine")
        with options.file.open("xb") as file:
            await log.ask(uuid4(), note, who)
            file.write(made.data)
        print(f"{options.file}: {len(made.data)} bytes, SHA-256 {made.sha256}")

    return _shown(work)


def _recall(options: argparse.Namespace) -> int:
    async def work(database: Database, _settings: Settings) -> None:
        rounds = await load_last(database, options.table, RECALLED)
        if not rounds:
            raise NoSuchRound(f"table {options.table} has no rounds")
        for row, recorded, rules in rounds:
            print(row.round)
            for line in summary(recorded, rules):
                print(f"  {line}")
            print()

    return _shown(work)


def _shown(work: Any) -> int:
    try:
        on_database(work)
    except (NoSuchRound, RoundBroken, CannotExport, PackTooLarge, KeyRefused, FileExistsError) as error:
        raise Refusal(str(error)) from error
    return 0


def _verify(options: argparse.Namespace) -> int:
    async def work(database: Database, settings: Settings) -> Findings:
        return await verify(database, settings, keys=options.key, heads_file=options.heads, progress=progress)

    findings = on_database(work)
    for line in findings.lines():
        print(line)
    return FOUND if findings.found else 0


def _rebuild(_options: argparse.Namespace) -> int:
    count = on_database(lambda database, _settings: rebuild(database, progress))
    say(f"made again from {count} events")
    sys.stdout.flush()
    return 0
