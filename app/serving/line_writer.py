"""Lines that a thread writes: whoever reads the log may be slow or stand still, and no table waits for him."""

import logging
import queue
import threading
import time
from contextlib import suppress
from typing import TextIO

from app.serving.log_pace import LogPace

MOST_WAITING = 10_000
CLOSES_WITHIN_S = 1.0


class Lines(logging.Handler):
    """Writes each record as a line; those that nobody reads in time are counted and left out."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._lost = 0
        self._pace, self._one = LogPace(), threading.Lock()
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Have it written, unless the same was said too often of late."""
        try:
            with self._one:
                said = [*self._pace.over(time.monotonic()), *([record] if self._pace.take(record) else [])]
            for each in said:
                self._waiting.put_nowait(self.format(each))
        except Exception:  # what the library would print of it may hold what must not be logged
            self._lost += 1

    def close(self) -> None:
        """Write what waits, as far as somebody reads it."""
        with suppress(queue.Full):
            for each in self._pace.over(time.monotonic(), at_the_end=True):
                self._waiting.put_nowait(self.format(each))
            self._waiting.put(None, timeout=CLOSES_WITHIN_S)
        self._thread.join(CLOSES_WITHIN_S)
        super().close()

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            lost, self._lost = self._lost, 0
            with suppress(OSError, ValueError):  # nobody reads it any more, and there is nobody to tell
                if lost:
                    self._stream.write(f"{self.format(_left_out(lost))}\n")
                self._stream.write(f"{line}\n")
                self._stream.flush()


def _left_out(lost: int) -> logging.LogRecord:
    words = "%d lines are missing here: whoever reads the log was too slow"
    return logging.LogRecord("tablekeeper.log", logging.WARNING, "", 0, words, (lost,), None)
