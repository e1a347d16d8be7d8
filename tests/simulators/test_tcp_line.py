"""A simulated line over TCP that is plugged in and unplugged at the same time."""

import asyncio

from device_simulators.lines.tcp import TcpLine


def line() -> TcpLine:
    return TcpLine("127.0.0.1", 0, lambda _data: None)


def test_a_line_that_is_plugged_in_twice_at_once_opens_its_port_once() -> None:
    async def scene() -> None:
        tcp = line()
        await tcp.plug()
        url = tcp.url
        tcp.unplug()
        await asyncio.gather(tcp.plug(), tcp.plug())
        assert tcp.plugged and tcp.url == url
        tcp.unplug()

    asyncio.run(scene())


def test_a_line_that_is_unplugged_while_its_port_opens_stays_unplugged() -> None:
    async def scene() -> None:
        tcp = line()
        plugging = asyncio.create_task(tcp.plug())
        await asyncio.sleep(0)
        tcp.unplug()
        await plugging
        assert not tcp.plugged
        await tcp.plug()
        assert tcp.plugged
        tcp.unplug()

    asyncio.run(scene())
