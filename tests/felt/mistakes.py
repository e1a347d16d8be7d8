"""What a dealer does wrong.

Each mistake is tried at any moment of a round; where it cannot happen there it says None. What it says else is each
lawful remedy, with what it does to the felt (the clause beside it) and the lines for the record.
"""

from collections.abc import Callable

from tests.felt import drawn_in_error, in_play, in_the_deal, taps
from tests.felt.game import Game
from tests.felt.remedies import Mistake

MISTAKES: dict[str, Callable[[Game], Mistake | None]] = {
    each.__name__: each
    for each in (
        in_the_deal.missed_card,
        in_the_deal.missed_dealer_card,
        in_play.missed_hit,
        in_play.misplaced_card,
        in_play.card_to_empty_box,
        drawn_in_error.error_card,
        drawn_in_error.error_card_unseen,
        drawn_in_error.burnt_in_error,
        drawn_in_error.early_dealer_card,
        drawn_in_error.two_cards_at_once,
        drawn_in_error.card_too_many,
        taps.missed_insurance_offer,
        taps.missed_surrender_offer,
        taps.wrong_tap,
        taps.untapped_stand,
        taps.tapped_stand,
        taps.a_void,
    )
}
