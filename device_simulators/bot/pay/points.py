"""What cards are worth: aces, pictures, totals, pontoon."""

Cards = tuple[str, ...]

TWENTY_ONE = 21
PICTURES = "JQK"


def points(cards: Cards, *, first_aces_hard: bool = False) -> int:
    """The best total of the cards; with `first_aces_hard` an ace among the first two counts as 1."""
    total = sum(_least(card) for card in cards)
    free = cards[2:] if first_aces_hard else cards
    if any(card[0] == "A" for card in free) and total + 10 <= TWENTY_ONE:
        return total + 10
    return total


def is_soft(cards: Cards) -> bool:
    """Whether an ace counts as 11 in the best total."""
    return points(cards) != sum(_least(card) for card in cards)


def ace_and_picture(cards: Cards) -> bool:
    """Whether these are two cards, an ace and a king, queen or jack."""
    return len(cards) == 2 and sorted(_least(card) for card in cards) == [1, 10]


def same_suit(cards: Cards) -> bool:
    """Whether all are of one suit."""
    return len({card[1] for card in cards}) == 1


def same_rank(cards: Cards) -> bool:
    """Whether all are of one rank: two kings, but not a king and a queen."""
    return len({card[0] for card in cards}) == 1


def _least(card: str) -> int:
    if card[0] == "A":
        return 1
    return 10 if card[0] in PICTURES else int(card[0])
