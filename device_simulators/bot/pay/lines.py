"""One settled wager, as the bot works it out and as the table states it."""

from typing import NamedTuple


class Line(NamedTuple):
    """What one wager came to: what was at risk, what the house paid on top, what it kept."""

    box: int
    hand: int
    player: str
    wager: str
    stake_cents: int
    pays_cents: int
    takes_cents: int

    @property
    def place(self) -> tuple[int, int, str, str]:
        """Which wager it is about."""
        return self.box, self.hand, self.player, self.wager
