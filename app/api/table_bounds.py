"""What a book leaves to the house of a table: the values between which it may choose, each with its clause."""

from typing import NamedTuple

from app.game.rules.ruleset import HoleCard, MidShoe, Ruleset, Shuffler
from app.game.views.rule_lines import bet_name


class BetOffered(NamedTuple):
    """A side bet that a table under the book may offer."""

    bet: str
    name: str


class ClauseOf(NamedTuple):
    """The clause of the book that decides about an option of the table."""

    option: str
    clause: str


class TableBounds(NamedTuple):
    """What a table under the book may be set up as. `boxes` and `bettors_per_box`: at most; 0: no bound by the book for
    the boxes, and no limit by the house for the bettors."""

    decks: tuple[int, ...]
    boxes: int
    bettors_per_box: int
    hole_cards: tuple[HoleCard, ...]
    shufflers: tuple[Shuffler, ...]
    cut_cards: tuple[int, ...]
    mid_shoe: tuple[MidShoe, ...]
    may_limit_boxes_per_player: bool
    may_limit_a_player: bool
    may_restrict_players: bool
    may_raise_a_box_maximum: bool
    may_burn: bool
    dealer_may_cut: bool
    final_rounds: int
    side_bets: tuple[BetOffered, ...]
    clauses: tuple[ClauseOf, ...]
    one_box_unless_permitted: bool


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
