"""Complete rounds through decide and apply of this tree."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

from tests.bench.core import Player
from tests.bench.sides.answering import Handlers, answer
from tests.bench.sides.books import load_ruleset


def rounds(book: str, seed: int, count: int) -> float:
    """Rounds a second."""
    player = Player(load_ruleset(book), seed)
    began_s = perf_counter()
    for _ in range(count):
        player.round()
    return count / (perf_counter() - began_s)


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """Nothing has to be set up."""
    await asyncio.sleep(0)
    yield {"rounds": rounds}


if __name__ == "__main__":
    answer(opened)
