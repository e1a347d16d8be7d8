"""Money in double entry: what each event moves between a bettor, the layout in front of him, and the table's float;
and what moves the float: the house, the drop box, and the chips that were exchanged for cash (docs/float.md).

Every event's postings sum to zero. When a round is complete nothing is left on the layout, and what each bettor gained
or lost is what the settlement lines say.
"""

from collections import defaultdict
from collections.abc import Iterable

from app.game.core.accounts import Account, Postings
from app.game.core.apply import apply
from app.game.core.kinds import EVENTS
from app.game.core.records import Event, replace
from app.game.core.state import Table


def postings(table: Table, event: Event) -> Postings:
    """What the event moves, on the table as it was before it."""
    moves = EVENTS[type(event)].postings
    return moves(table, event) if moves else ()


Balances = dict[Account, int]


def balances(opening: Table, events: Iterable[Event]) -> Balances:
    """What each account has gained (+) or given (-) since the round opened; accounts at zero are left out."""
    found: Balances = defaultdict(int)
    table = replace(opening, opening=opening)
    for event in events:
        for move in postings(table, event):
            found[move.account] += move.cents
        table = apply(table, event)
    return {account: cents for account, cents in found.items() if cents}


def difference(before: Balances, after: Balances) -> Balances:
    """What each account gains (+) or gives back (-) when the one becomes the other; it sums to zero."""
    accounts = sorted({*before, *after})
    moves = {account: after.get(account, 0) - before.get(account, 0) for account in accounts}
    assert sum(moves.values()) == 0, "every posting is double entry"
    return {account: cents for account, cents in moves.items() if cents}
