"""A simulator as a process of its own, and its side channel."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TextIO

from tests.simulation.starting import Started

START_S = 20.0


class Simulator(NamedTuple):
    """A simulated device: where its line is, and where it can be pressed, stacked and broken."""

    kind: str
    dialect: str
    url: str
    side_channel: str
    serial: str

    async def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET the path, or POST the body to it."""
        return await asyncio.to_thread(_asked, self.side_channel + path, body)

    async def press(self, count: int = 1) -> Any:
        """Draw so many cards."""
        return await self.ask("/press", {"count": count})

    async def stack(self, *cards: str, foreign: bool = False) -> None:
        """These are the next cards."""
        await self.ask("/stack", {"cards": list(cards), "foreign": foreign})

    async def fault(self, fault: str, **more: Any) -> Any:
        """Let this go wrong now."""
        return await self.ask("/fault", {"fault": fault, **more})


def _asked(url: str, body: dict[str, Any] | None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(url, data, headers, method="GET" if body is None else "POST")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


@asynccontextmanager
async def simulators(*arguments: str) -> AsyncIterator[list[Simulator]]:
    """The devices of one simulator process, ended by its own id."""
    started = Started(*arguments)
    try:
        yield await asyncio.wait_for(asyncio.to_thread(announced, started.printed), START_S)
    finally:
        await asyncio.to_thread(started.end)


def announced(printed: TextIO) -> list[Simulator]:
    """The devices of a simulator process, once it is ready."""
    found: list[Simulator] = []
    for line in printed:
        said = json.loads(line)
        if said.get("ready"):
            return found
        if "device" in said:
            found.append(
                Simulator(said["device"], said["dialect"], said["url"], said["side_channel"], said.get("serial") or "")
            )
    raise AssertionError("the simulator ended before it was ready")
