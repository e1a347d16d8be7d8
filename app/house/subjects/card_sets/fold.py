"""The house after an event about sets of cards."""

from typing import Any

from app.house.state import House
from app.house.subjects.card_sets import events as e


def set_received(house: House, event: e.SetReceived) -> House:
    return house._replace(card_sets=(*house.card_sets, event.card_set), sets_received=house.sets_received + 1)


def _changed(house: House, set_id: str, **changes: Any) -> House:
    sets = [each._replace(**changes) if each.id == set_id else each for each in house.card_sets]
    return house._replace(card_sets=tuple(sets))


def set_issued(house: House, event: e.SetIssued) -> House:
    return _changed(house, event.set_id, state="in_use", table=event.table)


def set_returned(house: House, event: e.SetReturned) -> House:
    return _changed(house, event.set_id, state="returned")


def set_put_back(house: House, event: e.SetPutBack) -> House:
    return _changed(house, event.set_id, state="sealed", table=None)


def set_counted_out(house: House, event: e.SetCountedOut) -> House:
    return _changed(house, event.set_id, state="counted_out", missing=event.missing)


def set_destroyed(house: House, event: e.SetDestroyed) -> House:
    return house._replace(card_sets=tuple([each for each in house.card_sets if each.id != event.set_id]))
