"""Wrong PINs in a row, and how long the next try has to wait. Pure.

They are counted by lane: by the side from which a name is tried. One lane is for every place at which nobody of the
house has signed in; each place where somebody has, each session and each person who asks for somebody's signature has
a lane of its own. So a stranger who guesses makes strangers wait, and nobody else.
"""

from app.house.state import Tried

MINUTE_US = 60 * 1_000_000
HOUR_US = 60 * MINUTE_US
# So many wrong ones in a row cost nothing; the next waits are a minute, two, four, up to an hour.
MOST_FAILURES = 5
WAITS_US = tuple([minutes * MINUTE_US for minutes in (1, 2, 4, 8, 16, 32, 60)])
# A day without a wrong one, and the lane is as if nothing had been.
FORGOTTEN_US = 24 * 60 * MINUTE_US
MOST_LANES = 64
# The lane of all places at which nobody of the house has signed in; also that of older records, which name none.
ELSEWHERE = "elsewhere"


Tries = tuple[Tried, ...]


def wait_us(failures: int) -> int:
    """How long to wait after so many wrong ones in a row."""
    return 0 if failures < MOST_FAILURES else WAITS_US[min(failures - MOST_FAILURES, len(WAITS_US) - 1)]


def tried_in(tries: Tries, lane: str, at_us: int) -> Tried:
    """What is counted in this lane now."""
    found = next((each for each in tries if each.lane == (lane or ELSEWHERE)), None)
    if found is None or (found.last_us + FORGOTTEN_US <= at_us and found.locked_until_us <= at_us):
        return Tried(lane or ELSEWHERE, 0, at_us)
    return found


def is_locked(tries: Tries, lane: str, at_us: int) -> bool:
    """Whether this lane has to wait now. What would be longer than the longest wait is from a clock that was put back
    since, but for a minute by which servers may differ: nobody waits for that."""
    return 0 < tried_in(tries, lane, at_us).locked_until_us - at_us <= WAITS_US[-1] + MINUTE_US


def failed_of_late(tries: Tries, at_us: int) -> int:
    """How many wrong ones there were within a day on all sides of the house together."""
    late = [each for each in tries if each.lane != ELSEWHERE and each.last_us + FORGOTTEN_US > at_us]
    return sum([each.failures for each in late])


def failed_in(tried: Tried, at_us: int) -> Tried:
    """One more wrong one, and the wait that follows."""
    failures = tried.failures + 1
    wait = wait_us(failures)
    return Tried(tried.lane, failures, at_us, at_us + wait if wait else 0)


def with_tried(tries: Tries, tried: Tried) -> Tries:
    """The counts with this one; of too many lanes the one that was not tried for longest is forgotten."""
    return (*without(tries, tried.lane), tried)[-MOST_LANES:]


def without(tries: Tries, lane: str) -> Tries:
    """The counts, with nothing in this lane."""
    return tuple([each for each in tries if each.lane != (lane or ELSEWHERE)])
