"""The books that tables are under: an edition is kept whole in the database, under its hash, when it is first used."""

from collections.abc import Awaitable, Callable

import asyncpg

from app.books.rulebook import already_read, read_ruleset, ruleset_ids, ruleset_text
from app.game import commands as c
from app.game.core.state import Table
from app.game.decide import earlier_round
from app.game.rules.ruleset import Ruleset
from app.store.database import Database
from app.store.writer import LOST, Unavailable

_KEEP = "INSERT INTO rulesets (hash, ruleset, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"


async def kept_book(connection: asyncpg.Connection, hash_: str) -> Ruleset | None:
    """The edition of this hash, if any table was ever under it; the database is asked for each once."""
    known = already_read(hash_)
    if known is not None:
        return known
    text: str | None = await connection.fetchval("SELECT text FROM rulesets WHERE hash = $1", hash_)
    return read_ruleset(text) if text is not None else None


async def book_in_force(connection: asyncpg.Connection, id_: str) -> Ruleset:
    """The edition of this book that is in force now, kept from here on."""
    text = ruleset_text(id_)
    rules = read_ruleset(text)
    await connection.execute(_KEEP, rules.hash, rules.id, text)
    return rules


class Books:
    """Finds the book for a command that is not about the one that its table is under."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def for_command(self, table: Table, rules: Ruleset, command: c.Command) -> Ruleset:
        """The book that the command is to be decided by; where none is found, the table's own. Raises Unavailable."""
        earlier = earlier_round(command)
        if earlier is not None and earlier.opening.ruleset_hash != rules.hash:
            return await self._found(kept_book, earlier.opening.ruleset_hash) or rules
        if isinstance(command, c.OpenTable) and command.ruleset in ruleset_ids() and may_be_opened(table):
            return await self._found(book_in_force, command.ruleset) or rules
        return rules

    async def _found(
        self, find: Callable[[asyncpg.Connection, str], Awaitable[Ruleset | None]], name: str
    ) -> Ruleset | None:
        try:
            async with self._database.connection("app") as connection:
                return await find(connection, name)
        except LOST as error:
            raise Unavailable("the database is away: the book cannot be looked up until it is back") from error


def may_be_opened(table: Table) -> bool:
    """Whether the table is new, or closed."""
    return table.closed or not table.ruleset_hash
