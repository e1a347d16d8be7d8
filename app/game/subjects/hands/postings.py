"""What doubling and splitting add to the layout."""

from app.game.core.accounts import Postings, stake
from app.game.core.state import Table, hand_of
from app.game.subjects.hands.events import HandDoubled, HandSplit


def hand_doubled(_table: Table, event: HandDoubled) -> Postings:
    moves: Postings = ()
    for player, cents in event.amounts:
        moves += stake(event.box, player, cents)
    return moves


def hand_split(table: Table, event: HandSplit) -> Postings:
    """Whoever covers both hands adds as much again."""
    assert table.round is not None
    keeps = dict(event.keeps)
    moves: Postings = ()
    for each in hand_of(table.round, event.box, event.hand).live:
        if each.player not in keeps:
            moves += stake(event.box, each.player, each.base_cents)
    return moves
