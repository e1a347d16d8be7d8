"""The cards between shoes: inspection, shuffle, cut, cutting card, loading, burning; and the orders to do it again.

A preparation goes through these gates, each with its clause:

  steps of the checklist  ->  parts of a hand shuffle  ->  shuffled  ->  cut  ->  cutting card in  ->  loaded  ->  burn
"""

from app.game import commands as c
from app.game import events as e
from app.game.cards import DECK_SIZE
from app.game.cutting import cutters, first_offer, who_cuts
from app.game.decisions.betting import collect_cards
from app.game.draft import Draft
from app.game.fitting import unfit
from app.game.flow import next_target
from app.game.preparing import (
    cut_allowed,
    cut_due,
    new_set_steps,
    parts_missing,
    parts_open,
    riffles_before_strip,
    set_to_prepare,
    steps_due,
    two_sets,
)
from app.game.rejections import Rejected
from app.game.rules.ruleset import Steps
from app.game.seals import opens
from app.game.state import DEALER, Preparation, Table
from app.game.turn import deals_on, in_final_rounds, initial_target


def cards_out(draft: Draft) -> bool:
    """Whether a card of the round in play has left the shoe."""
    round_ = draft.table.round
    return round_ is not None and round_.bets_closed and not round_.complete


def bring_set(draft: Draft, command: c.BringSet) -> Rejected | None:
    """A set of cards comes to the table and has to be inspected; on a running table it replaces the one in use."""
    table = draft.table
    if two_sets(table.config):
        wrong = _wrong_second_set(table, command)
        if wrong is not None:
            return draft.refuse("wrong_set", wrong)
    elif cards_out(draft):
        return draft.refuse("round_not_over", "Cards are replaced between rounds.")
    else:
        collect_cards(draft)
    draft.emit(e.SetBrought(command.set_id, command.colour, _set_replaced(table, command)))
    replaced = command.replaces or (table.set_in_use is not None and not two_sets(table.config))
    steps = new_set_steps(draft.rules, table.config, replaced)
    parts = _parts(draft, fresh=True)
    draft.emit(e.PreparationBegun(command.set_id, steps, parts, fresh=not replaced, replaced=replaced))
    return None


def _set_replaced(table: Table, command: c.BringSet) -> str | None:
    """The set that this one is brought for: of two, the one of its colour."""
    if not two_sets(table.config):
        return table.set_in_use
    same = [each.id for each in table.sets if each.colour == command.colour]
    return same[0] if command.replaces and same else None


def _wrong_second_set(table: Table, command: c.BringSet) -> str | None:
    """Why this set cannot be one of the two that take turns."""
    others = [each for each in table.sets if each.id not in (command.set_id, _set_replaced(table, command))]
    if command.set_id == table.set_in_use:
        return f"Set {command.set_id} is in the shoe."
    if len(others) > 1:
        return "Two sets are at the table already."
    if any([each.colour.lower() == command.colour.lower() for each in others]):
        return "The two sets have to be of different colours."
    return None


def _parts(draft: Draft, fresh: bool) -> tuple[str, ...]:
    if draft.table.config.shuffler != "none":
        return ()
    return draft.rules.shoe.hand_shuffle if fresh else draft.rules.shoe.hand_reshuffle


def _preparation(draft: Draft) -> Preparation | Rejected:
    """The preparation under way; a due reshuffle begins with its first step."""
    table = draft.table
    if table.preparation is not None:
        return table.preparation
    beside = two_sets(table.config)
    if table.set_in_use is None or (table.shoe.shuffle_due is None and not beside):
        return draft.refuse("step_not_due", "No cards are being made ready.")
    set_id = set_to_prepare(table)
    if set_id is None:
        return draft.refuse("wrong_set", "The other set of cards has to be at the table.")
    if cards_out(draft) and not beside:
        return draft.refuse("round_not_over", "The round has to be finished first.")
    steps = table.shoe.shuffle_steps
    if not beside:
        collect_cards(draft)
    draft.emit(e.PreparationBegun(set_id, steps, _parts(draft, fresh=bool(steps)), fresh=False, replaced=False))
    assert draft.table.preparation is not None
    return draft.table.preparation


def do_step(draft: Draft, command: c.DoStep) -> Rejected | None:
    """A step of the checklist, or a part of a hand shuffle, was done."""
    preparation = _preparation(draft)
    if isinstance(preparation, Rejected):
        return preparation
    step = command.step if command.who is None else f"{command.step}:{command.who}"
    due = steps_due(preparation)
    if step in [name for name, _ in due]:
        draft.emit(e.StepDone(step))
        return None
    if due or preparation.shuffled or step not in preparation.parts_due:
        return _not_due(draft, due, f"{step} is not due")
    if step not in parts_open(draft.rules, preparation):
        message = f"The strip comes after at least {riffles_before_strip(draft.rules)} riffles."
        return draft.refuse("step_not_due", message, "strip_too_early")
    draft.emit(e.ShufflePartDone(step))
    return None


