"""Faults at a table with an Angel Eye shoe, over a pseudo-terminal and TCP.

One by one, each with one copy of every report and with three; in pairs, a sample of them or (PAIRS=all) every one; and
what is peculiar to this dialect: its numbers of one digit, its games of baccarat, its lock and its error mode.
"""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from app.devices.session_protocol import Now
from app.devices.wanted import Lock
from app.game import commands as c
from app.settings import Settings
from app.store.database import Database
from app.surveillance.verifying import verify
from tests.simulation.evenings import BETWEEN, BOOK, CONFIG, MIDDLE, Evening, Moment
from tests.simulation.playing import playing
from tests.simulation.shoe_faults import LINES, Pairs, catalogue, evenings_of_pairs, play_pairs
from tests.simulation.simulator import simulators

LOST, DOWN, UNSEEN = "reports_lost", "line_was_down", "error_card_unseen"
# Why the table holds for each fault; what is not here is made good by the line itself, without anybody.
HOLDS = {
    "drop-all": {LOST}, "unreadable": {"card_unread"}, "pushed-back": {"card_pushed_back"}, "foreign": {"foreign_card"},
    "unplug-card": {LOST}, "half-open": {LOST}, "reboot": {DOWN}, "reboot-card": {DOWN},
    "reverse": {"card_pushed_back"}, "locked": {UNSEEN}, "setting": {UNSEEN},
    "jam": {"jammed"},
}  # fmt: skip
HOLDS_WITHOUT_COPIES = {"drop": {LOST}, "flip": {LOST}, "reorder": {LOST}}
# Between rounds nothing awaits a card; one that has to be entered then is a card that nobody awaited.
HOLDS_BETWEEN = {"two-at-once": {UNSEEN}, "foreign": {UNSEEN}}
ENTERED_BETWEEN = ("unreadable", "unplug-card", "half-open", "reboot-card")


def holds(fault: str, copies: str, moment: Moment) -> set[str]:
    """Why the table holds for this fault."""
    found = HOLDS.get(fault, set()) | (HOLDS_WITHOUT_COPIES.get(fault, set()) if copies == "1" else set())
    if moment == BETWEEN:
        found |= HOLDS_BETWEEN.get(fault, set()) | ({"card_not_awaited"} if fault in ENTERED_BETWEEN else set())
    return found


