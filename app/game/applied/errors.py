"""Errors at the table: holds, cards that lie ready, what was missed, what is void."""

from typing import TypeVar

from app.game import events as e
from app.game.applied.chips import moved, won
from app.game.applied.devices import noted
from app.game.applied.payments import owed_by_amendment
from app.game.applied.waiting import with_signature
from app.game.cards import NONE_DRAWN, Card, with_card, without_card
from app.game.seals import digest, seal
from app.game.state import (
    VOID,
    Held,
    Incident,
    Kept,
    LateWager,
    Line,
    Place,
    Round,
    Shoe,
    Signature,
    Table,
    changed_hand,
    changed_round,
    changed_shoe,
    every_hand,
    hand_of,
    in_the_rack,
    the_box,
    void_place,
    with_hand,
)

SIGNATURES_KEPT = 20


def held_for(event: e.TableHeld) -> Held:
    """What the table holds for by this event."""
    return Held(
        event.card, event.irregularity, event.from_shoe, event.more, event.opened, event.phase, event.box, event.player,
        event.felt, event.commitment, detail=event.detail, settled=event.settled, hand=event.hand, source=event.source,
        dealer_drew=event.dealer_drew, unfit=event.unfit, first=event.first, doubted=event.doubted,
    )  # fmt: skip


def table_held(table: Table, event: e.TableHeld) -> Table:
    held = held_for(event)
    table = table._replace(
        held=held,
        holds=table.holds + 1,
        irregularities=(*table.irregularities, Incident(event.irregularity, event.phase, event.card)),
    )
    for card in held.cards or (None,):
        table = noted(table, event.source, card, event.commitment)
    return changed_shoe(table, left=table.shoe.left - 1 - len(event.more)) if event.from_shoe else table


def irregularity_resolved(table: Table, event: e.IrregularityResolved) -> Table:
    """The hold ends; cards that lay nowhere are in hand again, and the next event says where they go."""
    held = table.held
    assert held is not None
    incident = table.irregularities[-1]._replace(choice=event.choice, clause=event.clause)
    table = table._replace(held=None, irregularities=(*table.irregularities[:-1], incident))
    return changed_shoe(table, left=table.shoe.left + 1 + len(held.more)) if held.from_shoe else table


def report_withdrawn(table: Table, event: e.ReportWithdrawn) -> Table:
    """Nothing of the kind had happened; a card that was taken back is in hand again."""
    held = table.held
    assert held is not None
    table = table._replace(held=None, irregularities=table.irregularities[:-1])
    return changed_shoe(table, left=table.shoe.left + len(held.cards)) if held.from_shoe else table


def players_asked(table: Table, event: e.PlayersAsked) -> Table:
    return table._replace(held=Held(None, event.irregularity, asked=event.asked, rebuilt=event.rebuilt))


def player_answered(table: Table, event: e.PlayerAnswered) -> Table:
    held = table.held
    assert held is not None
    asked = tuple([each for each in held.asked if each != (event.box, event.player)])
    return table._replace(held=held._replace(asked=asked) if asked else None)


# --- cards


def card_discarded(table: Table, event: e.CardDiscarded) -> Table:
    shoe = table.shoe
    return changed_shoe(
        table, left=shoe.left - 1, discarded=shoe.discarded + 1, drawn=with_card(shoe.drawn, event.card)
    )


def card_kept(table: Table, event: e.CardKept) -> Table:
    shoe = table.shoe
    drawn = shoe.drawn if event.card is None else with_card(shoe.drawn, event.card)
    kept = (*table.kept, Kept(event.card, event.commitment, event.refusable, event.clause))
    return changed_shoe(table._replace(kept=kept), left=shoe.left - 1, drawn=drawn)


def kept_turned_up(table: Table, event: e.KeptTurnedUp) -> Table:
    first, *others = table.kept
    kept = (first._replace(card=event.opened.card, commitment=None), *others)
    return changed_shoe(table._replace(kept=kept), drawn=with_card(table.shoe.drawn, event.opened.card))


def card_accepted(table: Table, event: e.CardAccepted) -> Table:
    return changed_hand(table, event.box, event.hand, wants_card=True)


