"""The tables that people query say of a round what the core says of it, corrected, void or reconstructed."""

# ruff: noqa: S608 - the names of tables and columns in the statements come from these tests

from collections import Counter
from collections.abc import Iterator
from typing import Any

import asyncpg
from msgspec.structs import astuple

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.money import Odds
from app.game.core.records import fields_of
from app.game.core.state import DEALER, Line, Round, Table
from app.roundscript.read import read_script
from app.settings import Settings
from app.store.database import Database
from app.store.log_reader import commands_between, entries, event_of, last_rounds, round_entries, round_key, round_row
from app.table_id import TableId
from tests.store.live import ask, bet_and_deal, played, ready, serving
from tests.store.plays import Play, play_of

Evening = dict[str, Play]
# Kept of a round whatever becomes of its record.
OUTSIDE = ("LateWagerRefused",)
TURNED_UP = ("HandTurnedUp", "HoleTurnedUp")


def lasting(evening: Evening) -> Iterator[tuple[str, Table, Round]]:
    """The tables that have a round, which is the last of their log."""
    for stream, play in evening.items():
        if play.table.round is not None:
            yield stream, play.table, play.table.round


async def standing(connection: asyncpg.Connection, table: str, stream: str, round_: Round) -> list[asyncpg.Record]:
    """The rows of the stream's last round that no correction has superseded."""
    found: list[asyncpg.Record] = await connection.fetch(
        f"SELECT * FROM {table} WHERE stream = $1 AND round LIKE '%-' || $2 AND superseded_by IS NULL"
        " ORDER BY version, n",
        stream, str(round_.number),
    )  # fmt: skip
    return found


async def test_a_rounds_row_says_where_it_is_in_the_log_and_what_became_of_it(
    database: Database, evening: Evening
) -> None:
    states: Counter[str] = Counter()
    async with database.connection("reader") as connection:
        for stream, table, round_ in lasting(evening):
            (row, *_) = await last_rounds(connection, TableId.of_stream(stream), 1)
            state = "void" if round_.void is not None else "complete" if round_.complete else "open"
            assert (row.number, row.state, row.ruleset_hash) == (round_.number, state, table.ruleset_hash)
            assert await round_row(connection, round_key(row.round)) == row
            events = [event_of(entry) for entry in await round_entries(connection, row)]
            assert events[0] == e.RoundOpened(round_.number)
            assert tuple(events) == evening[stream].events[row.opened_version - 1 :]
            states[state] += 1
    print(dict(states))
    assert len(states) == 3


async def test_the_lines_that_stand_are_the_rounds_settlement(database: Database, evening: Evening) -> None:
    count, names = 0, [field.name for field in fields_of(Line)]
    async with database.connection("reader") as connection:
        for stream, _, round_ in lasting(evening):
            lines: Counter[tuple[Any, ...]] = Counter()
            for row in await standing(connection, "settlements", stream, round_):
                lines[tuple(row[name] for name in names)] += -1 if row["withdrawn"] else 1
            wanted = Counter(map(_row, round_.lines))
            assert +lines == wanted and not -lines, stream
            count += len(wanted)
    print(f"{count} lines")
    assert count > 200


def _row(line: Line) -> tuple[Any, ...]:
    return *astuple(line)[:6], _written(line.odds), *astuple(line)[7:]


def _written(odds: Odds | None) -> str | None:
    return None if odds is None else str(odds)


async def test_the_cards_that_stand_are_those_that_lie_at_each_box(database: Database, evening: Evening) -> None:
    count = 0
    async with database.connection("reader") as connection:
        for stream, _, round_ in lasting(evening):
            rows = await standing(connection, "cards", stream, round_)
            up = Counter(
                (row["box"], row["card"])
                for row in rows
                if row["event"] in ("CardDealt", "HandTurnedUp", "HoleTurnedUp")
            )
            down = Counter(row["box"] for row in rows if row["event"] == "CardDealtDown")
            down.subtract(row["box"] for row in rows if row["event"] in TURNED_UP)
            assert up == _cards_up(round_), stream
            assert +down == _cards_down(round_), stream
            count += up.total()
    print(f"{count} cards")
    assert count > 1_000


