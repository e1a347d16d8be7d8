"""Sockets whose far end makes work and takes nothing: it is let go of.

Every ping is answered with a pong, whether or not the far end reads: without a bound the answers pile up in memory, for
somebody who has not even signed in. A message may come in pieces, of which the empty ones count against no size.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# A browser sends no pings, a program one in some seconds; nobody cuts a frame of 64 kB into more pieces.
MOST_PINGS, PINGS_WITHIN_S = 60, 10.0
MOST_PIECES = 1_024


class Socket(WebSocketsSansIOProtocol):
    """A socket that is dropped when it is pinged too often, or a message has too many pieces."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._pings, self._since_s = 0, 0.0

    def handle_ping(self) -> None:
        """Answer, if it is not one too many."""
        now_s = self.loop.time()
        if now_s > self._since_s + PINGS_WITHIN_S:
            self._pings, self._since_s = 0, now_s
        self._pings += 1
        if self._pings > MOST_PINGS:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Any) -> None:
        """Keep the piece, if it is not one too many."""
        if len(self.frames) >= MOST_PIECES:
            self.frames = []
            self.transport.abort()
        else:
            super().handle_cont(event)
