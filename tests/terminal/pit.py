"""A pit with one table, and the people who work there: each gives orders through the terminal, as a screen would."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.game.core.state import Table, TableConfig
from app.game.questions import Question, open_questions
from app.house.roles import PersonRole
from app.house.state import House
from app.house.subjects.people.commands import AddPerson
from app.people.authentication import People
from app.people.caller import Caller
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.actor import TableActor
from app.table.open_tables import Tables
from app.terminal.terminal import Ordered, Terminal
from tests.store.housed import house_of
from tests.store.live import BOOK, Clock, ask, opening, serving

THROUGH = "2099-12-31"
OFFICE = Caller("office", frozenset({"administrator"}), "", "here")
# Made up for these tests, each with a PIN of the same kind.
STAFF: dict[str, tuple[PersonRole, ...]] = {
    "dana": ("dealer",), "dirk": ("dealer",), "susan": ("supervisor",), "stefan": ("supervisor",),
    "vera": ("surveillance",), "alma": ("administrator",), "otto": ("auditor",), "doris": ("dealer", "supervisor"),
}  # fmt: skip
PINS = {name: f"7{index}2846" for index, name in enumerate(STAFF)}
# A wager of ten dollars on the first box.
BET: dict[str, Any] = {"box": 1, "player": "ann", "kind": "main", "cents": 1_000}
# Signing in is throttled by where somebody is, so that everybody comes from another place.
_PLACES = count(1)


async def hire(database: Database, settings: Settings) -> None:
    """Give everybody an account; dealers have licences."""
    async with serving(database, settings) as tables:
        people = await _people(tables, database, settings)
        for name, roles in STAFF.items():
            through = THROUGH if "dealer" in roles else None
            licence = f"L-{name}" if through else None
            person = AddPerson(name, name.title(), roles, f"badge-{name}", licence, through)
            await people.add(OFFICE, person, PINS[name])
        await people.close()


async def _people(tables: Tables, database: Database, settings: Settings) -> People:
    log = HouseLog(database, settings.gaming_day, Clock())
    people = People(database, house_of(tables), log, Clock(), settings.gaming_day)
    await people.start()
    return people


class Pit:
    """One table, its terminal, and everybody who is signed in."""

    def __init__(self, tables: Tables, people: People, number: str, actor: TableActor) -> None:
        self.tables, self.people, self.number, self.actor = tables, people, number, actor
        self.terminal = Terminal(tables, people, house_of(tables), Clock())
        self._callers: dict[str, Caller] = {}

    @property
    def table(self) -> Table:
        """The table as it is recorded."""
        return self.actor.table

    @property
    def house(self) -> House:
        """The house as this server knows it."""
        return house_of(self.tables).now

    def questions(self) -> tuple[Question, ...]:
        """What is open now."""
        return open_questions(self.table, self.actor.rules)

    async def caller(self, name: str) -> Caller:
        """This person, signed in."""
        if name not in self._callers:
            signed_in = await self.people.sign_in(name, PINS[name], f"10.1.0.{next(_PLACES)}")
            self._callers[name] = signed_in.caller
        return self._callers[name]

    def sign_in_anew(self) -> None:
        """Whoever asks next has signed in again."""
        self._callers.clear()

    async def ask(
        self,
        name: str,
        type_: str,
        *signers: str,
        question: str | None = None,
        id_: UUID | None = None,
        pins: dict[str, str] | None = None,
        **said: Any,
    ) -> Ordered:
        """What became of an order that this person gives, signed by these, with other PINs than theirs if said."""
        order = {
            "id": str(id_ or uuid4()),
            "question": question,
            "command": {"type": type_, **said},
            "signed_by": [{"who": signer, "pin": (pins or PINS)[signer]} for signer in signers],
        }
        return await self.terminal.order(await self.caller(name), self.number, order)

    async def refused(self, name: str, type_: str, *signers: str, **said: Any) -> Problem:
        """Why the order is refused."""
        with pytest.raises(Problem) as refusal:
            await self.ask(name, type_, *signers, **said)
        return refusal.value

    async def answer(self, name: str, type_: str, **said: Any) -> Ordered:
        """An answer to the first question that is open."""
        return await self.ask(name, type_, question=self.questions()[0].id, **said)

    async def deal(self, *cards: str) -> None:
        """The dealer on duty types these cards."""
        for card in cards:
            await self.answer(self.table.dealer, "TypeCard", card=card)

    async def bet_and_deal(self, *cards: str) -> None:
        """A round with one wager of ten dollars, as far as these cards."""
        await self.ask(self.table.dealer, "PlaceWager", **BET, seated=True)
        await self.deal(*cards)


@asynccontextmanager
async def pit(
    database: Database,
    settings: Settings,
    number: str,
    *,
    book: str = BOOK,
    config: dict[str, Any] | None = None,
    ready: bool = True,
) -> AsyncIterator[Pit]:
    """The pit, with a shoe in use and Dana on duty, if it is to be ready."""
    async with serving(database, settings) as tables:
        people = await _people(tables, database, settings)
        actor = await tables.open(number, book)
        made = Pit(tables, people, number, actor)
        if ready:
            await ask(actor, *opening(book, TableConfig(**(config or {}))), book=book)
            await made.ask("dana", "ChangeDealer", dealer="dana")
        try:
            yield made
        finally:
            await people.close()
