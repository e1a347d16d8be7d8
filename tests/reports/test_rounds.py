"""Reports on rounds against the same figures found another way: by folding every event of the tables."""

from collections import Counter
from datetime import date

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.problems.problem import Problem
from app.reports.filters import Filters
from app.reports.played import Played, played_rounds
from app.reports.report import Cell, Report
from app.reports.rounds import rounds_report
from app.settings import Settings
from app.store.database import Database
from app.table.actor import TableActor
from tests.reports.by_hand import Found, found_by_hand
from tests.store.live import NOON_US, Clock, ask, bet_and_deal, ready, serving
from tests.store.plays import Play

DAY, NEXT = date(2026, 11, 18), date(2026, 11, 19)
SECOND_US, HOUR_US = 1_000_000, 3_600_000_000


async def read(database: Database, filters: Filters) -> list[Played]:
    async with database.connection("reader") as connection:
        return await played_rounds(connection, filters)


def cell(report: Report, name: str, row: tuple[Cell, ...]) -> Cell:
    return row[[column.name for column in report.columns].index(name)]


async def test_an_evening_of_all_books_is_what_folding_it_says(database: Database, evening: dict[str, Play]) -> None:
    """Corrections, voids, reconstructions, later amendments: round by round."""
    tables = tuple([stream.removeprefix("table:") for stream in evening])
    played = await read(database, Filters(DAY, DAY, tables))
    by_hand = {stream: await found_by_hand(database, stream) for stream in evening}
    assert len(played) == sum(map(len, by_hand.values())) > 200
    for each in played:
        assert as_found(each) == by_hand[each.stream][each.number]._replace(set_id=None), each
        assert each.shoe.endswith(by_hand[each.stream][each.number].set_id or "no set")
    states = Counter([each.state for each in played])
    assert min(states["complete"], states["void"]) > 5, states
    report = await rounds_report(database, Filters(DAY, DAY, tables))
    complete = [each for rounds in by_hand.values() for each in rounds.values() if each.state == "complete"]
    assert cell(report, "turnover_cents", report.totals) == sum([each.staked_cents for each in complete])
    assert cell(report, "win_cents", report.totals) == sum([each.won_cents for each in complete])
    assert cell(report, "rounds", report.totals) == len(complete)


def as_found(each: Played) -> Found:
    if each.state == "void":  # what was decided in it is of no interest
        each = each._replace(decisions=0)
    return Found(each.number, each.state, each.dealer, None, each.decisions, each.staked_cents, each.won_cents)


async def play(actor: TableActor, clock: Clock, seconds: int) -> None:
    """Box 1 stands on 18 against 21: a round that takes so long."""
    await ask(actor, *bet_and_deal()[:2])
    clock.us += seconds * SECOND_US
    await ask(actor, *[c.DrawCard(Card(card)) for card in ("8S", "6D", "KH")], c.Stand(1))
    await ask(actor, *[c.DrawCard(Card(card)) for card in ("5S", "QD")])


async def test_pace_by_dealer_and_shoe_across_two_gaming_days(
    database: Database, settings: Settings, number: str
) -> None:
    clock = Clock()
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number)
        await ask(actor, c.ChangeDealer("first"))
        for _ in range(2):
            await play(actor, clock, 60)
            clock.us += 30 * SECOND_US
        await ask(actor, c.ChangeDealer("second"))
        await play(actor, clock, 90)
        clock.us = NOON_US + 24 * HOUR_US
        await play(actor, clock, 120)
    both = await rounds_report(database, Filters(DAY, NEXT, (number,), ("day", "dealer")))
    assert [row[:3] for row in both.rows] == [(str(DAY), "first", 2), (str(DAY), "second", 1), (str(NEXT), "second", 1)]
    # first: 60 s, then 30 s of pause and 60 s: 150 s for 2 rounds; second: 30 s and 90 s
    assert [cell(both, "rounds_an_hour", row) for row in both.rows] == [480, 300, 300]
    assert [cell(both, "seconds_a_round", row) for row in both.rows] == [600, 900, 1200]
    assert [cell(both, "decisions_a_round", row) for row in both.rows] == [10, 10, 10]
    assert [cell(both, "win_cents", row) for row in both.rows] == [20_00, 10_00, 10_00]
    assert cell(both, "hold_percent", both.totals) == 100_00
    later = await rounds_report(database, Filters(NEXT, NEXT, (number,), ("shoe",)))
    assert [(row[0], row[1]) for row in later.rows] == [(f"{number} no. 1, A", 1)]


async def test_a_dealer_who_takes_over_in_the_round_has_it(database: Database, settings: Settings, number: str) -> None:
    """Who comes when it is over has the next one only."""
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        await ask(actor, c.ChangeDealer("first"), *bet_and_deal()[:2], c.ChangeDealer("second"))
        await ask(actor, *[c.DrawCard(Card(card)) for card in ("8S", "6D", "KH")], c.Stand(1))
        await ask(actor, *[c.DrawCard(Card(card)) for card in ("5S", "QD")], c.ChangeDealer("third"))
    assert [each.dealer for each in await read(database, Filters(DAY, DAY, (number,)))] == ["second"]


@pytest.mark.parametrize(
    "filters",
    [
        Filters(DAY, date(2026, 11, 17)),
        Filters(DAY, date(2026, 12, 19)),
        Filters(DAY, DAY, by=()),
        Filters(DAY, DAY, by=("day", "day")),
    ],
)
async def test_what_cannot_be_asked_for(database: Database, filters: Filters) -> None:
    with pytest.raises(Problem) as refused:
        await rounds_report(database, filters)
    assert refused.value.code == "bad_request"


async def test_a_day_without_rounds(database: Database, number: str) -> None:
    report = await rounds_report(database, Filters(DAY, DAY, (number,)))
    assert report.rows == () and cell(report, "rounds_an_hour", report.totals) is None
