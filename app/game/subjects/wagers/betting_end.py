"""The end of betting: what plays of each wager, and who decides for each box."""

from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import Place
from app.game.subjects.remedies.voids import voided
from app.game.subjects.wagers import commands as c
from app.game.subjects.wagers.limits import UNNOTICED_OVER, box_maximum, side_plays
from app.game.subjects.wagers.placed_wagers import Boxes, controllers, main_wagers, unplayable


def close_bets(draft: Draft, command: c.CloseBets) -> Rejected | None:
    """ "No more bets"; where the book closes betting only at the first card, wagers may change until then."""
    round_ = draft.table.round
    if round_ is None or round_.bets_called or round_.complete:
        return draft.refuse("bets_closed.none_open")
    return close_betting(draft, implied=False)


def close_betting(draft: Draft, implied: bool) -> Rejected | None:
    """Close the betting by call, or by the first card, which also says what was not called."""
    wrong = unplayable(draft.table, draft.rules)
    if wrong is not None:
        return wrong
    if not draft.round.bets_called:
        draft.emit(e.NoMoreBetsCalled(implied))
    if implied or draft.rules.wagers.close_at == "no_more_bets":
        _emit_closed(draft, main_wagers(draft.round))
    return None


def _emit_closed(draft: Draft, boxes: Boxes) -> None:
    deciding = tuple(
        [(box, who) for box, who in controllers(draft.table, draft.rules, boxes).items() if who is not None]
    )
    parts = [each for box, controller in deciding for each in scaled(draft, box, controller, boxes[box])]
    told = under_and_told(draft, [place for places in boxes.values() for place in places])
    draft.emit(e.BetsClosed(deciding, tuple(parts), told, _sides_in_part(draft)))
    _return_sides_without_main(draft)


def _sides_in_part(draft: Draft) -> tuple[tuple[int, str, str, int], ...]:
    """The side wagers of which only a part plays."""
    policy, maximum = draft.rules.wagers.unnoticed_over, draft.table.config.side_maximum_cents
    sides = [(place, kind, cents) for place in draft.round.places for kind, cents in place.sides]
    return tuple(
        [
            (place.box, place.player, kind, plays)
            for place, kind, cents in sides
            if (plays := side_plays(policy, cents, maximum)) != cents
        ]
    )


def _return_sides_without_main(draft: Draft) -> None:
    """Side wagers that nobody saw to be without the main wager they need go back."""
    round_, rules = draft.round, draft.rules
    boxes = {place.box for place in round_.places if place.has_main}
    own = {(place.box, place.player) for place in round_.places if place.has_main}
    wagers = tuple(
        [
            (place.box, 1, place.player, kind)
            for place in round_.places
            for kind, _ in place.sides
            if kind not in place.void_sides
            and (
                place.box not in boxes
                or (rules.side_bets[kind].needs == "own_main" and (place.box, place.player) not in own)
            )
        ]
    )
    if wagers:
        clause = rules.irregularities["side_bet_without_main"][0].clause
        draft.emit(e.TableHeld(None, "side_bet_without_main", phase="betting"))
        draft.emit(e.IrregularityResolved("return_wager", clause))
        draft.emit(replace(voided(draft.table, rules, (), wagers, "side_bet_without_main", clause), by_itself=True))


def scaled(draft: Draft, box: int, controller: str, places: list[Place]) -> list[tuple[int, str, int]]:
    """The wagers of the box of which only a part plays; one whose amount is missing takes no part of it yet."""
    places = [place for place in places if place.main_cents]
    maximum = box_maximum(draft.table.config, box)
    if maximum is None or sum(place.main_cents for place in places) <= maximum:
        return []
    cents = UNNOTICED_OVER[draft.rules.wagers.unnoticed_over](places, controller, draft.table.config, maximum)
    return [
        (box, place.player, cents[place.player])
        for place in places
        if cents.get(place.player, place.main_cents) != place.main_cents
    ]


def under_and_told(draft: Draft, places: list[Place]) -> tuple[str, ...]:
    """Who bet under the minimum and is told that the next such wager will be returned."""
    minimum = draft.table.config.minimum_cents
    if minimum is None or draft.rules.wagers.unnoticed_under != "plays_once":
        return ()
    return tuple(dict.fromkeys([place.player for place in places if 0 < place.main_cents < minimum]))
