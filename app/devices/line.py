"""The line to one device: opened, and opened again whenever it is lost. `check` raises CannotOpen if it may not be.

A line holds when a good frame has come over it, or when it has been open for longer than any session stays silent. Only
then the outage is over and the waits begin anew: a device server that takes every connection and drops it again is one
outage, and is asked less and less often.
"""

import asyncio
from typing import Protocol

from app.backoff import Backoff
from app.devices.transports.allowed import Check
from app.devices.transports.ports import open_transport
from app.devices.transports.transport import CannotOpen, Transport
from app.devices.transports.urls import PortUrl

HELD_S = 10.0


class User(Protocol):
    """Who uses the line."""

    def opened(self) -> None:
        """The line is open."""

    def received(self, data: bytes) -> None:
        """These bytes came over it."""

    def holds(self) -> None:
        """The line is not only open, but good."""

    def lost(self, why: str, *, unannounced: bool) -> None:
        """The line is not open any more; `unannounced`: it may have been dead for as long as it was quiet."""

    def unopened(self, why: str) -> None:
        """The line could not be opened."""

    def frames(self) -> int:
        """How many good frames have come, ever."""
        ...


class Line:
    """The line to one device."""

    def __init__(self, url: PortUrl, user: User, backoff: Backoff, check: Check) -> None:
        self._url = url
        self._check = check
        self._user = user
        self._backoff = backoff
        self._transport: Transport | None = None
        self._ending: asyncio.Future[str] | None = None
        self._frames_before = 0
        self._held = False

    @property
    def connected(self) -> bool:
        """Whether the line is open."""
        return self._transport is not None

    def write(self, data: bytes) -> bool:
        """Send this if the line is open and takes it; False: nothing of it will be sent."""
        return self._transport is not None and self._transport.write(data)

    def drop(self, why: str) -> None:
        """Give this connection up, and open a new one."""
        if self._ending is not None and not self._ending.done():
            self._ending.set_result(why)

    async def run(self) -> None:
        """Keep the line open, for ever."""
        while True:
            await self._connection()
            await asyncio.sleep(self._backoff.next_s())

    async def _connection(self) -> None:
        self._ending = asyncio.get_running_loop().create_future()
        try:
            self._check(self._url)
            self._transport = await open_transport(self._url, self._received, self.drop)
        except CannotOpen as error:
            self._user.unopened(str(error))
        else:
            await self._carried(self._transport, self._ending)

    async def _carried(self, transport: Transport, ending: asyncio.Future[str]) -> None:
        holding = asyncio.get_running_loop().call_later(HELD_S, self._holds)
        self._frames_before = self._user.frames()
        self._held = False
        why = "it was closed here"
        try:
            self._user.opened()
            why = await ending
        finally:
            holding.cancel()
            self._transport = None
            self._user.lost(why, unannounced=transport.unannounced)
            await transport.close()

    def _received(self, data: bytes) -> None:
        if self._transport is None:
            return
        self._user.received(data)
        if self._user.frames() > self._frames_before:
            self._holds()

    def _holds(self) -> None:
        if not self._held:
            self._held = True
            self._backoff.reset()
            self._user.holds()
