import asyncio
import os
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.devices.transports.ports import open_transport
from app.devices.transports.transport import UNSENT_BYTES_AT_MOST, CannotOpen, Transport
from app.devices.transports.urls import BadUrl, Rfc2217Url, SerialUrl, TcpUrl, parse_url
from tests.devices.far_ends import End, PtyEnd, Rfc2217End, TcpEnd
from tests.devices.waiting import PATIENCE_S, descriptors, tasks, threads, until

# pyserial 3.5 sets a thread's name and daemon flag the old way
pytestmark = pytest.mark.filterwarnings(r"ignore:set(Daemon|Name)\(\) is deprecated:DeprecationWarning")
KINDS = ("pty", "tcp", "rfc2217")


def an_end(kind: str, folder: Path) -> End:
    match kind:
        case "pty":
            return PtyEnd(folder / "port")
        case "tcp":
            return TcpEnd()
        case _:
            return Rfc2217End(folder / "port")


@pytest.fixture(params=KINDS)
def end(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[End]:
    made = an_end(request.param, tmp_path)
    yield made
    made.close()


class Heard:
    """What came over a line."""

    def __init__(self) -> None:
        self.data = b""
        self.lost: list[str] = []

    def received(self, data: bytes) -> None:
        self.data += data

    async def open(self, url: str) -> Transport:
        return await open_transport(parse_url(url), self.received, self.lost.append)


async def arrived(end: End, data: bytes) -> None:
    """Wait until the other end has got exactly this."""
    got = b""

    def whole() -> bool:
        nonlocal got
        got += end.read()
        return got == data

    await until(whole, f"{len(data)} bytes arrived")


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("/dev/ttyUSB0?baud=4800", SerialUrl("/dev/ttyUSB0", 4800)),
        ("/dev/pts/7", SerialUrl("/dev/pts/7", 9600)),
        (" /dev/ttyS0 ", SerialUrl("/dev/ttyS0", 9600)),
        ("socket://host:4001", TcpUrl("host", 4001)),
        ("socket://[::1]:4001/", TcpUrl("::1", 4001)),
        ("rfc2217://10.0.0.5:4001?baud=115200", Rfc2217Url("10.0.0.5", 4001, 115200)),
        ("rfc2217://10.0.0.5:4001", Rfc2217Url("10.0.0.5", 4001, 9600)),
    ],
)
def test_an_address_is_understood_and_written_again(text: str, parsed: SerialUrl) -> None:
    assert parse_url(text) == parsed
    assert parse_url(str(parsed)) == parsed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "whole path"),
        ("ttyUSB0", "whole path"),
        ("/dev/", "whole path"),
        ("COM3:", "not known"),
        ("http://host:80", "http:// is not known"),
        ("/dev/ttyUSB0?baud=fast", "baud=fast is no speed"),
        ("/dev/ttyUSB0?baud=0", "baud=0 is no speed"),
        ("/dev/ttyUSB0?baud=-9600", "baud=-9600 is no speed"),
        ("/dev/ttyUSB0?parity=even", "no option 'parity'"),
        ("/dev/ttyUSB0?baud", "bad query field"),
        ("/dev/ttyUSB0#1", "#1"),
        ("socket://host", "port is missing"),
        ("socket://host:0", "port is missing"),
        ("socket://host:70000", "out of range"),
        ("socket://host:port", "invalid literal|could not be cast"),
        ("socket://:4001", "host is missing"),
        ("socket://host:4001/path", "only host and port"),
        ("socket://me@host:4001", "only host and port"),
        ("socket://host:4001?baud=9600", "no option 'baud' here"),
        ("rfc2217://host:4001?logging=debug", "no option 'logging'"),
    ],
)
def test_a_wrong_address_is_refused_with_the_reason_and_an_example(text: str, why: str) -> None:
    with pytest.raises(BadUrl, match=why) as refused:
        parse_url(text)
    assert "socket://10.0.0.5:4001" in str(refused.value)


def test_bytes_go_both_ways_and_nothing_is_left_open(end: End) -> None:
    every_byte = bytes(range(256))

    async def scene() -> None:
        before = threads(), tasks()
        heard = Heard()
        line = await heard.open(end.url)
        await end.send(every_byte)
        await until(lambda: heard.data == every_byte, "all bytes came")
        assert line.write(every_byte)
        await arrived(end, every_byte)
        await line.close()
        assert not line.write(b"late")
        await until(lambda: (threads(), tasks()) == before, "threads and tasks have ended")
        assert heard.lost == []

    asyncio.run(scene())


