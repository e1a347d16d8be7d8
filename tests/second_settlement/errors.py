"""What the second settlement says instead of a result."""


class Refused(Exception):
    """The rules (or the script format) do not allow this line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class NotCovered(Exception):
    """The script uses something this settlement leaves alone on purpose."""
