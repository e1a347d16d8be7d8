"""What its events make of a table."""

from app.game.core.cards import Card, with_card, without_card
from app.game.core.folding import moved, won
from app.game.core.records import replace
from app.game.core.seals import digest
from app.game.core.state import (
    VOID,
    Line,
    Owed,
    Payment,
    Place,
    Round,
    Shoe,
    Signature,
    Table,
    Waiting,
    changed_hand,
    changed_shoe,
    hand_of,
    in_the_rack,
    the_box,
    void_place,
    with_hand,
)
from app.game.subjects.payments.amounts_owed import account, summed
from app.game.subjects.remedies import events as e


def wagers_voided(table: Table, event: e.WagersVoided) -> Table:
    for number, hand in event.hands:
        table = _hand_voided(table, number, hand)
    assert table.round is not None
    round_ = _lines_voided(table.round, event.lines, event.withdrawn)
    return won(replace(table, round=_without_offers_to_the_void(round_)), event.lines, event.withdrawn)


def _without_offers_to_the_void(round_: Round) -> Round:
    """Nothing is offered for a hand or a wager that is void."""
    void = {box.number for box in round_.boxes if box.hands[0].done == "void"}
    nothing = {(place.box, place.player) for place in round_.places if void_place(round_, place)}
    rescue = round_.rescue
    if rescue is not None:
        live = {stake.player for stake in hand_of(round_, rescue.box, rescue.hand).live}
        players = tuple([player for player in rescue.players if player in live])
        rescue = replace(rescue, players=players) if players else None
    return replace(
        round_,
        insurance_open=tuple([each for each in round_.insurance_open if each not in nothing]),
        surrender_open=tuple([box for box in round_.surrender_open if box not in void]),
        rescue=rescue,
    )


def _hand_voided(table: Table, box: int, number: int) -> Table:
    """Its cards go to the discard rack, unless they lay there already; what they were stays to be seen."""
    assert table.round is not None
    hand = hand_of(table.round, box, number)
    cards = 0 if in_the_rack(hand) else len(hand.cards) + len(hand.down)
    table = changed_hand(table, box, number, done="void", wants_card=False)
    return changed_shoe(table, discarded=table.shoe.discarded + cards)


def _lines_voided(round_: Round, lines: tuple[Line, ...], withdrawn: tuple[Line, ...]) -> Round:
    for line in lines:
        round_ = _wager_voided(round_, line)
    left = list(round_.lines)
    for line in withdrawn:
        left.remove(line)
    return replace(round_, lines=(*left, *lines))


def _wager_voided(round_: Round, line: Line) -> Round:
    if line.wager == "main":
        if not round_.boxes:
            return round_
        hand = the_box(round_, line.box).hands[line.hand - 1]
        stakes = [replace(each, outcome="void") if each.player == line.player else each for each in hand.stakes]
        return with_hand(round_, line.box, line.hand, replace(hand, stakes=tuple(stakes)))
    places = [_place_voided(place, line, round_.bets_closed) for place in round_.places]
    return replace(round_, places=tuple([place for place in places if place.has_main or place.sides]))


def _place_voided(place: Place, line: Line, closed: bool) -> Place:
    """While betting is open a void side wager is off the layout; afterwards it is still known that it lay there."""
    if (place.box, place.player) != (line.box, line.player):
        return place
    if line.wager == "insurance":
        return replace(place, insurance_settled=True)
    if not closed:
        return replace(place, sides=tuple([side for side in place.sides if side[0] != line.wager]))
    return replace(place, void_sides=(*place.void_sides, line.wager))


def round_voided(table: Table, event: e.RoundVoided) -> Table:
    """Nothing of the round counts but its cards, which lie where they lay until they are collected. Cards that were
    being made ready for the rest of it are shuffled for the next."""
    assert table.round is not None
    round_ = _lines_voided(table.round, event.lines, event.withdrawn)
    round_ = replace(round_, complete=True, void=event.clause, insurance_open=(), surrender_open=(), rescue=None)
    table = won(replace(table, round=round_), event.lines, event.withdrawn)
    if not table.shoe.refill:
        return table
    return changed_shoe(replace(table, preparation=None), refill="", shuffle_due=event.clause)


def earlier_round_amended(table: Table, event: e.EarlierRoundAmended) -> Table:
    """The money of an earlier round: nothing that lies on the table now, but for the chips in the tray; and what has
    left the shoe, before the round in play too."""
    table = moved(table, sum([cents for kind, _, _, cents in event.moves if kind == "float"]))
    others = tuple([each for each in table.amended if each[0] != event.round])
    now = VOID if event.what == "void" else digest(event.events)
    table = replace(table, shoe=_with_true_cards(table.shoe, event.shoe))
    if table.opening is not None:
        table = replace(table, opening=replace(table.opening, shoe=_with_true_cards(table.opening.shoe, event.shoe)))
    return owed_by_amendment(replace(table, amended=(*others, (event.round, now))), event)


def _with_true_cards(shoe: Shoe, corrected: tuple[tuple[Card | None, Card | None], ...]) -> Shoe:
    """The shoe with the cards that left it; what a count had found to be missing, or too many, is found now."""
    for recorded, true in corrected:
        drawn = shoe.drawn if recorded is None else without_card(shoe.drawn, recorded)
        drawn = drawn if true is None else with_card(drawn, true)
        more = (true is not None) - (recorded is not None)
        shoe = replace(shoe, drawn=drawn, discarded=shoe.discarded + more)
        found = more * shoe.missing > 0
        shoe = replace(shoe, missing=shoe.missing - more) if found else replace(shoe, left=shoe.left - more)
    return shoe


def remedy_signed(table: Table, event: e.RemedySigned) -> Table:
    """The last signatures are kept, and those under what still waits for another."""
    table = with_signature(table, event)
    waiting = {each.seal for each in table.waiting}
    signatures = (*table.signatures, Signature(event.seal, event.by))
    older, last = signatures[:-SIGNATURES_KEPT], signatures[-SIGNATURES_KEPT:]
    return replace(table, signatures=(*[each for each in older if each.seal in waiting], *last))


def owed_by_amendment(table: Table, event: e.EarlierRoundAmended) -> Table:
    """What each bettor gains by it is to be paid, and what he gives to be taken; with what the same round was put right
    by before."""
    moves = [
        Payment(box, player, max(0, cents), max(0, -cents))
        for kind, box, player, cents in event.moves
        if kind == "bettor"
    ]
    due = summed([*account(table, event.round, amended=True).due.values(), *moves]).values()
    others = [each for each in table.owed if (each.round, each.amended) != (event.round, True)]
    new = [
        Owed(event.round, amended=True, payment=payment)
        for payment in map(_net, due)
        if payment.pays_cents or payment.takes_cents
    ]
    return replace(table, owed=(*others, *new))


def _net(payment: Payment) -> Payment:
    """Paid and taken of one bettor at once are one payment."""
    cents = payment.pays_cents - payment.takes_cents
    return replace(payment, pays_cents=max(0, cents), takes_cents=max(0, -cents))


def with_signature(table: Table, event: e.RemedySigned) -> Table:
    """It waits for another signature, or waits no more."""
    others = tuple([each for each in table.waiting if each.seal != event.seal])
    if not event.waits or event.remedy is None:
        return replace(table, waiting=others)
    waiting = Waiting(event.seal, event.round, event.what, event.clause, event.remedy)
    return replace(table, waiting=(*others, waiting)[-MOST_WAITING:])


SIGNATURES_KEPT = 20


MOST_WAITING = 20
