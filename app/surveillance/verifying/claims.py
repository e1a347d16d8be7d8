"""What the signed lines claim of the streams, held against the log; and what no line speaks for.

The signer signs once a minute. An event that is younger than two minutes may be unsigned; one that is older, or that
says that it was recorded in times to come, may not, whichever stands before it.
"""

from collections.abc import Iterable, Mapping

from app.surveillance.verifying.findings import Finding, Report, SignedLate, time_of
from app.surveillance.verifying.signed_lines import DATABASE, Claim, compare
from app.surveillance.verifying.snapshot import Snapshot
from app.surveillance.verifying.stream import KeptHead

AT_ONCE = 2_000
SIGNED_WITHIN_US = 120_000_000


class Claims:
    """Collects claims, and looks them up some at a time."""

    def __init__(self, log: Snapshot, report: Report) -> None:
        self._log, self._report = log, report
        self._waiting: list[Claim] = []
        self._claimed: dict[str, int] = {}
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
        firsts = [self._first(claim) for claim in claims]
        began = await self._log.recorded(streams, firsts)
        for claim, there in zip(claims, await self._log.signed(streams, versions), strict=True):
            stream = claim.head.stream
            if compare(self._report, claim, there, self._agreed.get(stream, 0)):
                self._agreed[stream] = max(self._agreed.get(stream, 0), claim.head.version)
        for claim, first, began_us in zip(claims, firsts, began, strict=True):
            recorded_us = self._report.earliest(claim.head.stream, first, claim.head.version, began_us)
            late = recorded_us is not None and claim.time_us - recorded_us > SIGNED_WITHIN_US
            if late and recorded_us is not None and first <= claim.head.version:
                self._report.add_late(
                    SignedLate(claim.head.stream, first, claim.head.version, recorded_us, claim.time_us)
                )

    def _first(self, claim: Claim) -> int:
        """The first event that this claim is the first to sign."""
        stream, version, _ = claim.head
        first = self._claimed.get(stream, 0) + 1
        self._claimed[stream] = max(first - 1, version)
        return first

    async def end(self, heads: Mapping[str, KeptHead | None], now_us: int) -> None:
        """All lines were looked at: what none of them speaks for."""
        if not self._report.counted["lines"]:
            expected = "a line a minute while the server runs; a house in its first minute has none yet"
            self._report.add(Finding(DATABASE, None, None, "signed heads", "none at all", expected))
        ends = {stream: head.version for stream, head in heads.items() if head is not None}
        behind = {stream: last for stream, last in ends.items() if last > self._agreed.get(stream, 0)}
        firsts = [self._agreed.get(stream, 0) + 1 for stream in behind]
        self._report.unsigned_events = sum(behind.values()) - sum(firsts) + len(firsts)
        overdue = await self._log.overdue([*behind], firsts, [*behind.values()], now_us, SIGNED_WITHIN_US)
        for (stream, last), at in zip(behind.items(), overdue, strict=True):
            if at is not None:
                version, recorded_us = at
                found = (
                    f"none for the {last - version + 1} events from here on, recorded from {time_of(recorded_us)} on"
                )
                expected = "one within two minutes: the signer was stopped, or they were written past it"
                self._report.add(Finding(stream, version, None, "signature", found, expected))
