"""The server's process is killed under five hundred sockets, and started again: all of them come back by themselves."""

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidHandshake

from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import Screen, opened, serving
from tests.serving.processes import Serving

MANY, WITHIN_S, AGAIN_S = 500, 60.0, 0.1


@pytest.fixture
def server(settings: Settings) -> Iterator[Serving]:
    """Always at the same port."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    made = Serving(settings.data, "--port", f"{port}")
    yield made
    made.close()


class Returning:
    """A screen that comes back whenever its line is lost."""

    def __init__(self, url: str, audience: str, token: str) -> None:
        self._url, self._audience, self._token = url, audience, token
        self.screen: Screen | None = None
        self.comes = 0
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            try:
                connection = await opened(self._url, self._token)
            except (OSError, InvalidHandshake, TimeoutError):
                await asyncio.sleep(AGAIN_S)
                continue
            self.screen, self.comes = Screen(connection, self._audience), self.comes + 1
            await self.screen._reader

    def is_at(self, version: int, comes: int) -> bool:
        """Whether it has come so often, and is at this version."""
        return self.comes >= comes and self.screen is not None and self.screen.version == version

    async def close(self) -> None:
        """Look no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self.screen is not None:
            self.screen.connection.transport.abort()


async def test_five_hundred_come_back(database: Database, settings: Settings, number: str, server: Serving) -> None:
    """About ten seconds, of which half are the starts of the server."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    async with serving(database, settings) as here:
        _, token = await here.signed_in(number, "supervisor")
        version = (await here.ready(number)).version
    await asyncio.to_thread(server.start)
    base = f"ws://{urlsplit(server.url).netloc}/ws/v1/tables/{number}?audience="
    screens = [Returning(base + name, name, token) for name in ("sign", "floor") for _ in range(MANY // 2)]
    try:
        await everybody(screens, version, 1)
        server.kill()
        await asyncio.to_thread(server.start)
        began_s = time.monotonic()
        await everybody(screens, version, 2)
        print(f"all are back after {time.monotonic() - began_s:.1f} s")
        floor = screens[-1].screen
        assert floor is not None
        answer = await floor.order({"type": "OpenBetting"})
        assert answer["ok"], answer
        await everybody(screens, answer["version"], 2)
    finally:
        await asyncio.gather(*[screen.close() for screen in screens])


async def everybody(screens: list[Returning], version: int, comes: int) -> None:
    """All have come so often, and are at this version."""
    deadline_s = time.monotonic() + WITHIN_S
    while not all([screen.is_at(version, comes) for screen in screens]):
        there = sum([screen.is_at(version, comes) for screen in screens])
        assert time.monotonic() < deadline_s, f"{there} of {len(screens)} are at version {version}"
        await asyncio.sleep(0.02)
