"""The end of betting: what plays of each wager, and who decides for each box."""

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.limits import UNNOTICED_OVER, box_maximum, controller_of
from app.game.rejections import Rejected
from app.game.state import Place, Round


def close_bets(draft: Draft, command: c.CloseBets) -> Rejected | None:
    """ "No more bets"; where the book closes betting only at the first card, wagers may change until then."""
    round_ = draft.table.round
    if round_ is None or round_.bets_called:
        return draft.refuse("bets_closed", "There is no betting to close.")
    return close_betting(draft, implied=False)


def close_betting(draft: Draft, implied: bool) -> Rejected | None:
    """Close the betting by call, or by the first card, which also says what was not called."""
    refused = bets_refused(draft)
    if refused is not None:
        return refused
    boxes = _boxes(draft.round)
    if not draft.round.bets_called:
        draft.emit(e.NoMoreBetsCalled(implied))
    if implied or draft.rules.wagers.close_at == "no_more_bets":
        _emit_closed(draft, boxes)
    return None


def bets_refused(draft: Draft) -> Rejected | None:
    """Why the wagers as they lie cannot be played."""
    boxes = _boxes(draft.round)
    if not boxes:
        return draft.refuse("no_wagers", "There is no wager on the table.")
    for place in draft.round.places:
        if place.box not in boxes:
            return draft.refuse("no_main_wager", f"There is no main wager on box {place.box}.", box=place.box)
    return _under_minimum(draft, boxes) or _decided_by_nobody(draft, boxes)


def _under_minimum(draft: Draft, boxes: dict[int, list[Place]]) -> Rejected | None:
    """Where the minimum is the box's, it is looked at when betting closes."""
    minimum = draft.table.config.minimum_cents
    if minimum is None or draft.rules.wagers.minimum_of == "wager":
        return None
    for box, places in boxes.items():
        if sum(place.main_cents for place in places) < minimum and all(place.noticed for place in places):
            return draft.refuse("below_minimum", f"The minimum on box {box} is {minimum} cents.", box=box)
    return None


def _controllers(draft: Draft, boxes: dict[int, list[Place]]) -> dict[int, str | None]:
    """Who decides for each box; at a full table nobody decides for two."""
    policy = draft.rules.wagers.unseated_controller
    full = draft.table.config.full_table and draft.rules.table.one_seat_when_full
    busy = {place.player for places in boxes.values() for place in places if place.seated} if full else set()
    controllers: dict[int, str | None] = {}
    for box, places in boxes.items():
        controller = controllers[box] = controller_of(places, policy, frozenset(busy))
        if full and controller is not None:
            busy.add(controller)
    return controllers


def _decided_by_nobody(draft: Draft, boxes: dict[int, list[Place]]) -> Rejected | None:
    for box, controller in _controllers(draft, boxes).items():
        if controller is None:
            message = f"The table is full, and who bets on box {box} decides at another."
            return draft.refuse("seated_elsewhere", message, box=box)
    return None


def _boxes(round_: Round) -> dict[int, list[Place]]:
    """The main wagers by box."""
    boxes: dict[int, list[Place]] = {}
    for place in round_.places:
        if place.main_cents:
            boxes.setdefault(place.box, []).append(place)
    return boxes


def _emit_closed(draft: Draft, boxes: dict[int, list[Place]]) -> None:
    controllers = tuple([(box, who) for box, who in _controllers(draft, boxes).items() if who is not None])
    scaled = [each for box, controller in controllers for each in _scaled(draft, box, controller, boxes[box])]
    draft.emit(e.BetsClosed(controllers, tuple(scaled), _warned(draft, boxes)))


def _scaled(draft: Draft, box: int, controller: str, places: list[Place]) -> list[tuple[int, str, int]]:
    """The wagers of the box of which only a part plays."""
    maximum = box_maximum(draft.table.config, box)
    if maximum is None or sum(place.main_cents for place in places) <= maximum:
        return []
    cents = UNNOTICED_OVER[draft.rules.wagers.unnoticed_over](places, controller, draft.table.config, maximum)
    return [
        (box, place.player, cents[place.player])
        for place in places
        if cents.get(place.player, place.main_cents) != place.main_cents
    ]


def _warned(draft: Draft, boxes: dict[int, list[Place]]) -> tuple[str, ...]:
    """Who bet under the minimum and is told that the next such wager will be returned."""
    minimum = draft.table.config.minimum_cents
    if minimum is None or draft.rules.wagers.unnoticed_under != "plays_once":
        return ()
    return tuple(dict.fromkeys([p.player for places in boxes.values() for p in places if p.main_cents < minimum]))
