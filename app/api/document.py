"""The document of all calls as it goes out: made once, when somebody first asks for it, and beside the tables.

It takes seconds, and nobody has to sign in for it: made in its turn, it would have every table stand still.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import orjson


class Document:
    """The text of the document, which `make` gives as a value."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make
        self._making: asyncio.Task[bytes] | None = None

    async def text(self) -> bytes:
        """The document; who comes while it is made waits for the same."""
        if self._making is None:
            self._making = asyncio.create_task(asyncio.to_thread(self._made), name="document")
        return await asyncio.shield(self._making)

    def _made(self) -> bytes:
        return orjson.dumps(self._make())