class Clock:
    """This machine's clock, and what was added to it."""

    def __init__(self) -> None:
        self.added_s = 0.0

    def __call__(self) -> Now:
        return Now(time.monotonic() + self.added_s, time.time_ns() // 1_000)


@asynccontextmanager
async def evening_at(
    database: Database,
    settings: Settings,
    number: str,
    line: str,
    *more: str,
    options: Sequence[tuple[str, str]] = (),
    clock: Clock | None = None,
) -> AsyncIterator[Evening]:
    """An evening with such a shoe; at its end the log proves itself."""
    arguments = ("shoe", "--dialect", "angel-eye", "--listen", line, "--seed", "5", "--copy-gap-ms", "5", *more)
    async with (
        simulators(*arguments) as devices,
        playing(database, settings, number, BOOK, devices, options=tuple(options), clock=clock) as here,
    ):
        evening = Evening(here, database, settings)
        await evening.begin()
        yield evening
    assert (await verify(database, settings)).clean


@pytest.mark.parametrize(
    ("line", "copies", "moment"),
    [
        (LINES[0], "1", MIDDLE), (LINES[1], "1", BETWEEN), (LINES[1], "3", MIDDLE), (LINES[0], "3", BETWEEN),
    ],
    ids=lambda value: getattr(value, "name", str(value).partition(":")[0]),
)  # fmt: skip
async def test_each_fault_alone(
    line: str, copies: str, moment: Moment, database: Database, settings: Settings, number: str
) -> None:
    async with evening_at(database, settings, number, line, "--copies", copies) as evening:
        for fault in catalogue("angel-eye", line):
            outcome = await evening.scenario([fault], moment)
            assert set(outcome.holds) == holds(fault.name, copies, moment), fault.name
            assert outcome.exact != fault.silent, fault.name


@pytest.mark.parametrize("evening_of", evenings_of_pairs("angel-eye", seed=1), ids=str)
async def test_pairs_of_faults(evening_of: Pairs, database: Database, settings: Settings, number: str) -> None:
    await play_pairs(lambda more: evening_at(database, settings, number + more, evening_of.line), evening_of)


# --- numbers of one digit


async def stack_low(evening: Evening, cards: int) -> None:
    """So many low cards come next, so that a hand takes many of them."""
    left = (await evening.state())["machine"]["cards"]["left"]
    low = [card for rank in "23A" for card in left if card[0] == rank for _ in range(left[card])]
    await evening.here.shoe.stack(*low[:cards])


async def test_what_finds_lost_reports(database: Database, settings: Settings, number: str) -> None:
    """Up to five: a gap. Six to nine: they look like changed copies. Ten look like none: only the count finds them."""
    async with evening_at(database, settings, number, LINES[0], "--copies", "1-3") as evening:
        for lost in range(1, 11):
            await evening.watch()
            await evening.here.bet(1)
            await evening.deal(1)
            await stack_low(evening, lost)
            await evening.all_sent()
            await evening.here.shoe.fault("drop", times=lost, copies=True)
            for _ in range(lost):
                await evening.press()
            await evening.made_good()
            outcome = await evening.outcome()
            found = {1: LOST, 2: "report_changed"}.get(1 + (lost > 5) if lost < 10 else 0)
            assert (found in outcome.holds) if found else not outcome.holds, lost
            assert outcome.exact == (lost < 10), lost
            await evening.finish(outcome)
        assert "cards_missing" in await evening.record.holds()


async def test_ten_damaged_reports_in_a_row(database: Database, settings: Settings, number: str) -> None:
    """They look like none, too; but the line has seen that something came."""
    async with evening_at(database, settings, number, LINES[0], "--copies", "1") as evening:
        await evening.watch()
        await evening.here.bet(1)
        await evening.deal(1)
        await stack_low(evening, 10)
        await evening.all_sent()
        await evening.here.shoe.fault("flip", times=10, at=8 * 4)
        for _ in range(10):
            await evening.press()
        await evening.made_good()
        outcome = await evening.outcome()
        assert LOST in outcome.holds
        assert outcome.exact
        await evening.finish(outcome)


@pytest.mark.parametrize(("down_s", "held"), [(3.0, False), (6.0, True)])
@pytest.mark.parametrize("line", LINES)
async def test_a_disconnection(
    line: str, down_s: float, held: bool, database: Database, settings: Settings, number: str
) -> None:
    """For more than five seconds: somebody has to look, even if nothing was drawn; ten cards are found by that."""
    clock = Clock()
    async with evening_at(database, settings, number, line, clock=clock) as evening:
        for cards in (0, 10):
            await evening.watch()
            await evening.here.bet(1)
            await evening.deal(2)
            await stack_low(evening, cards)
            await evening.unplug()
            clock.added_s += down_s
            for _ in range(cards):
                await evening.press()
            await evening.plug()
            await evening.made_good()
            outcome = await evening.outcome()
            assert (DOWN in outcome.holds) == held
            assert outcome.exact == (held or not cards)
            await evening.finish(outcome)
        assert ("cards_missing" in await evening.record.holds()) != held


@pytest.mark.parametrize("cards", [0, 1])
@pytest.mark.parametrize("moment", [MIDDLE, BETWEEN], ids=lambda moment: moment.name)
async def test_a_restart_of_the_server_is_always_a_doubt(
    moment: Moment, cards: int, database: Database, settings: Settings, number: str
) -> None:
    async with evening_at(database, settings, number, LINES[1]) as evening:
        await evening.watch()
        if moment == MIDDLE:
            await evening.here.bet(1)
            await evening.deal(4)
        await evening.here.tables.close()
        for _ in range(cards):
            await evening.press()
        await evening.start_server()
        await evening.made_good()
        assert (await evening.outcome()).exact == (moment == MIDDLE or not cards)  # no wager: it can be dealt to nobody
        assert DOWN in (await evening.outcome()).holds
        if moment == BETWEEN:
            await evening.here.bet(1)
            await evening.deal(2)
        await evening.finish(await evening.outcome())


@pytest.mark.parametrize("dialect", ["angel-eye", "bee-tek"])
async def test_a_shoe_that_is_met_first_while_a_shoe_is_in_use_is_a_doubt(
    dialect: str, database: Database, settings: Settings, number: str
) -> None:
    """A server that ended before it had stored anything of the shoe may have heard of cards."""
    async with playing(database, settings, number, BOOK, []) as here:
        await here.open_by_hand(CONFIG, "2C")
        await here.bet(1)
    async with (
        simulators("shoe", "--dialect", dialect, "--listen", LINES[0], "--seed", "5") as devices,
        playing(database, settings, number, BOOK, devices) as here,
    ):
        await here.until(lambda: here.table.held is not None, "for the doubt")
        assert here.table.held is not None
        assert here.table.held.detail == DOWN


async def test_a_card_told_again_is_never_a_new_one(database: Database, settings: Settings, number: str) -> None:
    async with evening_at(database, settings, number, LINES[0]) as evening:
        await evening.watch()
        await evening.here.bet(1)
        await evening.deal(2)
        await evening.here.shoe.fault("retransmit")
        await evening.settled()
        assert await evening.outcome() == (await evening.outcome())._replace(holds=())
        await evening.all_sent()
        await evening.here.shoe.fault("drop", copies=True)
        await evening.press()
        await evening.here.shoe.fault("retransmit")
        await evening.made_good()
        outcome = await evening.outcome()
        assert set(outcome.holds) == {LOST}  # one look at the cards answers both doubts
        assert outcome.exact
        await evening.finish(outcome)


# --- a game of baccarat, a lock


async def test_a_card_out_of_turn_stays_one_behind_a_hold(database: Database, settings: Settings, number: str) -> None:
    """Box 1 awaits a card, and this is none for it: the table holds for it when its turn has come."""
    async with evening_at(database, settings, number, LINES[0]) as evening:
        here = evening.here
        await here.bet(1, 2)
        await evening.deal(3)
        await here.done(c.DoubtDevice("reports_lost"))
        await evening.press("setting")
        await here.until(lambda: here.table.laid_by, "for the card")
        await here.resolved("continue")
        await here.until(lambda: here.table.held is not None, "for its turn")
        assert here.table.held is not None and here.table.held.irregularity == UNSEEN
        await evening.supervise()


@pytest.mark.parametrize("option", ["on", "off"])
async def test_the_rest_of_a_game_after_an_overdraw(
    option: str, database: Database, settings: Settings, number: str
) -> None:
    """After six cards the shoe is in its error mode: what it tells then are cards, if the option says so."""
    options = (("overdraw_is_card", option),)
    async with evening_at(database, settings, number, LINES[1], "--baccarat", options=options) as evening:
        await evening.watch()
        await evening.here.bet(1, 2, 3)
        await evening.deal(8)
        outcome = await evening.outcome()
        assert (await evening.state())["link"]["error_mode"]
        assert outcome.exact
        assert set(outcome.holds) == (set() if option == "on" else {UNSEEN})
        await evening.finish(outcome)
        await evening.watch()
        await evening.press()  # nothing awaits it
        await evening.made_good()
        assert UNSEEN in (await evening.outcome()).holds
        assert (await evening.outcome()).exact


async def test_a_command_that_is_lost_or_damaged_is_not_repeated(
    database: Database, settings: Settings, number: str
) -> None:
    async with evening_at(database, settings, number, LINES[0]) as evening:
        await evening.here.shoe.fault("drop", direction="to_device")
        assert (await evening.want(Lock(True))).outcome == "no_answer"
        assert not (await evening.state())["machine"]["locked"]
        await evening.here.shoe.fault("flip", direction="to_device", at=8 * 6)
        assert (await evening.want(Lock(True))).outcome == "refused"
        assert (await evening.want(Lock(True))).outcome == "done"
        assert (await evening.state())["machine"]["locked"]
        await evening.heal()
        assert not (await evening.state())["machine"]["locked"]