def _cards_up(round_: Round) -> Counter[tuple[int, str]]:
    found = Counter((DEALER, str(card)) for card in round_.dealer)
    for box in round_.boxes:
        found.update((box.number, str(card)) for hand in box.hands for card in hand.cards)
    return found


def _cards_down(round_: Round) -> Counter[int]:
    found = Counter({DEALER: 1} if round_.hole is not None else {})
    for box in round_.boxes:
        found.update({box.number: sum(len(hand.down) for hand in box.hands)})
    return +found


async def test_the_wagers_that_stand_are_those_on_the_layout(database: Database, evening: Evening) -> None:
    count = 0
    async with database.connection("reader") as connection:
        for stream, _, round_ in lasting(evening):
            found: dict[tuple[int, str, str], int] = {}
            for row in await standing(connection, "wagers", stream, round_):
                if row["event"] == "WagersWithdrawn":
                    found = {key: cents for key, cents in found.items() if key[:2] != (row["box"], row["player"])}
                elif row["event"] not in OUTSIDE:
                    found[row["box"], row["player"], row["kind"]] = row["cents"]
            wanted, void = _wagers(round_), _void(round_)
            found = {key: cents for key, cents in found.items() if cents}
            gone = {key: cents for key, cents in found.items() if key not in wanted}
            assert gone.items() <= void.items(), stream  # void before the cards: off the layout, with a line of its own
            assert {key: cents for key, cents in found.items() if key not in gone} == wanted, stream
            count += len(wanted)
    print(f"{count} wagers")
    assert count > 200


def _void(round_: Round) -> dict[tuple[int, str, str], int]:
    void = [line for line in round_.lines if line.outcome == "void"]
    return {(line.box, line.player, line.wager): line.stake_cents for line in void}


def _wagers(round_: Round) -> dict[tuple[int, str, str], int]:
    found = {}
    for place in round_.places:
        for kind, cents in (("main", place.main_cents), ("insurance", place.insurance_cents), *place.sides):
            if cents:
                found[place.box, place.player, kind] = cents
    return found


async def test_the_decisions_that_stand_are_those_of_the_rounds_record(database: Database, evening: Evening) -> None:
    kinds: Counter[str] = Counter()
    async with database.connection("reader") as connection:
        for stream, table, round_ in lasting(evening):
            rows = await standing(connection, "decisions", stream, round_)
            found = Counter(
                (row["decision"], row["box"], row["hand"])
                for row in rows
                if row["decision"] in DECISIONS and row["event"] != "IrregularityResolved"
            )
            assert found == _decided(table.record), stream
            kinds.update(decision for decision, _, _ in found)
    print(dict(kinds))
    assert {"stand", "HandDoubled", "HandSplit", "BoxSurrendered", "HitCalled", "InsurancePlaced"} <= kinds.keys()


DECISIONS = ("stand", "HandDoubled", "HandSplit", "BoxSurrendered", "HitCalled", "InsurancePlaced", "DoubleTakenBack",
             "CardAccepted", "CardRefused")  # fmt: skip


def _decided(record: tuple[Any, ...]) -> Counter[tuple[str, int, int | None]]:
    found: Counter[tuple[str, int, int | None]] = Counter()
    for event in record:
        if isinstance(event, e.HandCompleted) and event.why == "stand":
            found["stand", event.box, event.hand] += 1
        elif isinstance(event, e.HandDoubled):
            found["HandDoubled", event.box, event.hand] += len(event.amounts)
        elif type(event).__name__ in DECISIONS:
            found[type(event).__name__, event.box, getattr(event, "hand", None)] += 1
    return found


