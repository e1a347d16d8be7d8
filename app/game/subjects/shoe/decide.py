"""The shoe: loading and burning, the orders to shuffle again, the cutting card when it comes out."""

from app.game import commands as c
from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected, rejected
from app.game.core.seals import is_commitment, opens
from app.game.core.state import DEALER
from app.game.core.turn import cards_out, current_round, deals_on, in_final_rounds, stage
from app.game.routing import not_shuffled
from app.game.rules.ruleset import Ruleset
from app.game.subjects.shoe.possible_cards import unfit
from app.game.subjects.shoe.preparation_steps import change_of_shoe, config_now, cut_due
from app.game.subjects.wagers.decide import collect_cards, round_is_on
from app.game.targets import next_target


def load_shoe(draft: Draft, command: c.LoadShoe) -> Rejected | None:
    """The cards go into the shoe; a new shoe begins."""
    preparation = draft.table.preparation
    if preparation is None or not preparation.shuffled:
        return not_shuffled(draft.table, draft.rules)
    if cut_due(draft.rules, config_now(draft.table)) and not (preparation.cut and preparation.cut_card):
        return rejected("step_not_due.cut_before_loading", clause=_cut_clause(draft))
    assert change_of_shoe(draft.table), "cards are cut, and a set replaced, only when the shoe in use has ended"
    if draft.table.shoe.refill:
        each_shoe = draft.rules.deal.burn == "shoe_and_dealer"
        burn = draft.rules.clauses["deal.burn"] if each_shoe else None
        draft.emit(e.ShoeRefilled(burn, draft.table.config.cut_cards if preparation.cut_card else 0))
        return None
    collect_cards(draft)
    for kept in draft.table.kept:
        draft.emit(e.KeptDiscarded(kept.card, kept.clause))
    config = draft.table.config
    cut_cards = config.cut_cards if preparation.cut_card else 0
    draft.emit(e.ShoeLoaded(preparation.set_id, config.decks, _burn_clause(draft), cut_cards))
    return None


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
    if not draft.table.shoe.burn_due or not deals_on(draft.table):
        return draft.refuse("burn_not_due")
    if draft.table.shoe.left == 0:
        return draft.refuse("shoe_empty.no_card")
    if not is_commitment(command.commitment):
        return draft.refuse("bad_commitment.burnt")
    draft.emit(e.CardBurnt(command.commitment, command.source))
    raise_alarm(draft, alarm=command.alarm)
    return None


def raise_alarm(draft: Draft, *, alarm: bool) -> None:
    """A face-down card that the shoe cannot hold: the table holds, and nobody is told which it is."""
    if alarm:
        draft.emit(e.TableHeld(None, "device_doubt", phase=stage(draft.table), detail="composition"))


def disclose_burn(draft: Draft, command: c.DiscloseBurn) -> Rejected | None:
    """A burnt card is shown on request."""
    burnt = draft.table.shoe.burnt
    if not burnt:
        return draft.refuse("nothing_burnt")
    if not any([opens(command.opened, commitment) for commitment in burnt]):
        return draft.refuse("wrong_card.burnt")
    misfit = unfit(draft.table, (command.opened.card,))
    held = e.TableHeld(*misfit, opened=(command.opened,), phase=stage(draft.table)) if misfit else None
    draft.emit(held or e.BurnDisclosed(command.opened))
    return None


def change_dealer(draft: Draft, command: c.ChangeDealer) -> Rejected | None:
    """Another dealer takes the table, and burns a card where the book says so."""
    draft.emit(e.DealerChanged(command.dealer, command.licensed_through))
    due = draft.table.shoe.burn_due is not None
    if draft.rules.deal.burn == "shoe_and_dealer" and deals_on(draft.table) and not due:
        draft.emit(e.BurnFellDue(draft.rules.clauses["deal.burn"]))
    return None


# The reasons for which a book may have a clause of its own.
_SHUFFLED_FOR = {"vacant": "shuffle_vacant", "suspicion": "shuffle_suspicion", "idle": "shuffle_idle"}


def shuffled_for(rules: Ruleset, reason: c.ShuffleReason) -> str:
    """The paragraph by which a supervisor has the cards shuffled for this reason."""
    return rules.refusals.get(_SHUFFLED_FOR.get(reason, ""), rules.refusals["shuffle_due"])


def order_shuffle(draft: Draft, command: c.OrderShuffle) -> Rejected | None:
    """A supervisor has the cards shuffled before the next round."""
    nobody_there = command.reason in ("idle", "vacant")
    if nobody_there and round_is_on(draft):
        return draft.refuse("round_not_over.not_vacant")
    due = draft.table.shoe.shuffle_due is not None and not (nobody_there and draft.table.preparation is None)
    if draft.table.shoe.decks == 0 or due:
        return draft.refuse("step_not_due.no_shoe_in_use")
    collect_cards(draft)
    steps = draft.rules.shoe.idle_cards if nobody_there else ()
    draft.emit(e.ShuffleFellDue(command.reason, shuffled_for(draft.rules, command.reason), steps, nobody_there))
    return None


def announce_final_rounds(draft: Draft, command: c.AnnounceFinalRounds) -> Rejected | None:
    """The last three rounds are announced: in them the cutting card does not end the shoe."""
    running, clause = draft.table.last_final_round, draft.rules.clauses["deal.final_rounds"]
    if running is not None and current_round(draft.table) <= running:
        return rejected("final_rounds_not_allowed.announced_already", clause=clause)
    if not draft.rules.deal.final_rounds or draft.table.config.shuffler == "continuous":
        return rejected("final_rounds_not_allowed.not_in_the_book", clause=clause)
    draft.emit(e.FinalRoundsAnnounced(draft.table.rounds_dealt + draft.rules.deal.final_rounds))
    return None


def draw_cut_card(draft: Draft, command: c.DrawCutCard) -> Rejected | None:
    """A cutting card comes out: it is no card, but the shoe ends here or after the round."""
    shoe = draft.table.shoe
    if shoe.cut_cards_out >= shoe.cut_cards:
        return draft.refuse("cut_card_not_in")
    counts = shoe.cut_cards_out == 0 and not in_final_rounds(draft.table, draft.rules)
    draft.emit(e.CutCardDrawn(_where(draft), counts and draft.rules.deal.cut_card_during == "shuffle_after"))
    first = counts and not cards_out(draft.table) and draft.table.shoe.shuffle_due is None
    if first and draft.rules.deal.cut_card_first == "shuffle":
        draft.emit(e.ShuffleFellDue("cut_card_first", draft.rules.clauses["deal.cut_card_first"]))
    return None


def _where(draft: Draft) -> int | None:
    """The box, or the dealer, that the next card goes to; before a round the first box with a wager."""
    round_ = draft.table.round
    if round_ is None or round_.complete:
        return None
    if not round_.bets_closed:
        return min([place.box for place in round_.places], default=None)
    target = next_target(draft.table, draft.rules)
    return target.box if target else DEALER


def replace_card(draft: Draft, command: c.ReplaceCard) -> Rejected | None:
    """A damaged card is replaced by one of its kind, between rounds."""
    if command.card not in [card for card, _ in draft.table.damaged]:
        return draft.refuse("step_not_due.no_replacement", {"card": command.card})
    if cards_out(draft.table):
        return draft.refuse("round_not_over.damaged_card")
    draft.emit(e.CardReplaced(command.card))
    return None
