"""Wagers: placed, changed and withdrawn while betting is open; and the end of betting."""

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.limits import UNNOTICED_OVER, box_maximum, controller_of
from app.game.rejections import Rejected
from app.game.state import Place, Round, cards_on_layout, place_of


def open_betting(draft: Draft, command: c.OpenBetting) -> Rejected | None:
    """Open a new round."""
    round_ = draft.table.round
    if round_ is not None and not round_.complete:
        return draft.refuse("round_not_over", "The round before is not over.")
    collect_cards(draft)
    draft.emit(e.RoundOpened(draft.table.rounds_dealt + 1))
    return None


def collect_cards(draft: Draft) -> None:
    """The cards of a finished round go to the discard rack, or back into a continuous shuffler."""
    if draft.table.round is not None and draft.table.round.complete:
        returned = draft.table.config.shuffler == "continuous"
        draft.emit(e.CardsCollected(cards_on_layout(draft.table), returned))


def betting_open(round_: Round | None, closes_at_call: bool) -> bool:
    """Whether wagers may still be placed, changed and withdrawn."""
    if round_ is None or round_.complete:
        return True
    return not round_.bets_closed and not (closes_at_call and round_.bets_called)


def _refused_as_closed(draft: Draft) -> Rejected | None:
    if betting_open(draft.table.round, draft.rules.wagers.close_at == "no_more_bets"):
        return None
    return draft.refuse("bets_closed", "No more bets: wagers can no longer be placed, changed or withdrawn.")


