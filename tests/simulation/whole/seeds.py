"""Seeds that have found something: each is run as a test, for ever."""

from typing import NamedTuple


class Kept(NamedTuple):
    """A seed, how many rounds at each of how many tables, and what it found."""

    seed: str
    rounds: int
    tables: int
    found: str


KEPT: tuple[Kept, ...] = ()
