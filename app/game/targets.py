"""Where cards of a round belong: the next one of the shoe, the one that lies ready, the dealer's face-down one."""

from app.game.core.state import DEALER, Round, Table, hand_of, the_box
from app.game.core.turn import (
    Target,
    all_void,
    any_face_down,
    initial_target,
    offers_open,
    peek_due,
    shoe_ready,
    size,
    turn,
)
from app.game.rules.ruleset import Ruleset
from app.game.subjects.dealer.needs import dealer_wants
from app.game.subjects.hands.options import needs_card
from app.game.subjects.wagers.missing_amounts import amounts_due


def next_target(table: Table, rules: Ruleset) -> Target | None:
    """Where a card that leaves the shoe now belongs; None: nowhere."""
    round_ = table.round
    assert round_ is not None
    if round_.complete or all_void(round_) or amounts_due(table, rules):
        return None
    if not round_.dealt:
        return initial_target(round_, table.config.hole_card != "none")
    if any_face_down(round_) or peek_due(table):
        return None
    now = turn(round_)
    if now is not None:
        return Target(now.box.number, now.number, implied_hit=not needs_card(table, now, rules))
    return Target(DEALER, 1) if dealer_wants(table, rules) == "card" else None


def hole_awaited(table: Table, rules: Ruleset) -> bool:
    """Whether the next card is the dealer's face-down one."""
    round_ = table.round
    target = next_target(table, rules) if round_ is not None and round_.bets_closed else None
    return target is not None and target.hole


def hole_due(table: Table, rules: Ruleset) -> bool:
    """Whether the dealer's face-down card turns itself up now; while an offer is open it waits."""
    return hole_ready(table, rules) and table.round is not None and not offers_open(table.round)


def hole_ready(table: Table, rules: Ruleset) -> bool:
    """Whether the dealer's face-down card may be turned up now; where the dealer has drawn after it, it lies open."""
    round_ = table.round
    if round_ is None or not round_.dealt or round_.hole is None or table.held is not None:
        return False
    if round_.complete:
        return len(round_.dealer) > 1
    if any_face_down(round_) or peek_due(table) or turn(round_) is not None:
        return False
    return not amounts_due(table, rules) and dealer_wants(table, rules) == "hole"


def kept_target(table: Table, rules: Ruleset) -> Target | None:
    """Where the card that lies ready goes now, if nobody has to be asked first."""
    round_ = table.round
    if not table.kept or round_ is None or not round_.bets_closed or not shoe_ready(table):
        return None
    target = next_target(table, rules)
    if target is None or target.implied_hit or (target.hole and table.kept[0].card is not None):
        return None
    if offers_open(round_) and not _called_for(round_, target):
        return None
    return target if target.box == DEALER or not may_be_refused(table, target) else None


def _called_for(round_: Round, target: Target) -> bool:
    """Whether a decision asks for the card: it ends what is on offer, as any card does."""
    return target.box != DEALER and hand_of(round_, target.box, target.hand).wants_card


def may_be_refused(table: Table, target: Target) -> bool:
    """Whether the player whose card it would be may refuse the card that lies ready: not one that he called for."""
    round_ = table.round
    assert round_ is not None
    if not table.kept or not table.kept[0].refusable or not round_.dealt or target.box == DEALER:
        return False
    hand = hand_of(round_, target.box, target.hand)
    return not hand.wants_card and size(hand) >= 2 and not the_box(round_, target.box).absent


def kept_due(table: Table, rules: Ruleset) -> bool:
    """Whether the unseen card that lies ready is to be turned up now."""
    target = kept_target(table, rules) if table.held is None else None
    return target is not None and not target.hole and table.kept[0].card is None
