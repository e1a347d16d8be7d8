"""The settlement of a whole round: one line for every wager."""

from device_simulators.bot.pay.books import Book
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.main_wager import main_lines
from device_simulators.bot.pay.odds import TWO_TO_ONE, winnings
from device_simulators.bot.pay.played import Bettor, PlayedRound
from device_simulators.bot.pay.points import Cards, ace_and_picture
from device_simulators.bot.pay.side_bets import SIDE_BETS
from device_simulators.bot.pay.super_bonus import super_bonus_lines


def settle(played: PlayedRound, book: Book) -> list[Line]:
    """What every wager of the round came to."""
    lines = [line for box in played.boxes for line in main_lines(box, played.dealer, book)]
    for bettor in played.bettors:
        lines += _side_lines(bettor, played.box(bettor.box).initial, played.dealer[0], book)
        lines += _insurance_lines(bettor, played.dealer)
    return [*lines, *super_bonus_lines(played, book)]


def _side_lines(bettor: Bettor, cards: Cards, dealer: str, book: Book) -> list[Line]:
    lines = []
    for name, cents in bettor.sides.items():
        row = SIDE_BETS[name](cards, dealer)
        pays, takes = (0, cents) if row is None else (winnings(cents, book.side_bets[name][row]), 0)
        lines.append(Line(bettor.box, 1, bettor.player, name, cents, pays, takes))
    return lines


def _insurance_lines(bettor: Bettor, dealer: Cards) -> list[Line]:
    """Two to one on the dealer's pontoon, in every book (NZ 10.5, SG 3.17.2, ACT 7.4, MA 11(c))."""
    cents = bettor.insurance_cents
    if not cents:
        return []
    pays, takes = (winnings(cents, TWO_TO_ONE), 0) if ace_and_picture(dealer) else (0, cents)
    return [Line(bettor.box, 1, bettor.player, "insurance", cents, pays, takes)]
