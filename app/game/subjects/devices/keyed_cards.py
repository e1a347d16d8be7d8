"""Where the cards of the round went that were keyed by hand and wait for the shoe's word."""

from typing import Any

from app.game import events as e
from app.game.core.cards import Card
from app.game.core.state import Keyed, Table

_LEAVES_THE_SHOE = e.CardDealt | e.CardDealtDown | e.CardDiscarded | e.CardKept


def keyed_in_the_round(table: Table) -> list[int] | None:
    """Where in the record each of them left the shoe; nothing, if the record has not all of them in this order."""
    if table.round is None or table.round.void is not None:
        return None
    places = _keyed_places(table)
    last = places[len(places) - len(table.keyed) :] if len(places) >= len(table.keyed) else []
    return last if [_as_keyed(table.record[at]) for at in last] == [*table.keyed] else None


def _keyed_places(table: Table) -> list[int]:
    """Every card of the round that was keyed; what becomes of one that nothing awaited is said after it is keyed."""
    found, held = list[int](), list[Card]()
    for at, event in enumerate(table.record):
        if isinstance(event, e.TableHeld) and event.source == "keyed":
            held = [each for each in (event.card, *event.more) if each is not None]
        elif isinstance(event, _LEAVES_THE_SHOE) and not getattr(event, "kept", False):
            if getattr(event, "source", "") == "keyed":
                found.append(at)
            elif (card := getattr(event, "card", None)) is not None and card in held:
                held.remove(card)
                found.append(at)
    return found


def _as_keyed(event: Any) -> Keyed:
    return Keyed(None, event.commitment) if isinstance(event, e.CardDealtDown) else Keyed(event.card)
