"""kill -9 of a real server under load, of PostgreSQL, and of both."""

import asyncio
from pathlib import Path

from tests.crash.killing import kill_again_and_again

KILLS = 6
SEED = 1
SHORT_LEASE_S = 2.0
LEASE_S = 60.0


def test_what_was_acknowledged_is_there_and_the_tables_go_on(data: Path) -> None:
    figures = asyncio.run(kill_again_and_again(data, KILLS, SEED, SHORT_LEASE_S))
    print(f"seed {SEED}, lease {SHORT_LEASE_S:g} s")
    print(*figures.lines(), sep="\n")


def test_it_is_back_long_before_the_lease_would_end(data: Path) -> None:
    figures = asyncio.run(kill_again_and_again(data, 1, SEED + 1, LEASE_S))
    print(*figures.lines(), sep="\n")
    assert figures.slowest_s < LEASE_S
