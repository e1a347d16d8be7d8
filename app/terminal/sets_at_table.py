"""Sets of cards between the register and the tables: what a table may bring, and that it has given a set up."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from app.game import commands as c
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.house.state import House
from app.house.subjects.card_sets.decide import set_refusal
from app.language.rendering import say
from app.problems.problem import Problem
from app.table.actor import TableActor
from app.table.requests import Meant, Request


def check_set(house: House, brings: c.BringSet, number: str, table: Table) -> None:
    """Raise if the house's register has another set than this, or has it elsewhere."""
    refused = set_refusal(house, brings, number, table.config.decks)
    if refused is not None:
        raise Problem(refused.code, say(refused.message))


class Leaving:
    """The sets that are just being taken back from their tables: no table brings one meanwhile."""

    def __init__(self) -> None:
        self._sets: list[str] = []

    @contextmanager
    def leaves(self, set_id: str) -> Iterator[None]:
        """As long as this lasts, the set is being taken back."""
        self._sets.append(set_id)
        try:
            yield
        finally:
            self._sets.remove(set_id)

    def check(self, brings: c.BringSet) -> None:
        """Raise if this set may not be brought now."""
        if brings.set_id in self._sets:
            words = f"Set {brings.set_id} is just being taken back: have it issued again first."
            raise Problem("set_not_ready", words)


async def check_given_up(actor: TableActor, number: str, set_id: str) -> None:
    """Raise if the table has the set, once all that it was asked before is done."""
    at_table: list[str] = []

    def meaning(table: Table, _rules: Ruleset) -> Meant:
        at_table.extend([each.id for each in table.sets])
        return Meant(None)

    await actor.ask(Request(uuid4(), None, "the register", meaning=meaning))
    if set_id in at_table:
        gives_up = "it gives the set up when another is brought in its place, when it is taken away, or when it closes"
        raise Problem("set_not_ready", f"Set {set_id} is still at table {number}: {gives_up}.")
