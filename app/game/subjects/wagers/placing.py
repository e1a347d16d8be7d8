"""Whether a wager may be placed: who, where, and how much."""

from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.core.state import MISSING, Place, place_of
from app.game.subjects.hands.options import not_in_units, side_unit
from app.game.subjects.wagers import commands as c
from app.game.subjects.wagers import events as e
from app.game.subjects.wagers.limits import box_maximum, late_entrant


def place_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether there is room for this bettor on this box."""
    if not 1 <= command.box <= draft.table.config.boxes:
        return draft.refuse("no_such_box", {"boxes": draft.table.config.boxes})
    others = _others_on(draft, command)
    most = draft.table.config.bettors_per_box or draft.rules.table.bettors_per_box
    if most and len(others) >= most:
        return draft.refuse("too_many_bettors", {"box": command.box, "most": most})
    if command.seated and any(place.seated for place in others):
        return draft.refuse("seat_taken", {"box": command.box})
    new = place_of(draft.round, command.box, command.player) is None
    if others and new and not command.consent and draft.rules.wagers.first_bettor_consents:
        return draft.refuse("no_consent", {"box": command.box})
    return None


def player_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether this player may bet on this box besides others."""
    config = draft.table.config
    boxes = {place.box for place in draft.round.places if place.player == command.player} - {command.box}
    if boxes and command.player in config.restricted:
        return draft.refuse("restricted_player.one_box", {"player": command.player})
    if config.boxes_per_player and len(boxes) >= config.boxes_per_player:
        return draft.refuse("one_box_only", {"boxes": config.boxes_per_player})
    elsewhere = [place for place in draft.round.places if place.player == command.player and place.box in boxes]
    if (
        command.seated
        and config.full_table
        and draft.rules.table.one_seat_when_full
        and any(place.seated for place in elsewhere)
    ):
        return draft.refuse("seated_elsewhere.one_box_only", {"player": command.player})
    return None


def main_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether the main wager is within the limits, or plays all the same because nobody noticed."""
    if command.missing:
        return _late_entrant_refused(draft, command)
    if command.cents <= 0:
        return draft.refuse("bad_amount.too_low", {"cents": command.cents})
    refused = _late_entrant_refused(draft, command) or _under_refused(draft, command)
    refused = refused or _under_side_refused(draft, command)
    return refused or (_over_refused(draft, command) if command.noticed else None)


def _under_side_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """A main wager does not go below a side wager that may not exceed it."""
    place = place_of(draft.round, command.box, command.player)
    for kind, cents in place.sides if place else ():
        if draft.rules.side_bets[kind].up_to_main and cents > command.cents and command.noticed:
            return draft.refuse("side_bet_limit.above_main", {"kind": kind, "cents": cents}, "side_bet_above_main")
    return None


def _late_entrant_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Mid-shoe entry and restricted players: nothing, or the minimum only."""
    config, player = draft.table.config, command.player
    minimum = config.minimum_cents or 0
    if not command.noticed:
        return None
    if player in config.restricted and minimum and command.cents != minimum and not command.missing:
        return draft.refuse("restricted_player.minimum", {"player": player, "minimum": minimum})
    if not late_entrant(draft.table, player):
        return None
    if config.mid_shoe == "barred":
        return draft.refuse("mid_shoe_barred", {"player": player})
    if config.mid_shoe == "minimum" and command.cents != minimum and not command.missing:
        return draft.refuse("mid_shoe_minimum", {"player": player, "minimum": minimum}, _why_late(draft, player))
    return None


def _why_late(draft: Draft, player: str) -> str | None:
    """Who bet on the first round of the shoe and then left one out is held to the minimum for that."""
    return "mid_shoe_declined" if player in draft.table.starters else None


def _under_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    minimum, rules = draft.table.config.minimum_cents, draft.rules.wagers
    if minimum is None or command.cents >= minimum or rules.minimum_of == "box":
        return None
    plays = draft.round.bets_closed  # its chips lay there when betting closed
    warned = rules.unnoticed_under == "plays_once" and command.player in draft.table.warned and not plays
    if command.noticed or warned:
        again = "below_minimum_again" if command.player in draft.table.warned else None
        return draft.refuse("below_minimum.of_a_wager", {"minimum": minimum}, again, box=command.box)
    return None


