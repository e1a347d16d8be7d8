"""Bytes that brought nothing to record, on their way to the desk in batches. A line that brings much of that for long,
by noise or because somebody floods it, fills no disk: what is beyond the bound is dropped, and counted.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from app.backoff import Backoff
from app.devices.desk import Desk, Gone, refusal
from app.devices.session_protocol import Captured

log = logging.getLogger("tablekeeper.devices")
BATCH_S = 1.0
BATCH_PIECES = 64
BATCH_BYTES = 64_000
MOST_BYTES = 1_000_000
PIECE_BYTES = 100  # what a piece weighs beyond its data
KEPT_A_SECOND = 5_000  # for long; at once as much as may wait
LAST_AGAIN_S = 30.0
CLOSE_S = 2.0


class Keeper:
    """The pieces of one device that wait to be kept; beyond a bound they are dropped, and counted."""

    def __init__(
        self,
        name: str,
        desk: Desk,
        gone: Callable[[str], None],
        random: Callable[[], float],
        now_s: Callable[[], float],
    ) -> None:
        self._name = name
        self._desk = desk
        self._gone = gone
        self._backoff = Backoff(random, BATCH_S, LAST_AGAIN_S)
        self._pieces: deque[Captured] = deque()
        self._bytes = 0
        self._now_s = now_s
        self._room, self._room_at_s = float(MOST_BYTES), now_s()
        self._some = asyncio.Event()
        self._enough = asyncio.Event()
        self._trouble = False
        self.dropped = 0

    def add(self, piece: Captured) -> None:
        """Keep this, soon."""
        if self._bytes + _weight(piece) > MOST_BYTES or not self._has_room(_weight(piece)):
            self._drop()
            return
        self._pieces.append(piece)
        self._bytes += _weight(piece)
        self._some.set()
        if len(self._pieces) >= BATCH_PIECES or self._bytes >= BATCH_BYTES:
            self._enough.set()

    def _drop(self) -> None:
        self.dropped += 1
        if self.dropped.bit_count() == 1:  # the first, the second, the fourth...
            words = "Device %s: more came that brings nothing than is kept; pieces dropped so far: %d."
            log.warning(words, self._name, self.dropped)

    def _has_room(self, weight: int) -> bool:
        """Whether so much more may be kept now; if so, it is."""
        now_s = self._now_s()
        self._room = min(MOST_BYTES, self._room + (now_s - self._room_at_s) * KEPT_A_SECOND)
        self._room_at_s = now_s
        if weight > self._room:
            return False
        self._room -= weight
        return True

    async def run(self) -> None:
        """Keep what is added, until the desk takes no more."""
        try:
            while True:
                await self._some.wait()
                with suppress(TimeoutError):
                    async with asyncio.timeout(BATCH_S):
                        await self._enough.wait()
                if not await self._kept():
                    await asyncio.sleep(self._backoff.next_s())
        except Gone as error:
            self._gone(str(error))

    async def drained(self) -> None:
        """Offer what waits once more, for a little while."""
        with suppress(TimeoutError, Gone):
            async with asyncio.timeout(CLOSE_S):
                while self._pieces and await self._kept():
                    pass
        self.dropped += len(self._pieces)

    async def _kept(self) -> bool:
        batch = self._batch()
        try:
            await self._desk.keep(batch)
        except Gone:
            raise
        except Exception as error:
            self._failed(refusal(error))
            return False
        self._remove(batch)
        return True

    def _batch(self) -> tuple[Captured, ...]:
        batch: list[Captured] = []
        size = 0
        for piece in self._pieces:
            size += _weight(piece)
            if batch and (len(batch) == BATCH_PIECES or size > BATCH_BYTES):
                break
            batch.append(piece)
        return tuple(batch)

    def _remove(self, batch: tuple[Captured, ...]) -> None:
        for _ in batch:
            self._bytes -= _weight(self._pieces.popleft())
        self._backoff.reset()
        self._trouble = False
        if not self._pieces:
            self._some.clear()
        if len(self._pieces) < BATCH_PIECES and self._bytes < BATCH_BYTES:
            self._enough.clear()

    def _failed(self, why: str) -> None:
        if not self._trouble:
            log.warning("Device %s: raw bytes cannot be kept (%s). They wait, up to a bound.", self._name, why)
        self._trouble = True


def _weight(piece: Captured) -> int:
    return len(piece.data) + PIECE_BYTES
