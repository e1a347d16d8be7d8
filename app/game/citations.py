"""The paragraph that a question rests on: its own where the document has one, else the general one."""

from app.game.core.state import DEALER, Box, Hand, Preparation, Round, Table, hand_of, the_box
from app.game.core.turn import Target, Turn, size
from app.game.rules.ruleset import Remedy, Ruleset
from app.game.subjects.shoe.cutters import offered_to
from app.game.subjects.shoe.preparation_steps import two_sets


def own(rules: Ruleset, question: str, general: str) -> str:
    """The book's paragraph for just this, or the general one."""
    return rules.questions.get(question, general)


def of_amount(rules: Ruleset) -> str:
    """What a wager is, when its amount is still to be said."""
    return own(rules, "amount", rules.questions["bets"])


# --- cards


def of_card(round_: Round, target: Target, rules: Ruleset) -> str:
    """Why the next card goes there."""
    if target.hole:
        return rules.questions["hole"]
    if target.box == DEALER:
        return _of_dealers_card(round_, rules)
    box, hand = the_box(round_, target.box), hand_of(round_, target.box, target.hand)
    return _of_box_card(box, hand, rules) if round_.dealt and size(hand) else _of_first_cards(box, hand, rules)


def _of_dealers_card(round_: Round, rules: Ruleset) -> str:
    first = own(rules, "initial_dealer_card", rules.questions["initial_card"])
    if round_.dealer_late and not round_.dealer:
        return _of_remedy(rules, "missed_dealer_card", "deal_after_players", first)
    if not round_.dealt:
        return first
    second = rules.questions["dealer_card"]
    return second if len(round_.dealer) == 1 else own(rules, "dealer_draw", second)


def _of_first_cards(box: Box, hand: Hand, rules: Ruleset) -> str:
    first = rules.questions["initial_card"]
    if not size(hand):
        return first
    second = own(rules, "second_card", first)
    return _of_remedy(rules, "missed_card", "late_card", second) if box.second_late else second


def _of_box_card(box: Box, hand: Hand, rules: Ruleset) -> str:
    called = rules.questions["hand_card"]
    if size(hand) == 1:
        split = own(rules, "split_card", called)
        return own(rules, "split_ace_card", split) if hand.split_aces else split
    if hand.doubled:
        return own(rules, "doubled_card", called)
    if hand.late and hand.wants_card:
        return _of_remedy(rules, "missed_hit", "late_card", called)
    if hand.wants_card:
        return called
    return of_absent(box, rules) if box.absent else own(rules, "forced_card", called)


def of_absent(box: Box, rules: Ruleset) -> str:
    """How a box is played for which nobody is there to decide."""
    choice: Remedy = "stand" if box.absent == "stand" else "draw_to_twelve"
    return _of_remedy(rules, "absent_player", choice, rules.questions["hand_card"])


def _of_remedy(rules: Ruleset, irregularity: str, choice: Remedy, general: str) -> str:
    """What the book has for this choice; where it is no choice of the book's the card is late all the same."""
    return next((row.clause for row in rules.irregularities[irregularity] if row.choice == choice), general)


# --- decisions and offers


def of_decision(now: Turn, rules: Ruleset) -> str:
    """What says that this hand is now decided on."""
    first = rules.questions["decide"]
    return own(rules, "decide_split", first) if now.hand.split else first


def of_offer(round_: Round, offer: str, rules: Ruleset) -> str:
    """An offer of insurance or surrender; one that was missed rests on what lets it be made late."""
    return round_.offered_late or rules.questions[offer]


def of_proceed(round_: Round, rules: Ruleset) -> str:
    """What the offers that the dealer closes had to be answered before."""
    if round_.rescue:
        return rules.questions["rescue"]
    insurance = rules.questions["proceed"]
    if round_.offered_late:
        return round_.offered_late
    return insurance if round_.insurance_open else own(rules, "proceed_surrender", insurance)


# --- the shoe


def of_set(table: Table, rules: Ruleset) -> str:
    """What wants a set of cards at the table."""
    first = own(rules, "set", rules.clauses["shoe.new_cards"])
    if not table.shoe.decks:
        return first
    return own(rules, "second_set" if two_sets(table.config) else "replaced_set", first)


def of_part(part: str, rules: Ruleset) -> str:
    """A part of a shuffle by hand."""
    return own(rules, part, rules.clauses["shoe.hand_shuffle"])


def of_shuffle(table: Table, preparation: Preparation, rules: Ruleset) -> str:
    """Why these cards are shuffled."""
    if table.shoe.refill:
        return _of_refill(table, rules, "manual_shuffle")
    by_hand = rules.clauses["shoe.hand_shuffle"]
    usual = own(rules, "replaced_shuffle", by_hand) if preparation.replaced else by_hand
    return table.shoe.shuffle_due or usual


def of_no_shuffle(table: Table, rules: Ruleset) -> str | None:
    """Why nothing may be dealt before the cards have been made ready."""
    refused = rules.refusals.get("not_shuffled")
    replaced = not two_sets(table.config) and (table.preparation is None or table.preparation.replaced)
    usual = rules.questions.get("replaced_shuffle", refused) if replaced else refused
    return table.shoe.shuffle_due or usual


def of_cut(table: Table, rules: Ruleset) -> str:
    """Why the cut is for whom it is for."""
    if table.shoe.refill == "remaining":
        return _of_refill(table, rules, "manual_cut")
    preparation, general = table.preparation, rules.clauses["shoe.cut"]
    return general if preparation is None else own(rules, _whose_cut(table, preparation, rules), general)


def _whose_cut(table: Table, preparation: Preparation, rules: Ruleset) -> str:
    if offered_to(table, rules) is None and not preparation.declined:
        return "cut_first"
    if rules.shoe.cut_by == "far_right_rotating":
        return "cut_rotating"
    if preparation.declined:
        return "cut_declined"
    if preparation.replaced and rules.shoe.cut_by == "cut_card_box_replaced_far_left":
        return "cut_replaced"
    return "cut_dealer" if table.shoe.cut_card_box == DEALER else "cut_box"


def of_load(table: Table, rules: Ruleset) -> str:
    """What has the cards put into the shoe."""
    if table.shoe.refill:
        return _of_refill(table, rules, "manual_load")
    by_hand = own(rules, "load", rules.clauses["shoe.cut"])
    return by_hand if table.config.shuffler == "none" else own(rules, "machine_load", by_hand)


def _of_refill(table: Table, rules: Ruleset, step: str) -> str:
    """In the middle of a round: the discards are shuffled, or the cards left in a machine that failed."""
    general = rules.clauses["shoe.cut"]
    if table.shoe.refill == "discards":
        return _of_remedy(rules, "shoe_empty", "shuffle_discards", general)
    return own(rules, step, _of_remedy(rules, "shuffler_fault", "manual_shoe", general))
