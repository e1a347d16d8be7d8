"""What betting brings to the layout, and what goes back."""

from app.game.core.accounts import Postings, stake
from app.game.core.state import Place, Table, place_of
from app.game.subjects.wagers.events import AmountEntered, BetsClosed, WagerDisplaced, WagerPlaced, WagersWithdrawn


def wager_placed(table: Table, event: WagerPlaced) -> Postings:
    place = place_of(table.round, event.box, event.player) if table.round else None
    if place is None:
        return stake(event.box, event.player, event.cents)
    before = place.main_cents if event.kind == "main" else dict(place.sides).get(event.kind, 0)
    return stake(event.box, event.player, event.cents - before)


def wager_displaced(table: Table, event: WagerDisplaced) -> Postings:
    return stake(event.box, event.player, event.cents - _place(table, event.box, event.player).main_cents)


def wagers_withdrawn(table: Table, event: WagersWithdrawn) -> Postings:
    """Where all had been void before, nothing is left to be taken off."""
    place = place_of(table.round, event.box, event.player) if table.round else None
    lying = place.main_cents + sum(cents for _, cents in place.sides) if place is not None else 0
    return stake(event.box, event.player, -lying)


def bets_closed(table: Table, event: BetsClosed) -> Postings:
    """What of an over-limit wager does not play goes back."""
    moves: Postings = ()
    for box, player, cents in event.scaled:
        moves += stake(box, player, cents - _place(table, box, player).main_cents)
    for box, player, kind, cents in event.sides:
        moves += stake(box, player, cents - dict(_place(table, box, player).sides)[kind])
    return moves


def amount_entered(table: Table, event: AmountEntered) -> Postings:
    """What plays of it comes to the layout; of the others' what does not play any more goes back."""
    moves: Postings = ()
    for player, cents in event.plays:
        moves += stake(event.box, player, cents - _place(table, event.box, player).effective_cents)
    return moves


def _place(table: Table, box: int, player: str) -> Place:
    """The bettor's place; the event says that there is one."""
    place = place_of(table.round, box, player) if table.round else None
    assert place is not None
    return place