def _not_due(draft: Draft, due: Steps, what: str) -> Rejected:
    """A step out of order: what is due instead, and the clause of that."""
    if not due:
        return Rejected("step_not_due", f"{what} now.", draft.rules.refusals.get("not_shuffled"))
    names = " or ".join(name.replace(":", " by the ") for name, _ in due)
    return Rejected("step_not_due", f"{what}; due is: {names}.", due[0][1])


def finish_shuffle(draft: Draft, command: c.FinishShuffle) -> Rejected | None:
    """The cards are shuffled and stacked."""
    preparation = _preparation(draft)
    if isinstance(preparation, Rejected):
        return preparation
    due = steps_due(preparation)
    if due or preparation.shuffled:
        return _not_due(draft, due, "The shuffle is not to be finished")
    missing = parts_missing(preparation)
    if missing:
        again = preparation.parts_due == draft.rules.shoe.hand_reshuffle
        clause = draft.rules.clauses["shoe.hand_reshuffle" if again else "shoe.hand_shuffle"]
        return Rejected("step_not_due", f"The shuffle still needs: {', '.join(missing)}.", clause)
    draft.emit(e.CardsShuffled())
    return None


def report_exposure(draft: Draft, command: c.ReportExposure) -> Rejected | None:
    """A card was seen before it entered the shoe: shuffle again."""
    if draft.table.preparation is None:
        return draft.refuse("step_not_due", "No cards are being made ready.")
    draft.emit(e.ExposureReported(draft.rules.shoe.after_exposure))
    return None


# --- the cut


def _to_be_cut(draft: Draft, box: int | None) -> Preparation | Rejected:
    preparation = draft.table.preparation
    if preparation is None or not preparation.shuffled or preparation.cut:
        return draft.refuse("step_not_due", "The cards are not ready to be cut.")
    if not cut_allowed(draft.rules, draft.table.config):
        return draft.refuse("no_cut", "Cards shuffled by the machine are not cut.")
    if box is not None and not 1 <= box <= draft.table.config.boxes:
        return draft.refuse("no_such_box", f"The table has boxes 1 to {draft.table.config.boxes}.")
    return preparation


def decline_cut(draft: Draft, command: c.DeclineCut) -> Rejected | None:
    """The player offered the cut declines; it goes to the next."""
    preparation = _to_be_cut(draft, command.box)
    if isinstance(preparation, Rejected):
        return preparation
    if command.box in preparation.declined or command.box not in cutters(draft.table, draft.rules):
        return draft.refuse("not_the_cutter", who_cuts(draft.table, draft.rules))
    draft.emit(e.CutDeclined(command.box))
    return None


def cut_cards(draft: Draft, command: c.CutCards) -> Rejected | None:
    """The cards are cut."""
    preparation = _to_be_cut(draft, command.box)
    if isinstance(preparation, Rejected):
        return preparation
    if command.box not in cutters(draft.table, draft.rules):
        return draft.refuse("not_the_cutter", who_cuts(draft.table, draft.rules))
    least, size = draft.rules.shoe.cut_least, draft.table.config.decks * DECK_SIZE
    if not least <= command.cards <= size - least:
        return draft.refuse("cut_depth", f"The cut is {least} to {size - least} cards in, not {command.cards}.")
    asked = command.box is not None or preparation.declined
    draft.emit(e.CardsCut(command.box, command.cards, first_offer(draft.table, draft.rules) if asked else None))
    return None


def order_recut(draft: Draft, command: c.OrderRecut) -> Rejected | None:
    """A supervisor has the cut done again, before any card is dealt; loaded cards come out of the shoe for it."""
    table = draft.table
    cut = table.preparation.cut if table.preparation else table.shoe.cut_by is not None
    dealt = table.preparation is None and (table.shoe.rounds > 0 or table.shoe.decks == 0)
    if not draft.rules.shoe.recut or not cut or dealt:
        return draft.refuse("recut_not_allowed", "There is no cut that could be done again.")
    draft.emit(e.RecutOrdered())
    return None


def place_cut_card(draft: Draft, command: c.PlaceCutCard) -> Rejected | None:
    """The cutting card goes into the cut stack."""
    preparation = draft.table.preparation
    if not cut_allowed(draft.rules, draft.table.config):
        return draft.refuse("no_cut", "Cards shuffled by the machine have no cutting card.")
    ready = preparation is not None and preparation.shuffled and not preparation.cut_card
    if preparation is None or not ready or (cut_due(draft.rules, draft.table.config) and not preparation.cut):
        return draft.refuse("step_not_due", "The cutting card goes in after the cut.")
    rules, decks = draft.rules.shoe, draft.table.config.decks
    least = max(rules.cut_card_least, rules.cut_card_least_per_deck * decks)
    most = rules.cut_card_most_per_deck * decks
    if not least <= command.cards <= most:
        return draft.refuse("cut_card_depth", f"The cutting card goes {least} to {most} cards from the back.")
    draft.emit(e.CutCardPlaced(command.cards))
    return None


# --- the shoe


