"""Sockets that make work and take nothing are let go of; a socket that is alive is not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn

from app.serving import port, unread
from app.serving.unread import MOST_PIECES, MOST_PINGS, Socket
from tests.serving.test_impatient import TOO_LONG_S, app

ASKED = (
    b"GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MASK = bytes(4)
PING, PIECE = b"\x89\xfd" + MASK + b"x" * 125, b"\x00\x80" + MASK
BEGINS, ENDS = b"\x01\x81" + MASK + b"x", b"\x80\x80" + MASK


@asynccontextmanager
async def socket() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A socket of a server as it serves."""
    with port.taken("127.0.0.1", 0) as made:
        port.opened(made)
        server = uvicorn.Server(uvicorn.Config(app, ws=Socket, lifespan="off", log_config=None))
        serving = asyncio.create_task(server._serve([made]))
        reader, writer = await asyncio.open_connection(*made.getsockname())
        try:
            writer.write(ASKED)
            assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TOO_LONG_S)).startswith(b"HTTP/1.1 101")
            yield reader, writer
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            server.should_exit = True
            await serving


async def ended(reader: asyncio.StreamReader) -> None:
    """Read until the line is closed at the other end."""
    with suppress(ConnectionError):
        while await asyncio.wait_for(reader.read(65_536), TOO_LONG_S):
            pass


async def test_a_flood_of_pings_ends_the_socket() -> None:
    async with socket() as (reader, writer):
        writer.write(PING * (MOST_PINGS + 1))
        await ended(reader)


async def test_pieces_without_end_end_the_socket() -> None:
    async with socket() as (reader, writer):
        writer.write(BEGINS + PIECE * (MOST_PIECES + 1))
        await ended(reader)


async def test_pings_now_and_then_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "PINGS_WITHIN_S", -1.0)  # each is the first in its time
    async with socket() as (reader, writer):
        for _ in range(MOST_PINGS + 2):
            writer.write(PING)
            assert await asyncio.wait_for(reader.readexactly(127), TOO_LONG_S) == b"\x8a\x7d" + b"x" * 125


async def test_a_message_in_pieces_is_taken() -> None:
    async with socket() as (reader, writer):
        for _ in range(3):
            writer.write(BEGINS + PIECE * (MOST_PIECES - 2) + ENDS)
        writer.write(PING)
        assert await asyncio.wait_for(reader.readexactly(127), TOO_LONG_S) == b"\x8a\x7d" + b"x" * 125