def test_a_pulled_line_is_told_once_and_in_words(end: End) -> None:
    async def scene() -> None:
        heard = Heard()
        line = await heard.open(end.url)
        await end.send(b"last words")
        await until(lambda: heard.data == b"last words", "what was sent before came")
        end.pull()
        await until(lambda: bool(heard.lost), "the loss is told")
        assert not line.write(b"late")
        await line.close()
        assert len(heard.lost) == 1
        assert "gone" in heard.lost[0] or "ended" in heard.lost[0]

    asyncio.run(scene())


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_a_hundred_openings_leave_no_descriptor(kind: str, tmp_path: Path) -> None:
    async def scene() -> None:
        end = an_end(kind, tmp_path)
        for number in range(101):
            if number == 1:
                before = descriptors()
            heard = Heard()
            line = await heard.open(end.url)
            end.pull()
            await until(lambda heard=heard: bool(heard.lost), "the loss is told")  # type: ignore[misc]
            await line.close()
            end.plug()
        assert descriptors() == before
        end.close()

    asyncio.run(scene())


def test_a_reset_connection_is_told() -> None:
    async def scene() -> None:
        end = TcpEnd()
        heard = Heard()
        line = await heard.open(end.url)
        await end.send(b"x")
        await until(lambda: heard.data == b"x", "a byte came")
        end.pull(reset=True)
        await until(lambda: bool(heard.lost), "the loss is told")
        assert heard.lost == [os.strerror(104)]  # reset by the other end
        await line.close()

    asyncio.run(scene())


def test_a_tcp_line_is_probed_while_it_is_quiet() -> None:
    async def scene() -> None:
        end = TcpEnd()
        line = await Heard().open(end.url)
        option = line._transport.get_extra_info("socket").getsockopt  # type: ignore[attr-defined]
        assert option(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert option(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
        assert option(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 5
        assert option(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000
        await line.close()
        end.close()

    asyncio.run(scene())


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_that_takes_nothing_refuses_whole_frames_and_still_closes(kind: str, tmp_path: Path) -> None:
    """Nobody reads at the other end: the kernel's buffers fill, then ours, and nobody ever waits."""

    async def scene() -> None:
        end = an_end(kind, tmp_path)
        line = await Heard().open(end.url)
        frame = bytes(UNSENT_BYTES_AT_MOST // 2)
        sent = 0
        refused = 0
        while refused < 200:  # many in a row: not only until the next turn of a thread
            if line.write(frame):
                sent, refused = sent + 1, 0
            else:
                refused += 1
                await asyncio.sleep(0.001)
        assert sent > 2
        await asyncio.wait_for(line.close(), 5)
        end.close()

    asyncio.run(scene())


def test_a_serial_port_is_opened_by_one_program_only(tmp_path: Path) -> None:
    async def scene() -> None:
        end = PtyEnd(tmp_path / "port")
        line = await Heard().open(end.url)
        with pytest.raises(CannotOpen, match="another program has it open"):
            await Heard().open(end.url)
        await line.close()
        line = await Heard().open(end.url)
        await line.close()
        end.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("/dev/ttyNONE", "there is no such port; is its cable plugged in"),
        ("/dev/null", "it is no serial port"),
        ("socket://127.0.0.1:1", "Connection refused; check host, port and network"),
        (f"socket://{'a' * 70}:1", "no host can have that name"),
        ("rfc2217://127.0.0.1:1", "Connection refused; check host, port and network"),
    ],
)
def test_what_cannot_be_opened_says_why(url: str, why: str) -> None:
    async def scene() -> None:
        with pytest.raises(CannotOpen, match=why):
            await Heard().open(url)

    asyncio.run(scene())


def test_a_device_server_that_speaks_no_rfc2217_is_named_so() -> None:
    """Slow: pyserial waits three seconds for the answers."""

    async def scene() -> None:
        end = TcpEnd()
        with pytest.raises(CannotOpen, match="does not answer as RFC 2217 has it"):
            await Heard().open(end.url.replace("socket", "rfc2217"))
        end.close()

    asyncio.run(scene())


async def opens_again(url: str) -> None:
    """Wait until the port is not held any more. A thread of an earlier test that has ended meanwhile may have been
    counted among those that ran before: so long the one that opens is not missed."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await (await Heard().open(url)).close()
            except CannotOpen:
                await asyncio.sleep(0.002)


@pytest.mark.parametrize("kind", KINDS)
def test_an_opening_that_nobody_waits_for_leaves_nothing_open(kind: str, tmp_path: Path) -> None:
    async def scene() -> None:
        end = an_end(kind, tmp_path)
        before = (threads(), Counter(descriptors()))
        opening = asyncio.create_task(Heard().open(end.url))
        await asyncio.sleep(0)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening

        def nothing_is_left() -> bool:
            # threads alone would not do: between the one that opens and the one that closes there is none for a moment
            return threads() <= before[0] and Counter(descriptors()) <= before[1]

        await until(nothing_is_left, "the threads have ended and the line is closed")
        if kind == "pty":
            await opens_again(end.url)
        end.close()

    asyncio.run(scene())
