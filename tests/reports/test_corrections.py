"""What was put right, against the events of the tables told one by one; and by whom it was signed."""

from collections import Counter
from datetime import UTC, date, datetime

from app.game import commands as c
from app.game import events as e
from app.game.core.accounts import FLOAT
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import Card
from app.game.core.ledger import postings
from app.reports.corrections import KINDS, corrections_by_dealer_report, corrections_report, with_signatures
from app.reports.filters import Filters
from app.reports.report_events import Told
from app.settings import Settings
from app.store.database import Database
from app.store.log_reader import all_entries, event_of
from app.surveillance.loading import load_record
from tests.store.live import Clock, ask, bet_and_deal, ready, serving
from tests.store.plays import Play

DAY, NEXT = date(2026, 11, 18), date(2026, 11, 19)
DAY_US = 86_400_000_000
ACT = "act-canberra-2005"
Counted = tuple[str, str, int]
NUMBER = "7"


async def told_by_hand(database: Database, stream: str) -> list[Counted]:
    """Each correction of the table: what it was, its reason, and what it brought the float."""
    table, found = EMPTY, list[Counted]()
    async with database.connection("app") as connection:
        async for entry in all_entries(connection, stream):
            event = event_of(entry)
            cents = sum([move.cents for move in postings(table, event) if move.account == FLOAT])
            table = apply(table, event)
            if isinstance(event, e.RoundVoided):
                found.append(("round void", event.reason, cents))
            elif isinstance(event, e.WagersVoided) and not event.by_itself:
                found.append(("wagers void", event.reason, cents))
            elif isinstance(event, e.RoundRewritten):
                found.append((KINDS[event.cause], event.reason, cents))
            elif isinstance(event, e.EarlierRoundAmended):
                what = "earlier round void" if event.what == "void" else "earlier round reconstructed"
                found.append((what, event.reason, cents))
    return found


async def test_an_evening_of_corrections_is_what_its_events_say(database: Database, evening: dict[str, Play]) -> None:
    tables = tuple([stream.removeprefix("table:") for stream in evening])
    report = await corrections_report(database, Filters(DAY, DAY, tables))
    names = [column.name for column in report.columns]
    what, table, reason, cents = [names.index(name) for name in ("what", "table", "reason", "float_cents")]
    seen = Counter([(f"table:{row[table]}", row[what], row[reason], row[cents]) for row in report.rows])
    expected = Counter([(stream, *told) for stream in evening for told in await told_by_hand(database, stream)])
    assert seen == expected
    assert len({row[what] for row in report.rows}) == len(KINDS), "every kind was there"
    assert any([row[cents] for row in report.rows])
    by_dealer = await corrections_by_dealer_report(database, Filters(DAY, DAY, tables))
    counts = dict(zip([column.heading.lower() for column in by_dealer.columns], by_dealer.totals, strict=True))
    assert {kind: counts[kind] for kind in KINDS.values()} == Counter([row[what] for row in report.rows])


async def test_an_earlier_round_is_its_own_dealers_and_signed_by_two(
    database: Database, settings: Settings, number: str
) -> None:
    """The first signature on one gaming day, the second on the next."""
    clock, remedy = Clock(), c.Void("earlier", "fraud")
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number, ACT)
        await ask(actor, c.ChangeDealer("first"), *bet_and_deal()[:2], book=ACT)
        await ask(actor, *[c.DrawCard(Card(card)) for card in ("8S", "6D", "KH")], c.Stand(1), book=ACT)
        await ask(actor, *[c.DrawCard(Card(card)) for card in ("5S", "QD")], c.ChangeDealer("second"), book=ACT)
        record = await load_record(database, f"{number}-20261118-1")
        await ask(actor, *bet_and_deal()[:2], c.SignRemedy("ann", remedy, record), book=ACT)
        await ask(actor, c.DrawCard(Card("9S")), c.DrawCard(Card("8D")), c.DrawCard(Card("QH")), book=ACT)
        await ask(actor, c.Stand(1), c.DrawCard(Card("QC")), book=ACT)
        clock.us += DAY_US
        await ask(actor, *bet_and_deal()[:2], c.SignRemedy("ben", remedy, record), book=ACT)
    report = await corrections_report(database, Filters(NEXT, NEXT, (number,)))
    assert [(row[0], row[4], row[5], *row[9:]) for row in report.rows] == [
        ("first", f"{number}-20261118-1", "earlier round void", "ann and ben", -10_00)
    ]
    assert (await corrections_report(database, Filters(DAY, DAY, (number,)))).rows == ()
    counted = await corrections_by_dealer_report(database, Filters(NEXT, NEXT, (number,)))
    assert [row[:2] for row in counted.rows] == [("first", 0), ("second", 1)]


async def test_a_tap_undone_needs_nobody(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings, Clock()) as tables:
        actor = await ready(tables, number)
        await ask(actor, c.ChangeDealer("first"), *bet_and_deal(), c.Stand(1), c.UndoTap())
    report = await corrections_report(database, Filters(DAY, DAY, (number,)))
    assert [(row[0], row[5], row[8], row[9]) for row in report.rows] == [("first", "tap undone", "dealer", "")]


def test_a_proposal_that_still_waits_has_not_signed_what_a_choice_at_the_table_made_void() -> None:
    def told(event: e.Event) -> Told:
        return Told(
            f"table:{NUMBER}", DAY, f"{NUMBER}-20261118-1", 1, datetime(2026, 11, 18, tzinfo=UTC), "dora", event
        )

    proposed = e.RemedySigned("0" * 64, "ann", "void_round", 1, waits=True)
    void = e.WagersVoided((), ((1, 1, "cat", "main"),), "error_card", "16.4", (), ())
    signed = e.RemedySigned("0" * 64, "ben", "void_round", 1)
    over = e.RoundVoided("fraud", "16.5", (), ())
    events = [told(each) for each in (proposed, void, signed, over)]
    assert with_signatures(events) == [(events[1], ()), (events[3], ("ann", "ben"))]
