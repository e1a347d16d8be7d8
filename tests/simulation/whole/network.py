"""TCP as the loop has it: connections within the process, whose bytes take their time and come in pieces.

Bytes of one direction are never overtaken. What is under way when a connection is cut is lost. A server that is killed
has its connections reset, as the kernel does it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.whole.loop import WORLD, Life, SimulatedLoop

FASTEST_S, SLOWEST_S = 0.000_2, 0.003
# A connection at whose other end nobody is any more is found out by TCP's own probes.
PROBED_S = (9.0, 13.0)
# So many of a hundred writes come in two pieces.
IN_PIECES = 5

Factory = Callable[[], asyncio.BaseProtocol]


class _Socket:
    """What a transport says of its socket."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address

    def setsockopt(self, *_: Any) -> None:
        """Nothing here would keep a connection alive."""

    def getsockname(self) -> tuple[str, int]:
        """Where it listens."""
        return self._address


class Listener:
    """A port that somebody listens at."""

    def __init__(self, network: "Network", address: tuple[str, int], factory: Factory) -> None:
        self._network, self.address, self.factory = network, address, factory
        self.sockets = (_Socket(address),)

    def close(self) -> None:
        """Listen no more; connections stay."""
        self._network.listeners.pop(self.address, None)


class Connection(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, loop: SimulatedLoop, dice: Random, life: Life, protocol: asyncio.BaseProtocol) -> None:
        super().__init__()
        self._loop, self._dice, self.life, self._protocol = loop, dice, life, protocol
        self.peer: Connection
        self.host = ""
        self._closing = self._told = self._paused = False
        self._arrived: deque[bytes] = deque()
        self._under_way = 0
        self._latest_s = 0.0

    # --- for the protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """There is a socket to set options of, and nothing else to be known."""
        return _Socket(("", 0)) if name == "socket" else default

    def is_closing(self) -> bool:
        """Whether nothing more is sent."""
        return self._closing

    def get_write_buffer_size(self) -> int:
        """What the other end has not taken yet."""
        return self._under_way

    def write(self, data: bytes) -> None:  # type: ignore[override]
        """Send this."""
        if self._closing or not data:
            return
        place = self._dice.randrange(1, len(data)) if len(data) > 1 and self._dice.randrange(100) < IN_PIECES else 0
        for piece in (data[:place], data[place:]) if place else (data,):
            self._under_way += len(piece)
            self._loop.world(self._after(), self.peer.came, bytes(piece))

    def pause_reading(self) -> None:
        """Take nothing more for now. A device that does so has left the host alone: what probes the line finds out."""
        self._paused = True
        if self.life is WORLD:
            self._loop.world(self._loop.now_s + self._dice.uniform(*PROBED_S), self._not_there)

    def _not_there(self) -> None:
        if self._paused and not self._told:
            self.peer.lost(TimeoutError(110, "nobody is there"))
            self.lost(None)

    def resume_reading(self) -> None:
        """Take what has come, and what comes."""
        self._paused = False
        self._loop.call_soon(self._hand_on)

    def close(self) -> None:
        """Send no more; what is under way arrives."""
        self._end(self._after())

    def abort(self) -> None:
        """Break it off."""
        self._end(0.0)

    # --- between the two ends

    def _after(self) -> float:
        """When what is sent now arrives, and behind all that was sent before."""
        at_s = self._loop.now_s + self._dice.uniform(FASTEST_S, SLOWEST_S)
        self._latest_s = max(self._latest_s, at_s)
        return self._latest_s

    def came(self, data: bytes) -> None:
        """These bytes have come."""
        if not self._told:
            self._arrived.append(data)
            self._hand_on()

    def _hand_on(self) -> None:
        while self._arrived and not self._paused and not self._told:
            data = self._arrived.popleft()
            self.peer._under_way -= len(data)
            if not self._closing:
                self.within(self._give, data)

    def _give(self, data: bytes) -> None:
        """As the loop does: into the protocol's own buffer, as much as that takes, if it has one."""
        if not isinstance(self._protocol, asyncio.BufferedProtocol):
            self._protocol.data_received(data)  # type: ignore[attr-defined]
            return
        buffer = memoryview(self._protocol.get_buffer(len(data)))
        taken = min(len(buffer), len(data))
        buffer[:taken] = data[:taken]
        if taken < len(data):
            self._arrived.appendleft(data[taken:])
            self.peer._under_way += len(data) - taken
        self._protocol.buffer_updated(taken)

    def within(self, act: Callable[..., None], *arguments: Any) -> None:
        """Do this in the life of this end, if that is not over."""
        if not self.life.over:
            with self._loop.within(self.life):
                act(*arguments)

    def _end(self, peer_at_s: float) -> None:
        if self._closing:
            return
        self._closing = True
        self._loop.world(self._loop.now_s, self.lost, None)
        self._loop.world(max(peer_at_s, self._loop.now_s), self.peer.lost, None)

    def lost(self, error: Exception | None) -> None:
        """The connection is over."""
        if not self._told:
            self._closing = self._told = True
            self._arrived.clear()
            self.within(self._protocol.connection_lost, error)


class Network:
    """All connections of a world."""

    def __init__(self, loop: SimulatedLoop, seed: str) -> None:
        self._loop, self._dice = loop, Random(f"network/{seed}")
        self.listeners: dict[tuple[str, int], Listener] = {}
        self._connections: list[Connection] = []
        loop.network = self

    def listen(self, factory: Factory, host: str, port: int) -> Listener:
        """Let others connect to this port."""
        listener = self.listeners[host, port] = Listener(self, (host, port), factory)
        return listener

    async def connect(self, factory: Factory, host: str, port: int) -> tuple[Connection, asyncio.BaseProtocol]:
        """Connect to the port, if anybody listens there."""
        life = self._loop.life
        await asyncio.sleep(self._dice.uniform(FASTEST_S, SLOWEST_S))
        listener = self.listeners.get((host, port))
        if listener is None:
            raise ConnectionRefusedError(111, "nobody listens there")
        dice = Random(self._dice.random())
        here = Connection(self._loop, dice, life, factory())
        with self._loop.within(WORLD):
            there = Connection(self._loop, dice, WORLD, listener.factory())
        here.peer, there.peer = there, here
        here.host = there.host = host
        self._connections = [each for each in self._connections if not each._told] + [here, there]
        here._protocol.connection_made(here)
        there.within(there._protocol.connection_made, there)
        return here, here._protocol

    def under_way(self, table: str) -> bool:
        """Whether anything is on its way between this table's devices and the server, which may not be read yet."""
        return any(each._under_way for each in self._connections if each.host == table and not each._told)

    def reset(self, life: Life) -> None:
        """Whoever is at the other end of this life's connections finds that nobody is there."""
        for each in self._connections:
            if each.life is life:
                each._end(self._loop.now_s)
