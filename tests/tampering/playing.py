"""Rounds played on a table that is kept in the database, as random rounds have them."""

from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import SALT_BYTES, Opened, seal
from app.game.questions import open_questions
from app.game.registry import COMMANDS
from app.game.rules.ruleset import Ruleset
from app.store.appending import SealedCard
from app.store.signer import Signer
from app.table.actor import TableActor
from app.table.open_tables import Tables
from app.table.requests import Request
from app.table_id import TableId
from tests.agreement.rounds import LEANINGS, RandomRound

LINE_AFTER = 25
ACTORS = {c.DrawCard: "shoe", c.DrawFaceDown: "shoe", c.BurnCard: "shoe"}


class Evening(RandomRound):
    """One random round after the other on one table, with the commands that made them."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.commands: list[c.Command] = []
        super().__init__(rules, seed)

    def played(self, events: int) -> "Evening":
        """Whole rounds, until there are so many events."""
        while len(self.events) < events:
            self.leaning = self.random.choice(LEANINGS)
            self.play()
        return self

    def _do(self, command: c.Command) -> None:
        super()._do(command)
        self.commands.append(command)

    def _wagered(self, entry: dict[str, Any], kind: str) -> str | None:
        done = super()._wagered(entry, kind)
        if done is not None:
            values = (entry["box"], entry["player"], kind, entry[kind], entry["seated"], entry.get("noticed", True))
            self.commands.append(c.PlaceWager(*values))
        return done

    def requests(self, first: int) -> list[Request]:
        """The commands as they come in, with ids from this number on, and face-down cards for the vault."""
        return [self._request(command, UUID(int=number)) for number, command in enumerate(self.commands, first)]

    def _request(self, command: c.Command, id_: UUID) -> Request:
        opened = self.dealing.sealed.get(getattr(command, "commitment", None) or "")
        sealed = () if opened is None else (SealedCard(_commitment(command), opened.card, opened.salt),)
        return Request(id_, command, ACTORS.get(type(command), "dealer"), sealed=sealed)


def _commitment(command: c.Command) -> str:
    commitment: str = getattr(command, "commitment")  # noqa: B009
    return commitment


async def ask(actor: TableActor, rules: Ruleset, request: Request) -> None:
    """Ask, and have it accepted; a tap answers a question that is open."""
    if COMMANDS[type(request.command)].answers:
        request = request._replace(question=open_questions(actor.table, rules)[0].id)
    answer = await actor.ask(request)
    assert answer.refused is None, f"{request.command}: {answer.refused}"


async def play(tables: Tables, number: str, book: str, seed: int, events: int, signers: tuple[Signer, ...] = ()) -> int:
    """Play an evening on a table; what each signer signs is spread over it; the version of the table then."""
    rules, actor = load_ruleset(book), await tables.open(number, book)
    await tables.devices.leave(TableId(number))  # what happens by itself is among the commands
    requests = Evening(rules, seed).played(events).requests(seed * 1_000_000)
    first_card = 1 + next(at for at, each in enumerate(requests) if isinstance(each.command, c.DrawCard))
    for at, request in enumerate(requests, 1):
        await ask(actor, rules, request)
        if at == first_card:
            await _too_late(actor)
        if at % LINE_AFTER == 0:
            for signer in signers:
                await signer.sign_now()
    await _refused(actor)
    return actor.version


async def _too_late(actor: TableActor) -> None:
    """A wager that is refused and leaves an event."""
    answer = await actor.ask(_request(actor, c.PlaceWager(6, "late", "main", 10_00)))
    assert answer.refused is not None
    assert answer.events == 1


async def _refused(actor: TableActor) -> None:
    """Commands that leave nothing but themselves, and a card in the vault."""
    opened = Opened(Card("9D"), bytes(range(SALT_BYTES)))
    card = SealedCard(seal(opened), opened.card, opened.salt)
    for request in (
        _request(actor, c.Stand(9))._replace(question="no.such.question"),
        _request(actor, c.BurnCard(seal(opened)))._replace(sealed=(card,)),
    ):
        answer = await actor.ask(request)
        assert answer.refused is not None
        assert answer.events == 0


def _request(actor: TableActor, command: c.Command) -> Request:
    return Request(uuid5(NAMESPACE_OID, f"{actor.version} {command}"), command, "dealer")
