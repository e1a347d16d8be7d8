"""What the wagers on the table come to: whether betting is open, who decides for each box, what cannot be played."""

from app.game.core.rejections import Rejected, refusal
from app.game.core.state import MISSING, Place, Round, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.wagers.limits import controller_of

Boxes = dict[int, list[Place]]


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


def unplayable(table: Table, rules: Ruleset) -> Rejected | None:
    """The first thing for which the round cannot be dealt, and the box that is to blame."""
    places = table.round.places if table.round is not None else ()
    boxes = main_wagers(table.round) if table.round is not None else {}
    if not boxes:
        return refusal(rules, "no_wagers")
    for place in places:
        if place.box not in boxes and place.noticed:
            return refusal(rules, "no_main_wager.on_the_box", {"box": place.box}, box=place.box)
    return under_minimum(table, rules) or _decided_by_amounts(rules, boxes) or _decided_by_nobody(table, rules, boxes)


def under_minimum(table: Table, rules: Ruleset) -> Rejected | None:
    """Where the minimum is the box's, it is looked at when betting closes, or with the last amount that came late."""
    minimum = table.config.minimum_cents
    if minimum is None or table.round is None or rules.wagers.minimum_of == "wager":
        return None
    for box, places in main_wagers(table.round).items():
        if any([place.amount == MISSING for place in places]):
            continue
        if sum([place.main_cents for place in places]) < minimum and all([place.noticed for place in places]):
            return refusal(rules, "below_minimum.of_a_box", {"box": box, "minimum": minimum}, box=box)
    return None


def _decided_by_amounts(rules: Ruleset, boxes: Boxes) -> Rejected | None:
    """Where the highest wager decides for a box, no card can be dealt before it is known which that is."""
    for box, places in boxes.items():
        unknown = len(places) > 1 and any([place.amount == MISSING for place in places])
        if unknown and rules.wagers.unseated_controller == "highest" and not any([place.seated for place in places]):
            return refusal(rules, "amount_missing.who_decides", {"box": box}, box=box)
    return None


def _decided_by_nobody(table: Table, rules: Ruleset, boxes: Boxes) -> Rejected | None:
    for box, controller in controllers(table, rules, boxes).items():
        if controller is None:
            return refusal(rules, "seated_elsewhere.nobody_decides", {"box": box}, box=box)
    return None
