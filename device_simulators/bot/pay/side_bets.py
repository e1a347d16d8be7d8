"""The side bets, each decided by the first two cards of the box and the dealer's first: which of its rows wins.

The rows have the names that they have in the books' files; None when the wager loses.
"""

from collections.abc import Callable

from device_simulators.bot.pay.points import PICTURES, Cards, ace_and_picture, same_rank, same_suit

Row = str | None
SideBet = Callable[[Cards, str], Row]

RED = "HD"


def perfect_pairs(cards: Cards, _dealer: str) -> Row:
    """Perfect Pairs: one suit, one colour, two colours (NZ 15A.5, ACT 18.11)."""
    if not same_rank(cards):
        return None
    if same_suit(cards):
        return "perfect"
    one_colour = (cards[0][1] in RED) == (cards[1][1] in RED)
    return "coloured" if one_colour else "mixed"


def player_pair(cards: Cards, _dealer: str) -> Row:
    """Player Pair: the same number or picture (SG 3.14)."""
    return "pair" if same_rank(cards) else None


def bonus(cards: Cards, _dealer: str) -> Row:
    """Bonus: the highest row that fits (SG 4.1.3)."""
    if same_rank(cards):
        return _pair(cards)
    if ace_and_picture(cards):
        return "ace_and_picture"
    return "ace" if any(card[0] == "A" for card in cards) else None


def _pair(cards: Cards) -> str:
    if cards[0][0] == "A":
        return "suited_aces" if same_suit(cards) else "aces"
    return "high_pair" if cards[0][0] in PICTURES else "low_pair"


# How many cards match the dealer's first in suit, too, and how many in rank alone (MA 6(e)(1)).
_MATCHES = {
    (2, 0): "two_suited",
    (1, 1): "suited_and_unsuited",
    (1, 0): "suited",
    (0, 2): "two_unsuited",
    (0, 1): "unsuited",
}


def match_super_bonus(cards: Cards, dealer: str) -> Row:
    """Match Super Bonus: either card, or both, of the rank of the dealer's first (MA 6(a))."""
    matching = [card for card in cards if card[0] == dealer[0]]
    suited = sum(card == dealer for card in matching)
    return _MATCHES.get((suited, len(matching) - suited))


SIDE_BETS: dict[str, SideBet] = {
    "perfect_pairs": perfect_pairs,
    "player_pair": player_pair,
    "bonus": bonus,
    "match_super_bonus": match_super_bonus,
}
