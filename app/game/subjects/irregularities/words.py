"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment, by_clause, face
from app.game.subjects.irregularities import events as e
from app.game.subjects.offers.words import bettors


def table_held(event: e.TableHeld, moment: Moment) -> Message:
    return message(
        "errors.held",
        irregularity=event.irregularity,
        detail=if_any("errors.held_in_detail", detail=event.detail),
        cards=if_any("errors.held_with", cards=tuple([card for card in (event.card, *event.more) if card is not None])),
        box=if_any("errors.held_at", box=event.box),
        player=if_any("errors.held_about", player=event.player),
        source=event.source,
        phase=event.phase,
    )


def irregularity_resolved(event: e.IrregularityResolved, moment: Moment) -> Message:
    held = moment.before.held
    if held is None:
        return message("errors.resolved", choice=event.choice, clause=event.clause)
    return message("errors.resolved_of", irregularity=held.irregularity, choice=event.choice, clause=event.clause)


def report_withdrawn(event: e.ReportWithdrawn, moment: Moment) -> Message:
    return message("errors.report_withdrawn", irregularity=event.irregularity)


def players_asked(event: e.PlayersAsked, moment: Moment) -> Message:
    return message("errors.asked", irregularity=event.irregularity, bettors=bettors(event.asked))


def player_answered(event: e.PlayerAnswered, moment: Moment) -> Message:
    return message("errors.answered", player=event.player, box=event.box, choice=event.choice, clause=event.clause)


def card_discarded(event: e.CardDiscarded, moment: Moment) -> Message:
    return message("errors.discarded", card=event.card, clause=event.clause)


def card_kept(event: e.CardKept, moment: Moment) -> Message:
    card = event.card or face(moment, event.commitment)
    return message("errors.kept", card=card, refusable=event.refusable, clause=event.clause)


def kept_turned_up(event: e.KeptTurnedUp, moment: Moment) -> Message:
    return message("errors.kept_turned_up", card=event.opened.card)


def card_accepted(event: e.CardAccepted, moment: Moment) -> Message:
    return message("errors.accepted", place=(event.box, event.hand))


def card_refused(event: e.CardRefused, moment: Moment) -> Message:
    no_more = if_any("errors.no_more_cards", hands=event.hands)
    return message("errors.refused", place=(event.box, event.hand), no_more=no_more, clause=event.clause)


def kept_discarded(event: e.KeptDiscarded, moment: Moment) -> Message:
    if event.card is None:
        return message("errors.unseen_kept_discarded", clause=event.clause)
    return message("errors.kept_discarded", card=event.card, clause=event.clause)


def face_down_removed(event: e.FaceDownRemoved, moment: Moment) -> Message:
    return message("errors.face_down_removed", card=event.opened.card)


def hand_passed_over(event: e.HandPassedOver, moment: Moment) -> Message:
    return message("errors.hand_passed_over", place=(event.box, event.hand), clause=event.clause)


def hand_resumed(event: e.HandResumed, moment: Moment) -> Message:
    return message("errors.hand_resumed", place=(event.box, event.hand))


def second_card_deferred(event: e.SecondCardDeferred, moment: Moment) -> Message:
    return message("errors.second_card_deferred", box=event.box, clause=event.clause)


def hand_deferred(event: e.HandDeferred, moment: Moment) -> Message:
    return message("errors.hand_deferred", place=(event.box, event.hand), clause=event.clause)


dealer_deferred = by_clause("errors.dealer_deferred")


def player_absent(event: e.PlayerAbsent, moment: Moment) -> Message:
    key = "errors.absent_drawn_to" if event.does == "draw" else "errors.absent_stands"
    return message(key, box=event.box, clause=event.clause)


def control_passed(event: e.ControlPassed, moment: Moment) -> Message:
    return message("errors.control_passed", player=event.player, box=event.box, clause=event.clause)


def reader_set_aside(event: e.ReaderSetAside, moment: Moment) -> Message:
    return message("errors.reader_misused" if event.round_only else "errors.reader_set_aside", clause=event.clause)


def hands_cleared(event: e.HandsCleared, moment: Moment) -> Message:
    return message("errors.hands_cleared", hands=event.hands)
