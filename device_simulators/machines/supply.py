"""The cards of a device and the truth about them: what is left, in order, and every card that ever came out.

`left[-1]` is the next card. The cutting card is held as the number of cards behind it.
"""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any, Literal

from device_simulators.cards import is_card
from device_simulators.machines.machine import CannotNow


@dataclass(slots=True)
class Drawn:
    """A card that left. `index` is the device's own, if it noticed the card; `line_up`: somebody could hear of it."""

    card: str
    index: int | None
    sensed: Literal["read", "unread", "not_sensed", "untold"]
    place: str
    line_up: bool
    back: bool = False


class Supply:
    """Cards in order, and what has left."""

    def __init__(self, left: list[str]) -> None:
        self.left = left
        self.drawn: list[Drawn] = []
        self.behind_cut_card: int | None = None

    def fill(self, cards: list[str]) -> None:
        """A new shoe: these cards, the next one last, and nothing drawn."""
        self.left = cards
        self.drawn = []
        self.behind_cut_card = None

    def place_cut_card(self, cards_from_back: int) -> None:
        """Put the cutting card in, with so many cards behind it."""
        if not 0 <= cards_from_back <= len(self.left):
            raise CannotNow("impossible", f"cards_from_back {cards_from_back}: only {len(self.left)} cards are left")
        self.behind_cut_card = cards_from_back

    def cut_card_is_next(self) -> bool:
        """Whether the cutting card lies in front of the next card."""
        return self.behind_cut_card == len(self.left)

    def stack(self, cards: list[str], foreign: bool) -> None:
        """Put these cards in front, the first of them next; unless `foreign`, they are taken from where they lie."""
        refuse_unknown(cards)
        if not foreign:
            self._refuse_more_than_left(cards)
        for card in reversed(cards):
            if not foreign:
                self._pull(card)
            self.left.append(card)

    def next_card(self) -> str:
        """Take the next card out."""
        return self.left.pop()

    def put_back(self) -> Drawn:
        """The last card that left goes back in."""
        last = next((drawn for drawn in reversed(self.drawn) if not drawn.back and drawn.index is not None), None)
        if last is None:
            raise CannotNow("impossible", "no card to push back: none has left that the device sensed")
        last.back = True
        self.left.append(last.card)
        return last

    def _refuse_more_than_left(self, cards: list[str]) -> None:
        short = Counter(cards) - Counter(self.left)
        if short:
            names = ", ".join(sorted(short))
            raise CannotNow("impossible", f'too few of {names} are left; "foreign": true takes them from outside')

    def _pull(self, card: str) -> None:
        place = len(self.left) - 1 - self.left[::-1].index(card)
        del self.left[place]
        if self.behind_cut_card is not None and place < self.behind_cut_card:
            self.behind_cut_card -= 1

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        return {
            "left": self.left,
            "drawn": [asdict(drawn) for drawn in self.drawn],
            "behind_cut_card": self.behind_cut_card,
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        self.left = list(kept["left"])
        self.drawn = [Drawn(**drawn) for drawn in kept["drawn"]]
        self.behind_cut_card = kept["behind_cut_card"]

    def shown(self) -> dict[str, Any]:
        """The truth, for the side channel; cards in the order in which they come."""
        return {
            "left": dict(sorted(Counter(self.left).items())),
            "left_count": len(self.left),
            "next": self.left[::-1],
            "drawn": [{"n": n, **asdict(drawn)} for n, drawn in enumerate(self.drawn, 1)],
            "behind_cut_card": self.behind_cut_card,
        }


def refuse_unknown(cards: list[str]) -> None:
    """Refuse, in words, what is not a card."""
    unknown = [card for card in cards if not is_card(card)]
    if unknown:
        raise CannotNow("impossible", f'{unknown[0]!r} is not a card: write rank and suit, such as "8S", a ten as "TS"')