def place_wager(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Place a wager of one kind, or change its amount."""
    refused = _refused_as_closed(draft)
    if refused is not None:
        return refused
    if draft.table.round is None or draft.table.round.complete:
        open_betting(draft, c.OpenBetting())
    refused = _place_refused(draft, command) or _player_refused(draft, command)
    refused = refused or (_main_refused if command.kind == "main" else _side_refused)(draft, command)
    if refused is None:
        if command.kind == "main":
            _make_room(draft, command)
        draft.emit(
            e.WagerPlaced(command.box, command.player, command.kind, command.cents, command.seated, command.noticed)
        )
    return refused


def withdraw_wagers(draft: Draft, command: c.WithdrawWagers) -> Rejected | None:
    """Take all of a bettor's wagers off a box."""
    refused = _refused_as_closed(draft)
    if refused is not None:
        return refused
    round_ = draft.table.round
    if round_ is None or round_.complete or place_of(round_, command.box, command.player) is None:
        return draft.refuse("no_such_player", f"{command.player} has no wager on box {command.box}.")
    draft.emit(e.WagersWithdrawn(command.box, command.player))
    return None


# --- who may bet where


def _place_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether there is room for this bettor on this box."""
    if not 1 <= command.box <= draft.table.config.boxes:
        return draft.refuse("no_such_box", f"The table has boxes 1 to {draft.table.config.boxes}.")
    others = _others_on(draft, command)
    most = draft.table.config.bettors_per_box or draft.rules.table.bettors_per_box
    if most and len(others) >= most:
        return draft.refuse("too_many_bettors", f"Box {command.box} has {most} bettors already.")
    if command.seated and any(place.seated for place in others):
        return draft.refuse("seat_taken", f"Somebody else is seated at box {command.box}.")
    if others and not command.consent and draft.rules.wagers.first_bettor_consents:
        return draft.refuse("no_consent", f"The first bettor on box {command.box} does not consent.")
    return None


def _player_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether this player may bet on this box besides others."""
    config = draft.table.config
    boxes = {place.box for place in draft.round.places if place.player == command.player} - {command.box}
    if boxes and command.player in config.restricted:
        return draft.refuse("restricted_player", f"{command.player} is held to one box.")
    if config.boxes_per_player and len(boxes) >= config.boxes_per_player:
        return draft.refuse("one_box_only", f"A player may bet on {config.boxes_per_player} boxes here.")
    elsewhere = [place for place in draft.round.places if place.player == command.player and place.box in boxes]
    if (
        command.seated
        and config.full_table
        and draft.rules.table.one_seat_when_full
        and any(place.seated for place in elsewhere)
    ):
        return draft.refuse("seated_elsewhere", f"The table is full: {command.player} decides at one box only.")
    return None


# --- how much


def _main_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether the main wager is within the limits, or plays all the same because nobody noticed."""
    if command.cents <= 0:
        return draft.refuse("bad_amount", "A wager is a positive number of cents.")
    refused = _late_entrant_refused(draft, command) or _under_refused(draft, command)
    refused = refused or _under_side_refused(draft, command)
    return refused or (_over_refused(draft, command) if command.noticed else None)


def _under_side_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """A main wager does not go below a side wager that may not exceed it."""
    place = place_of(draft.round, command.box, command.player)
    for kind, cents in place.sides if place else ():
        if draft.rules.side_bets[kind].up_to_main and cents > command.cents and command.noticed:
            return draft.refuse("side_bet_limit", f"{kind} of {cents} cents may not exceed the main wager.")
    return None


def _late_entrant_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Mid-shoe entry and restricted players: nothing, or the minimum only."""
    config, player = draft.table.config, command.player
    minimum = config.minimum_cents or 0
    if not command.noticed:
        return None
    if player in config.restricted and minimum and command.cents != minimum:
        return draft.refuse("restricted_player", f"{player} is held to the minimum of {minimum} cents.")
    if draft.table.shoe.rounds == 0 or player in draft.table.regulars or config.shuffler == "continuous":
        return None
    if config.mid_shoe == "barred":
        return draft.refuse("mid_shoe_barred", f"{player} did not bet on every round of this shoe.")
    if config.mid_shoe == "minimum" and command.cents != minimum:
        return draft.refuse(
            "mid_shoe_minimum", f"{player} may bet only the minimum of {minimum} cents until a new shoe."
        )
    return None


def _under_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    minimum, rules = draft.table.config.minimum_cents, draft.rules.wagers
    if minimum is None or command.cents >= minimum or rules.minimum_of == "box":
        return None
    warned = rules.unnoticed_under == "plays_once" and command.player in draft.table.warned
    if command.noticed or warned:
        return draft.refuse("below_minimum", f"The minimum is {minimum} cents.", box=command.box)
    return None


def _over_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    config = draft.table.config
    if config.player_maximum_cents is not None and command.cents > config.player_maximum_cents:
        return draft.refuse("above_player_maximum", f"One player may bet {config.player_maximum_cents} cents on a box.")
    maximum = box_maximum(config, command.box)
    before = place_of(draft.round, command.box, command.player)
    if before is not None and command.cents <= before.main_cents:
        maximum = None
    if maximum is not None and command.cents + sum(_in_the_way(draft, command).values()) > maximum:
        return draft.refuse("above_maximum", f"The maximum on box {command.box} is {maximum} cents.")
    if draft.rules.wagers.in_multiples and config.increment_cents and command.cents % config.increment_cents:
        return draft.refuse("not_a_multiple", f"Wagers go in multiples of {config.increment_cents} cents.")
    return None


def _others_on(draft: Draft, command: c.PlaceWager) -> list[Place]:
    return [place for place in draft.round.places if place.box == command.box and place.player != command.player]


def _in_the_way(draft: Draft, command: c.PlaceWager) -> dict[str, int]:
    """The main wagers of others that this one may not displace."""
    if command.seated and draft.rules.wagers.seated_first:
        return {}
    return {place.player: place.main_cents for place in _others_on(draft, command)}


def _make_room(draft: Draft, command: c.PlaceWager) -> None:
    """A seated bettor comes first: wagers of those behind give way, the last listed first."""
    maximum = box_maximum(draft.table.config, command.box)
    if maximum is None or not command.seated or not command.noticed or not draft.rules.wagers.seated_first:
        return
    room = maximum - command.cents
    for place in _others_on(draft, command):
        cents = min(place.main_cents, room) if place.noticed else place.main_cents
        room = max(room - cents, 0)
        if cents == 0 and not place.sides:
            draft.emit(e.WagersWithdrawn(place.box, place.player))
        elif cents != place.main_cents:
            draft.emit(e.WagerPlaced(place.box, place.player, "main", cents, place.seated, place.noticed))


def _side_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Whether the side bet is on offer, has its main wager, and is within its limits."""
    offered, config = draft.rules.side_bets, draft.table.config
    if command.kind not in offered or command.kind not in config.side_bets:
        return draft.refuse("side_bet_not_offered", f"{command.kind} is not offered at this table.")
    place = place_of(draft.round, command.box, command.player)
    main = place.main_cents if place else 0
    if not main and offered[command.kind].needs == "own_main":
        return draft.refuse("no_main_wager", f"{command.player} has no main wager on box {command.box}.")
    if command.cents == 0 and place is not None and command.kind in dict(place.sides):
        return None
    least = max(offered[command.kind].least_cents, config.side_minimum_cents or 1)
    most = config.side_maximum_cents
    if offered[command.kind].up_to_main:
        most = main if most is None else min(most, main)
    if not command.noticed and command.cents > 0:
        return None
    if command.cents < least or (most is not None and command.cents > most):
        limit = f"from {least}" + ("" if most is None else f" to {most}")
        return draft.refuse("side_bet_limit", f"{command.kind} goes {limit} cents.")
    return None


# --- the end of betting


def permit_squeeze(draft: Draft, command: c.PermitSqueeze) -> Rejected | None:
    """Permit that the cards still to come to a box are dealt face down."""
    round_ = draft.table.round
    if not draft.rules.deal.squeeze or round_ is None or round_.complete:
        return draft.refuse("squeeze_not_allowed", "Cards cannot be dealt face down to a box here now.")
    if all(place.box != command.box for place in round_.places) or command.box in round_.squeezing:
        return draft.refuse("squeeze_not_allowed", f"There is no bettor on box {command.box} who could squeeze.")
    draft.emit(e.SqueezePermitted(command.box))
    return None


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
    return tuple([place.player for places in boxes.values() for place in places if place.main_cents < minimum])