def card_refused(table: Table, event: e.CardRefused) -> Table:
    for box, hand in event.hands:
        table = changed_hand(table, box, hand, done="refused", wants_card=False)
    return table


def kept_discarded(table: Table, event: e.KeptDiscarded) -> Table:
    cards = [each.card for each in table.kept]
    at = cards.index(event.card)
    table = table._replace(kept=table.kept[:at] + table.kept[at + 1 :])
    return changed_shoe(table, discarded=table.shoe.discarded + 1)


def face_down_removed(table: Table, event: e.FaceDownRemoved) -> Table:
    """It was counted as a card of the set when it left the shoe: the shoe holds one more than was thought."""
    commitment = seal(event.opened)
    table = changed_shoe(table, left=table.shoe.left + 1)
    if commitment in table.shoe.burnt:
        burnt = _without(table.shoe.burnt, table.shoe.burnt.index(commitment))
        return changed_shoe(table, burnt=burnt, discarded=table.shoe.discarded - 1)
    if table.round is not None and table.round.hole == commitment:
        return changed_round(table, hole=None, hole_read=None)
    return table._replace(kept=_without(table.kept, [each.commitment for each in table.kept].index(commitment)))


T = TypeVar("T")


def _without(several: tuple[T, ...], index: int) -> tuple[T, ...]:
    """All but one: what has the same commitment twice is still two cards."""
    return several[:index] + several[index + 1 :]


# --- who was passed over, who is away


def _changed_box(table: Table, number: int, **changes: object) -> Table:
    assert table.round is not None
    boxes = [box._replace(**changes) if box.number == number else box for box in table.round.boxes]  # type: ignore[arg-type]
    return changed_round(table, boxes=tuple(boxes))


def second_card_deferred(table: Table, event: e.SecondCardDeferred) -> Table:
    return _changed_box(table, event.box, second_late=True)


def hand_deferred(table: Table, event: e.HandDeferred) -> Table:
    """It had stood by the record only: its player had asked for a card."""
    assert table.round is not None
    if hand_of(table.round, event.box, event.hand).done == "stand":
        return changed_hand(table, event.box, event.hand, late=True, done="", wants_card=True)
    return changed_hand(table, event.box, event.hand, late=True)


def hand_passed_over(table: Table, event: e.HandPassedOver) -> Table:
    """A card that its player had asked for is not on its way any more; one that a double has to bring still is."""
    assert table.round is not None
    hand = hand_of(table.round, event.box, event.hand)
    wants = hand.wants_card and hand.doubled
    return changed_hand(table, event.box, event.hand, done="passed", wants_card=wants)


def hand_resumed(table: Table, event: e.HandResumed) -> Table:
    """It is served again, unless it has become void since it was passed over."""
    assert table.round is not None
    if hand_of(table.round, event.box, event.hand).done == "void":
        return table
    return changed_hand(table, event.box, event.hand, done="")


def dealer_deferred(table: Table, event: e.DealerDeferred) -> Table:
    return changed_round(table, dealer_late=True)


def player_absent(table: Table, event: e.PlayerAbsent) -> Table:
    assert table.round is not None
    surrender = tuple([box for box in table.round.surrender_open if box != event.box])
    table = changed_round(_nothing_offered(table, event.box), surrender_open=surrender)
    return _changed_box(table, event.box, absent=event.does)


def control_passed(table: Table, event: e.ControlPassed) -> Table:
    assert table.round is not None
    before = the_box(table.round, event.box)
    table = _nothing_offered(table, event.box)
    return _changed_box(table, event.box, controller=event.player, away=(*before.away, before.controller))


def _nothing_offered(table: Table, box: int) -> Table:
    """Who cannot decide for the box any more is not there to insure either."""
    assert table.round is not None
    gone = (box, the_box(table.round, box).controller)
    return changed_round(table, insurance_open=tuple([each for each in table.round.insurance_open if each != gone]))


