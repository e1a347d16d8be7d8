"""Cards dealt and turned up."""

from app.game import events as e
from app.game.applied.devices import noted
from app.game.cards import with_card
from app.game.hands import total
from app.game.state import (
    DEALER,
    FaceDown,
    Hand,
    Table,
    changed_hand,
    changed_round,
    changed_shoe,
    hand_of,
    with_hand,
)


def card_dealt(table: Table, event: e.CardDealt) -> Table:
    assert table.round is not None
    table, shoe = noted(table, event.source, event.card), table.shoe
    if event.kept:
        table = table._replace(kept=table.kept[1:])
    else:
        shoe = shoe._replace(left=shoe.left - 1, drawn=with_card(shoe.drawn, event.card))
    round_ = table.round
    assert round_ is not None
    round_ = round_._replace(answered=False) if round_.answered and not event.kept else round_
    if event.box == DEALER:
        round_ = round_._replace(dealer=(*round_.dealer, event.card))
    else:
        hand = hand_of(round_, event.box, event.hand)
        round_ = with_hand(
            round_, event.box, event.hand, hand._replace(cards=(*hand.cards, event.card), wants_card=False)
        )
    table = table._replace(shoe=shoe, round=round_)
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
    table = table._replace(kept=table.kept[1:]) if event.kept else changed_shoe(table, left=table.shoe.left - 1)
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
