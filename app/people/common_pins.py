"""PINs that are tried first, by the rules after which people choose them, and a few that follow none.

Whoever guesses has few tries, and takes first what many have chosen: so those are nobody's PIN.
"""

from calendar import monthrange
from collections.abc import Callable
from itertools import pairwise

# Digits of famous numbers, and words typed on a keypad or said in digits.
LISTED = frozenset(
    ["314159", "271828", "141421", "161803", "173205", "112358", "123581", "299792", "602214", "520131", "131452",
     "147896", "246810", "420420", "314159265", "271828182", "31415926", "27182818", "11235813", "8675309", "5201314",
     "1314520", "13579246"]
)  # fmt: skip
YEARS = range(1900, 2100)
LEAP = 2000  # in which February has 29 days
MONTHS = range(1, 13)
# Straight across the keys of a pad, and around its edge.
_LINES = ("123", "456", "789", "147", "258", "369", "159", "357", "580", "750", "950")
_STROKES = frozenset([*_LINES, *[line[::-1] for line in _LINES]])
_EDGE = "12369874" * 3


def why_common(pin: str) -> str:
    """Why this PIN is tried first; "" if it is not. It consists of digits."""
    return next((why for why, is_so in _RULES if is_so(pin)), "")


def _steps(digits: str) -> list[int]:
    return [(int(after) - int(before)) % 10 for before, after in pairwise(digits)]


def _is_even(digits: str) -> bool:
    """Whether each digit is as far from the one before as the next is: one over and over, 123, 246, 963."""
    return len(set(_steps(digits))) <= 1


def _counts(digits: str) -> bool:
    """Whether it is one digit over and over, or goes up or down by one."""
    return _is_even(digits) and set(_steps(digits)) <= {0, 1, 9}


def _runs(pin: str) -> bool:
    """All of it goes up or down evenly, or three quarters of it count."""
    most = -(-3 * len(pin) // 4)
    return _is_even(pin) or any([_counts(pin[at : at + most]) for at in range(len(pin) - most + 1)])


def _repeats(pin: str) -> bool:
    lengths = [length for length in range(1, len(pin) // 2 + 1) if len(pin) % length == 0]
    return any([pin == pin[:length] * (len(pin) // length) for length in lengths])


def _has_few_digits(pin: str) -> bool:
    return len(set(pin)) <= 2


def _doubles(pin: str) -> bool:
    """Pairs, or threes, of the same digit."""
    return any([
        len(pin) % size == 0 and all([len(set(pin[at : at + size])) == 1 for at in range(0, len(pin), size)])
        for size in (2, 3)
    ])  # fmt: skip


def _is_mirrored(pin: str) -> bool:
    return pin == pin[::-1]


def _counts_in_parts(pin: str) -> bool:
    """Two halves that each count, as 123789 and 456123; or by turns, as 102030 and 192837."""
    half = len(pin) // 2
    return (_counts(pin[:half]) and _counts(pin[half:])) or (_counts(pin[::2]) and _counts(pin[1::2]))


def _is_date(pin: str) -> bool:
    if len(pin) == 6:
        short = ((pin[:2], pin[2:4]), (pin[2:4], pin[:2]), (pin[4:], pin[2:4]))
        return any([_is_day(day, month) for day, month in short]) or _is_month_of_a_year(pin)
    if len(pin) == 8:
        orders = ((pin[:2], pin[2:4]), (pin[2:4], pin[:2]))
        day_first = int(pin[4:]) in YEARS and any([_is_day(day, month) for day, month in orders])
        return day_first or (int(pin[:4]) in YEARS and _is_day(pin[6:], pin[4:6]))
    return False


def _is_day(day: str, month: str) -> bool:
    return int(month) in MONTHS and 1 <= int(day) <= monthrange(LEAP, int(month))[1]


def _is_month_of_a_year(pin: str) -> bool:
    orders = ((pin[:4], pin[4:]), (pin[2:], pin[:2]))
    return any([int(year) in YEARS and int(month) in MONTHS for year, month in orders])


def _is_of_years(pin: str) -> bool:
    """Years and nothing else; or one, and its last two digits again."""
    if len(pin) % 4 == 0:
        return all([int(pin[at : at + 4]) in YEARS for at in range(0, len(pin), 4)])
    return len(pin) == 6 and int(pin[:4]) in YEARS and pin[2:4] == pin[4:]


def _is_drawn(pin: str) -> bool:
    """A figure on the keys: straight lines of three, or around the edge."""
    lines = len(pin) % 3 == 0 and all([pin[at : at + 3] in _STROKES for at in range(0, len(pin), 3)])
    return lines or pin in _EDGE or pin in _EDGE[::-1]


_RULES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("one digit over and over, or digits that go up or down evenly", _runs),
    ("one or two different digits", _has_few_digits),
    ("a group of digits over and over", _repeats),
    ("the same digits in pairs or threes", _doubles),
    ("the same forwards and backwards", _is_mirrored),
    ("two parts that count up or down", _counts_in_parts),
    ("a date", _is_date),
    ("a year", _is_of_years),
    ("a figure on the keys", _is_drawn),
    ("one that many people have", lambda pin: pin in LISTED),
)
