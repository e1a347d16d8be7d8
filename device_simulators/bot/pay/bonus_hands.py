"""The 21s that pay more than even money: the same list in all five books.

NZ 11.1, SG 4.1.1, ACT table 1 (14.2), MA 5(f).
"""

from device_simulators.bot.pay.odds import EVEN, THREE_TO_ONE, THREE_TO_TWO, TWO_TO_ONE, Odds
from device_simulators.bot.pay.points import Cards, same_suit

SEVENS = ["7", "7", "7"]
STRAIGHT = ["6", "7", "8"]


def odds_of_21(cards: Cards) -> Odds:
    """What a 21 that is neither pontoon nor doubled pays."""
    if len(cards) >= 7:
        return THREE_TO_ONE
    if len(cards) == 6:
        return TWO_TO_ONE
    if len(cards) == 5:
        return THREE_TO_TWO
    return _three_cards(cards) if sorted(card[0] for card in cards) in (SEVENS, STRAIGHT) else EVEN


def _three_cards(cards: Cards) -> Odds:
    if not same_suit(cards):
        return THREE_TO_TWO
    return THREE_TO_ONE if cards[0][1] == "S" else TWO_TO_ONE
