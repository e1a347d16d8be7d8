"""Seeds that have found something: each is run as a test, for ever."""

from typing import NamedTuple


class Kept(NamedTuple):
    """A seed, how many rounds at each of how many tables, what it found, and with how many servers."""

    seed: str
    rounds: int
    tables: int
    found: str
    servers: int = 1


KEPT: tuple[Kept, ...] = (
    Kept("6", 14, 3, "a table opened while PostgreSQL went away was served without its devices, and stayed so"),
    Kept("249", 6, 3, "what was asked before a table was given up was written when the same server had it again", 2),
)
