"""What was played, found the slow way: every event of a table is folded, and what a round was is read off the table."""

from typing import Any, NamedTuple

from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.game.core.state import Table
from app.store.database import Database
from app.store.log_reader import all_entries, event_of

PLAYERS_DECIDE = (
    e.HitCalled, e.HandDoubled, e.HandSplit, e.BoxSurrendered, e.InsurancePlaced, e.DoubleTakenBack, e.CardAccepted,
    e.CardRefused, e.PlayerAnswered,
)  # fmt: skip


class Found(NamedTuple):
    """A round at its end."""

    number: int
    state: str
    dealer: str
    set_id: str | None
    decisions: int
    staked_cents: int
    won_cents: int


async def found_by_hand(database: Database, stream: str) -> dict[int, Found]:
    """The rounds of the table, as the record now has them."""
    table, tables, amended, dealers = EMPTY, dict[int, Table](), dict[int, e.EarlierRoundAmended](), dict[int, str]()
    async with database.connection("app") as connection:
        async for entry in all_entries(connection, stream):
            event = event_of(entry)
            table = apply(table, event)
            if table.round is not None and not isinstance(event, e.DealerChanged):
                tables[table.round.number] = table
            if table.round is not None and not (table.round.complete and table.round.number in dealers):
                dealers[table.round.number] = table.dealer
            if isinstance(event, e.EarlierRoundAmended):
                amended[event.round] = event
    return {number: _found(at, amended.get(number), dealers[number]) for number, at in tables.items()}


def _found(table: Table, amended: e.EarlierRoundAmended | None, dealer: str) -> Found:
    if amended is not None and amended.what == "reconstruction":
        assert table.opening is not None
        at = replace(table.opening, opening=table.opening)
        for event in amended.events:
            at = apply(at, event)
        table = at
    round_ = table.round
    assert round_ is not None
    void = round_.void is not None or (amended is not None and amended.what == "void")
    lines = [] if void else [line for line in round_.lines if line.outcome != "void"]
    return Found(
        round_.number,
        "void" if void else "complete" if round_.complete else "open",
        dealer,
        table.opening.set_in_use if table.opening is not None else None,
        0 if void else sum([_decides(event) for event in table.record]),
        sum([line.stake_cents for line in lines]),
        sum([line.takes_cents - line.pays_cents for line in lines]),
    )


def _decides(event: Any) -> bool:
    if isinstance(event, e.CardDealt | e.CardDealtDown):
        return event.implied_hit
    if isinstance(event, e.HandCompleted):
        return event.why == "stand"
    return isinstance(event, PLAYERS_DECIDE)
