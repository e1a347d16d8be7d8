"""Room for those who read the record: whoever asks for very much leaves others theirs."""

import asyncio
from typing import cast

from app.api.reads import CONNECTIONS_AT_ONCE, MOST_OF_ONE, MOST_WAITING, Reads
from app.problems.problem import Problem
from app.store.database import Database
from tests.devices.waiting import until


async def test_nobody_takes_all_the_room_that_there_is() -> None:
    """A page that asks over and over, or a dealer who wants surveillance to be told to come back later."""
    reads, gate, came = Reads(cast("Database", None)), asyncio.Event(), list[str]()

    async def read(whom: str) -> str:
        try:
            async with reads.of(whom).room():
                came.append(whom)
                await gate.wait()
        except Problem as problem:
            return problem.code
        return "read"

    greedy = [asyncio.create_task(read("greedy")) for _ in range(2 * MOST_WAITING)]
    await until(lambda: sum(each.done() for each in greedy) == len(greedy) - CONNECTIONS_AT_ONCE - MOST_OF_ONE, "those")
    others = [asyncio.create_task(read(f"other {each}")) for each in range(MOST_WAITING - 1)]
    await asyncio.sleep(0)
    gate.set()
    assert set(await asyncio.gather(*others)) == {"read"}
    told = await asyncio.gather(*greedy)
    assert told.count("read") >= CONNECTIONS_AT_ONCE and set(told) == {"read", "busy"}
    assert "other 0" in came[: CONNECTIONS_AT_ONCE + 2], "each person in turn"
