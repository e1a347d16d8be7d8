"""Bots at two tables of two servers, each with a shoe behind a line of its own: one server is killed in mid-round, with
a card on its way. The other opens the lines of its shoe, the bot goes on there, and every settlement agrees."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import orjson

from app.books.rulebook import load_ruleset
from app.game.core.records import replace
from app.game.core.state import TableConfig
from app.store.codec import encode
from device_simulators.bot.play import play
from device_simulators.bot.report import Report
from device_simulators.bot.terminal.people import Staff, Tokens
from device_simulators.bot.terminal.shoe import PressedShoe
from device_simulators.bot.terminal.table import Place, ServedTable
from tests.bot.house import SUPERVISOR, House
from tests.bot.over_the_wire import staff
from tests.servers.houses import Pair, a_pair, tables_of
from tests.simulation.simulator import simulators
from tests.store.waiting import until, when

ROUNDS = 3
BOOK = "nz-division-15"
# The press after which a server dies: at once, with the card on its way.
DEADLY = 9


class DeadlyShoe(PressedShoe):
    """A shoe, one card of which kills a server."""

    def __init__(self, dies: House | None, side_channel: str, seed: int) -> None:
        super().__init__(side_channel, seed=seed)
        self._dies = dies
        self._presses = 0

    async def press(self) -> None:
        """The next card."""
        await super().press()
        self._presses += 1
        if self._dies is not None and self._presses == DEADLY:
            await asyncio.to_thread(self._dies.kill)


async def _with_a_shoe(here: House, number: str, devices: AsyncExitStack) -> str:
    """A new table whose shoe is behind a device server; its side channel."""
    config = TableConfig(minimum_cents=5_00, maximum_cents=400_00, smallest_chip_cents=5)
    offered = replace(config, side_bets=tuple(load_ruleset(BOOK).side_bets))
    await here.add_table(number, BOOK, orjson.loads(encode(offered)))
    line: Any = simulators("shoe", "--dialect", "table-link", "--seed", number, "--listen", "tcp://127.0.0.1:0")
    (shoe,) = await devices.enter_async_context(line)
    await here.attach(number, "shoe", shoe.dialect, shoe.url, shoe.serial)
    await when(lambda: here.connected(number))
    return str(shoe.side_channel)


async def _played(pair: Pair, number: str, shoe: PressedShoe, people: Staff, seed: int) -> Report:
    """Rounds at this table; the bot is told of one server only, and finds the other one by itself."""
    place = Place(pair.one.url, number, people, others=(pair.two.url,))
    table = ServedTable(place, Tokens(), shoe)
    try:
        await table.open()
        return await play(table, shoe, BOOK, seed, ROUNDS)
    finally:
        await table.close()


async def _all_played(pair: Pair) -> list[Report]:
    dealers = await staff(pair.one, 2)
    async with AsyncExitStack() as devices:
        channels = {number: await _with_a_shoe(pair.one, number, devices) for number in ("1", "2")}
        await pair.one.add_table("9", BOOK, {})  # with table 7, so that each server has one of these and one of those
        await asyncio.to_thread(pair.two.start)
        await asyncio.to_thread(until, lambda: _shared(pair))
        kept = await asyncio.to_thread(_kept, pair)
        games = [
            _played(pair, number, DeadlyShoe(pair.two if number == kept else None, channel, seed),
                    Staff(tuple(dealers), SUPERVISOR).of_table(seed, 2), seed)
            for seed, (number, channel) in enumerate(channels.items())
        ]  # fmt: skip
        return list(await asyncio.gather(*games))


def _shared(pair: Pair) -> bool:
    return sorted(tables_of(pair.two)[number] for number in ("1", "2")) == sorted(["here", pair.one.url])


def _kept(pair: Pair) -> str:
    return next(number for number in ("1", "2") if tables_of(pair.two)[number] == "here")


def test_bots_play_on_through_the_death_of_one_of_two_servers() -> None:
    with a_pair() as pair:
        reports = asyncio.run(_all_played(pair))
        assert pair.two.process is None, "it was killed"
        assert set(tables_of(pair.one).values()) == {"here"}
        assert "Nothing was changed" in pair.one.tablekeeper("verify")
    for report in reports:
        assert report.differences == [], report.text()
        assert report.rounds == ROUNDS
