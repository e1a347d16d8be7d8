"""Tables that a command names."""

from app.cli.endings import Refusal
from app.store.database import Database
from app.store.known_tables import is_table
from app.table_id import TableId


async def check_table(database: Database, number: str) -> None:
    """Refuse a number that no table has."""
    async with database.connection("reader") as connection:
        if not await is_table(connection, TableId(number)):
            raise Refusal(f"there is no table {number}: open it first")
