"""What the signed lines claim of the streams, held against the log."""

from collections.abc import Iterable, Mapping

from app.surveillance.verifying.findings import Report
from app.surveillance.verifying.signatures import Claim, compare
from app.surveillance.verifying.snapshot import Snapshot
from app.surveillance.verifying.stream import KeptHead

AT_ONCE = 2_000


class Claims:
    """Collects claims, and looks them up some at a time."""

    def __init__(self, log: Snapshot, report: Report) -> None:
        self._log, self._report = log, report
        self._waiting: list[Claim] = []
        self._agreed: dict[str, int] = {}

    async def add(self, claims: Iterable[Claim]) -> None:
        """These are claimed too."""
        self._waiting.extend(claims)
        if len(self._waiting) >= AT_ONCE:
            await self.compare()

    async def compare(self) -> None:
        """Look up all that wait."""
        claims, self._waiting = self._waiting, []
        self._report.count("signed_heads", len(claims))
        streams, versions = [each.head.stream for each in claims], [each.head.version for each in claims]
        for claim, there in zip(claims, await self._log.signed(streams, versions), strict=True):
            stream = claim.head.stream
            if compare(self._report, claim, there, self._agreed.get(stream, 0)):
                self._agreed[stream] = max(self._agreed.get(stream, 0), claim.head.version)

    def count_unsigned(self, heads: Mapping[str, KeptHead | None]) -> None:
        """How many events no line speaks for yet."""
        self._report.unsigned_events = sum(
            [max(0, head.version - self._agreed.get(stream, 0)) for stream, head in heads.items() if head is not None]
        )