async def test_splits_and_doubles_are_those_that_the_hands_show(database: Database, evening: Evening) -> None:
    splits = doubled = 0
    async with database.connection("reader") as connection:
        for stream, _, round_ in lasting(evening):
            rows = await standing(connection, "decisions", stream, round_)
            found = Counter(row["box"] for row in rows if row["decision"] == "HandSplit")
            assert found == +Counter({box.number: len(box.hands) - 1 for box in round_.boxes}), stream
            cents = sum(row["cents"] for row in rows if row["decision"] == "HandDoubled")
            hands = [hand for box in round_.boxes for hand in box.hands]
            assert cents == sum(stake.double_cents for hand in hands for stake in hand.stakes), stream
            splits, doubled = splits + found.total(), doubled + cents
    assert splits and doubled


async def test_what_was_done_about_an_error_is_said_once(database: Database, evening: Evening) -> None:
    count = 0
    async with database.connection("reader") as connection:
        for stream, _, round_ in lasting(evening):
            (row, *_) = await last_rounds(connection, TableId.of_stream(stream), 1)
            events = evening[stream].events[row.opened_version - 1 :]
            choices = Counter(event.choice for event in events if isinstance(event, e.IrregularityResolved))
            rows = await standing(connection, "decisions", stream, round_)
            found = Counter(each["decision"] for each in rows if each["event"] == "IrregularityResolved")
            assert found == choices, stream
            count += choices.total()
    assert count


async def test_a_row_says_by_which_event_it_was_superseded(database: Database, evening: Evening) -> None:
    async with database.connection("reader") as connection:
        rows = await connection.fetch(
            "SELECT DISTINCT stream, version, superseded_by FROM cards WHERE superseded_by IS NOT NULL"
            " AND stream = ANY ($1)",
            list(evening),
        )
    assert rows
    for row in rows:
        event = evening[row["stream"]].events[row["superseded_by"] - 1]
        assert isinstance(event, e.RoundRewritten | e.EarlierRoundAmended)
        assert row["version"] < row["superseded_by"]


async def test_every_row_is_of_an_event_of_its_round_and_day(database: Database, evening: Evening) -> None:
    async with database.connection("reader") as connection:
        for table in ("cards", "decisions", "wagers", "settlements", "postings"):
            odd = await connection.fetchval(
                f"SELECT count(*) FROM {table} p LEFT JOIN events v USING (stream, version, day)"
                " WHERE p.stream = ANY ($1) AND (v.version IS NULL OR v.round IS DISTINCT FROM p.round)"
                " AND v.type IS DISTINCT FROM 'EarlierRoundAmended'",
                list(evening),
            )
            assert odd == 0, table


# --- after a correction


async def corrected(database: Database, settings: Settings, number: str) -> str:
    """A round with a wager that came too late, whose last tap was then undone."""
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        await ask(actor, *bet_and_deal(), c.PlaceWager(2, "late", "main", 500), c.Hit(1), c.UndoTap())
        assert actor.table.round is not None and len(actor.table.round.late_wagers) == 1
        assert any(isinstance(event, e.RoundRewritten) for event in await _events(database, number))
    return f"table:{number}"


async def _events(database: Database, number: str) -> list[e.Event]:
    async with database.connection("reader") as connection:
        return [event_of(entry) for entry in await entries(connection, f"table:{number}")]


async def test_a_wager_that_came_too_late_still_did_after_a_correction(
    database: Database, settings: Settings, number: str
) -> None:
    stream = await corrected(database, settings, number)
    async with database.connection("reader") as connection:
        rows = await connection.fetch(
            "SELECT player FROM wagers WHERE stream = $1 AND event = 'LateWagerRefused' AND superseded_by IS NULL",
            stream,
        )
    assert [row["player"] for row in rows] == ["late"]


# --- earlier rounds


def amended_rounds(evening: Evening) -> Iterator[tuple[str, e.EarlierRoundAmended]]:
    for stream, play in evening.items():
        last = {event.round: event for event in play.events if isinstance(event, e.EarlierRoundAmended)}
        for event in last.values():
            yield stream, event


