"""Who is offered the cut. Boxes count from the dealer's left, so the far right is the highest seated box, and
clockwise is upwards."""

from collections.abc import Callable

from app.game.rules.ruleset import Ruleset
from app.game.state import DEALER, Table


def clockwise_from(seated: tuple[int, ...], box: int) -> int | None:
    """The first seated box from this one on, clockwise."""
    return min([each for each in seated if each >= box], default=min(seated, default=None))


def cut_card_box(table: Table) -> int | None:
    """The box at which the cutting card came out, or the next seated one; the far right if it was the dealer's."""
    box = table.shoe.cut_card_box
    if box is None or not table.seated:
        return None
    return max(table.seated) if box == DEALER else clockwise_from(table.seated, box)


def cut_card_box_replaced_far_left(table: Table) -> int | None:
    """As cut_card_box; the far left when the cards were replaced."""
    if table.preparation is not None and table.preparation.replaced:
        return min(table.seated, default=None)
    return cut_card_box(table)


def far_right_rotating(table: Table) -> int | None:
    """The far right first, then one seat further counter-clockwise at each later cut."""
    if not table.seated:
        return None
    before = [each for each in table.seated if table.last_cutter is not None and each < table.last_cutter]
    return max(before, default=max(table.seated))


def anybody(table: Table) -> int | None:
    """The book does not say."""
    return None


CUT_BY: dict[str, Callable[[Table], int | None]] = {
    "cut_card_box": cut_card_box,
    "cut_card_box_replaced_far_left": cut_card_box_replaced_far_left,
    "far_right_rotating": far_right_rotating,
    "anybody": anybody,
}


def first_offer(table: Table, rules: Ruleset) -> int | None:
    """The box to which the cut is offered first; None: to nobody in particular."""
    preparation = table.preparation
    assert preparation is not None
    return None if preparation.fresh else CUT_BY[rules.shoe.cut_by](table)


def cutter_now(table: Table, rules: Ruleset) -> int | None:
    """The box to which the cut is offered now; None when nobody is named, or all have declined."""
    assert table.preparation is not None
    declined = table.preparation.declined
    if not declined:
        return first_offer(table, rules)
    left = tuple([box for box in table.seated if box not in declined])
    return clockwise_from(left, declined[-1]) if left else None
