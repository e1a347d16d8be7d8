"""The way out to one socket. Whoever puts something in never waits for it.

As long as the socket takes what it is given, a message is gone when `put` returns. Once its buffer is full, a task
writes what waits, in order, and ends when the socket has caught up. What is put in under a key replaces what still
waits under it; all else waits in order, up to a bound.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected

from app.realtime.beginning import Rest, begun
from app.realtime.close_reasons import TOO_SLOW, Closing, closing

log = logging.getLogger("tablekeeper.realtime")
MOST_WAITING = 64
# A socket that has taken nothing for so long is closed; one that needs the newest view only may take its time.
PATIENCE_S, NEWEST_PATIENCE_S = 5.0, 30.0
# A close frame has to pass what waits before it: then the socket is left to itself.
CLOSES_WITHIN_S = 2.0
GONE = (WebSocketDisconnect, WebSocketDisconnected, OSError)

Message = dict[str, Any]
Sending = Coroutine[Any, Any, None]
Send = Callable[[Message], Sending]


class _Waiting(NamedTuple):
    texts: tuple[str, ...]
    since_s: float


class Outlet:
    """What goes out to one socket."""

    def __init__(self, send: Send, patience_s: float = PATIENCE_S) -> None:
        self._send, self._patience_s = send, patience_s
        self._waiting: dict[object, _Waiting] = {}
        self._ordered = 0
        self._since_s = 0.0
        self._writer: asyncio.Task[None] | None = None
        self._closing: Closing | None = None
        self._gone = False

    @property
    def waiting(self) -> int:
        """How many messages wait, with the one that is being written."""
        return len(self._waiting) + (self._writer is not None)

    @property
    def open(self) -> bool:
        """Whether anything that is put in could still go out."""
        return not self._gone and self._closing is None

    def waits_under(self, key: object) -> bool:
        """Whether something waits under this key."""
        return key in self._waiting

    def put(self, text: str, key: object = None, *, led_by: str | None = None) -> None:
        """Send this; under a key, in the place of what still waits under it. `led_by`: what goes out right before it,
        and is replaced with it."""
        if not self.open:
            return
        texts = (text,) if led_by is None else (led_by, text)
        if self._writer is None:
            self._begin(self._send(_text(text)) if led_by is None else self._send_all(texts))
            return
        if key is None:
            self._ordered += 1
            key = self._ordered
        self._waiting[key] = _Waiting(texts, time.monotonic())
        if len(self._waiting) > MOST_WAITING and isinstance(key, int):
            self._too_slow(f"{MOST_WAITING} messages behind")

    def put_last(self, text: str, key: object) -> None:
        """The same, behind all that waits: what it says holds only after that."""
        self._waiting.pop(key, None)
        self.put(text, key)

    def look(self, now_s: float) -> bool:
        """Whether the socket is to be left to itself; close it if it is too far behind."""
        if self._writer is None:
            return False
        if self._closing is not None:
            return now_s > self._since_s + CLOSES_WITHIN_S
        if now_s > self._since_s + self._patience_s:
            self._too_slow(f"{self._patience_s:.0f} s behind")
        return False

    def close(self, why: Closing) -> None:
        """Send what waits, then close."""
        if not self.open:
            return
        self._closing = why
        if self._writer is None:
            self._begin(self._send(_close(why)))
        else:
            self._since_s = time.monotonic()

    async def leave(self) -> None:
        """Send nothing more."""
        self._gone = True
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            self._writer = None  # one that had not begun has not said so itself

    def _too_slow(self, words: str) -> None:
        self._waiting.clear()
        self.close(closing(TOO_SLOW, f"{words}: come back"))

    async def _send_all(self, texts: tuple[str, ...]) -> None:
        for text in texts:
            await self._send(_text(text))

    def _begin(self, sending: Sending) -> None:
        try:
            rest = begun(sending)
        except GONE:
            self._gone = True
            return
        if rest is not None:
            self._since_s = time.monotonic()
            self._writer = asyncio.create_task(self._write(rest))

    async def _write(self, rest: Rest) -> None:
        try:
            await rest
            while self._waiting:
                key = next(iter(self._waiting))
                texts, self._since_s = self._waiting.pop(key)
                await self._send_all(texts)
            if self._closing is not None:
                await self._send(_close(self._closing))
        except GONE:
            self._gone = True
        finally:
            rest.close()
            self._writer = None


def _text(text: str) -> Message:
    return {"type": "websocket.send", "text": text}


def _close(why: Closing) -> Message:
    return {"type": "websocket.close", "code": why.code, "reason": why.reason}
