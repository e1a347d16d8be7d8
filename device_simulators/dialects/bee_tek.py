"""Bee-Tek: words in brackets, pushed, with no check of any kind."""

from dataclasses import dataclass
from typing import Literal

UNREAD = b" [Game]<Game> "
WARNING = b"<W0x01>"
_CONTEXTS = {"game": b"[Game]", "burn": b"[Manual Burn Cards]"}


@dataclass(frozen=True, slots=True)
class Spelling:
    """How this shoe writes a card: which comes first, and what a ten is."""

    first: Literal["rank", "suit"] = "rank"
    ten: Literal["T", "10"] = "10"

    def of(self, card: str) -> str:
        """The card in this spelling."""
        rank = self.ten if card[0] == "T" else card[0]
        return rank + card[1] if self.first == "rank" else card[1] + rank


def card_token(card: str, place: str, spelling: Spelling) -> bytes:
    """A card that came out; `place` is "burn" or anything else for the game."""
    return b" " + _CONTEXTS.get(place, _CONTEXTS["game"]) + b"<Card:" + spelling.of(card).encode() + b"> "


def alarm_token(text: str) -> bytes:
    """An alarm about a card, in the shoe's own words."""
    return b" [Game]<Alarm:" + text.encode("ascii") + b"> "


def game_alarm_token(text: str) -> bytes:
    """An alarm about the game as a whole, in the shoe's own words."""
    return b"[GameAlarm]<Alarm:" + text.encode("ascii") + b">"
