"""Wagers whose amount is not in the record yet: they lie on the felt, and the amount may follow the first cards.

A box is live without it. It has to be there before anything depends on it: an offer to its bettor, the first decision
on its box, its pay, and the card reader or the dealer's hand, which may end the round. Nothing else happens until then.
"""

from app.game.core.hands import is_pontoon
from app.game.core.state import MISSING, Place, Round, Table, the_box, void_place
from app.game.core.turn import any_face_down, initial_target, peek_due, size, turn
from app.game.rules.ruleset import Ruleset
from app.game.subjects.hands.options import Limits
from app.game.subjects.wagers.limits import box_maximum, late_entrant

INITIAL_CARDS = 2


def amounts_missing(table: Table) -> tuple[Place, ...]:
    """The bettors whose wager plays, and whose amount may be entered though betting is over."""
    round_ = table.round
    if round_ is None or not round_.bets_closed or round_.complete:
        return ()
    return tuple([place for place in round_.places if place.amount == MISSING and not void_place(round_, place)])


def amounts_due(table: Table, rules: Ruleset) -> tuple[Place, ...]:
    """The bettors whose amount has to be entered before play goes on."""
    missing, round_ = amounts_missing(table), table.round
    if not missing or round_ is None or any_face_down(round_):
        return ()
    if not round_.dealt:
        dealing = initial_target(round_, table.config.hole_card != "none") is not None
        return () if dealing else tuple([place for place in missing if _ends_the_deal(round_, place, rules)])
    now = turn(round_)
    if now is None or peek_due(table):
        return missing
    return tuple([place for place in missing if place.box == now.box.number])


def to_be_signed(round_: Round, box: int) -> bool:
    """Whether an amount on this box takes a signature: its first two cards lie there, and show what would suit whom."""
    return size(the_box(round_, box).hands[0]) >= INITIAL_CARDS


def _ends_the_deal(round_: Round, place: Place, rules: Ruleset) -> bool:
    """Whether the end of the initial deal brings this bettor an offer, or his pay."""
    first = round_.dealer[0][0]
    if first == "A" or (rules.play.surrender == "window" and first in rules.play.surrender_against):
        return True
    return rules.interim.pontoon_at_once and is_pontoon(the_box(round_, place.box).hands[0].cards)


def amount_limits(table: Table, rules: Ruleset, place: Place) -> tuple[Limits, ...]:
    """Within what the amount keeps every limit; none, if nothing bounds it from above or it can keep none."""
    config, others = table.config, _others_on(table, place)
    beside = sum([each.main_cents for each in others])
    maximum = box_maximum(config, place.box)
    bounds = [config.player_maximum_cents, None if maximum is None else maximum - beside]
    sides = [cents for kind, cents in place.sides if rules.side_bets[kind].up_to_main]
    least = max(1, _minimum(table, rules, others) - (beside if rules.wagers.minimum_of == "box" else 0), *sides)
    if _held_to_minimum(table, place.player):
        least, bounds = max(least, config.minimum_cents or 0), [*bounds, config.minimum_cents or 0]
    unit = amount_unit(table, rules) or 1
    known = [bound // unit * unit for bound in bounds if bound is not None]
    least = -(-least // unit) * unit
    return (Limits(place.player, least, min(known)),) if known and least <= min(known) else ()


def amount_unit(table: Table, rules: Ruleset) -> int | None:
    """The unit in which wagers go, if the book wants one."""
    return table.config.increment_cents if rules.wagers.in_multiples else None


def _others_on(table: Table, place: Place) -> list[Place]:
    places = table.round.places if table.round is not None else ()
    return [each for each in places if each.box == place.box and each.player != place.player]


def _minimum(table: Table, rules: Ruleset, others: list[Place]) -> int:
    """The minimum that binds this wager: a box's is looked at with the last amount, and where all were noticed."""
    open_ = any([each.amount == MISSING or not each.noticed for each in others])
    return 0 if rules.wagers.minimum_of == "box" and open_ else table.config.minimum_cents or 0


def _held_to_minimum(table: Table, player: str) -> bool:
    config = table.config
    if player in config.restricted and config.minimum_cents:
        return True
    return config.mid_shoe == "minimum" and late_entrant(table, player)
