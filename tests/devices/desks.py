"""A desk in memory that can be away, and tells how often it was asked."""

from app.devices.desk import Gone, NotNow
from app.devices.observations import ButtonPressed
from app.devices.session_protocol import Captured, Report


class MemoryDesk:
    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.batches: list[tuple[Captured, ...]] = []
        self.away: Exception | None = None
        self.asked = 0

    async def record(self, report: Report) -> None:
        self._ask()
        self.reports.append(report)

    async def keep(self, captured: tuple[Captured, ...]) -> None:
        self._ask()
        self.batches.append(captured)

    def _ask(self) -> None:
        self.asked += 1
        if self.away is not None:
            raise self.away

    @property
    def numbers(self) -> list[int]:
        return [report.observation.box for report in self.reports if isinstance(report.observation, ButtonPressed)]

    @property
    def pieces(self) -> list[Captured]:
        return [piece for batch in self.batches for piece in batch]


AWAY = NotNow("the database is away")
GONE = Gone("another server keeps the table")
