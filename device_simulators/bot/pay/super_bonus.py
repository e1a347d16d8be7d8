"""The Super Bonus: three sevens of one suit against a dealer's seven.

NZ 11.2 to 11.4, SG 4.1.2, ACT table 2 and 11.10, MA 5(g). It is paid on top of the odds, never on a wager that was
doubled; where the book says so on no hand of a split, else on none of a box where sevens of one suit were split.
"""

from device_simulators.bot.pay.bonus_hands import SEVENS
from device_simulators.bot.pay.books import HIGH_PRIZE_CENTS, LOW_PRIZE_CENTS, Book
from device_simulators.bot.pay.fifty_dollars import FIFTY_DOLLARS_CENTS
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.played import Box, Hand, PlayedRound, Stake
from device_simulators.bot.pay.points import same_suit


def super_bonus_lines(played: PlayedRound, book: Book) -> list[Line]:
    """What the Super Bonus pays to its winners, and to the others."""
    winners = _winners(played, book)
    if not winners:
        return []
    prizes = [Line(box, hand, player, "super_bonus", 0, cents, 0) for box, hand, player, cents in winners]
    others = book.fifty_dollars(played, [(box, player) for box, _, player, _ in winners])
    fifties = [Line(each.box, 1, each.player, "super_bonus_others", 0, FIFTY_DOLLARS_CENTS, 0) for each in others]
    return [*prizes, *fifties]


def _winners(played: PlayedRound, book: Book) -> list[tuple[int, int, str, int]]:
    """Each winning wager: box, hand, player and prize."""
    if played.dealer[0][0] != "7":
        return []
    return [
        (box.number, number, stake.player, _prize(stake, book))
        for box in played.boxes
        for number, hand in enumerate(box.hands, 1)
        if _may_win(box, hand, book)
        for stake in hand.stakes
        if _eligible(stake, hand, book)
    ]


def _may_win(box: Box, hand: Hand, book: Book) -> bool:
    sevens = sorted(card[0] for card in hand.cards) == SEVENS and same_suit(hand.cards)
    return sevens and not box.surrendered and not _barred(box, hand, book)


def _barred(box: Box, hand: Hand, book: Book) -> bool:
    if not book.only_suited_sevens_bar:
        return hand.split
    return any(pair[0][0] == "7" and same_suit(pair) for pair in box.pairs_split)


def _eligible(stake: Stake, hand: Hand, book: Book) -> bool:
    if stake.double_cents or (hand.doubled and not book.undoubled_keeps_odds):
        return False
    return stake.base_cents >= book.least_for_super_bonus_cents


def _prize(stake: Stake, book: Book) -> int:
    return HIGH_PRIZE_CENTS if stake.base_cents >= book.high_prize_from_cents else LOW_PRIZE_CENTS
