"""The log files: bounded, and their last words for an error."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
_BYTES_AT_MOST = 16_000_000
_READ_AT_MOST = 100_000
_LINE_AT_MOST = 2_000
_TELLING = ("FATAL:", "PANIC:", "ERROR:", "HINT:", "DETAIL:", "error:", "hint:", "detail:", "No space left")


def opened(path: Path) -> int:
    """A descriptor that writes at the end of the log."""
    return os.open(path, _FLAGS, 0o600)


def size(path: Path) -> int:
    """How many bytes the log has now."""
    return path.stat().st_size if path.exists() else 0


def bound(path: Path, bytes_at_most: int = _BYTES_AT_MOST) -> None:
    """Begin the log anew when it has grown too long, and keep what it had as `.1`."""
    if size(path) <= bytes_at_most:
        return
    with suppress(OSError):  # a full disk must not keep the log from being cut
        shutil.copyfile(path, path.with_name(path.name + ".1"))
    os.truncate(path, 0)  # its writers append, so they go on at the new beginning


def since(path: Path, offset: int) -> str:
    """What was logged after that point, its end when it is much."""
    length = size(path)
    return _end(path, length - offset if offset <= length else length)


def last_words(text: str) -> str:
    """The few lines of a program's output that say what went wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if any(word in line for word in _TELLING)]
    return " / ".join((telling or lines)[-4:]) or "it said nothing"


def last_line(path: Path) -> str:
    """The newest line of the log, without its time."""
    lines = _end(path, _LINE_AT_MOST).splitlines()
    return lines[-1].split("LOG:")[-1].strip() if lines else ""


def _end(path: Path, wanted: int) -> str:
    try:
        with path.open("rb") as log:
            log.seek(-min(wanted, _READ_AT_MOST, size(path)), os.SEEK_END)
            return log.read(_READ_AT_MOST).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
