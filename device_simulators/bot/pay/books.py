"""The books: in what they differ when it comes to money. Each is a file of `tables`, a paragraph beside each row."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from device_simulators.bot.pay.dealer_pontoon import DEALER_PONTOON, DealerPontoon
from device_simulators.bot.pay.fifty_dollars import FIFTY_DOLLARS, FiftyDollars
from device_simulators.bot.pay.odds import Odds

LOW_PRIZE_CENTS = 1000_00
HIGH_PRIZE_CENTS = 5000_00


@dataclass(frozen=True, slots=True)
class Book:
    """What one book pays and takes where the books differ."""

    id: str
    # An ace among the first two cards of a doubled hand counts as 1.
    doubled_aces_hard: bool
    # A bettor who does not double, on a hand that others doubled, keeps the odds for bonus hands and the Super Bonus.
    undoubled_keeps_odds: bool
    # A 21 of three and more cards, and one made after a split, loses to the dealer's blackjack.
    pontoon_beats_21: bool
    # What is taken of a hand without pontoon when the dealer has one.
    dealer_pontoon: DealerPontoon
    # The dealer's first cards against which a surrendered hand is settled at once.
    surrender_final_against: str
    dealer_hits_soft_17: bool
    # The dealer draws for a surrendered hand, too: no rule lets him stop when it changes nothing.
    dealer_always_draws: bool
    least_for_super_bonus_cents: int
    high_prize_from_cents: int
    fifty_dollars: FiftyDollars
    # Not every split bars its hands from the Super Bonus, but one of suited sevens the whole box.
    only_suited_sevens_bar: bool
    # A box may be dealt face down on request.
    squeeze: bool
    side_bets: dict[str, dict[str, Odds]]


def _read(book_id: str, text: str) -> Book:
    rows: dict[str, Any] = tomllib.loads(text)
    bets = rows.pop("side_bets")
    return Book(
        id=book_id,
        dealer_pontoon=DEALER_PONTOON[rows.pop("dealer_pontoon")],
        fifty_dollars=FIFTY_DOLLARS[rows.pop("fifty_dollars")],
        side_bets={bet: {row: Odds(to_one) for row, to_one in pays.items()} for bet, pays in bets.items()},
        **rows,
    )


def _books() -> dict[str, Book]:
    found = files("device_simulators.bot.pay").joinpath("tables").iterdir()
    texts = {each.name.removesuffix(".toml"): each.read_text("utf-8") for each in found if each.name.endswith(".toml")}
    return {book_id: _read(book_id, text) for book_id, text in sorted(texts.items())}


BOOKS: dict[str, Book] = _books()
