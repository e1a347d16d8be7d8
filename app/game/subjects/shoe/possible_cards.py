"""Whether a card can be in this shoe at all."""

from typing import NamedTuple

from app.game.core.cards import Card, belongs, copies, with_card
from app.game.core.state import Table
from app.game.rules.ruleset import Irregularity


class Misfit(NamedTuple):
    """The card that cannot be of this shoe, and why."""

    card: Card
    irregularity: Irregularity


def unfit(table: Table, cards: tuple[Card, ...]) -> Misfit | None:
    """The first of these cards, seen one after the other, that cannot be of this shoe."""
    drawn = table.shoe.drawn
    for card in cards:
        if not belongs(card):
            return Misfit(card, "foreign_card")
        if copies(drawn, card) >= table.shoe.decks:
            return Misfit(card, "impossible_card")
        drawn = with_card(drawn, card)
    return None
