"""The table that is asked about: live here, or brought back to where it was, or kept by another server; and which
devices the house has."""

from app.api.guard import Asking
from app.house.state import Device
from app.problems.problem import Problem
from app.server import Server
from app.table.actor import TableActor
from app.terminal.failures import as_problems


async def table_here(server: Server, number: str) -> TableActor:
    """The table of this number, as this server keeps it."""
    actor = await server.terminal.table(number)
    if actor.version == 0:
        raise Problem("no_such_table", f"Table {number} has never been opened.")
    return actor


async def check_known(server: Server, number: str) -> None:
    """Refuse a number that no table has."""
    with as_problems(number):
        if not await server.tables.knows(number):
            raise Problem("no_such_table", f"There is no table {number}.")


def known_devices(asking: Asking) -> dict[str, Device]:
    """The devices of the house by their names; those that were detached are in its log, and not here."""
    return {device.name: device for device in asking.server.house.now.devices}
