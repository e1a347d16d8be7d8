"""The Super Bonus: three sevens of one suit against a dealer's seven.

NZ 11.2 to 11.4, SG 4.1.2, ACT table 2 and 11.10, MA 5(g). It is paid on top of the odds, never on a hand that was split
or a wager that was doubled.
"""

from device_simulators.bot.pay.bonus_hands import SEVENS
from device_simulators.bot.pay.books import HIGH_PRIZE_CENTS, LOW_PRIZE_CENTS, Book
from device_simulators.bot.pay.fifty_dollars import FIFTY_DOLLARS_CENTS, Winner
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.played import Box, Hand, PlayedRound, Stake
from device_simulators.bot.pay.points import same_suit


def super_bonus_lines(played: PlayedRound, book: Book) -> list[Line]:
    """What the Super Bonus pays to its winners, and to the others."""
    winners = _winners(played, book)
    if not winners:
        return []
    prizes = [Line(box, 1, player, "super_bonus", 0, cents, 0) for (box, player), cents in winners.items()]
    others = book.fifty_dollars(played, list(winners))
    fifties = [Line(each.box, 1, each.player, "super_bonus_others", 0, FIFTY_DOLLARS_CENTS, 0) for each in others]
    return [*prizes, *fifties]


def _winners(played: PlayedRound, book: Book) -> dict[Winner, int]:
    if played.dealer[0][0] != "7":
        return {}
    won: dict[Winner, int] = {}
    for box in played.boxes:
        if _may_win(box):
            hand = box.hands[0]
            eligible = [stake for stake in hand.stakes if _eligible(stake, hand, book)]
            won |= {(box.number, stake.player): _prize(stake, book) for stake in eligible}
    return won


def _may_win(box: Box) -> bool:
    cards = box.hands[0].cards
    sevens = sorted(card[0] for card in cards) == SEVENS and same_suit(cards)
    return sevens and len(box.hands) == 1 and not box.surrendered


def _eligible(stake: Stake, hand: Hand, book: Book) -> bool:
    if stake.double_cents or (hand.doubled and not book.undoubled_keeps_odds):
        return False
    return stake.base_cents >= book.least_for_super_bonus_cents


def _prize(stake: Stake, book: Book) -> int:
    return HIGH_PRIZE_CENTS if stake.base_cents >= book.high_prize_from_cents else LOW_PRIZE_CENTS
