"""Asks a server in JSON, over one connection that is kept open; of several servers the one that is said to be right."""

import asyncio
import json
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from device_simulators.bot.terminal.servers import Servers

LONGEST_S = 20.0
# Servers close a connection on which nothing was asked for some seconds; one that may be closed is not used again.
IDLE_S = 2.0


class NoAnswer(Exception):
    """The server cannot be reached, or went away before it had answered."""


class Service:
    """A server that is asked one thing after the other. `own_address`: the address of this machine to ask from."""

    def __init__(self, where: str | Servers, own_address: str | None = None) -> None:
        self.servers = Servers(where) if isinstance(where, str) else where
        self._source = (own_address, 0) if own_address else None
        self._connection: HTTPConnection | None = None
        self._at = ""
        self._used_s = 0.0
        self._turn = asyncio.Lock()

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """The status and the JSON of the answer; raises NoAnswer."""
        async with self._turn:
            return await asyncio.to_thread(self._asked, method, path, body, token)

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _asked(self, method: str, path: str, body: Any, token: str) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body)
        headers = {"content-type": "application/json"} if body is not None else {}
        if token:
            headers["authorization"] = f"Bearer {token}"
        at = self.servers.now
        try:
            connection = self._fresh(at)
            connection.request(method, urlsplit(at).path + path, data, headers)
            answer = connection.getresponse()
            said = answer.read()
        except (OSError, HTTPException) as error:
            self.close()
            self.servers.leave(at)
            raise NoAnswer(f"{method} {path} at {at}: {error or type(error).__name__}") from error
        self._used_s = time.monotonic()
        return answer.status, json.loads(said) if said else None

    def _fresh(self, at: str) -> HTTPConnection:
        if self._at != at or time.monotonic() - self._used_s > IDLE_S:
            self.close()
        if self._connection is None:
            parts = urlsplit(at)
            kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
            assert parts.hostname is not None, "looked at when it was told"
            self._connection = kind(parts.hostname, parts.port, timeout=LONGEST_S, source_address=self._source)
            self._at = at
        return self._connection
