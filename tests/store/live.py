"""Tables that are open, and asked as their terminals and devices would ask."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

from sqlalchemy.engine import make_url

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import Opened
from app.game.core.state import TableConfig
from app.game.questions import open_questions
from app.game.registry import COMMANDS
from app.game.rules.ruleset import Ruleset
from app.roundscript.first_shoe import standard_opening
from app.settings import Settings
from app.store.appending import SealedCard
from app.store.database import Database
from app.table.actor import TableActor
from app.table.open_tables import Tables
from app.table.requests import Answer, Request
from tests.store.housed import HousedTables
from tests.store.plays import Play

BOOK = "nz-division-15"
# Noon of the 18th of November 2026, in UTC.
NOON_US = 1_795_003_200_000_000

# A table is opened over a connection of its own, and PostgreSQL has a bounded number of them.
AT_ONCE = 16


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self, us: int = NOON_US) -> None:
        self.us = us

    def __call__(self) -> int:
        return self.us


@asynccontextmanager
async def serving(database: Database, settings: Settings, clock: Clock | None = None) -> AsyncIterator[Tables]:
    """A server's tables, given back at the end."""
    tables = HousedTables(database, with_its_own_heads(database, settings), now_us=clock or Clock())
    await tables.start()
    try:
        yield tables
    finally:
        await tables.close()


def with_its_own_heads(database: Database, settings: Settings) -> Settings:
    """What is signed of another database goes to another file than that of the data folder's own."""
    arguments = database.arguments("app")
    name = arguments.get("database") or make_url(arguments["dsn"]).database
    if name == "tablekeeper" or settings.heads_file is not None:
        return settings
    return settings._replace(heads_file=settings.data.parent / f"{name}.jsonl")


def request(actor: TableActor, rules: Ruleset, command: c.Command, id_: UUID | None = None) -> Request:
    """The command as its terminal sends it: a tap says which open question it answers."""
    questions = open_questions(actor.table, rules) if COMMANDS[type(command)].answers else ()
    return Request(id_ or uuid4(), command, "dealer", questions[0].id if questions else None)


async def ask(actor: TableActor, *commands: c.Command, book: str = BOOK) -> list[Answer]:
    """The answers, one after the other."""
    rules = load_ruleset(book)
    return [await actor.ask(request(actor, rules, command)) for command in commands]


def opening(book: str = BOOK, config: TableConfig | None = None) -> tuple[c.Command, ...]:
    """A table set up, with a shoe in use."""
    wanted = config or TableConfig(side_bets=())
    return c.OpenTable(wanted), *standard_opening(load_ruleset(book), wanted)


def bet_and_deal(player: str = "ann", cards: str = "8S 6D KH") -> tuple[c.Command, ...]:
    """A round with one wager of ten dollars, dealt as far as these cards."""
    return c.OpenBetting(), c.PlaceWager(1, player, "main", 1000), *[c.DrawCard(Card(each)) for each in cards.split()]


async def ready(tables: Tables, number: str, book: str = BOOK, config: TableConfig | None = None) -> TableActor:
    """A new table with a shoe in use."""
    actor = await tables.open(number, book)
    await ask(actor, *opening(book, config), book=book)
    return actor


async def played(tables: Tables, play: Play, number: str) -> TableActor:
    """The table after all commands of the play."""
    actor = await tables.open(number, play.rules.id)
    for command in play.commands:
        sealed = tuple(SealedCard(seal, each.card, each.salt) for seal, each in _laid(command, play.sealed))
        await actor.ask(request(actor, play.rules, command)._replace(sealed=sealed))
    return actor


async def opened_again(tables: Tables, actor: TableActor, number: str, book: str) -> TableActor:
    """The table, brought back from the log alone."""
    await actor.close()
    return await tables.open(number, book)


async def all_played(tables: Tables, plays: Iterable[Play], prefix: str) -> dict[str, TableActor]:
    """Each play at a table of its own, many at the same time; by the streams."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(number: str, play: Play) -> tuple[str, TableActor]:
        async with room:
            return f"table:{number}", await played(tables, play, number)

    return dict(await asyncio.gather(*[one(f"{prefix}{each}", play) for each, play in enumerate(plays)]))


def _laid(command: c.Command, sealed: dict[str, Opened]) -> Iterable[tuple[str, Opened]]:
    """The card that this command lays face down, if it does."""
    commitment = getattr(command, "commitment", None)
    return [(commitment, sealed[commitment])] if commitment in sealed else []
