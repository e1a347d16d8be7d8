"""Cards that lie face down: who gets them put in, what stays out, and that nothing prints one."""

import logging
from typing import Any
from uuid import uuid4

import pytest

from app.devices import observations as o
from app.devices.session_protocol import Report
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import seal
from app.house.state import Device
from app.settings import Settings
from app.store.appending import FrameRow, MarkRow, SealedCard
from app.store.database import Database
from app.store.writer import NotRecorded
from app.table.actor import Frozen
from app.table.intake.hidden import Hidden, face_down, fresh_salt, sealed_row
from app.table.intake.meaning import Sense
from app.table.intake.table_desk import DeviceDesk, TableDesk
from app.table.intake.turning import NOT_KNOWN, by_itself, with_cards, without_cards
from app.table.requests import Meant, Request
from tests.game.tables import MA, SG, At
from tests.game.tables import face_down as lying
from tests.store.live import ready, request, serving

DOWN, HOLE = lying("5D")
CARDS = ("5D", "35 44", "3544")  # and as bytes, in hexadecimal


def with_hole() -> tuple[At, Hidden]:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9S 8C 2H").do(c.DrawFaceDown(DOWN, hole=True))
    known = Hidden()
    known.keep(HOLE)
    return at, known


def test_a_hole_card_is_turned_up_by_itself_when_it_is_due() -> None:
    at, known = with_hole()
    assert by_itself(at.table, at.rules, known, "") is None
    at.do(c.Stand(1))
    assert by_itself(at.table, at.rules, known, "") == c.TurnUpHole(HOLE)
    assert by_itself(at.table, at.rules, Hidden(), "") is None, "it is not known here"
    at.do(c.DoubtDevice("reports_lost"))
    assert by_itself(at.table, at.rules, known, "") is None, "not while the table holds"


def test_whoever_asks_has_the_cards_put_in_and_what_is_kept_of_a_refusal_has_none() -> None:
    at, known = with_hole()
    asks: tuple[c.Command, ...] = (c.TurnUpHole(NOT_KNOWN), c.TurnUpKept(NOT_KNOWN), c.SeeHeld(NOT_KNOWN),
                                   c.DiscloseBurn(NOT_KNOWN), c.TurnUpBox(1, ()), c.Stand(1))  # fmt: skip
    assert with_cards(asks[0], at.table, known) == c.TurnUpHole(HOLE)
    for command in asks:
        complete = with_cards(command, at.table, known)
        assert without_cards(complete) == command
    squeezed = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DrawFaceDown(DOWN))
    complete = with_cards(c.TurnUpBox(1, ()), squeezed.table, known)
    assert complete == c.TurnUpBox(1, (HOLE,)) and without_cards(complete) == c.TurnUpBox(1, ())
    assert without_cards(c.TakeUp(c.DrawCard(Card("5D")), HOLE)) == c.TakeUp()


def test_what_was_turned_up_is_forgotten() -> None:
    at, known = with_hole()
    assert DOWN in face_down(at.table)
    known.forget(at.table)
    assert known.opened(DOWN) == HOLE
    at.do(c.Stand(1), c.TurnUpHole(HOLE))
    known.forget(at.table)
    assert known.opened(DOWN) is None


def test_every_salt_is_its_own() -> None:
    salts = {fresh_salt() for _ in range(100)}
    assert len(salts) == 100 and {len(salt) for salt in salts} == {16}
    known = Hidden()
    assert seal(known.sealed(Card("5D"))) != seal(known.sealed(Card("5D")))


# --- nothing prints a card


def frame() -> FrameRow:
    return FrameRow("t7-shoe", 1, 0, sent=False, why="event", frame=b"5D", hidden=True)


