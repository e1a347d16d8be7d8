"""The wire that the servers' faults come from: each does what its name says, the one way and the other."""

import asyncio
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from app.store.embedded.socket_folder import PORT
from tests.store.waiting import until
from tests.wires import BOTH, Fault, Way, Wire, wire

SOON_S = 5.0


class Echo:
    """The real side: says back what it hears, and keeps it."""

    def __init__(self, place: Path) -> None:
        self.heard: list[bytes] = []
        self.ended = 0
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(place))
        self._listening.listen()
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                Thread(target=self._answer, args=(client,), daemon=True).start()

    def _answer(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            while said := client.recv(100):
                self.heard.append(said)
                client.sendall(said)
        self.ended += 1

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(SOON_S)


class Ends:
    """A wire with both its sides."""

    def __init__(self, echo: Echo, way: Wire, place: Path) -> None:
        self.echo, self.wire, self._place = echo, way, place
        self._open: list[socket.socket] = []

    def connect(self) -> socket.socket:
        made = socket.socket(socket.AF_UNIX)
        made.settimeout(SOON_S)
        made.connect(str(self._place))
        self._open.append(made)
        return made

    def close(self) -> None:
        for each in self._open:
            each.close()


@contextmanager
def ends() -> Iterator[Ends]:
    with tempfile.TemporaryDirectory(prefix="wire", dir="/tmp") as folder:
        real, here = Path(folder) / "real", Path(folder)
        echo = Echo(real)
        with closing(echo), wire(real, here) as way, closing(Ends(echo, way, here / f".s.PGSQL.{PORT}")) as made:
            yield made


def says(client: socket.socket, said: bytes) -> bytes:
    client.sendall(said)
    return client.recv(100)


def is_silent(client: socket.socket) -> bool:
    """Whether nothing has come, and it has not ended; asked when what would come has had its time."""
    client.setblocking(False)
    try:
        client.recv(100)
    except BlockingIOError:
        return True
    finally:
        client.settimeout(SOON_S)
    return False


def test_the_way_there_frozen_keeps_what_is_said_until_it_is_over() -> None:
    with ends() as made:
        client = made.connect()
        assert says(client, b"one") == b"one"
        made.wire.strike(Fault("freeze", ("there",)))
        client.sendall(b"two")
        until(lambda: made.wire.struck.held == 3)
        assert made.echo.heard == [b"one"]
        made.wire.heal()
        assert client.recv(100) == b"two"


def test_the_way_back_frozen_has_it_heard_and_the_answer_kept() -> None:
    with ends() as made:
        client = made.connect()
        assert says(client, b"one") == b"one"
        made.wire.strike(Fault("freeze", ("back",)))
        client.sendall(b"two")
        until(lambda: made.echo.heard == [b"one", b"two"] and made.wire.struck.held == 3)
        assert is_silent(client)
        made.wire.heal()
        assert client.recv(100) == b"two"


@pytest.mark.parametrize(("whose", "old", "new"), [("open", False, True), ("new", True, False), ("all", False, False)])
def test_old_connections_new_ones_or_all(whose: str, old: bool, new: bool) -> None:
    with ends() as made:
        first = made.connect()
        assert says(first, b"one") == b"one"
        made.wire.strike(Fault("freeze", whose=whose))  # type: ignore[arg-type]
        second = made.connect()
        for client, flows in ((first, old), (second, new)):
            held = made.wire.struck.held
            if flows:
                assert says(client, b"two") == b"two"
            else:
                client.sendall(b"two")
                until(lambda before=held: made.wire.struck.held > before)  # type: ignore[misc]


def test_only_so_many_new_connections_stand_still() -> None:
    with ends() as made:
        made.wire.strike(Fault("freeze", whose="new", connections=1))
        first = made.connect()
        first.sendall(b"one")
        until(lambda: bool(made.wire.struck))
        assert says(made.connect(), b"two") == b"two"


def test_only_the_connection_that_says_this_stands_still() -> None:
    with ends() as made:
        made.wire.strike(Fault("freeze", connections=1, at=b"FROM"))
        first, second = made.connect(), made.connect()
        assert says(first, b"SELECT") == b"SELECT"
        first.sendall(b"x FROM y")
        until(lambda: bool(made.wire.struck))
        assert says(second, b"x FROM y") == b"x FROM y"
        assert made.echo.heard == [b"SELECT", b"x FROM y"]


def test_cut_one_way_is_over_for_one_side_alone() -> None:
    with ends() as made:
        client = made.connect()
        assert says(client, b"one") == b"one"
        made.wire.strike(Fault("cut", ("there",)))
        until(lambda: made.echo.ended == 1)
        client.sendall(b"two")
        until(lambda: made.wire.struck.held == 3)
        assert is_silent(client)
        made.wire.heal()
        assert ended(client)
        assert made.echo.heard == [b"one"]


def test_cut_on_the_way_back_leaves_the_real_side_waiting() -> None:
    with ends() as made:
        client = made.connect()
        assert says(client, b"one") == b"one"
        made.wire.strike(Fault("cut", ("back",)))
        assert ended(client)
        assert made.echo.ended == 0
        made.wire.heal()
        until(lambda: made.echo.ended == 1)


@pytest.mark.parametrize("ways", [("there",), ("back",), BOTH])
def test_new_connections_cut(ways: tuple[Way, ...]) -> None:
    with ends() as made:
        first = made.connect()
        assert says(first, b"one") == b"one"
        made.wire.strike(Fault("cut", ways, whose="new"))
        second = made.connect()
        until(lambda: made.wire.struck.ended == 1)
        assert says(first, b"two") == b"two"
        assert ended(second) if "back" in ways else is_silent(second)


def test_a_slow_link_is_late_and_in_order() -> None:
    with ends() as made:
        client = made.connect()
        made.wire.strike(Fault("delay", delay_s=0.01))
        for said in (b"one", b"two", b"three"):
            assert says(client, said) == said
        assert made.wire.struck.held == 2 * len(b"onetwothree")


def test_a_fault_that_meets_nothing_has_not_struck() -> None:
    with ends() as made:
        assert says(made.connect(), b"one") == b"one"
        made.wire.strike(Fault("freeze"))
        made.wire.heal()
        assert not made.wire.struck


async def _at(made: Wire, peer: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    assert not isinstance(made.here, Path)
    return await asyncio.open_connection(*made.here, local_addr=(peer, 0))


def test_the_connections_from_an_address_are_cut_alone() -> None:
    async def played() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(f"{writer.get_extra_info('peername')[0]}\n".encode())
            await reader.read()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        made = Wire(("127.0.0.1", 0), server.sockets[0].getsockname()[:2])
        made.start()
        try:
            one, two = await _at(made, "127.0.1.1"), await _at(made, "127.0.1.2")
            assert [await one[0].readline(), await two[0].readline()] == [b"127.0.1.1\n", b"127.0.1.2\n"]
            assert made.cut_off(["127.0.1.1"]) == 1
            with suppress(ConnectionError):
                assert await one[0].read() == b""
            two[1].write_eof()
            assert await two[0].read() == b""
            one[1].close()
            two[1].close()
        finally:
            made.close()
            server.close()

    asyncio.run(played())


def test_nobody_gets_through_where_nothing_is() -> None:
    made = Wire(("127.0.0.1", 0))
    made.start()
    try:
        assert not isinstance(made.here, Path)
        with socket.create_connection(made.here, SOON_S) as client:
            assert ended(client)
        until(lambda: made.idle)
    finally:
        made.close()


def ended(client: socket.socket) -> bool:
    """Whether the other side has gone, however."""
    try:
        return client.recv(100) == b""
    except ConnectionError:
        return True
