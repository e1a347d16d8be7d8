"""Bots at ten tables of a real server, over HTTP and sockets, with simulated shoes: every settlement agrees.

`ROUNDS_A_TABLE=1000` makes it a long run. About half a minute, most of which is the start of a dozen processes.
"""

import asyncio
import os

from tests.bot.house import house
from tests.bot.over_the_wire import TEN, played

ROUNDS_A_TABLE = int(os.environ.get("ROUNDS_A_TABLE", "5"))


def test_ten_tables_over_all_books_settle_as_the_bots_do() -> None:
    with house() as here:
        outcome = asyncio.run(played(here, TEN, ROUNDS_A_TABLE, seed=3))
    assert outcome.status == 0, outcome.said
    assert outcome.said.count(f" {ROUNDS_A_TABLE} rounds,") == len(TEN), outcome.said
    assert outcome.said.count("  0 differences") == len(TEN), outcome.said
    print(f"{len(TEN) * ROUNDS_A_TABLE} rounds in {outcome.played_s:.1f} s; {outcome.verified.splitlines()[-1]}")
