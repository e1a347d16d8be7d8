"""`tablekeeper servers`: which servers are there on this database, and which of them is to let go of its tables."""

import argparse

from app.cli.database_command import on_database
from app.cli.endings import Refusal
from app.cli.output import put, say
from app.settings import Settings
from app.store.database import Database
from app.store.server_registry import Known, see, set_leaving


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.set_defaults(run=_list)
    ways = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, what, leaving in (
        ("leave", "have a server give each table to the others when it rests; nobody is interrupted", True),
        ("stay", "have it take its share again", False),
    ):
        way = ways.add_parser(name, help=what)
        way.add_argument("address", metavar="URL", help="as it stands in the list")
        way.set_defaults(run=_set_leaving, leaving=leaving)


def _list(_options: argparse.Namespace) -> int:
    async def work(database: Database, _settings: Settings) -> list[str]:
        async with database.connection("reader") as connection:
            seen = await see(connection)
        free = f"{len(seen.free)} tables are kept by no server" if seen.free else ""
        return [*[_line(each) for each in seen.servers], *([free] if free else [])]

    for line in on_database(work):
        put(line)
    return 0


def _line(server: Known) -> str:
    if not server.there:
        return f"{server.address}  is not there"
    leaves = "; lets go of them" if server.leaving else ""
    return f"{server.address}  keeps {server.tables} tables{leaves}"


def _set_leaving(options: argparse.Namespace) -> int:
    async def work(database: Database, _settings: Settings) -> bool:
        async with database.connection("app") as connection:
            found = [each for each in (await see(connection)).servers if each.there]
            stay = [each for each in found if not each.leaving and each.address != options.address]
            if options.leaving and not stay:
                raise Refusal("no other server is there that could take the tables: nothing was changed")
            return await set_leaving(connection, options.address, leaving=options.leaving)

    if not on_database(work):
        raise Refusal(f"no server has ever said that it is at {options.address}: see `tablekeeper servers`")
    say(_SAYS[options.leaving])
    return 0


_SAYS = {
    True: "Each of its tables goes to another server when it rests; `tablekeeper servers` says how many are left.",
    False: "It takes its share of the tables again, as they rest.",
}
