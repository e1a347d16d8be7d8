"""What it takes to tell one socket, ten, a hundred and a thousand of one change at their table.

`python -m tests.bench.fanout` measures in turn, several times, from the moment at which something is published to the
moment at which the last of the sockets has all of it:

* ours: the hub of the table, which makes the view, encodes it and gives it to every socket, through uvicorn;
* the floor: `broadcast` of the library that uvicorn speaks sockets with, on bare connections, of a text that is ready.

All are in one process, without compression; the sockets' far ends are in processes of their own, which only read.
"""

import argparse
import asyncio
import base64
import os
import resource
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple, cast

import uvicorn
from fastapi import FastAPI, WebSocket
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.typing import Subprotocol

from app.books.rulebook import load_ruleset
from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.people.caller import Caller
from app.realtime.audience import views
from app.realtime.hub import TableHub
from app.realtime.outlet import Outlet
from app.realtime.subscriber import Subscriber
from app.realtime.writing import Said, change
from app.store.codec import encode
from app.table.actor import TableActor
from app.table.requests import Published
from tests.bench import figures
from tests.bench.quiet import Watch
from tests.store.plays import random_plays

BESIDE = "broadcast on bare connections"
# What this project wants to reach with so many screens.
MANY, WANTED = 1_000, 1.15
BOOK, SEED, PROTOCOL = "nz-division-15", 4, "tables.v1"
NOBODY = Caller("nobody", frozenset(), "", "bench")


class Standing:
    """A table with cards on it."""

    def __init__(self) -> None:
        self.version, self.stopped = 1, None
        play = random_plays(SEED, 1)[0]
        self.rules, self.table = load_ruleset(play.rules.id), EMPTY
        for event in play.events:
            self.table = apply(self.table, event)

    def changed(self) -> Published:
        """The next change, which every audience sees."""
        self.version += 1
        cents = 1_000 + 100 * (self.version % 2)
        self.table = replace(self.table, config=replace(self.table.config, minimum_cents=cents))
        return Published(self.version, (cast(Any, None),), self.table)


class Measured(NamedTuple):
    """One change: until the last socket has it, and the processor's time that the publisher took for it."""

    all_have_it_s: float
    busy_s: float


class FarEnds:
    """So many sockets in a process of their own, which tells when the last of them has what is to come."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    @classmethod
    async def connected(cls, port: int, count: int) -> "FarEnds":
        """All of them, connected."""
        command = [sys.executable, "-m", "tests.bench.fanout", "--far-ends", str(count), "--port", str(port)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        ends = cls(process)
        await ends._line()
        return ends

    async def measured(self, publish: Callable[[], Any], size: int) -> Measured:
        """Publish, and wait until everybody has it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{size}\n".encode())
        self._process.stdin.flush()
        await self._line()
        began_s, busy_s = time.perf_counter(), time.process_time()
        publish()
        busy_s = time.process_time() - busy_s
        return Measured(float(await self._line()) - began_s, busy_s)

    async def _line(self) -> bytes:
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        assert line, "the far ends have ended"
        return line

    def close(self) -> None:
        """Let go of them."""
        self._process.kill()
        self._process.communicate()


def far_ends(port: int, count: int) -> None:
    """Connect, and read whatever comes; at each size on the input, say when every socket has got as much."""
    lines = {line.fileno(): line for line in [_handshaken(port) for _ in range(count)]}
    poll = select.epoll()
    for number in lines:
        poll.register(number, select.EPOLLIN)
    print("connected", flush=True)
    for size in sys.stdin:
        missing, left = dict.fromkeys(lines, int(size)), count
        print("waiting", flush=True)
        while left:
            for number, _ in poll.poll():
                missing[number] -= len(lines[number].recv(1 << 18))
                assert missing[number] >= 0
                left -= missing[number] == 0
        print(time.perf_counter(), flush=True)


