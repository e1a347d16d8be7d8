"""Rounds that bring a shoe on."""

from app.game import commands as c
from tests.game.tables import NZ, At

PLAYERS = {1: "ann", 2: "bob", 3: "cat", 4: "dan", 5: "eve"}


def play_round(at: At, *boxes: int) -> At:
    """A round with a seated player at each of these boxes: 19 on each, 17 for the dealer."""
    for box in boxes:
        at.bet(box, PLAYERS[box], 1000)
    at.cards(" ".join(["9C"] * len(boxes) + ["9S"] + ["KD"] * len(boxes)))
    return at.do(*[c.Stand(box) for box in boxes]).cards("8D")


def in_play(book: str = NZ) -> At:
    return At(book).bet(1, "ann", 1000).cards("9C 9S 9D")


def to_the_end(at: At) -> At:
    """Box 1 stands on 18 and the dealer makes 17."""
    return at.do(c.Stand(1)).cards("8D")
