"""Where the card goes that leaves the shoe next, and by which paragraph.

Decisions, questions, devices and bots all go by this one answer. It is about a table that is open and does not hold.
"""

from typing import Literal

from app.game.citations import of_card, of_no_shuffle
from app.game.consequences import advance
from app.game.core.draft import Draft
from app.game.core.records import Part
from app.game.core.rejections import Rejected, refusal, rejected
from app.game.core.state import Round, Table
from app.game.core.turn import Target, cards_out, deals_on, down_boxes, offers_open, peek_due
from app.game.rules.ruleset import Ruleset
from app.game.subjects.wagers.betting_end import close_betting
from app.game.subjects.wagers.late_amounts import amount_refused
from app.game.subjects.wagers.placed_wagers import main_wagers, unplayable
from app.game.targets import hole_ready, next_target

# Burnt; the dealer's face-down card; face down or face up to a box that squeezes; face up.
How = Literal["burn", "hole", "down", "up"]


class NextCard(Part):
    """How the next card lies, and the paragraph that wants it. `target`: the hand that gets it; None if it is burnt."""

    how: How
    target: Target | None
    clause: str


def next_card(table: Table, rules: Ruleset) -> NextCard | Rejected | None:
    """Where it goes, or why no card may leave the shoe now; None where nothing awaits one, and one that leaves it all
    the same makes the table hold."""
    if table.shoe.burn_due and deals_on(table):
        return NextCard("burn", None, table.shoe.burn_due)
    refused = shoe_refused(table, rules)
    if refused is not None:
        return refused
    round_ = table.round
    if round_ is not None and not round_.bets_closed and not round_.complete:
        return _first_card(table, round_, rules)
    return next_in_round(_ready_dealt(Draft(table, rules)) if table.kept else table, rules)


def shoe_refused(table: Table, rules: Ruleset) -> Rejected | None:
    """Why nothing may be dealt from the shoe, if so."""
    if table.shoe.decks == 0:
        return not_shuffled(table, rules)
    if table.shoe.burn_due:
        return rejected("burn_due", clause=table.shoe.burn_due)
    if not deals_on(table):
        return rejected("shuffle_due.before_dealing", clause=of_no_shuffle(table, rules))
    if table.damaged and not cards_out(table):
        card, clause = table.damaged[0]
        return rejected("replacement_due", {"card": card}, clause)
    return None


def not_shuffled(table: Table, rules: Ruleset) -> Rejected:
    """Nothing may be dealt from cards that were not shuffled."""
    reason = "not_shuffled" if table.config.shuffler == "none" else "not_shuffled_by_machine"
    return refusal(rules, "not_shuffled", reason=reason)


def _first_card(table: Table, round_: Round, rules: Ruleset) -> NextCard | Rejected | None:
    """The first card of a round, which closes the betting; cards that lie ready are dealt before it."""
    wrong = unplayable(table, rules)
    if wrong is not None:
        return wrong
    if table.kept:
        closed = Draft(table, rules)
        close_betting(closed, implied=True)
        return next_in_round(_ready_dealt(closed), rules)
    target = Target(min(main_wagers(round_)), 1)
    return NextCard(_how(round_, target), target, rules.questions["initial_card"])


def _ready_dealt(draft: Draft) -> Table:
    """The table when cards that lie ready have been dealt where they are due."""
    advance(draft)
    return draft.table


def next_in_round(table: Table, rules: Ruleset) -> NextCard | Rejected | None:
    """The same where the shoe may be dealt from and no bet can be placed any more."""
    round_ = table.round
    if round_ is None:
        return refusal(rules, "no_wagers")
    refused = _something_first(table, round_, rules)
    if refused is not None:
        return refused
    target = next_target(table, rules)
    if target is None and hole_ready(table, rules) and offers_open(round_):
        return refusal(rules, "turn_up_first.hole_card")
    if target is None:
        return None
    if table.kept and not target.hole:
        return refusal(rules, "card_lies_ready")
    return NextCard(_how(round_, target), target, of_card(round_, target, rules))


def _something_first(table: Table, round_: Round, rules: Ruleset) -> Rejected | None:
    """What has to be done before any card, if anything."""
    if down_boxes(table):
        return refusal(rules, "turn_up_first.of_boxes")
    refused = amount_refused(table, rules)
    if refused is None and round_.dealt and peek_due(table):
        return refusal(rules, "peek_first")
    return refused


def _how(round_: Round, target: Target) -> How:
    if target.hole:
        return "hole"
    return "down" if target.box in round_.squeezing else "up"
