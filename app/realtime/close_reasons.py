"""Why a socket is closed, as its client is told."""

from typing import NamedTuple

MOST_REASON_BYTES = 123


class Closing(NamedTuple):
    """A close code and its words."""

    code: int
    reason: str


GARBAGE, SESSION_OVER, NOT_ALLOWED, NO_SUCH_TABLE = 4400, 4401, 4403, 4404
TOO_SLOW, HELD_ELSEWHERE, COME_BACK, TOO_LARGE, DEFECT = 4408, 4409, 4410, 4413, 4500


def closing(code: int, reason: str) -> Closing:
    """The code with as many of the words as a close frame holds."""
    return Closing(code, reason.encode()[:MOST_REASON_BYTES].decode(errors="ignore"))
