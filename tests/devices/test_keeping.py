import asyncio
from collections.abc import Sequence

import pytest

from app.devices.keeping import KEPT_A_SECOND, MOST_BYTES, PIECE_BYTES, Keeper
from app.devices.session_protocol import Captured

PIECE = b"< W0x12>"
WEIGHT = len(PIECE) + PIECE_BYTES


class Table:
    """A desk that takes everything at once, and a clock that is set."""

    def __init__(self) -> None:
        self.s = 50.0
        self.kept = 0
        self.keeper = Keeper("t7-shoe", self, self._gone, lambda: 0.5, lambda: self.s)  # type: ignore[arg-type]

    def _gone(self, _why: str) -> None:
        raise AssertionError("the desk takes everything")

    async def keep(self, pieces: Sequence[Captured]) -> None:
        self.kept += len(pieces)

    async def told(self, pieces: int) -> int:
        """How many of so many that come now are kept."""
        before = self.kept
        for _ in range(pieces):
            self.keeper.add(Captured(PIECE, 0, sent=False, why="garbage"))
            if self.keeper._bytes > MOST_BYTES // 2:
                await self.keeper.drained()
        await self.keeper.drained()
        return self.kept - before


def test_a_flood_of_what_brings_nothing_fills_no_disk(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        table = Table()
        most = MOST_BYTES // WEIGHT
        assert await table.told(3 * most) == most
        assert table.keeper.dropped == 2 * most
        table.s += 60
        more = 60 * KEPT_A_SECOND // WEIGHT
        assert more <= await table.told(3 * most) <= more + 1
        table.s += 3_600
        assert await table.told(3 * most) == most  # a quiet hour saves up no more than may come at once

    asyncio.run(scene())
    assert "pieces dropped so far: 16384" in caplog.text
    assert len(caplog.records) < 20
