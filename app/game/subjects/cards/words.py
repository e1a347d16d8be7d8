"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment, face, hand_after
from app.game.core.state import DEALER
from app.game.subjects.cards import events as e
from app.game.subjects.offers.words import offered


def card_dealt(event: e.CardDealt, moment: Moment) -> Message:
    called = "cards.dealt_unasked" if event.implied_hit else "cards.dealt"
    key, lies = "cards.kept_dealt" if event.kept else called, hand_after(moment, event.box, event.hand)
    return message(key, card=event.card, place=(event.box, event.hand), lies=lies, source=event.source)


def card_dealt_down(event: e.CardDealtDown, moment: Moment) -> Message:
    card, lies = face(moment, event.commitment), hand_after(moment, event.box, event.hand)
    return message("cards.dealt", card=card, place=(event.box, event.hand), lies=lies, source=event.source)


def hand_turned_up(event: e.HandTurnedUp, moment: Moment) -> Message:
    cards, lies = tuple([each.card for each in event.opened]), hand_after(moment, event.box, event.hand)
    return message("cards.turned_up", cards=cards, place=(event.box, event.hand), lies=lies)


def hole_turned_up(event: e.HoleTurnedUp, moment: Moment) -> Message:
    return message("cards.hole_turned_up", card=event.opened.card, lies=hand_after(moment, DEALER, 1))


def hole_read(event: e.HoleRead, moment: Moment) -> Message:
    return message("cards.read_as_blackjack" if event.blackjack else "cards.read_as_none")


def initial_deal_completed(event: e.InitialDealCompleted, moment: Moment) -> Message:
    return message("play.initial_deal_completed", offers=offered(event.insurance, event.surrender))


def cards_collected(event: e.CardsCollected, moment: Moment) -> Message:
    return message("shoe.cards_returned" if event.returned else "shoe.cards_collected", cards=event.cards)
