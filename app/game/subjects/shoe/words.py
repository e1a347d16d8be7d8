"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment, always, by_clause, face
from app.game.core.state import DEALER
from app.game.subjects.shoe import events as e


def shoe_stopped(event: e.ShoeStopped, moment: Moment) -> Message:
    key = "errors.refilled_with_discards" if event.refill == "discards" else "errors.refilled_with_the_rest"
    return message(key, clause=event.clause)


def shoe_refilled(event: e.ShoeRefilled, moment: Moment) -> Message:
    return message("errors.refilled", cards=moment.after.shoe.left)


def shoe_counted(event: e.ShoeCounted, moment: Moment) -> Message:
    return message("errors.shoe_counted", cards=event.cards)


def count_corrected(event: e.CountCorrected, moment: Moment) -> Message:
    key = "errors.cards_missing" if event.missing > 0 else "errors.cards_in_excess"
    return message(key, cards=abs(event.missing), left=moment.after.shoe.left, clause=event.clause)


shoe_ends_after_round = by_clause("errors.shoe_ends_after_round")


set_taken_away = by_clause("errors.set_taken_away")


machine_taken_away = by_clause("errors.machine_taken_away")


def card_damaged(event: e.CardDamaged, moment: Moment) -> Message:
    return message("errors.card_damaged", card=event.card, clause=event.clause)


def card_replaced(event: e.CardReplaced, moment: Moment) -> Message:
    return message("errors.card_replaced", card=event.card)


def set_brought(event: e.SetBrought, moment: Moment) -> Message:
    instead = if_any("shoe.in_place_of", sets=event.replaces)
    return message("shoe.set_brought", colour=event.colour, set=event.set_id, instead=instead)


def preparation_begun(event: e.PreparationBegun, moment: Moment) -> Message:
    return message("shoe.preparation_begun", set=event.set_id)


def step_done(event: e.StepDone, moment: Moment) -> Message:
    step, _, role = event.step.partition(":")
    by_role, by = if_any("shoe.step_by_role", role=role), if_any("shoe.step_by", person=event.by)
    return message("shoe.step_done", step=step, role=by_role, person=by)


def shuffle_part_done(event: e.ShufflePartDone, moment: Moment) -> Message:
    return message("shoe.shuffle_part_done", part=event.part)


cards_shuffled = always("shoe.shuffled")


exposure_reported = always("shoe.exposure_reported")


def cut_declined(event: e.CutDeclined, moment: Moment) -> Message:
    return message("shoe.cut_declined", box=event.box)


def cards_cut(event: e.CardsCut, moment: Moment) -> Message:
    if event.box is None:
        return message("shoe.cut_by_an_employee", cards=event.cards)
    return message("shoe.cut", box=event.box, cards=event.cards)


recut_ordered = always("shoe.recut_ordered")


def cut_card_placed(event: e.CutCardPlaced, moment: Moment) -> Message:
    return message("shoe.cut_card_placed", cards=event.cards)


def shoe_loaded(event: e.ShoeLoaded, moment: Moment) -> Message:
    return message("shoe.loaded", set=event.set_id, decks=event.decks, cards=moment.after.shoe.left)


burn_fell_due = by_clause("shoe.burn_due")


def card_burnt(event: e.CardBurnt, moment: Moment) -> Message:
    return message("shoe.burnt", card=face(moment, event.commitment), source=event.source)


def burn_disclosed(event: e.BurnDisclosed, moment: Moment) -> Message:
    return message("shoe.burn_disclosed", card=event.opened.card)


def shuffle_fell_due(event: e.ShuffleFellDue, moment: Moment) -> Message:
    return message("shoe.shuffle_due", reason=event.reason, clause=event.clause)


def final_rounds_announced(event: e.FinalRoundsAnnounced, moment: Moment) -> Message:
    return message("shoe.final_rounds_announced", last_round=event.last_round)


def cut_card_drawn(event: e.CutCardDrawn, moment: Moment) -> Message:
    ends = message("shoe.ends_with_this_round") if event.ends_shoe else None
    if event.box is None:
        return message("shoe.cut_card_to_nobody", ends=ends)
    return message("shoe.cut_card_drawn", place=_place(event.box), ends=ends)


def _place(box: int) -> Message:
    return message("shoe.at_the_dealer") if box == DEALER else message("shoe.at_a_box", box=box)
