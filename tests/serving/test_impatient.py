"""Connections that come to nothing are closed, and others are left alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from app.serving import impatient, port
from app.serving.impatient import Impatient

SHORT_S, SLOW_S, TOO_LONG_S = 0.2, 0.7, 10.0


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads what it is sent, takes its time at /slow, and answers; keeps every socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/slow":
        await asyncio.sleep(SLOW_S)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def served() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server that is impatient."""
    with port.taken("127.0.0.1", 0) as made:
        port.opened(made)
        config = uvicorn.Config(app, http=Impatient, ws="websockets-sansio", lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server._serve([made]))
        reader, writer = await asyncio.open_connection(*made.getsockname())
        try:
            yield reader, writer
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            server.should_exit = True
            await serving


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impatient, "WHOLE_WITHIN_S", SHORT_S)


UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET / HTT",
    "half a head": b"GET / HTTP/1.1\r\nhost: a\r\nx-",
    "half a body": b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf",
}


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
async def test_a_request_that_never_becomes_whole_is_not_waited_for(sent: bytes) -> None:
    async with served() as (reader, writer):
        writer.write(sent)
        assert await asyncio.wait_for(reader.read(), TOO_LONG_S) == b""


async def test_byte_by_byte_does_not_help() -> None:
    async with served() as (reader, writer):

        async def dribble() -> None:
            with suppress(ConnectionError):
                while True:
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(SHORT_S / 10)

        dribbling = asyncio.create_task(dribble())
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), TOO_LONG_S) == b""
        dribbling.cancel()


async def test_whoever_waits_for_us_is_left_alone() -> None:
    async with served() as (reader, writer):
        writer.write(b"GET /slow HTTP/1.1\r\nhost: a\r\n\r\n")
        assert (await asyncio.wait_for(reader.readline(), TOO_LONG_S)).startswith(b"HTTP/1.1 200")


async def test_one_request_after_the_other_is_left_alone() -> None:
    async with served() as (reader, writer):
        for _ in range(8):
            writer.write(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TOO_LONG_S)
            assert head.startswith(b"HTTP/1.1 200")
            assert await reader.readexactly(2) == b"ok"
            await asyncio.sleep(SHORT_S / 3)


async def test_a_socket_has_ways_of_its_own() -> None:
    async with served() as (reader, writer):
        asked = (
            b"GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        writer.write(asked)
        assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TOO_LONG_S)).startswith(b"HTTP/1.1 101")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(), 4 * SHORT_S)
