"""What is done to the house, drawn from a seed."""

from collections.abc import Iterator
from random import Random
from typing import Literal, NamedTuple

Kind = Literal["server", "postgresql", "both", "unplug", "cut"]
KILLS: tuple[Kind, ...] = ("server", "postgresql", "both")
# How often each comes where the time says how long: in so many.
OFTEN: dict[Kind, int] = {"server": 10, "postgresql": 2, "both": 1, "unplug": 6, "cut": 4}
FEWEST, MOST_ANSWERS = 2, 40
LONGEST_UNPLUGGED_S = 7.0
LATEST_S = 0.004


class Deed(NamedTuple):
    """One thing that is done. `after`: so many answers after the last one; `late_s`: a kill so much later than an order
    is sent, so that it falls anywhere in it; `place`: to which table, as far as it is about one; `seconds`: how long a
    cable is out."""

    kind: Kind
    after: int
    late_s: float
    place: int
    seconds: float


class Counts(NamedTuple):
    """How many of each are wanted."""

    server: int
    postgresql: int
    both: int
    unplug: int
    cut: int


def _deed(kind: Kind, dice: Random) -> Deed:
    after = dice.randint(FEWEST, MOST_ANSWERS) if kind in KILLS else dice.randint(0, FEWEST)
    return Deed(kind, after, dice.uniform(0, LATEST_S), dice.randrange(1_000), dice.uniform(0.05, LONGEST_UNPLUGGED_S))


def counted(counts: Counts, dice: Random) -> Iterator[Deed]:
    """So many of each, in any order."""
    kinds: list[Kind] = [kind for kind in OFTEN for _ in range(getattr(counts, kind))]
    dice.shuffle(kinds)
    yield from (_deed(kind, dice) for kind in kinds)


def endless(dice: Random) -> Iterator[Deed]:
    """One after the other, for as long as somebody wants more."""
    while True:
        yield _deed(dice.choices(list(OFTEN), list(OFTEN.values()))[0], dice)
