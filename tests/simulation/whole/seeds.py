"""Seeds that have found something: each is run as a test, for ever."""

from typing import NamedTuple


class Kept(NamedTuple):
    """A seed, how many rounds at each of how many tables, and what it found."""

    seed: str
    rounds: int
    tables: int
    found: str


KEPT: tuple[Kept, ...] = (
    Kept("6", 14, 3, "a table opened while PostgreSQL went away was served without its devices, and stayed so"),
)
