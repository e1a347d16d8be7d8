"""What is said of errors at the table and of what was done about them."""

from app.game import events as e
from app.game.commands import Void
from app.game.core.moment import Moment, Words, by_clause, face
from app.game.core.said import Said, if_any, said
from app.game.words.offers import bettors, offered
from app.game.words.settled import lines_said


def table_held(event: e.TableHeld, moment: Moment) -> Said:
    return said(
        "errors.held",
        irregularity=event.irregularity,
        detail=if_any("errors.held_in_detail", detail=event.detail),
        cards=if_any("errors.held_with", cards=tuple([card for card in (event.card, *event.more) if card is not None])),
        box=if_any("errors.held_at", box=event.box),
        player=if_any("errors.held_about", player=event.player),
        source=event.source,
        phase=event.phase,
    )


def irregularity_resolved(event: e.IrregularityResolved, moment: Moment) -> Said:
    held = moment.before.held
    if held is None:
        return said("errors.resolved", choice=event.choice, clause=event.clause)
    return said("errors.resolved_of", irregularity=held.irregularity, choice=event.choice, clause=event.clause)


def report_withdrawn(event: e.ReportWithdrawn, moment: Moment) -> Said:
    return said("errors.report_withdrawn", irregularity=event.irregularity)


def players_asked(event: e.PlayersAsked, moment: Moment) -> Said:
    return said("errors.asked", irregularity=event.irregularity, bettors=bettors(event.asked))


def player_answered(event: e.PlayerAnswered, moment: Moment) -> Said:
    return said("errors.answered", player=event.player, box=event.box, choice=event.choice, clause=event.clause)


# --- cards drawn in error


def card_discarded(event: e.CardDiscarded, moment: Moment) -> Said:
    return said("errors.discarded", card=event.card, clause=event.clause)


def card_kept(event: e.CardKept, moment: Moment) -> Said:
    card = event.card or face(moment, event.commitment)
    return said("errors.kept", card=card, refusable=event.refusable, clause=event.clause)


def kept_turned_up(event: e.KeptTurnedUp, moment: Moment) -> Said:
    return said("errors.kept_turned_up", card=event.opened.card)


def card_accepted(event: e.CardAccepted, moment: Moment) -> Said:
    return said("errors.accepted", place=(event.box, event.hand))


def card_refused(event: e.CardRefused, moment: Moment) -> Said:
    no_more = if_any("errors.no_more_cards", hands=event.hands)
    return said("errors.refused", place=(event.box, event.hand), no_more=no_more, clause=event.clause)


def kept_discarded(event: e.KeptDiscarded, moment: Moment) -> Said:
    if event.card is None:
        return said("errors.unseen_kept_discarded", clause=event.clause)
    return said("errors.kept_discarded", card=event.card, clause=event.clause)


def face_down_removed(event: e.FaceDownRemoved, moment: Moment) -> Said:
    return said("errors.face_down_removed", card=event.opened.card)


# --- hands, boxes and offers


def hand_passed_over(event: e.HandPassedOver, moment: Moment) -> Said:
    return said("errors.hand_passed_over", place=(event.box, event.hand), clause=event.clause)


def hand_resumed(event: e.HandResumed, moment: Moment) -> Said:
    return said("errors.hand_resumed", place=(event.box, event.hand))


def second_card_deferred(event: e.SecondCardDeferred, moment: Moment) -> Said:
    return said("errors.second_card_deferred", box=event.box, clause=event.clause)


def hand_deferred(event: e.HandDeferred, moment: Moment) -> Said:
    return said("errors.hand_deferred", place=(event.box, event.hand), clause=event.clause)


dealer_deferred = by_clause("errors.dealer_deferred")


def player_absent(event: e.PlayerAbsent, moment: Moment) -> Said:
    key = "errors.absent_drawn_to" if event.does == "draw" else "errors.absent_stands"
    return said(key, box=event.box, clause=event.clause)


def control_passed(event: e.ControlPassed, moment: Moment) -> Said:
    return said("errors.control_passed", player=event.player, box=event.box, clause=event.clause)


def offers_reopened(event: e.OffersReopened, moment: Moment) -> Said:
    return said("errors.offers_reopened", offers=offered(event.insurance, event.surrender), clause=event.clause)


def reader_set_aside(event: e.ReaderSetAside, moment: Moment) -> Said:
    return said("errors.reader_misused" if event.round_only else "errors.reader_set_aside", clause=event.clause)


def hands_cleared(event: e.HandsCleared, moment: Moment) -> Said:
    return said("errors.hands_cleared", hands=event.hands)


# --- the shoe and its cards


def shoe_stopped(event: e.ShoeStopped, moment: Moment) -> Said:
    key = "errors.refilled_with_discards" if event.refill == "discards" else "errors.refilled_with_the_rest"
    return said(key, clause=event.clause)


def shoe_refilled(event: e.ShoeRefilled, moment: Moment) -> Said:
    return said("errors.refilled", cards=moment.after.shoe.left)


