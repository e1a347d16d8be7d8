"""What a book leaves to the house of a table: the values between which it may choose, each with its clause."""

from typing import NamedTuple

from app.game.rules.ruleset import HoleCard, MidShoe, Ruleset, Shuffler
from app.game.views.rule_lines import bet_name


class BetOffered(NamedTuple):
    """A side bet that a table under the book may offer."""

    bet: str
    """The side wager, as the record names it."""
    name: str
    """The side wager, as players know it."""


class ClauseOf(NamedTuple):
    """The clause of the book that decides about an option of the table."""

    option: str
    """The option of the book."""
    clause: str


class TableBounds(NamedTuple):
    """What a table under the book may be set up as. `boxes` and `bettors_per_box`: at most; 0: no bound by the book for
    the boxes, and no limit by the house for the bettors."""

    decks: tuple[int, ...]
    """The numbers of decks that a table may have."""
    boxes: int
    """How many boxes a layout may have at most; 0 where the book names no number."""
    bettors_per_box: int
    """How many bettors a box may have at most; 0 where the house sets no limit."""
    hole_cards: tuple[HoleCard, ...]
    """The ways in which the dealer's second card may be dealt."""
    shufflers: tuple[Shuffler, ...]
    """The machines that may shuffle."""
    cut_cards: tuple[int, ...]
    """The numbers of cutting cards that may be used."""
    mid_shoe: tuple[MidShoe, ...]
    """What players may be allowed who come in the middle of a shoe."""
    may_limit_boxes_per_player: bool
    """Whether the boxes of one player may be limited."""
    may_limit_a_player: bool
    """Whether there may be a maximum for one player."""
    may_restrict_players: bool
    """Whether players may be held to the minimum on one box."""
    may_raise_a_box_maximum: bool
    """Whether one box may have a maximum of its own."""
    may_burn: bool
    """Whether the book leaves it to the table to burn the first card."""
    dealer_may_cut: bool
    """Whether the dealer may cut."""
    final_rounds: int
    """How many rounds are played after the final ones are announced; 0 where the book has none."""
    side_bets: tuple[BetOffered, ...]
    """The side wagers that may be offered."""
    clauses: tuple[ClauseOf, ...]
    """By which clause each of these is so."""
    one_box_unless_permitted: bool
    """Whether a player bets on one box where the house has set no other number."""


OPTIONS = (
    "table.decks", "table.boxes", "table.bettors_per_box", "table.hole_cards", "table.shufflers", "table.cut_cards",
    "table.mid_shoe", "table.may_limit_boxes_per_player", "table.one_box_unless_permitted",
    "table.may_limit_a_player", "table.may_restrict_players",
    "table.may_raise_a_box_maximum", "deal.burn", "shoe.dealer_may_cut",
)  # fmt: skip


def table_bounds(rules: Ruleset) -> TableBounds:
    """What the book allows of a table."""
    book = rules.table
    return TableBounds(
        book.decks, book.boxes, book.bettors_per_box, book.hole_cards, book.shufflers, book.cut_cards, book.mid_shoe,
        book.may_limit_boxes_per_player, book.may_limit_a_player, book.may_restrict_players,
        book.may_raise_a_box_maximum, rules.deal.burn == "optional", rules.shoe.dealer_may_cut,
        rules.deal.final_rounds,
        tuple([BetOffered(each, bet_name(each)) for each in rules.side_bets]),
        tuple([ClauseOf(each, rules.clauses[each]) for each in OPTIONS]),
        book.one_box_unless_permitted,
    )  # fmt: skip
