"""HTTP connections that come to something: who sends no whole request for a while is not waited for.

uvicorn waits for the rest of a request as long as the line is open, and every open line is one of a bounded number.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

WHOLE_WITHIN_S = 10.0


class Impatient(H11Protocol):
    """Closes a connection on which a request has stayed unfinished from one look to the next."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The line is open."""
        super().connection_made(transport)
        self._before: tuple[RequestResponseCycle | None, bool] | None = None
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed."""
        self._looks.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It is a socket from now on, which has ways of its own."""
        self._looks.cancel()
        super().handle_websocket_upgrade(event)

    def _look_again(self) -> None:
        self._looks = self.loop.call_later(WHOLE_WITHIN_S, self._look)

    def _look(self) -> None:
        cycle = self.cycle
        waits = cycle is None or cycle.more_body or cycle.response_complete
        now = (cycle, waits)
        if waits and now == self._before:
            self.transport.close()
            return
        self._before = now
        self._look_again()
