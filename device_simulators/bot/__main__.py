"""`python -m device_simulators.bot`: plays tables of a running server, and says of every round whether both agree.

The exit status is 0 only when every settlement was as the bot had worked it out; 1 when one differed or a table could
not be played to the end; 2 when nothing could be played as asked.
"""

import asyncio
import sys
from argparse import Namespace

from device_simulators.bot.arguments import TableAsked, new_parser, tables_asked
from device_simulators.bot.habits import EVENTFUL, ORDINARY
from device_simulators.bot.pace import FAST, human
from device_simulators.bot.play import play
from device_simulators.bot.player import Stuck
from device_simulators.bot.record import LostTrack
from device_simulators.bot.report import Report
from device_simulators.bot.terminal.feed import Away, Late
from device_simulators.bot.terminal.people import NotSignedIn, Staff, Tokens, read_staff
from device_simulators.bot.terminal.service import NoAnswer
from device_simulators.bot.terminal.shoe import DeviceRefused, InsertedInto, PressedShoe
from device_simulators.bot.terminal.table import Place, ServedTable

# What keeps a table from being played to its end; the others go on.
STOPS = (Stuck, LostTrack, Away, Late, NoAnswer, NotSignedIn, DeviceRefused)


def main() -> int:
    """Play; the exit status."""
    given = new_parser().parse_args()
    try:
        tables = tables_asked(given)
        staff = read_staff(given.people, len(tables))
    except (ValueError, OSError) as refused:
        sys.stderr.write(f"cannot play: {refused}\n")
        return 2
    return 0 if asyncio.run(_played_all(tables, staff, given)) else 1


async def _played_all(tables: list[TableAsked], staff: Staff, given: Namespace) -> bool:
    """Whether all tables were played to the end, and agree."""
    tokens = Tokens()
    games = [_played(asked, place, staff.of_table(place, len(tables)), tokens, given)
             for place, asked in enumerate(tables)]  # fmt: skip
    return all(await asyncio.gather(*games))


async def _played(asked: TableAsked, place: int, staff: Staff, tokens: Tokens, given: Namespace) -> bool:
    """Whether this table was played to the end, and agrees."""
    own_address = f"127.0.1.{place + 1}" if given.own_addresses else None
    reader = InsertedInto(asked.reader) if asked.reader is not None else None
    shoe = PressedShoe(asked.shoe, given.seed + place)
    server, *others = given.server
    table = ServedTable(Place(server, asked.number, staff, own_address, tuple(others)), tokens, shoe, reader)
    try:
        await table.open()
        report = await play(
            table,
            shoe,
            asked.book,
            given.seed + place,
            given.rounds,
            human(asyncio.sleep) if given.pace == "human" else FAST,
            habits=EVENTFUL if given.habits == "eventful" else ORDINARY,
            go_on=given.go_on,
            told=None if given.quiet else lambda report: _say_round(asked.number, report),
        )
    except STOPS as stopped:
        _say(f"table {asked.number} was not played to the end: {stopped}")
        return False
    finally:
        await table.close()
    _say(f"table {asked.number}: {report.text()}")
    return not report.differences


def _say_round(number: str, report: Report) -> None:
    differs = bool(report.differences) and report.differences[-1].round == report.rounds
    _say(f"table {number}, round {report.rounds}: {'the settlements differ' if differs else 'agreed'}")


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
