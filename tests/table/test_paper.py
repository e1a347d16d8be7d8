"""While rounds are entered from paper a shoe is recorded and not played: its cards were dealt long since."""

from uuid import UUID, uuid4

from app.devices import observations as o
from app.devices.session_protocol import Report
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.state import TableConfig
from app.house.state import Device
from app.settings import Settings
from app.store.database import Database
from app.table.actor import TableActor
from app.table.intake.aside import ON_PAPER
from app.table.intake.hidden import Hidden
from app.table.intake.hole_reading import reading_due
from app.table.intake.table_desk import DeviceDesk, TableDesk
from app.table.open_tables import Tables
from app.table.requests import Request
from tests.game.tables import MA, At, face_down
from tests.store.live import ask, ready, serving

PAPER = c.BeginPaper(("ann", "bob"), "the server was away")
TOLD = (o.CardSeen(Card("KH"), 4), o.CutCardSeen(), o.Doubted("reports_lost"), o.ShoeRanOut())


class AtTheTable:
    """A table with a shoe that tells later what it could not tell."""

    def __init__(self, number: str, actor: TableActor) -> None:
        self.notes: list[str] = []
        self.actor, self.shoe = actor, Device(f"t{number}-shoe", number, "shoe", "table-link", "socket://host:1")
        self.desk = TableDesk(f"table:{number}", actor, Hidden(), lambda _device, words: self.notes.append(words))
        self.desk.has_shoe(self.shoe)
        self.driven = DeviceDesk(self.desk, self.shoe, 0)

    async def tell(self, *seen: o.Observation) -> None:
        """The shoe tells these."""
        for each in seen:
            await self.driven.record(Report(each, b"\x01", {}, 0))

    async def type_cards(self, cards: str) -> None:
        """Somebody types these cards."""
        for card in cards.split():
            answer = await self.desk.type_card(Request(uuid4(), None, "ann"), Card(card))
            assert answer.refused is None, answer


async def with_shoe(tables: Tables, number: str) -> AtTheTable:
    """A table with a shoe in use."""
    return AtTheTable(number, await ready(tables, number))


async def test_what_the_shoe_tells_meanwhile_is_kept_and_not_played(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        at = await with_shoe(tables, number)
        await ask(at.actor, PAPER, c.PlaceWager(1, "gus", "main", 1000))
        version = at.actor.version
        await at.tell(*TOLD)
        await at.desk.doubt("wrong_device", uuid4())
        await at.desk.count(3, at.actor.table.shoe.left, uuid4())
        assert at.actor.version == version
        assert at.notes == [ON_PAPER] * len(TOLD)
    async with database.connection("reader") as reader:
        rows = await reader.fetch("SELECT frame FROM device_frames WHERE device = $1 ORDER BY n", at.shoe.name)
    assert [row["frame"] is None for row in rows] == [True, False, True, False], "a card may lie face down"


async def test_nor_is_what_a_machine_tells_of_a_round_that_was_dealt_long_ago(
    database: Database, settings: Settings, number: str
) -> None:
    """The shuffle of that time was done then; and what is put into the reader now is not its hole card."""
    config = TableConfig(side_bets=(), hole_card="reader", reader_visible=True, shuffler="batch")
    async with serving(database, settings) as tables:
        at = AtTheTable(number, await ready(tables, number, MA, config))
        await ask(at.actor, PAPER, c.PlaceWager(1, "gus", "main", 1000, seated=True), book=MA)
        await at.type_cards("9S 8C 2H 5H")
        version = at.actor.version
        for role, seen in (
            ("reader", o.HoleOutOfTurn()), ("shuffler", o.Jammed()), ("shuffler", o.ShuffleEnded(1, 384)),
        ):  # fmt: skip
            device = at.shoe._replace(name=f"t{number}-{role}", role=role)  # type: ignore[arg-type]
            await DeviceDesk(at.desk, device, 0).record(Report(seen, b"\x01", {}, 0))
        assert (at.actor.version, at.notes) == (version, [ON_PAPER] * 3)


def test_the_reader_is_not_armed_for_it() -> None:
    def dealt(*first: c.Command) -> At:
        at = At(MA, hole_card="reader").do(*first).bet(1, "ann", 1000).cards("9C KS 9D")
        return at.do(c.DrawFaceDown(face_down("5D")[0], hole=True))

    now, then = dealt(), dealt(PAPER)
    assert reading_due(now.table, now.rules) and not reading_due(then.table, then.rules)
    then.do(c.ReadHole(blackjack=False))


async def test_typed_cards_wait_for_no_word_of_the_shoe(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        at = await with_shoe(tables, number)
        await ask(at.actor, PAPER, c.PlaceWager(1, "gus", "main", 1000))
        await at.type_cards("8S 6D KH")
        dealt = [event for event in at.actor.table.record if isinstance(event, e.CardDealt)]
        assert [event.source for event in dealt] == ["manual"] * 3
        assert at.actor.table.keyed == ()


async def test_when_all_are_entered_the_shoe_is_listened_to_again(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        at = await with_shoe(tables, number)
        await ask(at.actor, PAPER, c.EndPaper(), c.PlaceWager(1, "gus", "main", 1000))
        await at.tell(TOLD[0])
        assert at.actor.table.round is not None
        assert at.actor.table.round.boxes[0].hands[0].cards == ("KH",)
        await at.desk.count(3, at.actor.table.shoe.left + 1, UUID(int=6))
        assert at.actor.table.held is None, "a card was recorded since the shoe was asked"
        await at.desk.count(3, at.actor.table.shoe.left, UUID(int=7))
        assert at.actor.table.held is not None
        assert at.notes == []
