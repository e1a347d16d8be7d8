"""The rows of the cards of a round."""

from app.game.core.rows import Rows, card_row, opened_rows
from app.game.core.state import DEALER
from app.game.subjects.cards.events import CardDealt, CardDealtDown, HandTurnedUp, HoleTurnedUp


def card_dealt(event: CardDealt) -> Rows:
    return [card_row(event, event.card, None, event.box, event.hand)]


def card_dealt_down(event: CardDealtDown) -> Rows:
    return [card_row(event, None, event.commitment, event.box, event.hand)]


def hand_turned_up(event: HandTurnedUp) -> Rows:
    return opened_rows(event, *event.opened, box=event.box, hand=event.hand)


def hole_turned_up(event: HoleTurnedUp) -> Rows:
    return opened_rows(event, event.opened, box=DEALER, hand=1)
