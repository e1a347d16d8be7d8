"""What a session has to say, in order, and how much of it is not durable yet.

A device that cannot be stopped tells more than can be recorded when the database is away for long. A bounded number of
reports waits; what comes beyond is not recorded, and one doubt says so, until everything before that doubt is durable.
"""

from collections import deque
from collections.abc import Sequence
from typing import Literal

from app.devices.observations import Doubted
from app.devices.session_protocol import Captured, Counted, Mark, Now, Output, Report

UNSTORED_MOST = 256


class Outbox:
    """The outputs of one session since they were last taken, and the reports that are not durable yet."""

    def __init__(self, counted: Counted) -> None:
        self._counted = counted
        self._outputs: list[Output] = []
        self._unstored: deque[Report] = deque()
        self._overflow: Report | None = None
        self.reported = 0

    @property
    def stored_count(self) -> int:
        """How many of all the reports so far are durable."""
        return self.reported - len(self._unstored)

    def put(self, output: Output) -> None:
        """Say this, which is no report."""
        self._outputs.append(output)

    def capture(self, data: bytes, now: Now, why: Literal["answer", "copy", "refused", "garbage"]) -> None:
        """Keep bytes that came and brought nothing to record."""
        match why:
            case "copy":
                self._counted.copies += 1
            case "refused":
                self._counted.refused += 1
            case "garbage":
                self._counted.garbage_bytes += len(data)
        self.put(Captured(data, now.us, sent=False, why=why))

    def report(self, reports: Sequence[Report], before: Mark, now: Now) -> bool:
        """Say these, all of them or none; `before`: what is known without them. False: too much is not durable."""
        room = UNSTORED_MOST - len(self._unstored)
        if self._overflow is None and len(reports) <= room:
            self._say(*reports)
            return True
        if self._overflow is None:
            doubt = Doubted("too_much", f"{len(self._unstored)} reports were waiting to be recorded")
            self._overflow = Report(doubt, b"", before, now.us)
            self._say(self._overflow)
        return False

    def stored(self, report: Report) -> None:
        """This report, and every one before it, is durable."""
        if not any([waiting is report for waiting in self._unstored]):
            return
        while (durable := self._unstored.popleft()) is not report:
            self._forget_overflow(durable)
        self._forget_overflow(report)

    def take(self) -> tuple[Output, ...]:
        """Everything since the last call, in order."""
        outputs = tuple(self._outputs)
        self._outputs.clear()
        return outputs

    def _say(self, *reports: Report) -> None:
        self._outputs += reports
        self._unstored += reports
        self.reported += len(reports)

    def _forget_overflow(self, durable: Report) -> None:
        if durable is self._overflow:
            self._overflow = None