def offers_reopened(table: Table, event: e.OffersReopened) -> Table:
    """The hand whose surrender is on offer again waits for the answer."""
    assert table.round is not None
    insurance = dict.fromkeys((*table.round.insurance_open, *event.insurance))
    surrender = dict.fromkeys((*table.round.surrender_open, *event.surrender))
    late = "" if table.round.insurance_open or table.round.surrender_open else event.clause
    return changed_round(table, insurance_open=tuple(insurance), surrender_open=tuple(surrender), offered_late=late)


def reader_set_aside(table: Table, event: e.ReaderSetAside) -> Table:
    if event.round_only:
        return changed_round(table, hole_read=None, unread=True)
    table = table._replace(reader_off=True)
    return table if table.round is None else changed_round(table, hole_read=None)


# --- the shoe


def hands_cleared(table: Table, event: e.HandsCleared) -> Table:
    for box, number in event.hands:
        assert table.round is not None
        hand = hand_of(table.round, box, number)
        table = changed_hand(table, box, number, cleared=True)
        table = changed_shoe(table, discarded=table.shoe.discarded + len(hand.cards))
    return table


def shoe_stopped(table: Table, event: e.ShoeStopped) -> Table:
    shoe = table.shoe
    left, discarded = shoe.left - event.dealt_before, shoe.discarded + event.dealt_before
    return changed_shoe(table, left=left, discarded=discarded, refill=event.refill)


def shoe_refilled(table: Table, event: e.ShoeRefilled) -> Table:
    shoe = table.shoe
    manual = shoe.refill == "remaining"
    shoe = shoe._replace(refill="", burn_due=event.burn_due, cut_cards=event.cut_cards, cut_cards_out=0, manual=manual)
    if table.shoe.refill == "discards":
        shoe = shoe._replace(left=shoe.left + shoe.discarded, discarded=0, burnt=(), drawn=_drawn_on_layout(table))
    return table._replace(shoe=shoe, preparation=None)


def _drawn_on_layout(table: Table) -> bytes:
    """The composition when all but the cards on the layout are in the shoe again."""
    round_ = table.round
    assert round_ is not None
    hands = [hand for _, _, hand in every_hand(round_) if not in_the_rack(hand)]
    drawn = NONE_DRAWN
    for card in (*round_.dealer, *[card for hand in hands for card in hand.cards]):
        drawn = with_card(drawn, card)
    for kept in table.kept:
        drawn = drawn if kept.card is None else with_card(drawn, kept.card)
    return drawn


def shoe_counted(table: Table, event: e.ShoeCounted) -> Table:
    return table


def count_corrected(table: Table, event: e.CountCorrected) -> Table:
    shoe = table.shoe
    return changed_shoe(table, left=shoe.left - event.missing, missing=shoe.missing + event.missing)


def shoe_ends_after_round(table: Table, event: e.ShoeEndsAfterRound) -> Table:
    return changed_shoe(table, ends_after_round=True, ends_clause=event.clause)


def set_taken_away(table: Table, event: e.SetTakenAway) -> Table:
    return table._replace(sets=tuple([each for each in table.sets if each.id != table.set_in_use]))


def machine_taken_away(table: Table, event: e.MachineTakenAway) -> Table:
    return table._replace(config=table.config._replace(shuffler="none"))


def card_damaged(table: Table, event: e.CardDamaged) -> Table:
    return table._replace(damaged=(*table.damaged, (event.card, event.clause)))


def card_replaced(table: Table, event: e.CardReplaced) -> Table:
    index = [card for card, _ in table.damaged].index(event.card)
    return table._replace(damaged=table.damaged[:index] + table.damaged[index + 1 :])


# --- money


def late_wager_refused(table: Table, event: e.LateWagerRefused) -> Table:
    assert table.round is not None
    wager = LateWager(event.box, event.player, event.kind, event.cents, event.clause)
    return changed_round(table, late_wagers=(*table.round.late_wagers, wager))


def wagers_voided(table: Table, event: e.WagersVoided) -> Table:
    for number, hand in event.hands:
        table = _hand_voided(table, number, hand)
    assert table.round is not None
    round_ = _lines_voided(table.round, event.lines, event.withdrawn)
    return won(table._replace(round=_without_offers_to_the_void(round_)), event.lines, event.withdrawn)


