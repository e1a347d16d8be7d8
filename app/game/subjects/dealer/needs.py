"""What the dealer's hand still needs: no card, the second card, or the full hand.

Books differ in when a card has "no effect on the outcome". What may still depend on the dealer:
any hand under 21 on his full hand; on his second card alone insurance, surrendered wagers, and where 21s and busts are
not settled at once what a pontoon would beat or give back.
"""

from collections.abc import Callable
from typing import Literal

from app.game.core.cards import MAKES_PONTOON
from app.game.core.hands import is_pontoon, total
from app.game.core.state import Box, Hand, Round, Stake, Table
from app.game.rules.ruleset import Ruleset

NOTHING, SECOND, FULL = 0, 1, 2


def dealer_wants(table: Table, rules: Ruleset) -> Literal["card", "hole", "nothing"]:
    """A card from the shoe, the hole card turned up, or nothing more."""
    round_ = table.round
    assert round_ is not None
    wanted = DRAWS[rules.dealer.draws](round_)
    if round_.hole is not None:
        return "hole" if wanted or round_.hole_read or len(round_.dealer) > 1 else "nothing"
    if len(round_.dealer) == 1:
        return "card" if wanted else "nothing"
    return "card" if wanted == FULL and not stands(round_, rules) else "nothing"


def stands(round_: Round, rules: Ruleset) -> bool:
    """Whether the dealer's total lets him draw no more."""
    points, soft = total(round_.dealer)
    return points >= 18 or (points == 17 and not (soft and rules.dealer.soft_17 == "hit"))


def insured(round_: Round) -> bool:
    """Whether an insurance wager waits for the dealer's second card."""
    return any(place.insurance_cents and not place.insurance_settled for place in round_.places)


def _under_21(box: Box, hand: Hand, stake: Stake) -> bool:
    return not box.surrendered and not stake.rescued and total(hand.cards, hand.hard_aces).points < 21


def _live(round_: Round) -> list[tuple[Box, Hand, Stake]]:
    return [(box, hand, stake) for box in round_.boxes for hand in box.hands for stake in hand.live]


def while_unsettled(round_: Round) -> int:
    """Full while any main wager is unsettled, a surrendered one included; the second card for insurance."""
    if _live(round_):
        return FULL
    return SECOND if insured(round_) else NOTHING


def while_it_matters(round_: Round) -> int:
    """Full for a hand under 21; the second card for what depends on a pontoon alone."""
    live = _live(round_)
    if any(_under_21(*each) for each in live):
        return FULL
    if insured(round_) or any(box.surrendered for box, _, _ in live):
        return SECOND
    pontoon_possible = round_.hole_read is None and round_.dealer[0][0] in MAKES_PONTOON
    return SECOND if pontoon_possible and _pontoon_changes(round_) else NOTHING


def _pontoon_changes(round_: Round) -> bool:
    """Whether a 21 would lose, or a loss beyond one original wager would be given back."""
    lost: dict[tuple[int, str], int] = {}
    for box, hand, stake in _live(round_):
        if total(hand.cards, hand.hard_aces).points == 21 and not stake.rescued:
            if not is_pontoon(hand.cards) or hand.split:
                return True
            continue
        cents = stake.base_cents if stake.rescued else stake.at_risk_cents
        lost[box.number, stake.player] = lost.get((box.number, stake.player), 0) + cents
        if lost[box.number, stake.player] > stake.base_cents:
            return True
    return False


DRAWS: dict[str, Callable[[Round], int]] = {
    "while_it_matters": while_it_matters,
    "while_unsettled": while_unsettled,
}
