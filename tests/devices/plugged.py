"""A Table Link device at the other end of a real line, for as long as it is in use."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic

from tests.devices.far_ends import End
from tests.devices.table_link_device import Device


@asynccontextmanager
async def plugged(end: End) -> AsyncIterator[Device]:
    """The device, which hears and speaks over the line."""
    said = bytearray()
    device = Device(said.extend)

    async def live() -> None:
        while True:
            device.hear(end.read(), monotonic())
            device.tick(monotonic())
            if said:
                whole, said[:] = bytes(said), b""
                await end.send(whole)
            await asyncio.sleep(0.002)

    living = asyncio.create_task(live())
    try:
        yield device
    finally:
        living.cancel()
        with suppress(asyncio.CancelledError):
            await living
