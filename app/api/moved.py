"""Money that moves, account by account."""

from typing import NamedTuple


class Moved(NamedTuple):
    """What one account gets or gives by it."""

    account: str
    """Whose: bettor, layout, float, house, drop or exchanged."""
    box: int
    player: str
    cents: int
