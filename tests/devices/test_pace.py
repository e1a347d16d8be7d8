import asyncio
import socket
from pathlib import Path
from queue import SimpleQueue

import pytest

from app.devices.read_rate import BYTES_A_SECOND, BYTES_AT_ONCE, Pace, pace_of_a_line
from app.devices.transports import rfc2217
from app.devices.transports.ports import open_transport
from app.devices.transports.telnet import MOST_SAID, Data, Negotiated, Piece, Said, Telnet, TooMuchSaid
from app.devices.transports.transport import READ_BYTES
from app.devices.transports.urls import parse_url
from tests.devices.far_ends import End, PtyEnd, TcpEnd
from tests.devices.waiting import until


def test_a_burst_is_read_at_once_and_a_flood_at_the_speed_of_a_line() -> None:
    pace = pace_of_a_line()
    assert pace.wait_s(BYTES_AT_ONCE, 100.0) == 0
    assert pace.wait_s(BYTES_A_SECOND, 100.0) == pytest.approx(1.0)
    assert pace.wait_s(64, 100.5) == pytest.approx(0.501)
    assert pace.wait_s(BYTES_AT_ONCE, 200.0) == 0  # it was quiet, and may not save up more than a burst
    assert pace.wait_s(64, 200.0) == pytest.approx(0.001)


async def read_while_the_pace_is_slow(end: End) -> list[bytes]:
    """What is read of a flood by a line that has to wait for long after each piece."""
    pieces: list[bytes] = []
    line = await open_transport(parse_url(end.url), pieces.append, lambda _why: None)
    await end.send(bytes(3 * 1_024))
    await until(lambda: bool(pieces), "the first piece came")
    await end.send(bytes(3 * 1_024))
    for _ in range(100):  # each turn of the loop would read what is there
        await asyncio.sleep(0)
    await line.close()
    end.close()
    return pieces


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_a_line_that_floods_is_not_read_until_its_time_has_come(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "wait_s", lambda _pace, _size, _now_s: 3_600.0)
    end: End = PtyEnd(tmp_path / "port") if kind == "pty" else TcpEnd()
    assert len(asyncio.run(read_while_the_pace_is_slow(end))) == 1


def test_much_that_comes_at_once_over_tcp_is_taken_piece_by_piece() -> None:
    async def scene() -> None:
        end, pieces = TcpEnd(), list[bytes]()
        line = await open_transport(parse_url(end.url), pieces.append, lambda _why: None)
        await end.send(bytes(BYTES_AT_ONCE))
        await until(lambda: sum(map(len, pieces)) == BYTES_AT_ONCE, "all of it came")
        assert max(map(len, pieces)) <= READ_BYTES
        await line.close()
        end.close()

    asyncio.run(scene())


class PortOnAPair(rfc2217._Port):
    """A port whose line is a pair of sockets: nothing is negotiated."""

    def __init__(self) -> None:
        super().__init__(None)
        self._socket, self.far = socket.socketpair()
        self._read_buffer = SimpleQueue()
        self.is_open = True


def test_a_port_of_rfc2217_is_read_at_the_pace_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(Pace, "wait_s", lambda _pace, size, _now_s: float(size))
    monkeypatch.setattr(rfc2217, "sleep", slept.append)
    port = PortOnAPair()
    port.far.sendall(bytes(3 * READ_BYTES))
    port.far.close()
    port._telnet_read_loop()
    assert sum(slept) == 3 * READ_BYTES
    assert max(slept) <= READ_BYTES
    assert port._socket is not None
    port._socket.close()


def test_a_subnegotiation_without_an_end_ends_the_line() -> None:
    port = PortOnAPair()
    port.far.sendall(b"before\xff\xfa\x2c" + bytes(2 * MOST_SAID))
    port._telnet_read_loop()  # it ends, though the other end is open
    assert port._read_buffer.get() is None
    for line in (port._socket, port.far):
        assert line is not None
        line.close()


SPOKEN = b"a\xff\xffb\xff\xfb\x2c\xff\xf1c\xff\xfa\x2c\x65\xff\xff\x00\xff\xf0d\xff\xf0e"
MEANT: list[Piece] = [
    Data(b"a\xffb"),
    Negotiated(b"\xfb", b"\x2c"),
    Data(b"c"),
    Said(b"\x2c\x65\xff\x00"),
    Data(b"de"),
]


def joined(pieces: list[Piece]) -> list[Piece]:
    """The same with what lies beside each other of the device's bytes in one piece."""
    whole: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Data) and whole and isinstance(whole[-1], Data):
            whole[-1] = Data(whole[-1].data + piece.data)
        else:
            whole.append(piece)
    return whole


@pytest.mark.parametrize("size", [1, 2, 3, 7, len(SPOKEN)])
def test_telnet_means_the_same_however_it_is_cut(size: int) -> None:
    telnet = Telnet()
    portions = [SPOKEN[at : at + size] for at in range(0, len(SPOKEN), size)]
    assert joined([piece for portion in portions for piece in telnet.feed(portion)]) == MEANT


def test_as_much_is_said_as_any_option_needs_and_no_more() -> None:
    telnet = Telnet()
    assert telnet.feed(b"\xff\xfa" + bytes(MOST_SAID) + b"\xff\xf0") == [Said(bytes(MOST_SAID))]
    with pytest.raises(TooMuchSaid):
        telnet.feed(b"\xff\xfa" + bytes(MOST_SAID + 1))
