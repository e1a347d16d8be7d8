"""What an idle table and an open socket cost in memory: differences of the server's resident set.

`python -m tests.bench.memory --tables 1000 --sockets 1000` serves an empty house, then one with so many tables at which
nothing happens, each with a shoe in use; then opens a socket at each of them, then as many again at one of them.
"""

import argparse
import asyncio
import resource
from pathlib import Path

from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.terminal.feed import Feed
from tests.bench import figures
from tests.bench.load import FILES
from tests.bench.many_tables import supervisor_token
from tests.bench.sides.house import made
from tests.bot.house import House, house
from tests.lines import SIMULATED

SETTLES_S = 3.0
AT_ONCE = 50


def resident_kb(here: House) -> int:
    """The server's resident set."""
    assert here.process is not None
    status = Path(f"/proc/{here.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def _settled_kb(here: House) -> int:
    await asyncio.sleep(SETTLES_S)  # what the start has left behind is given back
    return resident_kb(here)


async def _sockets(here: House, token: str, numbers: list[int]) -> list[Feed]:
    feeds = [Feed(f"{here.url}/ws/v1/tables/{number}", token, audience="floor") for number in numbers]
    for first in range(0, len(feeds), AT_ONCE):
        await asyncio.gather(*[feed.open() for feed in feeds[first : first + AT_ONCE]])
    return feeds


async def _measured(here: House, database: Database, options: argparse.Namespace) -> None:
    await asyncio.to_thread(here.start)
    token = await supervisor_token(here)
    await asyncio.to_thread(here.end)  # what a PIN's hash takes for a moment is not to be counted
    await asyncio.to_thread(here.start)
    empty = await _settled_kb(here)
    await asyncio.to_thread(here.end)
    await made(database, Settings(here.data, lease_s=120, device_lines=SIMULATED), range(1, options.tables + 1))
    await asyncio.to_thread(here.start)
    idle = await _settled_kb(here)
    _say(f"memory of {options.tables:,} idle tables", "an empty server", empty, idle, options.tables)
    feeds = await _sockets(here, token, [n % options.tables + 1 for n in range(options.sockets)])
    each = await _settled_kb(here)
    _say(f"memory with {options.sockets:,} sockets, at a table each", "the same without", idle, each, options.sockets)
    feeds += await _sockets(here, token, [1] * options.sockets)
    one = await _settled_kb(here)
    _say(
        f"memory with {options.sockets:,} sockets more, all at one table",
        "the same without",
        each,
        one,
        options.sockets,
    )
    await asyncio.gather(*[feed.close() for feed in feeds])


def _say(what: str, beside: str, before_kb: int, after_kb: int, count: int) -> None:
    plain = (
        f"{after_kb / 1e3:,.0f} MB beside {before_kb / 1e3:,.0f} MB: {(after_kb - before_kb) / count:,.0f} kB for each"
    )
    figures.growth(what, beside, after_kb / before_kb, plain)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--sockets", type=int, default=1_000)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with house(serves=False) as here, Database(Settings(here.data), print) as database:
        asyncio.run(_measured(here, database, options))


if __name__ == "__main__":
    main()
