"""Cards and decisions of a round, in words."""

from app.game import events as e
from app.game.state import DEALER
from app.surveillance.event_words.devices import mark
from app.surveillance.event_words.moment import Moment, Words, always
from app.surveillance.plain import (
    hand_at,
    lines_in_words,
    listed,
    money,
    offers_in_words,
    spaced,
)


def _dealt(event: e.CardDealt, moment: Moment) -> str:
    how = ", the card that lay ready" if event.kept else ", asked for by drawing it" if event.implied_hit else ""
    lies = moment.hand(event.box, event.hand)
    return f"{event.card} to {hand_at(event.box, event.hand)}: {lies}{how}{mark(event.source)}"


def _dealt_down(event: e.CardDealtDown, moment: Moment) -> str:
    lies = moment.hand(event.box, event.hand)
    return f"{moment.face(event.commitment)} to {hand_at(event.box, event.hand)}: {lies}{mark(event.source)}"


def _hand_turned(event: e.HandTurnedUp, moment: Moment) -> str:
    cards = listed([each.card for each in event.opened])
    return f"{cards} turned up at {hand_at(event.box, event.hand)}: {moment.hand(event.box, event.hand)}"


def _hole_turned(event: e.HoleTurnedUp, moment: Moment) -> str:
    return f"the dealer's face-down card is {event.opened.card}: {moment.hand(DEALER, 1)}"


def _hole_read(event: e.HoleRead, moment: Moment) -> str:
    return f"the card reader says: {'blackjack' if event.blackjack else 'no blackjack'}"


# --- play


def _deal_completed(event: e.InitialDealCompleted, moment: Moment) -> str:
    return f"everybody has the first cards; {offers_in_words(event.insurance, event.surrender)}"


def _offers_closed(event: e.OffersClosed, moment: Moment) -> str:
    if event.rescue_stays:
        return "the dealer closed the offers, but the double may still be taken back"
    return "the offers are over: play went on" if event.by_itself else "the dealer closed the offers"


def _offers_answered(event: e.OffersAnswered, moment: Moment) -> str:
    bettors = [f"{who} on box {box}, insurance" for box, who in event.insurance]
    boxes = [f"box {box}, surrender" for box in event.surrender]
    rescue = ["taking back a double"] * event.rescue
    return f"answered, and no longer on offer: {listed([*bettors, *boxes, *rescue])}"


def _insured(event: e.InsurancePlaced, moment: Moment) -> str:
    return f"{event.player} on box {event.box} insured for {money(event.cents)}"


def _surrendered(event: e.BoxSurrendered, moment: Moment) -> str:
    return f"box {event.box} surrendered"


def _hit(event: e.HitCalled, moment: Moment) -> str:
    return f"{hand_at(event.box, event.hand)} asked for a card"


def _doubled(event: e.HandDoubled, moment: Moment) -> str:
    amounts = listed([f"{player} {money(cents)}" for player, cents in event.amounts])
    hard = "; its aces count 1" if event.hard_aces and "A" in moment.hand(event.box, event.hand) else ""
    return f"{hand_at(event.box, event.hand)} was doubled: {amounts}{hard}"


def _split(event: e.HandSplit, moment: Moment) -> str:
    keeps = [f"{player} plays the {('first', 'second')[at]} only" for player, at in event.keeps]
    halves = f"{moment.hand(event.box, event.hand)} and {moment.hand(event.box, event.hand + 1)}"
    return "; ".join([f"{hand_at(event.box, event.hand)} was split: {halves}", *keeps])


_WHY = {
    "stand": "stands",
    "pontoon": "is a pontoon",
    "twenty_one": "is 21",
    "bust": "is over 21",
    "one_card": "has its one card",
    "absent": "ends with nobody there to decide",
}


def _hand_completed(event: e.HandCompleted, moment: Moment) -> str:
    lies = moment.hand(event.box, event.hand)
    return f"{hand_at(event.box, event.hand)} {_WHY.get(event.why, spaced(event.why))}: {lies}"


def _rescue_offered(event: e.RescueOffered, moment: Moment) -> str:
    return f"{listed(list(event.players))} may take back the double on {hand_at(event.box, event.hand)}"


def _taken_back(event: e.DoubleTakenBack, moment: Moment) -> str:
    where = hand_at(event.box, event.hand)
    return f"{event.player} took back the double on {where} and forfeits the original wager"


def _settled(event: e.Settled, moment: Moment) -> str:
    return lines_in_words(event.lines)


WORDS: dict[type, Words] = {
    e.CardDealt: _dealt,
    e.CardDealtDown: _dealt_down,
    e.HandTurnedUp: _hand_turned,
    e.HoleTurnedUp: _hole_turned,
    e.HoleRead: _hole_read,
    e.InitialDealCompleted: _deal_completed,
    e.OffersClosed: _offers_closed,
    e.OffersAnswered: _offers_answered,
    e.InsurancePlaced: _insured,
    e.BoxSurrendered: _surrendered,
    e.HitCalled: _hit,
    e.HandDoubled: _doubled,
    e.HandSplit: _split,
    e.HandCompleted: _hand_completed,
    e.RescueOffered: _rescue_offered,
    e.DoubleTakenBack: _taken_back,
    e.Settled: _settled,
    e.RoundCompleted: always("every wager has its result: the round is over"),
}
