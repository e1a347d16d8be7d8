"""What the main wager of each bettor comes to, hand by hand."""

from device_simulators.bot.pay.bonus_hands import odds_of_21
from device_simulators.bot.pay.books import Book
from device_simulators.bot.pay.dealer_pontoon import Against
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.odds import EVEN, THREE_TO_TWO, Odds, half_lost, winnings
from device_simulators.bot.pay.played import Box, Hand, Stake
from device_simulators.bot.pay.points import TWENTY_ONE, Cards, ace_and_picture, points

MAIN = "main"


def main_lines(box: Box, dealer: Cards, book: Book) -> list[Line]:
    """The lines of all main wagers on the box."""
    if box.surrendered:
        return [_surrendered(box, stake, dealer, book) for stake in box.hands[0].stakes]
    if ace_and_picture(dealer):
        players = dict.fromkeys(stake.player for hand in box.hands for stake in hand.stakes)
        return [line for player in players for line in _against_pontoon(box, player, book)]
    return [
        _compared(box.number, number, hand, stake, dealer, book)
        for number, hand in enumerate(box.hands, 1)
        for stake in hand.stakes
    ]


def _surrendered(box: Box, stake: Stake, dealer: Cards, book: Book) -> Line:
    """Half is lost; all of it to a pontoon of the dealer, where that still counts."""
    final = dealer[0][0] in book.surrender_final_against
    whole = ace_and_picture(dealer) and not final
    takes = stake.base_cents if whole else half_lost(stake.base_cents)
    return Line(box.number, 1, stake.player, MAIN, stake.base_cents, 0, takes)


def _compared(box: int, number: int, hand: Hand, stake: Stake, dealer: Cards, book: Book) -> Line:
    """The hand against a dealer without pontoon."""
    pays, takes = _result(hand, stake, dealer, book)
    return Line(box, number, stake.player, MAIN, stake.at_risk_cents, pays, takes)


def _result(hand: Hand, stake: Stake, dealer: Cards, book: Book) -> tuple[int, int]:
    total, against = hand_points(hand, book), points(dealer)
    if stake.rescued:
        return 0, stake.base_cents
    if total > TWENTY_ONE:
        return 0, stake.at_risk_cents
    if total == TWENTY_ONE or against > TWENTY_ONE or total > against:
        return winnings(stake.at_risk_cents, winning_odds(hand, stake, book)), 0
    return (0, 0) if total == against else (0, stake.at_risk_cents)


def _against_pontoon(box: Box, player: str, book: Book) -> list[Line]:
    """The bettor's hands against the dealer's pontoon."""
    hands = [
        _against(number, hand, stake, book)
        for number, hand in enumerate(box.hands, 1)
        for stake in hand.stakes
        if stake.player == player
    ]
    taken = book.dealer_pontoon(hands) if not all([each.won for each in hands]) else {}
    return [_line(box, each, taken, book) for each in hands]


def _against(number: int, hand: Hand, stake: Stake, book: Book) -> Against:
    total = hand_points(hand, book)
    beaten = book.pontoon_beats_21 and not is_pontoon(hand)
    won = total == TWENTY_ONE and not stake.rescued and not beaten
    return Against(number, stake, won, lost=stake.rescued or total > TWENTY_ONE)


def _line(box: Box, each: Against, taken: dict[int, int], book: Book) -> Line:
    stake, hand = each.stake, box.hands[each.hand - 1]
    pays = winnings(stake.at_risk_cents, winning_odds(hand, stake, book)) if each.won else 0
    return Line(box.number, each.hand, stake.player, MAIN, stake.at_risk_cents, pays, taken.get(each.hand, 0))


def winning_odds(hand: Hand, stake: Stake, book: Book) -> Odds:
    """The odds of a winning wager on the hand."""
    if is_pontoon(hand):
        return THREE_TO_TWO
    plain = stake.double_cents > 0 or (hand.doubled and not book.undoubled_keeps_odds)
    if plain or hand_points(hand, book) != TWENTY_ONE:
        return EVEN
    return odds_of_21(hand.cards)


def is_pontoon(hand: Hand) -> bool:
    """Whether the hand is a pontoon: an ace and a picture as dealt, not after a split."""
    return ace_and_picture(hand.cards) and not hand.split


def hand_points(hand: Hand, book: Book) -> int:
    """The total of a player's hand."""
    return points(hand.cards, first_aces_hard=hand.doubled and book.doubled_aces_hard)
