"""The least that a program must do to follow rounds: a loop over their events, written for this one purpose.

It knows each hand's cards and points, what was wagered and what was paid, and nothing else of the rules. The events are
plain dictionaries, as they come from the log, so that no class of ours makes the loop faster or slower.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

Row = dict[str, Any]
POINTS = {**{rank: int(rank) for rank in "23456789"}, "J": 10, "Q": 10, "K": 10, "A": 1}


class Followed(NamedTuple):
    """What came of the rounds."""

    rounds: int
    cards: int
    wagered_cents: int
    house_cents: int
    dealer_points: int


def played_again(rows: Iterable[Row]) -> Followed:
    """Follow the events; `house_cents` is what the house has won, `dealer_points` the sum of the dealer's hands."""
    hands: dict[tuple[int, int], list[str]] = {}
    rounds = cards = wagered_cents = house_cents = dealer_points = 0
    for row in rows:
        match row["type"]:
            case "CardDealt":
                hand = hands.setdefault((row["box"], row["hand"]), [])
                hand.append(row["card"])
                cards += 1
                if row["box"] == 0:
                    dealer_points += points(hand) - points(hand[:-1])
            case "WagerPlaced":
                wagered_cents += row["cents"]
            case "Settled":
                house_cents += sum([line["takes_cents"] - line["pays_cents"] for line in row["lines"]])
            case "RoundCompleted":
                rounds += 1
                hands.clear()
    return Followed(rounds, cards, wagered_cents, house_cents, dealer_points)


def points(hand: list[str]) -> int:
    """The best total of these cards."""
    total = sum([POINTS[card[0]] for card in hand])
    return total + 10 if total <= 11 and any([card[0] == "A" for card in hand]) else total
