"""The floor of a card on its way to a screen, in the loop that measures it, and as a process of its own."""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from time import perf_counter_ns
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from tests.bench.card_to_screen import Measured, Pty, Times
from tests.bench.screen_floor import serve
from tests.bench.sides.answering import Handlers, answer
from tests.devices.angel_eye_wire import drawn

FRAME = drawn(1, "8S")


class FloorScreen:
    """The floor's line and its screen."""

    def __init__(self, line: Pty, screen: ClientConnection, process: int) -> None:
        self._line, self._screen, self._measured = line, screen, Measured(process)

    async def cards(self, cards: int, pause_ms: float) -> Times:
        """The times of so many frames, each after this pause, until the message is there."""
        for _ in range(cards):
            await asyncio.sleep(pause_ms / 1e3)
            self._measured.write(self._line, FRAME)
            await self._screen.recv(decode=False)
            self._measured.shown(perf_counter_ns())
        return self._measured.taken()


@asynccontextmanager
async def _in_loop(database: dict[str, Any]) -> AsyncIterator[FloorScreen]:
    line, listening = Pty(), socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(serve(line.name, len(FRAME), database, listening))
    try:
        async with _screen(listening.getsockname()[1]) as screen:
            yield FloorScreen(line, screen, os.getpid())
    finally:
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        line.close()


@asynccontextmanager
async def _apart(database: dict[str, Any]) -> AsyncIterator[FloorScreen]:
    line = Pty()
    try:
        with _process(line, database) as (port, process):
            async with _screen(port) as screen:
                yield FloorScreen(line, screen, process)
    finally:
        line.close()


@contextmanager
def _process(line: Pty, database: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """The floor as a process; gives its port and its id."""
    where = [str(database[name]) for name in ("host", "port", "database", "user")]
    program = [sys.executable, "-m", "tests.bench.screen_floor", line.name, str(len(FRAME)), *where]
    running = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        yield int(running.stdout.readline()), running.pid
    finally:
        running.kill()  # it keeps nothing, and would wait for its client for ever
        running.wait()
        running.stdout.close()


def _screen(port: int) -> connect:
    return connect(f"ws://127.0.0.1:{port}", compression=None, ping_interval=None, proxy=None)


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """Both floors, which write into the PostgreSQL that this program is told of."""
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    database = orjson.loads(parser.parse_args().database)
    async with _in_loop(database) as in_loop, _apart(database) as apart:
        yield {"in_loop": in_loop.cards, "apart": apart.cards}


if __name__ == "__main__":
    answer(opened, with_uvloop=True)
