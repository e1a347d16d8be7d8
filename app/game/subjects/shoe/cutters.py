"""Who is offered the cut. Boxes count from the dealer's left, so the far right is the highest seated box, and
clockwise is upwards."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.game.core.message import Message, message
from app.game.core.state import DEALER, Table
from app.game.rules.ruleset import Ruleset

Boxes = Sequence[int]


def seated_now(table: Table) -> Boxes:
    """The seated boxes: of the wagers that lie on the table, or else of the round before."""
    round_ = table.round
    if round_ is not None and not round_.bets_closed and round_.places:
        return tuple([place.box for place in round_.places if place.seated])
    return tuple([box for box in table.seated if box <= table.config.boxes])


def clockwise_from(seated: Boxes, box: int) -> int | None:
    """The first seated box from this one on, clockwise."""
    return min([each for each in seated if each >= box], default=min(seated, default=None))


def counter_clockwise_from(seated: Boxes, box: int) -> int | None:
    """The first seated box from this one on, counter-clockwise."""
    return max([each for each in seated if each <= box], default=max(seated, default=None))


def cut_card_box(table: Table, seated: Boxes) -> int | None:
    """The box at which the cutting card came out, or the next seated one; the far right if it was the dealer's."""
    box = table.shoe.cut_card_box
    if box is None or not seated:
        return None
    return max(seated) if box == DEALER else clockwise_from(seated, box)


def cut_card_box_replaced_far_left(table: Table, seated: Boxes) -> int | None:
    """As cut_card_box; the far left when the cards were replaced."""
    if table.preparation is not None and table.preparation.replaced:
        return min(seated, default=None)
    return cut_card_box(table, seated)


def far_right_rotating(table: Table, seated: Boxes) -> int | None:
    """The far right first, then one seat further counter-clockwise at each later cut."""
    if table.last_cutter is None or not seated:
        return max(seated, default=None)
    return counter_clockwise_from(seated, table.last_cutter - 1)


def anybody(table: Table, seated: Boxes) -> int | None:
    """The book does not say."""
    return None


class CutOrder(NamedTuple):
    """Who is offered the cut first, and who when a player declines."""

    first: Callable[[Table, Boxes], int | None]
    then: Callable[[Boxes, int], int | None]


CUT_BY: dict[str, CutOrder] = {
    "cut_card_box": CutOrder(cut_card_box, clockwise_from),
    "cut_card_box_replaced_far_left": CutOrder(cut_card_box_replaced_far_left, clockwise_from),
    "far_right_rotating": CutOrder(far_right_rotating, counter_clockwise_from),
    "anybody": CutOrder(anybody, clockwise_from),
}


def first_offer(table: Table, rules: Ruleset) -> int | None:
    """The box to which the cut is offered first; None: to nobody in particular."""
    assert table.preparation is not None
    if table.preparation.far_right_cuts:
        return max(seated_now(table), default=None)
    return None if table.preparation.anybody_cuts else CUT_BY[rules.shoe.cut_by].first(table, seated_now(table))


def offered_to(table: Table, rules: Ruleset) -> int | None:
    """The box to which the cut is offered now; None when nobody is named, or all have declined."""
    assert table.preparation is not None
    declined = table.preparation.declined
    if not declined:
        return first_offer(table, rules)
    left = tuple([box for box in seated_now(table) if box not in declined])
    return CUT_BY[rules.shoe.cut_by].then(left, declined[-1])


def cutters(table: Table, rules: Ruleset) -> tuple[int | None, ...]:
    """The boxes that may cut now; None among them: an employee may."""
    assert table.preparation is not None
    preparation, offered, seated = table.preparation, offered_to(table, rules), seated_now(table)
    left = [box for box in seated or range(1, table.config.boxes + 1) if box not in preparation.declined]
    nobody_named = offered is None and (not seated or not left or rules.shoe.cut == "optional")
    allowed: list[int | None] = [None] if table.config.dealer_cuts or nobody_named else []
    if preparation.cut_by is not None and preparation.cut_by <= table.config.boxes:
        allowed.append(preparation.cut_by)
    return (*allowed, *([offered] if offered is not None else left))


def who_cuts(table: Table, rules: Ruleset) -> tuple[Message, ...]:
    """Who may cut now, to be said."""
    who = cutters(table, rules)
    return tuple([message("why_not.an_employee") if box is None else message("why_not.box", box=box) for box in who])
