"""How much of the same is said in the log: what happens in a loop is told a few times a minute, and then counted.

Whoever says that a line is one of many that all count (`extra={"every_line": True}`) has every one of them written,
unless it is the very same again.
"""

import logging
from collections import Counter
from collections.abc import Iterator

WITHIN_S = 60.0
# Of the very same line, and of lines from one place in the code.
SAME, OF_ONE_PLACE = 5, 200


class LogPace:
    """What was said in this minute, and how much was left out."""

    def __init__(self) -> None:
        self._since_s = 0.0
        self._same: Counter[tuple[str, int, str]] = Counter()
        self._places: Counter[tuple[str, int]] = Counter()
        self._left_out: Counter[tuple[str, str, int]] = Counter()

    def take(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        place = (record.pathname, record.lineno)
        same = (*place, record.getMessage())
        too_many = self._places[place] >= OF_ONE_PLACE and not getattr(record, "every_line", False)
        if too_many or self._same[same] >= SAME:
            self._left_out[record.name, record.filename, record.lineno] += 1
            return False
        self._places[place] += 1
        self._same[same] += 1
        return True

    def over(self, now_s: float, *, at_the_end: bool = False) -> Iterator[logging.LogRecord]:
        """When the minute is over: a line for each place of which lines were left out. The next minute begins."""
        if 0 <= now_s - self._since_s < WITHIN_S and not at_the_end:
            return
        left_out, self._left_out, self._since_s = self._left_out, Counter(), now_s
        self._same.clear()
        self._places.clear()
        for (logger, file, line), times in left_out.items():
            words = "%d more lines like those of %s:%d were left out within a minute"
            yield logging.LogRecord(logger, logging.WARNING, file, line, words, (times, file, line), None)
