"""Whether signs that take nothing any more make a dealer's screen slower.

`python -m tests.bench.stuck_signs` serves as a process. The bot plays whole rounds at one table, as in card_to_screen,
and each card is timed from its line to the dealer's screen: in turn with nobody else looking, and with so many signs of
the same table whose sockets nobody reads, once what they cannot take is waiting in the server.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import NamedTuple

from device_simulators.bot.pace import FAST
from device_simulators.bot.player import Player
from tests.bench import figures
from tests.bench.card_to_screen import HABITS, NUMBER, WARM_UP, Pty, PtyShoe, Times, played, table_of
from tests.bench.quiet import Watch
from tests.bot.house import SUPERVISOR, House, house
from tests.realtime.stuck import raw

# After so many cards at a time it is looked whether sockets and buffers still take what nobody reads; the server leaves
# alone who has answered no ping for twenty seconds.
FILLS_BY, FILLS_UP = 40, 2_000


class Run(NamedTuple):
    """A dealer's cards with nobody else, and with signs that are stuck."""

    alone: Times
    beside: Times


@asynccontextmanager
async def stuck_signs(here: House, count: int) -> AsyncIterator[None]:
    """Sockets that look as signs do, and read nothing."""
    async with AsyncExitStack() as open_:
        for _ in range(count):
            ticket = (await here.ask("POST", "/tickets", by=SUPERVISOR))["ticket"]
            url = f"{here.url.replace('http', 'ws', 1)}/ws/v1/tables/{NUMBER}?audience=sign&ticket={ticket}"
            await open_.enter_async_context(raw(url))
        yield


async def measured(here: House, watch: Watch, options: argparse.Namespace) -> list[Run]:
    """Alone and beside stuck signs, in turn."""
    line, found = Pty(), list[Run]()
    assert here.process is not None
    shoe = PtyShoe(line, 1, here.process.pid)
    try:
        async with table_of(here, line, shoe) as table:
            player = Player(table, shoe, HABITS, Random(1), FAST)
            await played(player, shoe, WARM_UP)
            shoe.measured.taken()
            for number in range(1, options.repeats + 1):
                with watch:
                    found.append(await _one(here, player, shoe, options))
                print(_told(number, found[-1]), flush=True)
    finally:
        line.close()
    return found


async def _one(here: House, player: Player, shoe: PtyShoe, options: argparse.Namespace) -> Run:
    await played(player, shoe, options.cards)
    alone = shoe.measured.taken()
    async with stuck_signs(here, options.signs):
        await _filled(here, player, shoe)
        await played(player, shoe, options.cards)
        assert await _waiting(here), "the signs are not stuck any more"
        return Run(alone, shoe.measured.taken())


async def _filled(here: House, player: Player, shoe: PtyShoe) -> None:
    """Play until messages wait for the signs."""
    for _ in range(FILLS_UP // FILLS_BY):
        await played(player, shoe, FILLS_BY)
        shoe.measured.taken()
        if await _waiting(here):
            return
    raise AssertionError("nothing waits for the signs: they are not stuck")


async def _waiting(here: House) -> int:
    """How many messages wait for the socket that is the furthest behind."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(here.url.rpartition(":")[2]))
    try:
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        lines = (await reader.read()).decode().splitlines()
    finally:
        writer.close()
    (found,) = [line for line in lines if line.startswith("tablekeeper_socket_waiting_most ")]
    return int(float(found.split()[1]))


def _told(number: int, run: Run) -> str:
    alone, beside = run
    ratios = f"{beside.p50 / alone.p50:.2f} and {beside.p99 / alone.p99:.2f} times"
    return f"{number}: alone {_us(alone)}; beside stuck signs {_us(beside)}; {ratios}"


def _us(taken: Times) -> str:
    return f"p50 {taken.p50:,.0f} us, p99 {taken.p99:,.0f} us"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=100, help="cards in one run")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--signs", type=int, default=20)
    options = parser.parse_args()
    watch = Watch()
    with house() as here:
        found = asyncio.run(measured(here, watch, options))
    beside, cards = "the same with no sign", min([min(run.alone.cards, run.beside.cards) for run in found])
    for what, field in (("p50", "p50"), ("p99", "p99")):
        ratios = [getattr(run.beside, field) / getattr(run.alone, field) for run in found]
        samples = cards if field == "p99" else None
        named = f"a dealer's card beside {options.signs} stuck signs, {what}"
        figures.ratio(named, beside, ratios, others=watch.shares, tail_samples=samples)


if __name__ == "__main__":
    main()
