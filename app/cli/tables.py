"""Tables that a command names."""

from app.cli.endings import Refusal
from app.store.database import Database
from app.store.reading import is_table


async def check_table(database: Database, number: str) -> None:
    """Refuse a number that no table has."""
    async with database.connection("reader") as connection:
        if not await is_table(connection, number):
            raise Refusal(f"there is no table {number}: open it first")
