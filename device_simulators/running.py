"""Devices and their side channel, working for as long as somebody needs them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from device_simulators.building import Wish, built
from device_simulators.device import Device
from device_simulators.side_channel.serving import listening_socket, new_side_channel


@asynccontextmanager
async def running(wanted: dict[str, Wish], address: str, boxes: int) -> AsyncIterator[tuple[dict[str, Device], str]]:
    """The devices by name, plugged in, and the URL of their side channel, which listens at this address."""
    devices: dict[str, Device] = {}
    try:
        with listening_socket(address) as listening:
            for name, wish in wanted.items():
                devices[name] = await built(wish)
            side_channel = new_side_channel(devices, boxes)
            serving = asyncio.create_task(side_channel.serve(sockets=[listening]))
            try:
                yield devices, "http://{}:{}".format(*listening.getsockname())
            finally:
                side_channel.should_exit = True
                await serving
    finally:
        for device in devices.values():
            device.close()