def load_shoe(draft: Draft, command: c.LoadShoe) -> Rejected | None:
    """The cards go into the shoe; a new shoe begins."""
    preparation = draft.table.preparation
    if preparation is None or not preparation.shuffled:
        return not_shuffled(draft)
    if cut_due(draft.rules, draft.table.config) and not (preparation.cut and preparation.cut_card):
        return Rejected(
            "step_not_due", "Before that the cards are cut and the cutting card goes in.", _cut_clause(draft)
        )
    if cards_out(draft):
        return draft.refuse("round_not_over", "The round has to be finished first.")
    collect_cards(draft)
    decks, cut_card = draft.table.config.decks, cut_allowed(draft.rules, draft.table.config)
    draft.emit(e.ShoeLoaded(preparation.set_id, decks, _burn_clause(draft), cut_card))
    return None


def not_shuffled(draft: Draft) -> Rejected:
    """Nothing may be dealt from cards that were not shuffled."""
    reason = "not_shuffled" if draft.table.config.shuffler == "none" else "not_shuffled_by_machine"
    return draft.refuse("not_shuffled", "The cards have not been shuffled and put into the shoe.", reason)


def _cut_clause(draft: Draft) -> str:
    """The clause of the cut, or of the cutting card if the cards are cut."""
    assert draft.table.preparation is not None
    return draft.rules.clauses["shoe.cut_card_most_per_deck" if draft.table.preparation.cut else "shoe.cut"]


def _burn_clause(draft: Draft) -> str | None:
    burn = draft.rules.deal.burn
    due = burn == "shoe_and_dealer" or (burn == "optional" and draft.table.config.burn)
    return draft.rules.clauses["deal.burn"] if due else None


def burn_card(draft: Draft, command: c.BurnCard) -> Rejected | None:
    """A card goes face down to the discard rack, where one is due."""
    if not draft.table.shoe.burn_due:
        return draft.refuse("burn_not_due", "No card is to be burnt now.")
    if draft.table.shoe.left == 0:
        return draft.refuse("shoe_empty", "The shoe is empty.")
    draft.emit(e.CardBurnt(command.commitment))
    return None


def disclose_burn(draft: Draft, command: c.DiscloseBurn) -> Rejected | None:
    """The burnt card is shown on request."""
    burnt = draft.table.shoe.burnt
    if burnt is None:
        return draft.refuse("nothing_burnt", "There is no burnt card to show.")
    if not opens(command.opened, burnt):
        return draft.refuse("wrong_card", "This is not the card that was burnt.")
    irregularity = unfit(draft.table, (command.opened.card,))
    if irregularity:
        draft.emit(e.TableHeld(command.opened.card, irregularity, turned_up=True))
    else:
        draft.emit(e.BurnDisclosed(command.opened))
    return None


def change_dealer(draft: Draft, command: c.ChangeDealer) -> Rejected | None:
    """Another dealer takes the table, and burns a card where the book says so."""
    draft.emit(e.DealerChanged(command.dealer))
    if draft.rules.deal.burn == "shoe_and_dealer" and deals_on(draft.table):
        draft.emit(e.BurnFellDue(draft.rules.clauses["deal.burn"]))
    return None


def order_shuffle(draft: Draft, command: c.OrderShuffle) -> Rejected | None:
    """A supervisor has the cards shuffled before the next round."""
    if draft.table.shoe.decks == 0 or draft.table.shoe.shuffle_due:
        return draft.refuse("step_not_due", "There is no shoe in use, or a shuffle is due already.")
    collect_cards(draft)
    steps = draft.rules.shoe.idle_cards if command.reason in ("idle", "vacant") else ()
    draft.emit(e.ShuffleFellDue(command.reason, draft.rules.refusals["shuffle_due"], steps))
    return None


def announce_final_rounds(draft: Draft, command: c.AnnounceFinalRounds) -> Rejected | None:
    """The last three rounds are announced: in them the cutting card does not end the shoe."""
    if not draft.rules.deal.final_rounds or draft.table.config.shuffler == "continuous":
        return draft.refuse("final_rounds_not_allowed", "The book has no announced final rounds.")
    draft.emit(e.FinalRoundsAnnounced())
    return None


def draw_cut_card(draft: Draft, command: c.DrawCutCard) -> Rejected | None:
    """The cutting card comes out: of no moment to the cards, but the shoe ends here or after the round."""
    if not draft.table.shoe.cut_card_in:
        return draft.refuse("cut_card_not_in", "The cutting card is not in the shoe.")
    final = in_final_rounds(draft.table)
    ends_shoe = not final and draft.rules.deal.cut_card_during == "shuffle_after"
    first = not cards_out(draft)
    draft.emit(e.CutCardDrawn(_where(draft), ends_shoe))
    if first and draft.rules.deal.cut_card_first == "shuffle" and not final:
        draft.emit(e.ShuffleFellDue("cut_card_first", draft.rules.clauses["deal.cut_card_first"]))
    return None


def _where(draft: Draft) -> int | None:
    """The box, or the dealer, that the next card goes to; before a round the first box with a wager."""
    round_ = draft.table.round
    if round_ is None or round_.complete:
        return None
    if not round_.bets_closed:
        return min([place.box for place in round_.places], default=None)
    target = next_target(draft.table, draft.rules) or initial_target(round_, hole=False)
    return target.box if target else DEALER
