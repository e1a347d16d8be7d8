"""Cards dealt and turned up."""

from app.game import events as e
from app.game.applied.devices import noted
from app.game.cards import with_card
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
    if event.box == DEALER:
        round_ = round_._replace(dealer=(*round_.dealer, event.card))
    else:
        hand = hand_of(round_, event.box, event.hand)
        round_ = with_hand(
            round_, event.box, event.hand, hand._replace(cards=(*hand.cards, event.card), wants_card=False)
        )
    return table._replace(shoe=shoe, round=round_)


def card_dealt_down(table: Table, event: e.CardDealtDown) -> Table:
    assert table.round is not None
    hands = table.round
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
    return changed_round(table, dealer=(*table.round.dealer, event.opened.card), hole=None)


def hole_read(table: Table, event: e.HoleRead) -> Table:
    return changed_round(table, hole_read=event.blackjack)