@pytest.mark.parametrize(
    "value",
    [
        HOLE,
        sealed_row(HOLE),
        SealedCard(DOWN, "5D", bytes(16)),
        frame(),
        MarkRow("t7-shoe", 1, '{"drawn": "5D"}'),
        Sense(c.DrawFaceDown(DOWN, hole=True), HOLE),
        Meant(c.DrawFaceDown(DOWN), (sealed_row(HOLE),), (frame(),), (MarkRow("t7-shoe", 1, "5D"),)),
        c.TurnUpHole(HOLE),
        c.TurnUpBox(1, (HOLE,)),
        Report(o.CardSeen(Card("5D"), 1), b"5D", {"drawn": "5D"}, 0),
        with_hole()[1],
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_prints_a_card(value: Any) -> None:
    for printed in (repr(value), str(value), f"{[value]}"):
        assert not [each for each in CARDS if each in printed], printed


async def test_what_the_database_refuses_is_said_without_its_values(
    database: Database, settings: Settings, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A salt that is too short is refused by a constraint, whose details would show the whole row."""
    caplog.set_level(logging.DEBUG)
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        sealed = (SealedCard(DOWN, "5D", b"short"),)
        with pytest.raises(Frozen) as refused:
            await actor.ask(request(actor, actor.rules, c.ChangeDealer("dora"))._replace(sealed=sealed))
    assert "CheckViolation" in str(refused.value) and NotRecorded.__name__ in str(refused.value)
    for said in (str(refused.value), caplog.text):
        assert "5D" not in said and b"short".hex() not in said
    assert database.embedded is not None
    logs = [path.read_text("utf-8", "replace") for path in settings.data.rglob("*.log")]
    assert any(["sealed" in log for log in logs]), "the database's own log tells of it"
    assert not [log for log in logs if "Failing row" in log]


# --- the desk


async def test_what_a_device_says_in_its_own_words_is_the_vaults(
    database: Database, settings: Settings, number: str
) -> None:
    """Words, half a card that was read, and doubts of a shoe: each may be what lies face down."""
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        known = Hidden()
        desk = TableDesk(f"table:{number}", actor, known, lambda _device, _words: None)
        shoe = Device(f"t{number}-shoe", number, "shoe", "bee-tek", "socket://host:1")
        driven = DeviceDesk(desk, shoe, 0)
        for seen in (o.Warned("5D"), o.CardSeen(None), o.Doubted("damaged"), o.CutCardSeen()):
            await driven.record(Report(seen, b"5D", {}, 0))
    async with database.connection("reader") as reader:
        rows = await reader.fetch("SELECT frame FROM device_frames WHERE device = $1 ORDER BY n", shoe.name)
    assert [row["frame"] for row in rows] == [None, None, None, b"5D"]


async def test_the_same_report_is_recorded_once(database: Database, settings: Settings, number: str) -> None:
    """Offered again, by its key or as the very same, it gets the answer that it had."""
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        desk = TableDesk(f"table:{number}", actor, Hidden(), lambda _device, _words: None)
        driven = DeviceDesk(desk, Device(f"t{number}-shoe", number, "shoe", "table-link", "socket://host:1"), 0)
        report = Report(o.Doubted("reports_lost"), b"1", {}, 0, key="SH-1/4")
        await driven.record(report)
        version = actor.version
        await driven.record(report)
        await driven.record(Report(o.Doubted("reports_lost"), b"1", {}, 0, key="SH-1/4"))
        assert actor.version == version and actor.table.laid_by == ()
        await driven.record(Report(o.CardPushedBack(4), b"1", {}, 0, key="SH-1/5"))
        assert len(actor.table.laid_by) == 1


async def test_a_typed_card_that_is_refused_is_kept_without_its_face(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        desk = TableDesk(f"table:{number}", actor, Hidden(), lambda _device, _words: None)
        answer = await desk.type_card(Request(uuid4(), None, "dealer"), Card("5D"))
        assert answer.refused is not None and answer.refused.code == "no_wagers"
    async with database.connection("reader") as reader:
        rows = await reader.fetch("SELECT body::text FROM commands WHERE stream = $1", f"table:{number}")
    assert not [row["body"] for row in rows if "5D" in row["body"]]


def test_what_came_before_an_amount_waits_for_it() -> None:
    at = At(SG).do(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True)).cards("9S 8H 2D")
    known = Hidden()
    known.keep(HOLE)
    at.do(c.LayBy(DOWN))
    assert by_itself(at.table, at.rules, known, "") is None
    at.do(c.PlaceWager(1, "ann", "main", 1000, by="a supervisor"))
    assert by_itself(at.table, at.rules, known, "") == c.TakeUp(c.DrawCard(Card("5D")), HOLE)
