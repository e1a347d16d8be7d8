"""The cut and the cutting card."""

from app.game.citations import of_cut
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import Preparation
from app.game.core.turn import cards_out
from app.game.subjects.shoe import commands as c
from app.game.subjects.shoe import events as e
from app.game.subjects.shoe.cutters import cutters, first_offer, who_cuts
from app.game.subjects.shoe.preparation_steps import (
    change_of_shoe,
    config_now,
    cut_allowed,
    cut_card_depths,
    cut_depths,
    cut_due,
)


def _to_be_cut(draft: Draft, box: int | None) -> Preparation | Rejected:
    preparation = draft.table.preparation
    if preparation is None or not preparation.shuffled or preparation.cut or preparation.cut_card:
        return draft.refuse("step_not_due.not_ready_to_cut")
    if not change_of_shoe(draft.table):
        return draft.refuse("step_not_due.cut_when_shoe_ends")
    if not cut_allowed(draft.rules, config_now(draft.table)):
        return draft.refuse("no_cut.by_machine")
    if box is not None and not 1 <= box <= draft.table.config.boxes:
        return draft.refuse("no_such_box", {"boxes": draft.table.config.boxes})
    return preparation


def decline_cut(draft: Draft, command: c.DeclineCut) -> Rejected | None:
    """The player offered the cut declines; it goes to the next."""
    preparation = _to_be_cut(draft, command.box)
    if isinstance(preparation, Rejected):
        return preparation
    if command.box in preparation.declined or command.box not in cutters(draft.table, draft.rules):
        return _not_the_cutter(draft)
    draft.emit(e.CutDeclined(command.box))
    return None


def cut_cards(draft: Draft, command: c.CutCards) -> Rejected | None:
    """The cards are cut."""
    preparation = _to_be_cut(draft, command.box)
    if isinstance(preparation, Rejected):
        return preparation
    if command.box not in cutters(draft.table, draft.rules):
        return _not_the_cutter(draft)
    least, most = cut_depths(draft.table, draft.rules)
    if not least <= command.cards <= most:
        return draft.refuse("cut_depth", {"least": least, "most": most, "cards": command.cards})
    draft.emit(e.CardsCut(command.box, command.cards, _offered(draft, preparation, command.box)))
    return None


def _not_the_cutter(draft: Draft) -> Rejected:
    return rejected("not_the_cutter", {"who": who_cuts(draft.table, draft.rules)}, of_cut(draft.table, draft.rules))


def _offered(draft: Draft, preparation: Preparation, box: int | None) -> int | None:
    """Whom these cards were offered first: nobody, if an employee cut without asking."""
    if preparation.offered is not None:
        return preparation.offered
    return first_offer(draft.table, draft.rules) if box is not None or preparation.declined else None


def order_recut(draft: Draft, command: c.OrderRecut) -> Rejected | None:
    """A supervisor has the cut done again, before any card is dealt; loaded cards come out of the shoe for it."""
    table = draft.table
    cut = table.preparation or table.shoe.loaded_from
    begun = table.shoe.rounds > 0 or cards_out(table) or bool(table.kept) or table.shoe.shuffle_due is not None
    dealt = table.preparation is None and begun
    if not draft.rules.shoe.recut or cut is None or not cut.cut or dealt:
        clause = draft.rules.clauses["shoe.recut"]
        return rejected("recut_not_allowed", clause=clause)
    draft.emit(e.RecutOrdered())
    return None


def place_cut_card(draft: Draft, command: c.PlaceCutCard) -> Rejected | None:
    """The cutting card goes into the cut stack."""
    preparation = draft.table.preparation
    config = config_now(draft.table)
    if not cut_allowed(draft.rules, config):
        return draft.refuse("no_cut.no_cutting_card")
    ready = preparation is not None and preparation.shuffled and not preparation.cut_card
    if preparation is None or not ready or (cut_due(draft.rules, config) and not preparation.cut):
        return draft.refuse("step_not_due.cutting_card_after_cut")
    least, most = cut_card_depths(draft.table, draft.rules)
    if not least <= command.cards <= most:
        return draft.refuse("cut_card_depth", {"least": least, "most": most, "cards": command.cards})
    draft.emit(e.CutCardPlaced(command.cards))
    return None
