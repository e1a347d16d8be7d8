"""What is said of the cards and decisions of a round."""

from app.game import events as e
from app.game.core.moment import Moment, Words, always, face, hand_after
from app.game.core.said import Said, said
from app.game.state import DEALER
from app.game.words.offers import bettors, offered
from app.game.words.settled import lines_said


def card_dealt(event: e.CardDealt, moment: Moment) -> Said:
    called = "cards.dealt_unasked" if event.implied_hit else "cards.dealt"
    key, lies = "cards.kept_dealt" if event.kept else called, hand_after(moment, event.box, event.hand)
    return said(key, card=event.card, place=(event.box, event.hand), lies=lies, source=event.source)


def card_dealt_down(event: e.CardDealtDown, moment: Moment) -> Said:
    card, lies = face(moment, event.commitment), hand_after(moment, event.box, event.hand)
    return said("cards.dealt", card=card, place=(event.box, event.hand), lies=lies, source=event.source)


def hand_turned_up(event: e.HandTurnedUp, moment: Moment) -> Said:
    cards, lies = tuple([each.card for each in event.opened]), hand_after(moment, event.box, event.hand)
    return said("cards.turned_up", cards=cards, place=(event.box, event.hand), lies=lies)


def hole_turned_up(event: e.HoleTurnedUp, moment: Moment) -> Said:
    return said("cards.hole_turned_up", card=event.opened.card, lies=hand_after(moment, DEALER, 1))


def hole_read(event: e.HoleRead, moment: Moment) -> Said:
    return said("cards.read_as_blackjack" if event.blackjack else "cards.read_as_none")


# --- play


def initial_deal_completed(event: e.InitialDealCompleted, moment: Moment) -> Said:
    return said("play.initial_deal_completed", offers=offered(event.insurance, event.surrender))


def offers_closed(event: e.OffersClosed, moment: Moment) -> Said:
    if event.rescue_stays:
        return said("offers.closed_but_rescue")
    return said("offers.over" if event.by_itself else "offers.closed")


def offers_answered(event: e.OffersAnswered, moment: Moment) -> Said:
    insurance = [said("offers.insurance_of", bettor=each) for each in bettors(event.insurance)]
    surrender = [said("offers.surrender_of", box=box) for box in event.surrender]
    rescue = [said("offers.rescue")] if event.rescue else []
    return said("offers.answered", offers=(*insurance, *surrender, *rescue))


def insurance_placed(event: e.InsurancePlaced, moment: Moment) -> Said:
    return said("play.insured", player=event.player, box=event.box, cents=event.cents)


def box_surrendered(event: e.BoxSurrendered, moment: Moment) -> Said:
    return said("play.surrendered", box=event.box)


def hit_called(event: e.HitCalled, moment: Moment) -> Said:
    return said("play.hit", place=(event.box, event.hand))


def hand_doubled(event: e.HandDoubled, moment: Moment) -> Said:
    hand = hand_after(moment, event.box, event.hand)
    hard = event.hard_aces and hand is not None and any([card[0] == "A" for card in hand.cards])
    amounts = tuple([said("play.doubled_by", player=player, cents=cents) for player, cents in event.amounts])
    return said("play.doubled_hard" if hard else "play.doubled", place=(event.box, event.hand), amounts=amounts)


def hand_split(event: e.HandSplit, moment: Moment) -> Said:
    first, second = [hand_after(moment, event.box, hand) for hand in (event.hand, event.hand + 1)]
    keeps = tuple([said(_KEEPS[at], player=player) for player, at in event.keeps])
    return said("play.split", place=(event.box, event.hand), first=first, second=second, keeps=keeps)


_KEEPS = ("play.keeps_the_first", "play.keeps_the_second")


def hand_completed(event: e.HandCompleted, moment: Moment) -> Said:
    lies = hand_after(moment, event.box, event.hand)
    return said("play.completed", place=(event.box, event.hand), why=event.why, lies=lies)


def rescue_offered(event: e.RescueOffered, moment: Moment) -> Said:
    return said("play.rescue_offered", players=event.players, place=(event.box, event.hand))


def double_taken_back(event: e.DoubleTakenBack, moment: Moment) -> Said:
    return said("play.double_taken_back", player=event.player, place=(event.box, event.hand))


def settled(event: e.Settled, moment: Moment) -> Said:
    return said("settled.lines", lines=lines_said(event.lines))


round_completed = always("play.round_completed")


WORDS: dict[type, Words] = {
    e.CardDealt: card_dealt,
    e.CardDealtDown: card_dealt_down,
    e.HandTurnedUp: hand_turned_up,
    e.HoleTurnedUp: hole_turned_up,
    e.HoleRead: hole_read,
    e.InitialDealCompleted: initial_deal_completed,
    e.OffersClosed: offers_closed,
    e.OffersAnswered: offers_answered,
    e.InsurancePlaced: insurance_placed,
    e.BoxSurrendered: box_surrendered,
    e.HitCalled: hit_called,
    e.HandDoubled: hand_doubled,
    e.HandSplit: hand_split,
    e.HandCompleted: hand_completed,
    e.RescueOffered: rescue_offered,
    e.DoubleTakenBack: double_taken_back,
    e.Settled: settled,
    e.RoundCompleted: round_completed,
}