async def test_an_earlier_round_that_was_declared_void_is_void_in_the_tables(
    database: Database, evening: Evening
) -> None:
    voided = [(stream, event) for stream, event in amended_rounds(evening) if event.what == "void"]
    assert voided
    async with database.connection("reader") as connection:
        for stream, event in voided:
            rows = [
                row for row in await last_rounds(connection, TableId.of_stream(stream), 9) if row.number == event.round
            ]
            assert [row.state for row in rows] == ["void"]


# The box stood on 18 and won against 17; the nine was its own, so it had 27.
REBUILT = (
    """
ruleset = "nz-gazette-2000"
play = "cards 9C"
[[earlier]]
play = """
    + '"""'
    + """
cards 9S 8H 9D
stand 1
cards 9C
"""
    + '"""'
    + """
[[earlier.wager]]
box = 1
player = "ann"
main = 10_00
[[wager]]
box = 1
player = "ann"
main = 10_00
[reconstruct]
reason = "it_was_his_card"
earlier = 1
play = """
    + '"""'
    + """
cards 9S 8H 9D
cards 9C
"""
    + '"""'
)


async def test_an_earlier_round_that_was_put_right_has_the_settlement_that_it_has_now(
    database: Database, settings: Settings, number: str
) -> None:
    play = play_of("an earlier round rebuilt", read_script(REBUILT))
    (amended,) = [event for event in play.events if isinstance(event, e.EarlierRoundAmended)]
    assert {move[0]: move[3] for move in amended.moves} == {"bettor": -2000, "float": 2000}
    async with serving(database, settings) as tables:
        await played(tables, play, number)
    async with database.connection("reader") as connection:
        rows = await connection.fetch(
            "SELECT pays_cents, takes_cents FROM settlements WHERE stream = $1 AND round LIKE '%-1'"
            " AND superseded_by IS NULL AND NOT withdrawn",
            f"table:{number}",
        )
    assert [tuple(row) for row in rows] == [(0, 1000)]


# --- commands


async def two_rounds(database: Database, settings: Settings, number: str) -> list[list[c.Command]]:
    """Two rounds, a refused command in each; what each was asked."""
    draws = [c.DrawCard(Card(card)) for card in ("KC", "3H")]
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        asked = []
        for _ in range(2):
            commands = [*bet_and_deal(), c.WithdrawWagers(3, "nobody"), c.Stand(1), *draws]
            answers = await ask(actor, *commands)
            assert [each for each, answer in enumerate(answers) if answer.refused] == [5]
            asked.append(commands)
    return asked


async def test_the_commands_of_a_round_are_those_that_were_asked_in_it(
    database: Database, settings: Settings, number: str
) -> None:
    asked = await two_rounds(database, settings, number)
    async with database.connection("reader") as connection:
        rounds = list(reversed(await last_rounds(connection, TableId(number), 2)))
        found = [[each.command for each in await commands_between(connection, row)] for row in rounds]
    assert found == asked


async def test_the_events_of_a_round_are_those_that_say_so(database: Database, settings: Settings, number: str) -> None:
    await two_rounds(database, settings, number)
    async with database.connection("reader") as connection:
        for row in await last_rounds(connection, TableId(number), 2):
            log = await entries(connection, f"table:{number}")
            wanted = [entry.version for entry in log if entry.round == row.round]
            assert [entry.version for entry in await round_entries(connection, row)] == wanted


async def test_recalled_rounds_are_the_last_ones_the_newest_first(
    database: Database, settings: Settings, number: str
) -> None:
    await two_rounds(database, settings, number)
    async with database.connection("reader") as connection:
        assert [row.number for row in await last_rounds(connection, TableId(number), 10)] == [2, 1]
        assert [row.number for row in await last_rounds(connection, TableId(number), 1)] == [2]