def _without_offers_to_the_void(round_: Round) -> Round:
    """Nothing is offered for a hand or a wager that is void."""
    void = {box.number for box in round_.boxes if box.hands[0].done == "void"}
    nothing = {(place.box, place.player) for place in round_.places if void_place(round_, place)}
    rescue = round_.rescue
    if rescue is not None:
        live = {stake.player for stake in hand_of(round_, rescue.box, rescue.hand).live}
        players = tuple([player for player in rescue.players if player in live])
        rescue = rescue._replace(players=players) if players else None
    return round_._replace(
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
    return round_._replace(lines=(*left, *lines))


def _wager_voided(round_: Round, line: Line) -> Round:
    if line.wager == "main":
        if not round_.boxes:
            return round_
        hand = the_box(round_, line.box).hands[line.hand - 1]
        stakes = [each._replace(outcome="void") if each.player == line.player else each for each in hand.stakes]
        return with_hand(round_, line.box, line.hand, hand._replace(stakes=tuple(stakes)))
    places = [_place_voided(place, line, round_.bets_closed) for place in round_.places]
    return round_._replace(places=tuple([place for place in places if place.has_main or place.sides]))


def _place_voided(place: Place, line: Line, closed: bool) -> Place:
    """While betting is open a void side wager is off the layout; afterwards it is still known that it lay there."""
    if (place.box, place.player) != (line.box, line.player):
        return place
    if line.wager == "insurance":
        return place._replace(insurance_settled=True)
    if not closed:
        return place._replace(sides=tuple([side for side in place.sides if side[0] != line.wager]))
    return place._replace(void_sides=(*place.void_sides, line.wager))


def round_voided(table: Table, event: e.RoundVoided) -> Table:
    """Nothing of the round counts but its cards, which lie where they lay until they are collected. Cards that were
    being made ready for the rest of it are shuffled for the next."""
    assert table.round is not None
    round_ = _lines_voided(table.round, event.lines, event.withdrawn)
    round_ = round_._replace(complete=True, void=event.clause, insurance_open=(), surrender_open=(), rescue=None)
    table = won(table._replace(round=round_), event.lines, event.withdrawn)
    if not table.shoe.refill:
        return table
    return changed_shoe(table._replace(preparation=None), refill="", shuffle_due=event.clause)


def earlier_round_amended(table: Table, event: e.EarlierRoundAmended) -> Table:
    """The money of an earlier round: nothing that lies on the table now, but for the chips in the tray; and what has
    left the shoe, before the round in play too."""
    table = moved(table, sum([cents for kind, _, _, cents in event.moves if kind == "float"]))
    others = tuple([each for each in table.amended if each[0] != event.round])
    now = VOID if event.what == "void" else digest(event.events)
    table = table._replace(shoe=_with_true_cards(table.shoe, event.shoe))
    if table.opening is not None:
        table = table._replace(opening=table.opening._replace(shoe=_with_true_cards(table.opening.shoe, event.shoe)))
    return owed_by_amendment(table._replace(amended=(*others, (event.round, now))), event)


def _with_true_cards(shoe: Shoe, corrected: tuple[tuple[Card | None, Card | None], ...]) -> Shoe:
    """The shoe with the cards that left it; what a count had found to be missing, or too many, is found now."""
    for recorded, true in corrected:
        drawn = shoe.drawn if recorded is None else without_card(shoe.drawn, recorded)
        drawn = drawn if true is None else with_card(drawn, true)
        more = (true is not None) - (recorded is not None)
        shoe = shoe._replace(drawn=drawn, discarded=shoe.discarded + more)
        found = more * shoe.missing > 0
        shoe = shoe._replace(missing=shoe.missing - more) if found else shoe._replace(left=shoe.left - more)
    return shoe


def remedy_signed(table: Table, event: e.RemedySigned) -> Table:
    """The last signatures are kept, and those under what still waits for another."""
    table = with_signature(table, event)
    waiting = {each.seal for each in table.waiting}
    signatures = (*table.signatures, Signature(event.seal, event.by))
    older, last = signatures[:-SIGNATURES_KEPT], signatures[-SIGNATURES_KEPT:]
    return table._replace(signatures=(*[each for each in older if each.seal in waiting], *last))
