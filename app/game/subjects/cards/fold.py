"""What its events make of a table."""

from app.game.core.cards import NONE_DRAWN, with_card
from app.game.core.folding import noted
from app.game.core.hands import total
from app.game.core.records import replace
from app.game.core.state import (
    DEALER,
    FaceDown,
    Hand,
    Initial,
    Owed,
    Round,
    Table,
    changed_hand,
    changed_round,
    changed_shoe,
    hand_of,
    with_hand,
)
from app.game.subjects.cards import events as e
from app.game.subjects.payments.amounts_owed import account, accounts


def card_dealt(table: Table, event: e.CardDealt) -> Table:
    assert table.round is not None
    table, shoe = noted(table, event.source, event.card), table.shoe
    if event.kept:
        table = replace(table, kept=table.kept[1:])
    else:
        shoe = replace(shoe, left=shoe.left - 1, drawn=with_card(shoe.drawn, event.card))
    round_ = table.round
    assert round_ is not None
    round_ = replace(round_, answered=False) if round_.answered and not event.kept else round_
    if event.box == DEALER:
        round_ = replace(round_, dealer=(*round_.dealer, event.card))
    else:
        hand = hand_of(round_, event.box, event.hand)
        round_ = with_hand(
            round_, event.box, event.hand, replace(hand, cards=(*hand.cards, event.card), wants_card=False)
        )
    table = replace(table, shoe=shoe, round=round_)
    if event.meant_for is None:
        return table
    return _looked_at_again(_not_on_its_way(table, *event.meant_for), event.box, event.hand)


def _looked_at_again(table: Table, box: int, number: int) -> Table:
    """A hand that had stood, and has 21 or more by a card that was laid to it, has not stood on that."""
    assert table.round is not None
    if box == DEALER:
        return table
    hand = hand_of(table.round, box, number)
    over = hand.done == "stand" and total(hand.cards, hand.hard_aces).points >= 21
    return changed_hand(table, box, number, done="") if over else table


def _not_on_its_way(table: Table, box: int, number: int) -> Table:
    """The card for which the hand waited lies elsewhere: its player decides again, unless a double has to have it."""
    assert table.round is not None
    if box == DEALER:
        return table
    return table if hand_of(table.round, box, number).doubled else changed_hand(table, box, number, wants_card=False)


def card_dealt_down(table: Table, event: e.CardDealtDown) -> Table:
    assert table.round is not None
    hands = table.round
    table = changed_round(table, answered=False) if hands.answered else table
    table = noted(table, event.source, None, event.commitment)
    table = replace(table, kept=table.kept[1:]) if event.kept else changed_shoe(table, left=table.shoe.left - 1)
    if event.box == DEALER:
        return changed_round(table, hole=event.commitment)
    hand = hand_of(hands, event.box, event.hand)
    return changed_hand(table, event.box, event.hand, down=(*hand.down, _face_down(hand, event)), wants_card=False)


def _face_down(hand: Hand, event: e.CardDealtDown) -> FaceDown:
    return FaceDown(len(hand.cards) + len(hand.down), event.commitment)


def hand_turned_up(table: Table, event: e.HandTurnedUp) -> Table:
    assert table.round is not None
    drawn = table.shoe.drawn
    for opened in event.opened:
        drawn = with_card(drawn, opened.card)
    hand = hand_of(table.round, event.box, event.hand)
    cards = list(hand.cards)
    for down, opened in zip(hand.down, event.opened, strict=True):
        cards.insert(down.position, opened.card)
    return changed_hand(changed_shoe(table, drawn=drawn), event.box, event.hand, cards=tuple(cards), down=())


def hole_turned_up(table: Table, event: e.HoleTurnedUp) -> Table:
    assert table.round is not None
    table = changed_shoe(table, drawn=with_card(table.shoe.drawn, event.opened.card))
    assert table.round is not None
    first, *others = table.round.dealer
    return changed_round(table, dealer=(first, event.opened.card, *others), hole=None)


def hole_read(table: Table, event: e.HoleRead) -> Table:
    return changed_round(table, hole_read=event.blackjack)


def left_behind(table: Table) -> Table:
    """What is kept of a round when its cards are collected: its wagers and its payments, if it had any. Those of the
    round before are forgotten then; what an earlier one was put right by stays until all of it is ticked off."""
    round_ = table.round
    assert round_ is not None
    if round_.places:
        table = replace(table, last_wagers=initial_wagers(round_))
    here = account(table, round_.number, amended=False)
    if not here.places:
        return table
    kept = {(round_.number, False)} | {each[:2] for each in accounts(table) if each.amended and each.open}
    owed = [each for each in table.owed if (each.round, each.amended) in kept]
    owed += [Owed(round_.number, amended=False, payment=payment) for payment in here.due.values()]
    ticked = [each for each in table.ticked if (each.round, each.amended) in kept]
    return replace(table, owed=tuple(owed), ticked=tuple(ticked))


def initial_wagers(round_: Round) -> tuple[Initial, ...]:
    """What every bettor had placed before the cards."""
    wagers = [
        (place, kind, cents) for place in round_.places for kind, cents in (("main", place.main_cents), *place.sides)
    ]
    return tuple(
        [Initial(place.box, place.player, place.seated, kind, cents) for place, kind, cents in wagers if cents]
    )


def initial_deal_completed(table: Table, event: e.InitialDealCompleted) -> Table:
    return changed_round(table, dealt=True, insurance_open=event.insurance, surrender_open=event.surrender)


def cards_collected(table: Table, event: e.CardsCollected) -> Table:
    """A card that lies ready stays where it lies, and what went wrong in the round is history."""
    shoe = table.shoe
    if event.returned:
        drawn = NONE_DRAWN
        for kept in table.kept:
            drawn = drawn if kept.card is None else with_card(drawn, kept.card)
        shoe = replace(shoe, left=shoe.size - len(table.kept), drawn=drawn, discarded=0)
    else:
        shoe = replace(shoe, discarded=shoe.discarded + event.cards)
    return replace(left_behind(table), shoe=shoe, round=None, irregularities=(), last=event.last or table.last)
