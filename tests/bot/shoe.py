"""A seeded shoe: all the cards of the set, and a cutting card among them."""

from random import Random

from app.game.core.cards import DECK, Card


class Shoe:
    """The cards that are still in the shoe, front first."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)
        self._cards: list[Card] = []
        self._cut_depth: int | None = None

    def load(self, decks: int, cut_depth: int | None) -> None:
        """All cards, shuffled, with the cutting card so many from the back."""
        self._cards = list(DECK) * decks
        self._dice.shuffle(self._cards)
        self._cut_depth = cut_depth

    def stack(self, cards: list[Card]) -> None:
        """Swap these cards to the front, one after another; a card that is not there any more is left out."""
        front = 0
        for card in cards:
            if card in self._cards[front:]:
                at = self._cards.index(card, front)
                self._cards[front], self._cards[at] = self._cards[at], self._cards[front]
                front += 1

    def cut_card_is_next(self) -> bool:
        """Whether the cutting card comes out now; it comes once."""
        if self._cut_depth is None or len(self._cards) > self._cut_depth:
            return False
        self._cut_depth = None
        return True

    def draw(self) -> Card:
        """The next card."""
        return self._cards.pop(0)
