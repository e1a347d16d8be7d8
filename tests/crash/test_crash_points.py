"""The server dies before, between and after every step of persist, acknowledge and publish, at every command."""

import asyncio
from pathlib import Path

import pytest

from app.store.database import Database
from tests.crash.crash_points import POINTS, crash_at
from tests.crash.seams import Point

ROUNDS = 1
SEED = 284
# Each step has deaths at some points; at every point: `python -m tests.crash points`.
EVERY = 3


@pytest.mark.parametrize("point", POINTS)
def test_nothing_is_lost_or_done_twice(data: Path, database: Database, point: Point) -> None:
    """With a round of every book."""
    figures = asyncio.run(crash_at(database, data, point, SEED, ROUNDS, EVERY))
    print(f"seed {SEED}: {figures.line(point)}")
    assert figures.deaths > 20 // EVERY
