"""The tray's counts beside the record, with the sums done by hand; and the page that has everything of a day."""

from datetime import date
from zoneinfo import ZoneInfo

from app.game import commands as c
from app.game.core.cards import Card
from app.reports.filters import Filters
from app.reports.floats import float_report
from app.reports.plain_text import WIDTH
from app.reports.shift import SHOWN, shift_report, shift_text
from app.settings import Settings
from app.store.codec import encode
from app.store.database import Database
from app.table.actor import TableActor
from tests.store.live import Clock, ask, bet_and_deal, ready, serving

DAY, NEXT = date(2026, 11, 18), date(2026, 11, 19)
DAY_US = 86_400_000_000
BOTH = ("ann", "ben")


async def lost_round(actor: TableActor) -> None:
    """The player stands on 18 and loses 10.00 to 21."""
    await done(actor, *bet_and_deal(), c.Stand(1), c.DrawCard(Card("5S")), c.DrawCard(Card("QD")))


async def done(actor: TableActor, *commands: c.Command) -> None:
    answers = await ask(actor, *commands)
    assert [each.refused for each in answers] == [None] * len(answers)


async def test_a_float_from_its_opening_to_the_drop(database: Database, settings: Settings, number: str) -> None:
    """Opened with 5000.00, filled with 1000.00, 200.00 back to the house, 10.00 won in play: 5810.00 would be there.
    5310.00 are, so 500.00 of chips were sold, and 500.00 of cash are in the drop box. The win is
    5310 + 200 + 500 - 5000 - 1000 = 10.00, as the record has it; of the drop 2 %."""
    clock = Clock()
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number)
        await done(actor, c.OpenFloat(5000_00, BOTH), c.FillFloat(1000_00, BOTH), c.CreditFloat(200_00, BOTH))
        await lost_round(actor)
        unfinished = await float_report(database, Filters(DAY, DAY, (number,)))
        assert unfinished.rows == ((str(DAY), number, 5000_00, 1000_00, 200_00, *[None] * 7),)
        await done(actor, c.CloseFloat(5310_00, BOTH))
        counted = await float_report(database, Filters(DAY, DAY, (number,)))
        assert counted.rows[0][5:] == (5310_00, None, None, 10_00, None, None, "ann and ben")
        clock.us += DAY_US
        await done(actor, c.EnterDrop(400_00, BOTH), c.EnterDrop(100_00, BOTH, correction=True))
        await done(actor, c.OpenFloat(1000_00, BOTH))
    report = await float_report(database, Filters(DAY, DAY, (number,)))
    assert report.rows == (
        (str(DAY), number, 5000_00, 1000_00, 200_00, 5310_00, 500_00, 10_00, 10_00, 0, 2_00, "ann and ben"),
    )
    assert report.totals == ("Total", None, *report.rows[0][2:10], 2_00, None)
    later = await float_report(database, Filters(NEXT, NEXT, (number,)))
    assert [row[2] for row in later.rows] == [1000_00]


async def test_money_that_nobody_recorded(database: Database, settings: Settings, number: str) -> None:
    """500.00 of chips are gone, and 480.00 of cash are there: the table won 20.00 less than the record says."""
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        await done(actor, c.OpenFloat(5000_00, BOTH))
        await lost_round(actor)
        await done(actor, c.CloseFloat(4510_00, BOTH), c.EnterDrop(480_00, BOTH))
    (row,) = (await float_report(database, Filters(DAY, DAY, (number,)))).rows
    assert row[7:10] == (-10_00, 10_00, -20_00)


async def test_the_page_on_a_day(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        await done(actor, c.OpenFloat(5000_00, BOTH), c.ChangeDealer("first"))
        await lost_round(actor)
        await done(actor, *bet_and_deal(), c.Stand(1), c.UndoTap())
    shift = await shift_report(database, number, DAY, ZoneInfo("Pacific/Auckland"))
    assert [part.title for part in shift.parts] == list(SHOWN)
    assert all({column.name for column in part.columns} >= set(SHOWN[part.title]) for part in shift.parts)
    lines = shift_text(shift).splitlines()
    assert lines[0] == f"Table {number}, gaming day {DAY}" and max(map(len, lines)) <= WIDTH
    assert "Alarms: none" in lines and "Device faults: none" in lines
    assert [line.split() for line in lines if line.startswith("first")] == [
        ["first", "1", "0", "1", "10.00", "10.00", "100.00"]
    ]
    assert [line.split()[:2] for line in lines if "tap undone" in line] == [["01:00", f"{number}-20261118-2"]]
    assert "01:00  first" in lines and any([line.startswith("5000.00".rjust(7)) for line in lines])
    assert encode(shift).startswith(f'{{"table":"{number}","day":"{DAY}","parts":[{{"title":"Dealers"')
