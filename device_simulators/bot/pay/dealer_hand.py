"""Whether the dealer drew as the book says: a settlement that rests on a card too many is wrong, too.

NZ 14.3 and 14.4, SG 3.27, ACT 13.1, MA 12(b) and 12(c).
"""

from device_simulators.bot.pay.books import Book
from device_simulators.bot.pay.main_wager import hand_points, is_pontoon
from device_simulators.bot.pay.played import Box, Hand, PlayedRound
from device_simulators.bot.pay.points import TWENTY_ONE, Cards, is_soft, points

DRAWS_BELOW = 17


def dealer_fault(played: PlayedRound, book: Book) -> str:
    """What is wrong with the dealer's hand, in words; empty when nothing is."""
    cards = played.dealer
    if any(not _draws(cards[:count], book) for count in range(2, len(cards))):
        return "the dealer drew on a hand that stands"
    matters = any(_undecided(box, hand, book) for box in played.boxes for hand in box.hands)
    if matters and _draws(cards, book):
        return "the dealer did not draw to the end"
    if not matters and len(cards) > 2:
        return "the dealer drew with every wager decided"
    return ""


def _draws(cards: Cards, book: Book) -> bool:
    total = points(cards)
    return total < DRAWS_BELOW or (total == DRAWS_BELOW and is_soft(cards) and book.dealer_hits_soft_17)


def _undecided(box: Box, hand: Hand, book: Book) -> bool:
    """Whether the dealer's total decides about a wager on this hand."""
    if box.surrendered:
        return book.dealer_always_draws
    if is_pontoon(hand) or hand_points(hand, book) >= TWENTY_ONE:
        return False
    return not all(stake.rescued for stake in hand.stakes)
