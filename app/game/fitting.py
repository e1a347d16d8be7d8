"""Whether a card can be in this shoe at all."""

from app.game.cards import Card, belongs, copies, with_card
from app.game.state import Table


def unfit(table: Table, cards: tuple[Card, ...]) -> str | None:
    """Why one of these cards, seen one after the other, cannot be of this shoe; None: all can."""
    drawn = table.shoe.drawn
    for card in cards:
        if not belongs(card):
            return "foreign_card"
        if copies(drawn, card) >= table.shoe.decks:
            return "impossible_card"
        drawn = with_card(drawn, card)
    return None