def shoe_counted(event: e.ShoeCounted, moment: Moment) -> Said:
    return said("errors.shoe_counted", cards=event.cards)


def count_corrected(event: e.CountCorrected, moment: Moment) -> Said:
    key = "errors.cards_missing" if event.missing > 0 else "errors.cards_in_excess"
    return said(key, cards=abs(event.missing), left=moment.after.shoe.left, clause=event.clause)


shoe_ends_after_round = by_clause("errors.shoe_ends_after_round")
set_taken_away = by_clause("errors.set_taken_away")
machine_taken_away = by_clause("errors.machine_taken_away")


def card_damaged(event: e.CardDamaged, moment: Moment) -> Said:
    return said("errors.card_damaged", card=event.card, clause=event.clause)


def card_replaced(event: e.CardReplaced, moment: Moment) -> Said:
    return said("errors.card_replaced", card=event.card)


# --- wagers and rounds


def late_wager_refused(event: e.LateWagerRefused, moment: Moment) -> Said:
    player, box, clause = event.player, event.box, event.clause
    if not event.cents:
        return said("errors.late_withdrawal", player=player, box=box, clause=clause)
    return said("errors.late_wager", player=player, cents=event.cents, kind=event.kind, box=box, clause=clause)


def wagers_voided(event: e.WagersVoided, moment: Moment) -> Said:
    hands = [said("void.hand", place=hand) for hand in event.hands]
    wagers = [said("void.wager", player=player, kind=kind, box=box) for box, _, player, kind in event.wagers]
    what = (*hands, *wagers) or (said("void.nothing_more"),)
    back, undone = _goes_back(event)
    return said("void.wagers", reason=event.reason, what=what, clause=event.clause, back=back, undone=undone)


def round_voided(event: e.RoundVoided, moment: Moment) -> Said:
    back, undone = _goes_back(event)
    return said("void.round", reason=event.reason, clause=event.clause, back=back, undone=undone)


def _goes_back(event: e.WagersVoided | e.RoundVoided) -> tuple[Said | None, Said | None]:
    """The lines by which it does, and those that are undone."""
    lines, withdrawn = lines_said(event.lines), lines_said(event.withdrawn)
    return if_any("void.goes_back", lines=lines), if_any("void.undone", lines=withdrawn)


def round_rewritten(event: e.RoundRewritten, moment: Moment) -> Said:
    key = "rewritten.undone" if event.cause == "undo" else "rewritten.put_right"
    return said(key, cause=event.cause, reason=event.reason, clause=event.clause)


def earlier_round_amended(event: e.EarlierRoundAmended, moment: Moment) -> Said:
    key = "rewritten.earlier_round_void" if event.what == "void" else "rewritten.earlier_round_reconstructed"
    return said(key, round=event.round, reason=event.reason, clause=event.clause)


def remedy_signed(event: e.RemedySigned, moment: Moment) -> Said:
    words = event.remedy.words if isinstance(event.remedy, Void) else ""
    in_words = if_any("rewritten.signed_words", words=words)
    return said("rewritten.signed", by=event.by, what=event.what, round=event.round, words=in_words)


WORDS: dict[type, Words] = {
    e.TableHeld: table_held,
    e.IrregularityResolved: irregularity_resolved,
    e.ReportWithdrawn: report_withdrawn,
    e.PlayersAsked: players_asked,
    e.PlayerAnswered: player_answered,
    e.CardDiscarded: card_discarded,
    e.CardKept: card_kept,
    e.KeptTurnedUp: kept_turned_up,
    e.CardAccepted: card_accepted,
    e.CardRefused: card_refused,
    e.KeptDiscarded: kept_discarded,
    e.FaceDownRemoved: face_down_removed,
    e.HandPassedOver: hand_passed_over,
    e.HandResumed: hand_resumed,
    e.SecondCardDeferred: second_card_deferred,
    e.HandDeferred: hand_deferred,
    e.DealerDeferred: dealer_deferred,
    e.PlayerAbsent: player_absent,
    e.ControlPassed: control_passed,
    e.OffersReopened: offers_reopened,
    e.ReaderSetAside: reader_set_aside,
    e.HandsCleared: hands_cleared,
    e.ShoeStopped: shoe_stopped,
    e.ShoeRefilled: shoe_refilled,
    e.ShoeCounted: shoe_counted,
    e.CountCorrected: count_corrected,
    e.ShoeEndsAfterRound: shoe_ends_after_round,
    e.SetTakenAway: set_taken_away,
    e.MachineTakenAway: machine_taken_away,
    e.CardDamaged: card_damaged,
    e.CardReplaced: card_replaced,
    e.LateWagerRefused: late_wager_refused,
    e.WagersVoided: wagers_voided,
    e.RoundVoided: round_voided,
    e.RoundRewritten: round_rewritten,
    e.EarlierRoundAmended: earlier_round_amended,
    e.RemedySigned: remedy_signed,
}
