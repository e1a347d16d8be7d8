import asyncio

import pytest

from app.devices.observations import Warned
from app.devices.recording import REPORTS_A_SECOND, REPORTS_AT_ONCE, Recorder
from app.devices.session_protocol import Report


class Table:
    """A desk that takes everything at once, and a clock that goes on as far as is slept."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.s, self.recorded, self.stored = 100.0, 0, 0
        monkeypatch.setattr(asyncio, "sleep", self._sleep)
        self.recorder = Recorder("t7-shoe", self, self._settled, self._gone, lambda: 0.5, lambda: self.s)  # type: ignore[arg-type]

    async def _sleep(self, for_s: float) -> None:
        self.s += for_s

    async def record(self, _report: Report) -> None:
        self.recorded += 1

    def _settled(self, _report: Report) -> None:
        self.stored += 1

    def _gone(self, _why: str) -> None:
        raise AssertionError("the desk takes everything")

    async def told(self, reports: int) -> float:
        """How long it takes until so many reports are recorded."""
        began_s, task = self.s, asyncio.ensure_future(self.recorder.run())
        for _ in range(reports):
            self.recorder.offer(Report(Warned("W0x12"), b"< W0x12>", {}, 0))
            await self.recorder.drained()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return self.s - began_s


def test_a_device_that_reports_without_end_is_recorded_at_the_pace_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        table = Table(monkeypatch)
        assert await table.told(REPORTS_AT_ONCE) == 0  # what was kept through an outage
        assert await table.told(10 * REPORTS_A_SECOND) == pytest.approx(10, abs=0.1)
        assert table.recorded == table.stored == REPORTS_AT_ONCE + 10 * REPORTS_A_SECOND

    asyncio.run(scene())
