"""Filling the shoe in the middle of a round: with the discards, or with its own cards when the machine has failed."""

from typing import Literal

from app.game import events as e
from app.game.draft import Draft
from app.game.preparing import config_now, parts_of_shuffle


def stop_shoe(draft: Draft, refill: Literal["discards", "remaining"], dealt_before: int, clause: str) -> None:
    """No card comes until these are shuffled, cut and loaded."""
    draft.emit(e.ShoeStopped(refill, dealt_before, clause))
    table = draft.table
    assert table.set_in_use is not None
    parts = parts_of_shuffle(draft.rules, config_now(table), fresh=False)
    far_right = refill == "remaining"
    draft.emit(
        e.PreparationBegun(table.set_in_use, (), parts, anybody_cuts=False, replaced=False, far_right_cuts=far_right)
    )
