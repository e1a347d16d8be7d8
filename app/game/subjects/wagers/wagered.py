"""What the wagers on the table come to: whether betting is open, who decides for each box, what cannot be played."""

from typing import NamedTuple

from app.game.core.money import in_dollars
from app.game.core.state import MISSING, Place, Round, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.wagers.limits import controller_of

Boxes = dict[int, list[Place]]


class Unplayable(NamedTuple):
    """Why the wagers as they lie cannot be played, and the box that is to blame."""

    code: str
    message: str
    box: int | None = None


def betting_open(table: Table) -> bool:
    """Whether wagers may still be placed, changed and withdrawn."""
    round_ = table.round
    return round_ is None or round_.complete or not round_.bets_closed


def main_wagers(round_: Round) -> Boxes:
    """The bettors with a main wager, by box."""
    boxes: Boxes = {}
    for place in round_.places:
        if place.has_main:
            boxes.setdefault(place.box, []).append(place)
    return boxes


def controllers(table: Table, rules: Ruleset, boxes: Boxes) -> dict[int, str | None]:
    """Who decides for each box; at a full table nobody decides for two."""
    policy = rules.wagers.unseated_controller
    full = table.config.full_table and rules.table.one_seat_when_full
    busy = {place.player for places in boxes.values() for place in places if place.seated} if full else set()
    deciding: dict[int, str | None] = {}
    for box, places in boxes.items():
        controller = deciding[box] = controller_of(places, policy, frozenset(busy))
        if full and controller is not None:
            busy.add(controller)
    return deciding


def unplayable(table: Table, rules: Ruleset) -> Unplayable | None:
    """The first thing for which the round cannot be dealt."""
    places = table.round.places if table.round is not None else ()
    boxes = main_wagers(table.round) if table.round is not None else {}
    if not boxes:
        return Unplayable("no_wagers", "There is no wager on the table.")
    for place in places:
        if place.box not in boxes and place.noticed:
            return Unplayable("no_main_wager", f"There is no main wager on box {place.box}.", place.box)
    return under_minimum(table, rules) or _decided_by_amounts(rules, boxes) or _decided_by_nobody(table, rules, boxes)


def under_minimum(table: Table, rules: Ruleset) -> Unplayable | None:
    """Where the minimum is the box's, it is looked at when betting closes, or with the last amount that came late."""
    minimum = table.config.minimum_cents
    if minimum is None or table.round is None or rules.wagers.minimum_of == "wager":
        return None
    for box, places in main_wagers(table.round).items():
        if any([place.amount == MISSING for place in places]):
            continue
        if sum([place.main_cents for place in places]) < minimum and all([place.noticed for place in places]):
            return Unplayable("below_minimum", f"The minimum on box {box} is {in_dollars(minimum)}.", box)
    return None


def _decided_by_amounts(rules: Ruleset, boxes: Boxes) -> Unplayable | None:
    """Where the highest wager decides for a box, no card can be dealt before it is known which that is."""
    for box, places in boxes.items():
        unknown = len(places) > 1 and any([place.amount == MISSING for place in places])
        if unknown and rules.wagers.unseated_controller == "highest" and not any([place.seated for place in places]):
            return Unplayable("amount_missing", f"Who decides for box {box} depends on every amount on it.", box)
    return None


def _decided_by_nobody(table: Table, rules: Ruleset, boxes: Boxes) -> Unplayable | None:
    for box, controller in controllers(table, rules, boxes).items():
        if controller is None:
            message = f"The table is full, and who bets on box {box} decides at another."
            return Unplayable("seated_elsewhere", message, box)
    return None
