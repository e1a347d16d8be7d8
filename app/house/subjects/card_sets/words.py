"""What is said of its events."""

from app.game.core.message import Message, message
from app.house.subjects.card_sets import events as e


def set_received(event: e.SetReceived) -> Message:
    stock = event.card_set
    return message(
        "house_card_sets.received",
        by=event.by,
        colour=stock.colour,
        set=stock.id,
        decks=stock.decks,
        seal=stock.seal,
    )


def set_issued(event: e.SetIssued) -> Message:
    return message("house_card_sets.issued", by=event.by, set=event.set_id, table=event.table)


def set_returned(event: e.SetReturned) -> Message:
    return message("house_card_sets.came_back", by=event.by, set=event.set_id)


def set_put_back(event: e.SetPutBack) -> Message:
    return message("house_card_sets.put_back", by=event.by, set=event.set_id)


def set_counted_out(event: e.SetCountedOut) -> Message:
    missing = event.missing
    lacking = message("house_card_sets.missing", cards=missing) if missing else message("house_card_sets.none_missing")
    odd = message("house_card_sets.too_many", cards=-missing) if missing < 0 else lacking
    return message("house_card_sets.counted", by=event.by, cards=event.cards, set=event.set_id, odd=odd)


def set_destroyed(event: e.SetDestroyed) -> Message:
    return message("house_card_sets.destroyed", set=event.set_id, by=event.by)
