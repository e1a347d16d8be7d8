"""Opening that can only block, in a thread of its own: a thread pool would wait for it when the program ends."""

import asyncio
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Opened = TypeVar("Opened")


async def opened_in_thread(act: Callable[[], Opened], undo: Callable[[Opened], None], timeout_s: float) -> Opened:
    """What `act` opens; if nobody waits for it any more when it is open, `undo` closes it."""
    loop = asyncio.get_running_loop()
    wanted: asyncio.Future[Opened] = loop.create_future()

    def hand_over(opened: Opened) -> None:
        if wanted.done():
            Thread(target=undo, args=(opened,), daemon=True).start()
        else:
            wanted.set_result(opened)

    def give_up(error: Exception) -> None:
        if not wanted.done():
            wanted.set_exception(error)

    def run() -> None:
        try:
            opened = act()
        except Exception as error:
            _tell(loop, give_up, error)
        else:
            if not _tell(loop, hand_over, opened):
                undo(opened)

    Thread(target=run, name="opening a device's port", daemon=True).start()
    async with asyncio.timeout(timeout_s):
        return await wanted


Told = TypeVar("Told")


def _tell(loop: asyncio.AbstractEventLoop, heard: Callable[[Told], None], what: Told) -> bool:
    try:
        loop.call_soon_threadsafe(heard, what)
    except RuntimeError:  # the loop has ended meanwhile
        return False
    return True
