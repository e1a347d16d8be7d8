"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment, always, face
from app.game.subjects.devices import events as e
from app.game.subjects.devices.machine_reports import MACHINES_WORDS


def came_meanwhile(event: e.CameMeanwhile, moment: Moment) -> Message:
    if event.doubt in MACHINES_WORDS:
        return message("devices.machine_told", doubt=event.doubt)
    if event.commitment is None:
        return message("devices.line_in_doubt", doubt=event.doubt)
    key = "devices.alarming_card_came" if event.alarm else "devices.card_came"
    return message(key, card=face(moment, event.commitment))


meanwhile_taken_up = always("devices.taken_up")


def keyed_confirmed(event: e.KeyedConfirmed, moment: Moment) -> Message:
    return message("devices.keyed_card_confirmed" if event.cards == 1 else "devices.keyed_confirmed", cards=event.cards)


def keyed_corrected(event: e.KeyedCorrected, moment: Moment) -> Message:
    cards = tuple([each.card or message("devices.one_face_down") for each in event.keyed])
    return message("devices.keyed_cards", cards=cards) if cards else message("devices.no_keyed_card")


def spool_fetched(event: e.SpoolFetched, moment: Moment) -> Message:
    return message("devices.spool_fetched", count=len(event.entries))


def held_card_seen(event: e.HeldCardSeen, moment: Moment) -> Message:
    key = "devices.held_card_seen" if event.of_the_shoe else "devices.foreign_card_seen"
    return message(key, card=event.opened.card, irregularity=event.irregularity)