def _over_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    config = draft.table.config
    if config.player_maximum_cents is not None and command.cents > config.player_maximum_cents:
        return draft.refuse("above_player_maximum", {"cents": config.player_maximum_cents})
    maximum = box_maximum(config, command.box)
    before = place_of(draft.round, command.box, command.player)
    if before is not None and command.cents <= before.main_cents:
        maximum = None
    if maximum is not None and command.cents + sum(_in_the_way(draft, command).values()) > maximum:
        raised = "above_raised_maximum" if command.box in dict(config.box_maximum_cents) else None
        return draft.refuse("above_maximum", {"box": command.box, "maximum": maximum}, raised)
    if draft.rules.wagers.in_multiples and config.increment_cents and command.cents % config.increment_cents:
        return draft.refuse("not_a_multiple.bets", {"unit": config.increment_cents})
    return None


def _others_on(draft: Draft, command: c.PlaceWager) -> list[Place]:
    return [place for place in draft.round.places if place.box == command.box and place.player != command.player]


def _in_the_way(draft: Draft, command: c.PlaceWager) -> dict[str, int]:
    """The main wagers of others that this one may not displace."""
    if command.seated and draft.rules.wagers.seated_first:
        return {}
    return {place.player: place.main_cents for place in _others_on(draft, command)}


def make_room(draft: Draft, command: c.PlaceWager) -> None:
    """A seated bettor comes first: wagers of those behind give way, the last listed first."""
    maximum = box_maximum(draft.table.config, command.box)
    if maximum is None or not command.seated or not command.noticed or not draft.rules.wagers.seated_first:
        return
    room = max(maximum - command.cents, 0)
    for place in _others_on(draft, command):
        cents = min(place.main_cents, room) if place.noticed else place.main_cents
        room = max(room - cents, 0)
        if cents != place.main_cents:
            clause = draft.rules.clauses["wagers.seated_first"]
            draft.emit(e.WagerDisplaced(place.box, place.player, cents, command.player, clause))


def side_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether the side bet is on offer, has its main wager, and is within its limits."""
    offered, config = draft.rules.side_bets, draft.table.config
    if command.kind not in offered or command.kind not in config.side_bets:
        return draft.refuse("side_bet_not_offered", {"kind": command.kind})
    place = place_of(draft.round, command.box, command.player)
    main = place.main_cents if place else 0
    unknown = place is not None and place.amount == MISSING
    if not main and not unknown and offered[command.kind].needs == "own_main" and command.noticed:
        return draft.refuse("no_main_wager.of_the_player", {"player": command.player, "box": command.box})
    if command.cents == 0 and place is not None and command.kind in dict(place.sides):
        return None
    least = max(offered[command.kind].least_cents, config.side_minimum_cents or 1)
    most = config.side_maximum_cents
    if offered[command.kind].up_to_main and not unknown:
        most = main if most is None else min(most, main)
    if not command.noticed and command.cents > 0:
        return None
    if command.cents < least or (most is not None and command.cents > most):
        reason = _beyond(draft, command, main)
        if most is None:
            return draft.refuse("side_bet_limit.least", {"kind": command.kind, "least": least}, reason)
        return draft.refuse("side_bet_limit.limits", {"kind": command.kind, "least": least, "most": most}, reason)
    return _side_not_in_units(draft, command)


def _beyond(draft: Draft, command: c.PlaceWager, main: int) -> str | None:
    """Which limit a side wager is over, if it is over one."""
    posted = draft.table.config.side_maximum_cents
    if posted is not None and command.cents > posted:
        return "side_bet_above_posted"
    up_to_main = draft.rules.side_bets[command.kind].up_to_main
    return "side_bet_above_main" if up_to_main and command.cents > main else None


def _side_not_in_units(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Where wagers go in the displayed multiples, side wagers do too; and in whole chips."""
    unit = side_unit(draft.table.config, draft.rules)
    why = not_in_units(draft.table.config, unit, command.cents)
    if not why:
        return None
    reason = "not_a_multiple" if why == "multiple" else "side_bet_not_in_chips"
    return draft.refuse("not_a_multiple.side_bets", {"unit": unit}, reason)
