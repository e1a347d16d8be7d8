"""What a device says again of the same card, while nobody has answered yet what it said first: no further question.

A device that counts its cards names the one that went back into the shoe, or left with another. It cannot do so twice
without having left in between, under another number. What is said again is kept like every report. This is known in
memory: after a restart of the server a question may come once more, of which the core has a bounded number.
"""

from app.devices import observations as o
from app.game import commands as c
from app.game.core.state import Table
from app.table.intake.meaning import Sense

OfOneCard = o.CardPushedBack | o.TwoAtOnce


class SaidAgain:
    """What one device has said of single cards that is still asked about."""

    def __init__(self) -> None:
        self._asked: dict[OfOneCard, str] = {}

    def heard(self, seen: o.Observation, sense: Sense, table: Table) -> Sense:
        """What it means, or that it was said before."""
        self._asked = {each: doubt for each, doubt in self._asked.items() if _is_open(table, doubt)}
        if not isinstance(seen, OfOneCard) or seen not in self._asked:
            return sense
        return Sense(
            None, note=f"card {seen.index}: {self._asked[seen].replace('_', ' ')}, which is asked about already"
        )

    def asked(self, seen: o.Observation, command: c.Command | None) -> None:
        """This was recorded."""
        if isinstance(seen, OfOneCard) and seen.index is not None and isinstance(command, c.DoubtDevice):
            self._asked[seen] = command.doubt


def _is_open(table: Table, doubt: str) -> bool:
    """Whether this is asked, or waits to be."""
    held = table.held is not None and table.held.detail == doubt
    return held or table.spooled > 0 or any([each.doubt == doubt for each in table.laid_by])
