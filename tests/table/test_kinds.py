"""No device tells what its kind cannot know, and whatever it tells then is the vault's."""

import pytest

from app.devices import observations as o
from app.devices.session_protocol import Captured, Report
from app.game import commands as c
from app.game.core.cards import Card
from app.house.dialects import Role
from app.house.state import Device
from app.settings import Settings
from app.store.database import Database
from app.table.actor import TableActor
from app.table.intake.hidden import Hidden
from app.table.intake.report_kinds import of_its_kind
from app.table.intake.table_desk import DeviceDesk, TableDesk
from tests.store.live import ask, ready, serving

SHOES_ONLY: tuple[o.Observation, ...] = (
    o.CardSeen(Card("KH"), 1), o.CardSeen(None, 1), o.CutCardSeen(), o.CardPushedBack(1), o.TwoAtOnce(1),
    o.ShoeFilled(384, 1), o.ShoeRanOut(),
)  # fmt: skip
MACHINES_ONLY: tuple[o.Observation, ...] = (o.ShuffleEnded(1, 384), o.CountDiffered(383, 384), o.CardsReturned(3))
READERS_ONLY: tuple[o.Observation, ...] = (o.HoleAnswered("blackjack", 7), o.HoleOutOfTurn())
EVERYBODYS: tuple[o.Observation, ...] = (o.Jammed(), o.ErrorRaised(8), o.Started("power"), o.Doubted("events_lost"))


def device(role: Role, number: str = "7") -> Device:
    return Device(f"t{number}-{role}", number, role, "table-link", "socket://host:1")


@pytest.mark.parametrize(
    ("role", "told"),
    [
        ("shoe", (*SHOES_ONLY, *EVERYBODYS)),
        ("shuffler", (*MACHINES_ONLY, *EVERYBODYS)),
        ("continuous", (*SHOES_ONLY, *MACHINES_ONLY, *EVERYBODYS)),
        ("reader", (*READERS_ONLY, *EVERYBODYS)),
    ],
)
def test_each_kind_tells_its_own(role: Role, told: tuple[o.Observation, ...]) -> None:
    for seen in (*SHOES_ONLY, *MACHINES_ONLY, *READERS_ONLY, *EVERYBODYS):
        taken = of_its_kind(seen, device(role))
        if seen in told:
            assert taken is seen
        else:
            assert isinstance(taken, o.Doubted) and taken.doubt == "unknown_event"
            assert "KH" not in taken.detail and "blackjack" not in taken.detail


class AtTheTable:
    """A table where a player has wagered and a card is awaited, and one device of it."""

    def __init__(self, actor: TableActor, role: Role, number: str) -> None:
        self.notes: list[str] = []
        self.actor, self.device = actor, device(role, number)
        desk = TableDesk(f"table:{number}", actor, Hidden(), lambda _device, words: self.notes.append(words))
        self.driven = DeviceDesk(desk, self.device, 0)

    async def frames(self, database: Database) -> list[bytes | None]:
        """What everybody may read of its line."""
        async with database.connection("reader") as reader:
            rows = await reader.fetch("SELECT frame FROM device_frames WHERE device = $1 ORDER BY n", self.device.name)
        return [row["frame"] for row in rows]


@pytest.mark.parametrize("role", ["reader", "shuffler"])
async def test_a_card_is_dealt_only_by_what_lets_cards_out(
    role: Role, database: Database, settings: Settings, number: str
) -> None:
    """Neither a reader that tells the card in it, nor a shuffler that reads what it shuffles, has drawn one."""
    async with serving(database, settings) as tables:
        at = AtTheTable(await ready(tables, number), role, number)
        await ask(at.actor, c.PlaceWager(1, "gus", "main", 1000))
        version, left = at.actor.version, at.actor.table.shoe.left
        for n, seen in enumerate(SHOES_ONLY):
            await at.driven.record(Report(seen, b"KH", {}, 0, key=f"X/{n}"))
        assert (at.actor.version, at.actor.table.shoe.left, at.actor.table.held) == (version, left, None)
        assert len(at.notes) == len(SHOES_ONLY) and not any(["KH" in note for note in at.notes])
    assert await at.frames(database) == [None] * len(SHOES_ONLY)


async def test_a_shoe_that_answers_for_the_reader_is_at_fault(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        at = AtTheTable(await ready(tables, number), "shoe", number)
        await at.driven.record(Report(o.HoleAnswered("blackjack", 7), b"1", {}, 0))
        held = at.actor.table.held
        assert held is not None and (held.irregularity, held.detail) == ("device_doubt", "unknown_event")


@pytest.mark.parametrize("role", ["reader", "shuffler"])
async def test_what_a_strange_device_tells_is_the_vaults(
    role: Role, database: Database, settings: Settings, number: str
) -> None:
    """A shoe whose cable stands in the reader's place tells the cards of the table, burnt ones too."""
    async with serving(database, settings) as tables:
        at = AtTheTable(await ready(tables, number), role, number)
        await at.driven.record(Report(o.CardSeen(Card("KH"), 1), b"KH", {}, 0, key="SH-9/1", play=False))
        await at.driven.keep((Captured(b"KH", 1, sent=False, why="refused"), Captured(b"\x07", 1, True, "sent")))
    assert await at.frames(database) == [None, None, b"\x07"]


async def test_an_answer_of_the_reader_that_nobody_asked_for_is_the_vaults(
    database: Database, settings: Settings, number: str
) -> None:
    """The card that it is about may lie face down for long."""
    async with serving(database, settings) as tables:
        at = AtTheTable(await ready(tables, number), "reader", number)
        await at.driven.record(Report(o.HoleAnswered("blackjack", 7), b"1", {}, 0))
        assert at.notes == ["the reader answered what nobody asks now"]
    assert await at.frames(database) == [None]
