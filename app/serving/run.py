"""Serving: the port is taken, the tables are brought back, people are let in, until somebody says stop.

A stop goes the other way: `/readyz` says no and nobody new is let in, requests under way are answered, then the server
is closed (sockets with a code that says come back, devices and tables with their records whole, leases given back,
heads signed), and at last the port.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import uvicorn

from app.api.application import create_app
from app.house.places import is_this_machine
from app.server import Server
from app.serving import logs, port
from app.serving.connections import MOST, Connections, Limits, Listening, most_connections
from app.serving.front import Front
from app.serving.impatient import Impatient
from app.serving.metrics import Metrics
from app.serving.proxies import Network, Proxies, address_in
from app.serving.readiness import Lag
from app.serving.stopping import Stop
from app.serving.unread import Socket
from app.settings import Settings
from app.store.database import Database

log = logging.getLogger("tablekeeper.serving")
# The feeds refuse frames of more than 64 kB in words; what is far beyond that is not even read.
HEAD_BYTES, FRAME_BYTES = 16_384, 262_144
REQUESTS_WITHIN_S, CONNECTIONS_WITHIN_S = 4.0, 1
FAULT = 1


class Options(NamedTuple):
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8765
    certificate: Path | None = None
    key: Path | None = None
    address: str | None = None
    metrics_from: tuple[Network, ...] | None = ()  # None: everybody
    setup_token_file: Path | None = None


Say = Callable[[str], None]


async def serve(settings: Settings, database: Database, options: Options, say: Say, stop: Stop) -> int:
    """Serve until told to stop; the exit status. Raises PortRefused."""
    asyncio.get_running_loop().set_exception_handler(logs.loop_fault)
    stop.listen()
    most = most_connections(port.many_files())
    secure = port.check_certificate(options.certificate, options.key)
    made = port.taken(options.host, options.port)
    url = port.url_of(made, secure=secure)
    try:
        address = port.address_of(options.address, made, secure=secure)
        server = Server(settings, database, address, shares=True)
        made.connections = _limited(server, most)
        if await _started(server, stop):
            return await _served(
                server, made, options, stop, lambda: _greet(server, url, say, options.setup_token_file)
            )
        return 0
    finally:
        made.close()


def _limited(server: Server, most: int) -> Connections:
    """Room for as many as the process may have files for; of those two thirds may be sockets that look."""
    if most < MOST:
        log.warning("%d connections at most: the system lets this process have few open files", most)
    server.feeds.room.most = most * 2 // 3
    trusts = Proxies(server.settings.trusted_proxies).trusts

    def exempt(where: str) -> bool:
        return is_this_machine(where) or trusts(address_in(where))

    return Connections(Limits(most, server.settings.connections_of_one, server.people.knows, exempt))


async def _started(server: Server, stop: Stop) -> bool:
    """Whether it was, before somebody said stop."""
    starting, told = asyncio.create_task(server.start()), asyncio.create_task(stop.wait())
    await asyncio.wait((starting, told), return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if starting.done() and starting.exception() is None:
        return True
    starting.cancel()
    await asyncio.gather(starting, told, return_exceptions=True)
    with suppress(Exception):  # parts of it may not stand yet; what went wrong is told below
        await server.close()
    if not starting.cancelled():
        starting.result()
    return False


async def _served(server: Server, made: Listening, options: Options, stop: Stop, greet: Callable[[], None]) -> int:
    lag = Lag()
    metrics = Metrics(server, lag, made.connections)
    front = Front(create_app(server), server, metrics, lag, options.metrics_from)
    listening = _Listening(_config(front, options), greet)
    lag.start()
    metrics.start()
    port.opened(made)
    serving, told = asyncio.create_task(listening.serve([made])), asyncio.create_task(stop.wait())
    await asyncio.wait((serving, told), return_when=asyncio.FIRST_COMPLETED)
    fault = serving.done()
    if fault:
        log.error("the port does not serve any more", exc_info=None if serving.cancelled() else serving.exception())
        stop.begin()
    whole = await _stopped(server, front)
    listening.should_exit = True
    told.cancel()
    await asyncio.gather(serving, told, return_exceptions=True)
    await lag.close()
    log.info("stopped")
    return 0 if whole and not fault else FAULT


async def _stopped(server: Server, front: Front) -> bool:
    """Whether every table was let go of as it should."""
    log.info("stopping: nothing new is taken")
    server.stopping = True
    if not await front.idle(REQUESTS_WITHIN_S):
        log.warning("not every request was answered in time; what was asked may be asked again with the same id")
    try:
        await server.close()
    except Exception:  # the process ends all the same, and what was acknowledged is durable
        log.exception("not everything could be let go of; leases that were not given back run out by themselves")
        return False
    return True


def _greet(server: Server, url: str, say: Say, token_file: Path | None) -> None:
    """Say all of it at once: programs read it, too."""
    tables = len(server.tables.live())
    log.info("serving", extra={"url": url, "address": server.address, "tables": tables})
    lines = [f"Tablekeeper serves {tables} tables at {url}"]
    if server.address != url:
        lines.append(f"Others are sent to {server.address} for them; if that is not how they get here, give --address.")
    if server.setup_token is not None:
        lines += [
            "Nobody has an account yet. The first administrator is made with this token, once, while this runs:",
            f"    {server.setup_token}",
            f'Open {url}/ in a browser and choose "First start", or use `tablekeeper staff add` here instead.',
        ]
    elif server.people.token_given_at is not None:
        lines += [
            f"Nobody has an account yet. The setup token for the first one was printed by the server at"
            f" {server.people.token_given_at or 'another address'}, and is good there;",
            "if that server is gone, start this one again: it prints one then. `tablekeeper staff add` works at both.",
        ]
    if token_file is not None:
        _leave_token(token_file, server.setup_token)
    say("\n".join(lines))


def _leave_token(file: Path, token: str | None) -> None:
    """Have the token where a program finds it that sets the house up, for this user alone; or no old one. Nothing is
    written into a file or through a link that somebody else has put there."""
    try:
        file.unlink(missing_ok=True)
        if token is not None:
            with open(file, "x", opener=lambda path, flags: os.open(path, flags, 0o600)) as made:
                made.write(f"{token}\n")
    except OSError:
        log.exception("the setup token could not be written; it stands in the output")


class _Listening(uvicorn.Server):
    """uvicorn, which says when people can connect; signals are not its business."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Let people connect."""
        await super().startup(sockets)
        self._ready()


def _config(front: Front, options: Options) -> uvicorn.Config:
    return uvicorn.Config(
        front,
        http=Impatient,
        ws=Socket,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_graceful_shutdown=CONNECTIONS_WITHIN_S,
        ssl_certfile=options.certificate,
        ssl_keyfile=options.key,
    )
