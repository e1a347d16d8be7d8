"""What a Bee-Tek shoe says, as bytes, made here and not by the program."""

VECTORS = (
    b" [Game]<Card:4S> ",
    b" [Manual Burn Cards]<Card:KH> ",
    b" [Game]<Alarm:E3 Card Not Read> ",
    b"[GameAlarm]<Alarm:Cover Open>",
    b"<W0x01>",
    b" [Game]<Game> ",
)
RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)


def spellings(card: str) -> tuple[str, ...]:
    """Every way in which a shoe may write this card."""
    ranks = ("T", "10") if card[0] == "T" else (card[0],)
    return tuple(text for rank in ranks for text in (rank + card[1], card[1] + rank))


def game_card(text: str) -> bytes:
    """A card into the game."""
    return b" [Game]<Card:" + text.encode() + b"> "


def burnt_card(text: str) -> bytes:
    """A burnt card."""
    return b" [Manual Burn Cards]<Card:" + text.encode() + b"> "
