"""Cards as two-character strings, and how they are counted."""

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def rank(card: str) -> str:
    return card[0]


def suit(card: str) -> str:
    return card[1]


def is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in RANKS and text[1] in SUITS


def is_red(card: str) -> bool:
    return suit(card) in "HD"


def is_picture(card: str) -> bool:
    return rank(card) in "JQK"


def low_value(card: str) -> int:
    """The points of one card, an ace counted as 1."""
    if rank(card) == "A":
        return 1
    if rank(card) in "TJQK":
        return 10
    return int(rank(card))


def count(cards: list[str], fixed_ones: list[int]) -> tuple[int, bool]:
    """Total of a hand and whether an ace is counted as 11 in it.

    `fixed_ones` are the positions whose ace may only count as 1.
    """
    total = 0
    free_ace = False
    for position, card in enumerate(cards):
        total = total + low_value(card)
        if rank(card) == "A" and position not in fixed_ones:
            free_ace = True
    if free_ace and total + 10 <= 21:
        return total + 10, True
    return total, False


def is_ace_and_picture(cards: list[str]) -> bool:
    if len(cards) < 2:
        return False
    if rank(cards[0]) == "A" and is_picture(cards[1]):
        return True
    return rank(cards[1]) == "A" and is_picture(cards[0])
