"""What is said of the table, and of the cards between shoes."""

from app.game import events as e
from app.game.core.moment import Moment, Words, always, by_clause, face
from app.game.core.said import Said, if_any, said
from app.game.state import DEALER


def table_opened(event: e.TableOpened, moment: Moment) -> Said:
    return said("table.opened", decks=event.config.decks, boxes=event.config.boxes)


def table_closed(event: e.TableClosed, moment: Moment) -> Said:
    left = if_any("table.sets_left" if len(event.sets) > 1 else "table.set_left", sets=event.sets)
    return said("table.closed", why=if_any("table.closed_because", reason=event.reason), left=left)


def paper_begun(event: e.PaperBegun, moment: Moment) -> Said:
    return said("table.paper_begun", by=event.by, reason=event.reason)


paper_ended = always("table.paper_ended")
config_changed = always("table.config_changed")


def dealer_changed(event: e.DealerChanged, moment: Moment) -> Said:
    licence = if_any("table.licensed", through=event.licensed_through)
    if not event.dealer:
        return said("table.nobody_deals", licence=licence)
    return said("table.deals", dealer=event.dealer, licence=licence)


# --- the cards between shoes


round_abandoned = always("table.round_abandoned")


def cards_collected(event: e.CardsCollected, moment: Moment) -> Said:
    return said("shoe.cards_returned" if event.returned else "shoe.cards_collected", cards=event.cards)


def set_brought(event: e.SetBrought, moment: Moment) -> Said:
    instead = if_any("shoe.in_place_of", sets=event.replaces)
    return said("shoe.set_brought", colour=event.colour, set=event.set_id, instead=instead)


def preparation_begun(event: e.PreparationBegun, moment: Moment) -> Said:
    return said("shoe.preparation_begun", set=event.set_id)


def step_done(event: e.StepDone, moment: Moment) -> Said:
    step, _, role = event.step.partition(":")
    by_role, by = if_any("shoe.step_by_role", role=role), if_any("shoe.step_by", person=event.by)
    return said("shoe.step_done", step=step, role=by_role, person=by)


def shuffle_part_done(event: e.ShufflePartDone, moment: Moment) -> Said:
    return said("shoe.shuffle_part_done", part=event.part)


cards_shuffled = always("shoe.shuffled")
exposure_reported = always("shoe.exposure_reported")


def cut_declined(event: e.CutDeclined, moment: Moment) -> Said:
    return said("shoe.cut_declined", box=event.box)


def cards_cut(event: e.CardsCut, moment: Moment) -> Said:
    if event.box is None:
        return said("shoe.cut_by_an_employee", cards=event.cards)
    return said("shoe.cut", box=event.box, cards=event.cards)


recut_ordered = always("shoe.recut_ordered")


def cut_card_placed(event: e.CutCardPlaced, moment: Moment) -> Said:
    return said("shoe.cut_card_placed", cards=event.cards)


def shoe_loaded(event: e.ShoeLoaded, moment: Moment) -> Said:
    return said("shoe.loaded", set=event.set_id, decks=event.decks, cards=moment.after.shoe.left)


burn_fell_due = by_clause("shoe.burn_due")


def card_burnt(event: e.CardBurnt, moment: Moment) -> Said:
    return said("shoe.burnt", card=face(moment, event.commitment), source=event.source)


def burn_disclosed(event: e.BurnDisclosed, moment: Moment) -> Said:
    return said("shoe.burn_disclosed", card=event.opened.card)


def shuffle_fell_due(event: e.ShuffleFellDue, moment: Moment) -> Said:
    return said("shoe.shuffle_due", reason=event.reason, clause=event.clause)


def final_rounds_announced(event: e.FinalRoundsAnnounced, moment: Moment) -> Said:
    return said("shoe.final_rounds_announced", last_round=event.last_round)


def cut_card_drawn(event: e.CutCardDrawn, moment: Moment) -> Said:
    ends = said("shoe.ends_with_this_round") if event.ends_shoe else None
    if event.box is None:
        return said("shoe.cut_card_to_nobody", ends=ends)
    return said("shoe.cut_card_drawn", place=_place(event.box), ends=ends)


def _place(box: int) -> Said:
    return said("shoe.at_the_dealer") if box == DEALER else said("shoe.at_a_box", box=box)


WORDS: dict[type, Words] = {
    e.TableOpened: table_opened,
    e.TableClosed: table_closed,
    e.PaperBegun: paper_begun,
    e.PaperEnded: paper_ended,
    e.ConfigChanged: config_changed,
    e.DealerChanged: dealer_changed,
    e.RoundAbandoned: round_abandoned,
    e.CardsCollected: cards_collected,
    e.SetBrought: set_brought,
    e.PreparationBegun: preparation_begun,
    e.StepDone: step_done,
    e.ShufflePartDone: shuffle_part_done,
    e.CardsShuffled: cards_shuffled,
    e.ExposureReported: exposure_reported,
    e.CutDeclined: cut_declined,
    e.CardsCut: cards_cut,
    e.RecutOrdered: recut_ordered,
    e.CutCardPlaced: cut_card_placed,
    e.ShoeLoaded: shoe_loaded,
    e.BurnFellDue: burn_fell_due,
    e.CardBurnt: card_burnt,
    e.BurnDisclosed: burn_disclosed,
    e.ShuffleFellDue: shuffle_fell_due,
    e.FinalRoundsAnnounced: final_rounds_announced,
    e.CutCardDrawn: cut_card_drawn,
}
