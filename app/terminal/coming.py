"""Dealers who come to a table: nobody has two tables at once, whichever servers keep them.

Of the tables of other servers is known what those told half a second ago: a dealer who comes to two tables of two
servers in the same moment has both.
"""

from collections.abc import Callable, Mapping
from uuid import UUID

from app.game import commands as c
from app.game.core.state import Table
from app.problems.problem import Problem
from app.table.actor import TableActor

Live = Callable[[], Mapping[str, TableActor]]


class Coming:
    """Which dealers are on their way to which table: where it is not recorded yet, it holds already."""

    def __init__(self, live: Live, table_elsewhere: Callable[[str], str | None]) -> None:
        self._live, self._table_elsewhere = live, table_elsewhere
        self._coming: dict[UUID, tuple[str, str]] = {}

    def check(self, id_: UUID, change: c.ChangeDealer, number: str, table: Table) -> None:
        """Raise if the dealer cannot come to this table; if he can, he is on his way until `came`."""
        if change.dealer == "":
            return
        if (change.dealer, change.licensed_through) == (table.dealer, table.licensed_through):
            raise Problem("no_change", f"{change.dealer} has table {number} already.")
        other = self._elsewhere(change.dealer, number)
        if other is not None:
            message = f"{change.dealer} has table {other}, or is just coming to it: have him relieved there first."
            raise Problem("on_duty_elsewhere", message, details={"table": other})
        self._coming[id_] = (change.dealer, number)

    def came(self, id_: UUID) -> None:
        """What was asked under this id is done, or is not to be."""
        self._coming.pop(id_, None)

    def _elsewhere(self, dealer: str, number: str) -> str | None:
        """Another table that he has, or is on his way to."""
        on_duty = [each for each, actor in self._live().items() if actor.table.dealer == dealer]
        coming = [each for name, each in self._coming.values() if name == dealer]
        away = self._table_elsewhere(dealer)
        here = next((each for each in (*on_duty, *coming) if each != number), None)
        return here or (away if away != number and away not in self._live() else None)
