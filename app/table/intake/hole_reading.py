"""The reading of a hole card: when it is asked for, and which answers are of it.

A question to the card reader has a token. Whoever sees it can tell, after a restart too, which reading asked: of this
hole card, beside this rank of the face-up card, without which the answer means nothing. A round in which one of the two
turns out to be another card has a reading of its own for it.
"""

from hashlib import sha256

from app.game import commands as c
from app.game.core.rejections import Accepted
from app.game.core.state import Round, Table
from app.game.core.turn import peek_due
from app.game.decide import decide
from app.game.rules.ruleset import Ruleset

TRIES = 256


def reading_due(table: Table, rules: Ruleset) -> bool:
    """Whether the table would take an answer of the reader now: neither holds, nor needs an amount or a card first, nor
    is one of a round that was dealt long ago."""
    if table.round is None or table.paper is not None or not table.round.dealt or not peek_due(table):
        return False
    return isinstance(decide(table, rules, c.ReadHole(blackjack=False)), Accepted)


def reading_of(stream: str, round_: Round) -> int:
    """The number of the reading that this round needs as it is now; never 0."""
    said = f"{stream}/{round_.number}/{round_.hole}/{round_.dealer[0][0]}"
    return int.from_bytes(sha256(said.encode()).digest()[:3], "big") | 1


def token_of(reading: int, attempt: int) -> int:
    """The token of this attempt; never 0."""
    return reading << 8 | attempt % TRIES


def is_of(token: int, reading: int) -> bool:
    """Whether the token is one of this reading's."""
    return token >> 8 == reading