def _handshaken(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    asked = [
        "GET /feed HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Protocol: {PROTOCOL}", "", "",
    ]  # fmt: skip
    line.sendall("\r\n".join(asked).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 "), answer
    return line


def _memory_kib() -> int:
    """The most that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _application(hub: TableHub) -> FastAPI:
    application = FastAPI()

    @application.websocket("/feed")
    async def feed(websocket: WebSocket) -> None:
        await websocket.accept(PROTOCOL)
        hub.join(subscriber := Subscriber(NOBODY, "floor", "1", Outlet(websocket.send)))
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass
        hub.leave(subscriber)

    return application


def _server(hub: TableHub) -> uvicorn.Server:
    settings: dict[str, Any] = {"ws": "websockets-sansio", "ws_per_message_deflate": False, "ws_ping_interval": None}
    return uvicorn.Server(uvicorn.Config(_application(hub), port=0, log_level="critical", lifespan="off", **settings))


def _frame_size(text: str) -> int:
    data = len(text.encode())
    return data + (2 if data < 126 else 4 if data < 65_536 else 10)


async def measure(count: int, rounds: int, repeats: int) -> None:
    """Measure and print."""
    standing = Standing()
    hub = TableHub("1", cast(TableActor, standing), lambda: time.time_ns() // 1_000, lambda: ((), ()))
    server = _server(hub)
    serving = asyncio.create_task(server._serve())
    bare: set[ServerConnection] = set()

    async def keep(connection: ServerConnection) -> None:
        bare.add(connection)
        await connection.wait_closed()

    protocols = [Subprotocol(PROTOCOL)]
    async with serve(keep, "127.0.0.1", 0, compression=None, subprotocols=protocols, ping_interval=None) as floor:
        while not server.started:
            await asyncio.sleep(0.01)
        before = _memory_kib()
        port = server.servers[0].sockets[0].getsockname()[1]
        ours = await _greeted(hub, port, count)
        a_socket = (_memory_kib() - before) / count
        theirs = await FarEnds.connected(next(iter(floor.sockets)).getsockname()[1], count)
        await _rounds(standing, hub, bare, (ours, theirs), rounds, repeats)
        print(f"memory for each socket: {a_socket:.0f} KiB")
        ours.close()
        theirs.close()
    server.should_exit = True
    await serving


async def _greeted(hub: TableHub, port: int, count: int) -> FarEnds:
    """The far ends of our sockets, which have taken their hello."""
    ends = await FarEnds.connected(port, count)
    while len(hub.subscribers()) < count:
        await asyncio.sleep(0.01)
    (hello,) = {_frame_size(hub._hello("floor", shown.said.view)) for shown in hub._shown.values()}
    await ends.measured(lambda: None, hello)
    return ends


async def _rounds(
    standing: Standing,
    hub: TableHub,
    bare: set[ServerConnection],
    ends: tuple[FarEnds, FarEnds],
    rounds: int,
    repeats: int,
) -> None:
    ratios, busy, plain, watch = [], [], "", Watch()
    for number in range(1, rounds + 1):
        ours, theirs = [], []
        with watch:
            for _ in range(repeats):
                published = standing.changed()
                view = encode(views(published.table, standing.rules, ["floor"])["floor"])
                text = change(standing.version, standing.version, time.time_ns() // 1_000, Said(view, None)).text
                size = _frame_size(text)
                theirs.append(await ends[1].measured(partial(broadcast, bare, text), size))
                ours.append(await ends[0].measured(partial(hub.published, published), size))
        ratios.append(_median(ours) / _median(theirs))
        busy.append(_busy(ours) / _busy(theirs))
        plain = f"{_median(ours) * 1e3:.1f} ms beside {_median(theirs) * 1e3:.1f} ms"
        print(f"{number}: broadcast {_words(theirs)}; ours {_words(ours)}; ratio of the medians {ratios[-1]:.2f}")
    what = f"a view to {len(bare):,} screen{'s' * (len(bare) > 1)} of a table"
    wanted = WANTED if len(bare) >= MANY else None
    figures.ratio(f"{what}, until the last has it", BESIDE, ratios, plain, others=watch.shares, at_most=wanted)
    figures.ratio(f"{what}, the publisher's work", BESIDE, busy, others=watch.shares)


def _median(measured: list[Measured]) -> float:
    return median([each.all_have_it_s for each in measured])


def _busy(measured: list[Measured]) -> float:
    return median([each.busy_s for each in measured])


def _words(measured: list[Measured]) -> str:
    all_ms = sorted([each.all_have_it_s * 1e3 for each in measured])
    return (
        f"{median(all_ms):.1f} ms ({all_ms[0]:.1f} to {all_ms[-1]:.1f}; {_busy(measured) * 1e3:.1f} of the processor)"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, nargs="+", default=[1, 10, 100, 1_000])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--repeats", type=int, default=11, help="changes in each round")
    parser.add_argument("--far-ends", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.far_ends is not None:
        far_ends(options.port, options.far_ends)
    else:
        for count in options.sockets:
            asyncio.run(measure(count, options.rounds, options.repeats))


if __name__ == "__main__":
    main()
