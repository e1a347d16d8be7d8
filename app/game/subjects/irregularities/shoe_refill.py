"""Filling the shoe in the middle of a round: with the discards, or with its own cards when the machine has failed."""

from typing import Literal

from app.game import events as e
from app.game.core.cards import ranks, same_suit
from app.game.core.draft import Draft
from app.game.core.state import Hand, every_hand, in_the_rack
from app.game.subjects.shoe.preparation_steps import config_now, parts_of_shuffle


def stop_shoe(draft: Draft, refill: Literal["discards", "remaining"], dealt_before: int, clause: str) -> None:
    """No card comes until these are shuffled, cut and loaded. Hands that were paid or taken are among the discards."""
    cleared = tuple([(box.number, number) for box, number, hand in every_hand(draft.round) if _is_off(draft, hand)])
    if cleared and refill == "discards":
        draft.emit(e.HandsCleared(cleared))
    draft.emit(e.ShoeStopped(refill, dealt_before, clause))
    table = draft.table
    assert table.set_in_use is not None
    parts = parts_of_shuffle(draft.rules, config_now(table), fresh=False)
    far_right = refill == "remaining"
    draft.emit(
        e.PreparationBegun(table.set_in_use, (), parts, anybody_cuts=False, replaced=False, far_right_cuts=far_right)
    )


def _is_off(draft: Draft, hand: Hand) -> bool:
    """A hand that was paid or taken is off the layout; sevens that may have a Super Bonus stay to be seen."""
    sevens = (
        ranks(hand.cards) == "777"
        and same_suit(hand.cards)
        and draft.round.dealer[:1]
        and draft.round.dealer[0][0] == "7"
    )
    return not hand.live and not in_the_rack(hand) and not sevens
