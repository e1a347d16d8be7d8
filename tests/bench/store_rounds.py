"""What the benchmarks of the store have in common: a database of their own, and tables on which rounds are played."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import date
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.apply import EMPTY
from app.game.core.cards import Card
from app.game.core.rejections import Accepted
from app.game.core.state import TableConfig
from app.game.decide import decide
from app.game.questions import open_questions
from app.roundscript.first_shoe import standard_opening
from app.settings import Settings
from app.store.appending import Append
from app.store.chain import GENESIS
from app.store.codec import encode
from app.store.database import Database
from app.store.upgrading import upgrade
from app.table.actor import TableActor
from app.table.drafting import Decided, Position, drafted
from app.table.requests import Meant, Request
from tests.store.housed import HousedTables

BOOK = "nz-division-15"
CONFIG = TableConfig(side_bets=())
# More rounds than this empty the shoe of a card: 8 decks, one card of each suit in turn.
MOST_ROUNDS = 31


@contextmanager
def own_database() -> Iterator[tuple[Database, Settings]]:
    """An embedded database that is thrown away afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="tablekeeper-bench-"))
    folder.chmod(0o711)
    settings = Settings(folder / "data", lease_s=120)
    try:
        with Database(settings, print) as database:
            asyncio.run(upgrade(database))
            yield database, settings
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def tables_of(database: Database, settings: Settings, numbers: range) -> AsyncIterator[list[TableActor]]:
    """Tables of these numbers, with their first shoe ready."""
    tables = HousedTables(database, settings)
    await tables.start()
    some_at_once = asyncio.Semaphore(20)

    async def opened(number: int) -> TableActor:
        async with some_at_once:
            return await tables.open(str(number), BOOK)

    try:
        actors = await asyncio.gather(*[opened(number) for number in numbers])
        await asyncio.gather(*[_ready(actor) for actor in actors])
        yield actors
    finally:
        await tables.close()


async def _ready(actor: TableActor) -> None:
    for command in (c.OpenTable(CONFIG), *standard_opening(load_ruleset(BOOK), CONFIG)):
        await asked(actor, command)


async def asked(actor: TableActor, command: c.Command, question: str | None = None) -> int:
    """How many events the command caused; it must be accepted."""
    answer = await actor.ask(Request(uuid4(), command, "bench", question))
    assert answer.refused is None, answer.refused
    return answer.events


def prepared(stream: str, rounds: int) -> list[Append]:
    """The appends of a new table and its rounds, decided and drafted in advance."""
    rules, found = load_ruleset(BOOK), list[Append]()
    now = Position(stream, EMPTY, 0, GENESIS, date.today(), lambda _us: date.today())

    def done(command: c.Command) -> None:
        nonlocal now
        answer = decide(now.table, rules, command)
        assert isinstance(answer, Accepted), answer
        body = encode(command)
        request, digest = Request(uuid4(), command, "bench"), sha256(body.encode()).digest()
        asked = Decided(request, Meant(command), body, digest, None, answer.events, answer.tables)
        append, now = drafted(now, asked, time_us())
        found.append(append)

    for command in (c.OpenTable(CONFIG), *standard_opening(rules, CONFIG)):
        done(command)
    for number in range(rounds):
        for command in round_commands("SHDC"[number % 4]):
            done(command)
    return found


def time_us() -> int:
    """Microseconds since the epoch."""
    return time.time_ns() // 1_000


def round_commands(suit: str) -> Iterator[c.Command]:
    """A round of one box that stands on 18 against 21."""
    yield c.OpenBetting()
    yield c.PlaceWager(1, "ann", "main", 10_00)
    yield from [c.DrawCard(Card(rank + suit)) for rank in "86K"]
    yield c.Stand(1)
    yield from [c.DrawCard(Card(rank + suit)) for rank in "5Q"]


async def play(actor: TableActor, rounds: int) -> int:
    """So many rounds; how many events they were."""
    rules, events = load_ruleset(BOOK), 0
    for _ in range(rounds):
        for command in round_commands("SHDC"[actor.table.rounds_opened % 4]):
            question = open_questions(actor.table, rules)[0].id if isinstance(command, c.Stand) else None
            events += await asked(actor, command, question)
        assert actor.table.round is not None
        assert actor.table.round.complete
    return events
