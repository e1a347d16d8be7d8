"""What the dealer has to pay and to take, and what of it is done: what the record says is due, less what was ticked.

Due is what the settled lines come to, bettor by bettor and box by box; of a round whose cards are collected, what they
came to; and of one that was put right later, the difference. Of a tick nothing is kept but its cents: whatever becomes
of the lines (void, rebuilt, put right), what is open is the difference to what was ticked, and what was paid without
cause is to be taken back.
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.game.core.records import replace
from app.game.core.state import Line, Payment, Table

Place = tuple[int, str]


class Account(NamedTuple):
    """Payments for one round, or (`amended`) for what it was put right by: due and ticked, in the order of places."""

    round: int
    amended: bool
    due: dict[Place, Payment]
    ticked: dict[Place, Payment]

    @property
    def places(self) -> list[Place]:
        """Where anything is due, or was done."""
        return sorted({*self.due, *self.ticked})

    def open_at(self, place: Place) -> Payment:
        """What is still to be paid and taken there."""
        nothing = Payment(*place, 0, 0)
        return _less(self.due.get(place, nothing), self.ticked.get(place, nothing))

    @property
    def open(self) -> tuple[Payment, ...]:
        """All that is still to be paid and taken."""
        payments = [self.open_at(place) for place in self.places]
        return tuple([each for each in payments if each.pays_cents or each.takes_cents])


def summed(payments: Iterable[Payment]) -> dict[Place, Payment]:
    """What these come to, place by place; where it is nothing there is none."""
    found: dict[Place, Payment] = {}
    for each in payments:
        place = each.box, each.player
        before = found.get(place, Payment(*place, 0, 0))
        pays, takes = before.pays_cents + each.pays_cents, before.takes_cents + each.takes_cents
        found[place] = Payment(*place, pays, takes)
    return {place: each for place, each in found.items() if each.pays_cents or each.takes_cents}


def _less(due: Payment, done: Payment) -> Payment:
    """What is left; what was paid without cause is to be taken, and the other way round."""
    pays, takes = due.pays_cents - done.pays_cents, due.takes_cents - done.takes_cents
    if pays < 0:
        pays, takes = 0, takes - pays
    if takes < 0:
        pays, takes = pays - takes, 0
    return replace(due, pays_cents=pays, takes_cents=takes)


def of_lines(lines: Iterable[Line]) -> dict[Place, Payment]:
    """What these lines come to."""
    return summed([Payment(line.box, line.player, line.pays_cents, line.takes_cents) for line in lines])


def doubted(table: Table) -> tuple[Line, ...]:
    """What the record has settled and the felt may not have, while the table holds for it: not to be paid or taken."""
    return table.held.doubted if table.held is not None else ()


def accounts(table: Table) -> tuple[Account, ...]:
    """All that is due or was ticked: first the earlier rounds as they are owed, then the round on the table."""
    now = (table.round.number, False) if table.round is not None else None
    owed = [(each.round, each.amended) for each in table.owed]
    ticked = [(each.round, each.amended) for each in table.ticked]
    keys = dict.fromkeys([*owed, *ticked])
    earlier = [account(table, *key) for key in keys if key != now]
    return (*earlier, account(table, *now)) if now is not None else tuple(earlier)


def account(table: Table, round_: int, amended: bool) -> Account:
    """What is due and was ticked for this round; or by which it was put right."""
    key = (round_, amended)
    if table.round is not None and key == (table.round.number, False):
        due = of_lines([line for line in table.round.lines if line not in doubted(table)])
    else:
        due = summed([owed.payment for owed in table.owed if (owed.round, owed.amended) == key])
    ticks = [tick for tick in table.ticked if (tick.round, tick.amended) == key]
    return Account(round_, amended, due, summed([each for tick in ticks for each in tick.payments]))
