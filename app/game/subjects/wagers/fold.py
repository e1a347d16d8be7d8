"""What its events make of a table."""

from app.game.core.records import replace
from app.game.core.state import (
    LATE,
    MISSING,
    Box,
    Hand,
    Idle,
    LateWager,
    Place,
    Round,
    Stake,
    Table,
    changed_hand,
    changed_round,
    counted,
    hand_of,
)
from app.game.subjects.wagers import events as e


def late_wager_refused(table: Table, event: e.LateWagerRefused) -> Table:
    assert table.round is not None
    wager = LateWager(event.box, event.player, event.kind, event.cents, event.clause)
    return changed_round(table, late_wagers=(*table.round.late_wagers, wager))


def round_opened(table: Table, event: e.RoundOpened) -> Table:
    round_ = Round(event.number, dealers=(table.dealer,) if table.dealer else (), paper=event.paper)
    return replace(table, round=round_, rounds_opened=table.rounds_opened + 1)


def _placed(place: Place, event: e.WagerPlaced) -> Place:
    if event.kind == "main":
        amounts = replace(place, main_cents=event.cents, effective_cents=event.cents)
        return replace(amounts, noticed=event.noticed, seated=event.seated, amount=MISSING if event.missing else "")
    sides = tuple([side for side in place.sides if side[0] != event.kind])
    noticed = place.noticed if place.has_main else event.noticed
    return replace(place, sides=(*sides, (event.kind, event.cents)) if event.cents else sides, noticed=noticed)


def wager_placed(table: Table, event: e.WagerPlaced) -> Table:
    assert table.round is not None
    places = list(table.round.places)
    for index, place in enumerate(places):
        if place.box == event.box and place.player == event.player:
            places[index] = _placed(place, event)
            return changed_round(table, places=tuple(places))
    places.append(_placed(Place(event.box, event.player, event.seated), event))
    places.sort(key=_box_number)
    return changed_round(table, places=tuple(places))


def _box_number(place: Place) -> int:
    return place.box


def wager_displaced(table: Table, event: e.WagerDisplaced) -> Table:
    assert table.round is not None
    places = [
        replace(place, main_cents=event.cents, effective_cents=event.cents)
        if (place.box, place.player) == (event.box, event.player)
        else place
        for place in table.round.places
    ]
    return changed_round(table, places=tuple([place for place in places if place.has_main or place.sides]))


def wagers_withdrawn(table: Table, event: e.WagersWithdrawn) -> Table:
    assert table.round is not None
    left = [place for place in table.round.places if (place.box, place.player) != (event.box, event.player)]
    return changed_round(table, places=tuple(left))


def round_abandoned(table: Table, event: e.RoundAbandoned) -> Table:
    return changed_round(table, complete=True)


def squeeze_permitted(table: Table, event: e.SqueezePermitted) -> Table:
    assert table.round is not None
    return changed_round(table, squeezing=(*table.round.squeezing, event.box))


def no_more_bets_called(table: Table, event: e.NoMoreBetsCalled) -> Table:
    return changed_round(table, bets_called=True)


def bets_closed(table: Table, event: e.BetsClosed) -> Table:
    assert table.round is not None
    places = _sides_scaled(_scaled(table.round.places, event.scaled), event.sides)
    boxes = tuple([_new_box(places, number, player) for number, player in event.controllers])
    players = frozenset([place.player for place in places])
    shoe = table.shoe
    return replace(
        table,
        round=replace(table.round, bets_closed=True, places=places, boxes=boxes),
        shoe=replace(shoe, rounds=shoe.rounds + 1),
        rounds_dealt=table.rounds_dealt + 1,
        regulars=players if shoe.rounds == 0 else table.regulars & players,
        starters=players if shoe.rounds == 0 else table.starters,
        warned=table.warned | frozenset(event.warned),
        seated=tuple([place.box for place in places if place.seated]),
        idle=_idle(table, places),
    )


def _scaled(places: tuple[Place, ...], scaled: tuple[tuple[int, str, int], ...]) -> tuple[Place, ...]:
    if not scaled:
        return places
    cents = {(box, player): amount for box, player, amount in scaled}
    return tuple([replace(p, effective_cents=cents.get((p.box, p.player), p.effective_cents)) for p in places])


def _sides_scaled(places: tuple[Place, ...], scaled: tuple[tuple[int, str, str, int], ...]) -> tuple[Place, ...]:
    if not scaled:
        return places
    cents = {(box, player, kind): amount for box, player, kind, amount in scaled}
    return tuple(
        [
            replace(p, sides=tuple([(kind, cents.get((p.box, p.player, kind), lying)) for kind, lying in p.sides]))
            for p in places
        ]
    )


def _new_box(places: tuple[Place, ...], number: int, controller: str) -> Box:
    return Box(number, controller, (Hand(stakes=_stakes(places, number)),))


def _stakes(places: tuple[Place, ...], number: int) -> tuple[Stake, ...]:
    """What plays on the box; a wager whose amount is missing lies there too."""
    on_box = [place for place in places if place.box == number and (place.effective_cents or place.amount == MISSING)]
    return tuple([Stake(place.player, place.effective_cents) for place in on_box])


def amount_entered(table: Table, event: e.AmountEntered) -> Table:
    """Nothing was decided or paid on the box: what is void on it stays so, and all else is as it plays."""
    assert table.round is not None
    places = tuple([_with_amount(place, event) if place.box == event.box else place for place in table.round.places])
    outcomes = {stake.player: stake.outcome for stake in hand_of(table.round, event.box, 1).stakes}
    stakes = [replace(stake, outcome=outcomes.get(stake.player, "")) for stake in _stakes(places, event.box)]
    boxes = [replace(box, controller=event.controller) if box.number == event.box else box for box in table.round.boxes]
    table = changed_round(table, places=places, boxes=tuple(boxes))
    warned = table.warned | frozenset([event.player] if event.warned else ())
    late = counted(table.late_amounts, table.dealer)
    return changed_hand(replace(table, warned=warned, late_amounts=late), event.box, 1, stakes=tuple(stakes))


def _with_amount(place: Place, event: e.AmountEntered) -> Place:
    place = replace(place, effective_cents=dict(event.plays).get(place.player, place.effective_cents))
    if place.player != event.player:
        return place
    return replace(place, main_cents=event.cents, noticed=event.noticed, amount=LATE)


def _idle(table: Table, places: tuple[Place, ...]) -> tuple[Idle, ...]:
    """Seats by the rounds in a row at a full table that their players have not bet; long absent ones are forgotten."""
    seats = {place.box: Idle(place.box, place.player) for place in places if place.seated}
    betting = {place.player for place in places}
    for seat in table.idle:
        if seat.player not in betting and seat.box not in seats and seat.rounds < IDLE_ROUNDS_KEPT:
            seats[seat.box] = replace(seat, rounds=seat.rounds + 1 if table.config.full_table else 0)
    return tuple(seats.values())


IDLE_ROUNDS_KEPT = 20
