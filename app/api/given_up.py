"""Whether a table has given up a set of cards that is to come back, and whether it ever had it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.api.finding import table_here
from app.api.reads import Reads
from app.house.state import CardStock
from app.problems.problem import Problem
from app.server import Server
from app.store.house_log import STREAM
from app.table_id import TableId
from app.terminal.failures import as_problems
from app.terminal.sets_at_table import check_given_up


@asynccontextmanager
async def given_up(server: Server, stock: CardStock) -> AsyncIterator[None]:
    """As long as this lasts, the table to which the set was issued has it not; raises Problem if it has. A table that
    was never opened has none."""
    assert stock.table is not None
    with server.terminal.leaving.leaves(stock.id):
        with as_problems(stock.table):
            if await server.tables.knows(stock.table):
                await check_given_up(await table_here(server, stock.table), stock.table, stock.id)
        yield


async def check_never_brought(reads: Reads, stock: CardStock) -> None:
    """Raise if the table has brought the set since it was issued: its seal is broken then, whatever is said of it."""
    assert stock.table is not None
    async with reads.connection() as connection:
        brought = await connection.fetchval(_BROUGHT, STREAM, TableId(stock.table).stream, stock.id)
    if brought:
        message = f"Set {stock.id} was brought at table {stock.table}: have it returned without a seal, and counted."
        raise Problem("set_not_ready", message)


# Another set may have had this name before. The issue is looked for from the end of the house's log, where it is near.
_BROUGHT = """
SELECT EXISTS (
  SELECT 1 FROM events brought, (
    SELECT day, recorded_at FROM events WHERE stream = $1 AND type = 'SetIssued' AND payload->>'set_id' = $3
     ORDER BY version DESC LIMIT 1) issued
   WHERE brought.stream = $2 AND brought.day >= issued.day AND brought.recorded_at >= issued.recorded_at
     AND brought.type = 'SetBrought' AND brought.payload->>'set_id' = $3)"""
