"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment, hand_after
from app.game.subjects.hands import events as e


def hit_called(event: e.HitCalled, moment: Moment) -> Message:
    return message("play.hit", place=(event.box, event.hand))


def hand_doubled(event: e.HandDoubled, moment: Moment) -> Message:
    hand = hand_after(moment, event.box, event.hand)
    hard = event.hard_aces and hand is not None and any([card[0] == "A" for card in hand.cards])
    amounts = tuple([message("play.doubled_by", player=player, cents=cents) for player, cents in event.amounts])
    return message("play.doubled_hard" if hard else "play.doubled", place=(event.box, event.hand), amounts=amounts)


def hand_split(event: e.HandSplit, moment: Moment) -> Message:
    first, second = [hand_after(moment, event.box, hand) for hand in (event.hand, event.hand + 1)]
    keeps = tuple([message(_KEEPS[at], player=player) for player, at in event.keeps])
    return message("play.split", place=(event.box, event.hand), first=first, second=second, keeps=keeps)


_KEEPS = ("play.keeps_the_first", "play.keeps_the_second")


def hand_completed(event: e.HandCompleted, moment: Moment) -> Message:
    lies = hand_after(moment, event.box, event.hand)
    return message("play.completed", place=(event.box, event.hand), why=event.why, lies=lies)


def rescue_offered(event: e.RescueOffered, moment: Moment) -> Message:
    return message("play.rescue_offered", players=event.players, place=(event.box, event.hand))


def double_taken_back(event: e.DoubleTakenBack, moment: Moment) -> Message:
    return message("play.double_taken_back", player=event.player, place=(event.box, event.hand))
