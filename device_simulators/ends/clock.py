"""The clock of a device: it knows the time only from the host."""

LATEST_MS = 2**53


class Clock:
    """Unix milliseconds since it was last set; 0 before that. `offset_ms`: how wrong it is."""

    def __init__(self) -> None:
        self.offset_ms = 0
        self._set: tuple[int, float] | None = None

    def set(self, unix_ms: int, now_s: float) -> bool:
        """Whether this is a time that it can have; it has it then."""
        if unix_ms > LATEST_MS:
            return False
        self._set = (unix_ms, now_s)
        return True

    def forget(self) -> None:
        """The device has started, and does not know the time."""
        self._set = None

    def read_ms(self, now_s: float) -> int:
        """What it shows."""
        if self._set is None:
            return 0
        unix_ms, set_s = self._set
        return max(unix_ms + int((now_s - set_s) * 1000) + self.offset_ms, 0)
