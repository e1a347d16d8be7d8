"""Going through many things without keeping others waiting."""

import asyncio

from app.table.in_turn import AT_ONCE, in_turn


async def test_each_comes_once_and_others_have_their_turns() -> None:
    turns, seen, most = 0, list[int](), 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    before = 0
    async for thing in in_turn(range(10 * AT_ONCE + 1)):
        if turns != before:
            most, before = max(most, len(seen)), turns
        seen.append(thing)
    task.cancel()
    assert seen == list(range(10 * AT_ONCE + 1))
    assert turns >= 10


async def test_what_comes_and_goes_meanwhile_disturbs_nobody() -> None:
    tables, seen = {number: number for number in range(2 * AT_ONCE)}, list[int]()
    async for number in in_turn(tables):
        tables.pop(2 * AT_ONCE - 1 - number, None)
        tables[1_000 + number] = number
        seen.append(number)
    assert seen == list(range(2 * AT_ONCE))
