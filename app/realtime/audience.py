"""Who may look at a table, and what each sees of it."""

from collections.abc import Callable, Collection
from typing import Literal, get_args

from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import (
    DealerView,
    FloorView,
    SignView,
    SurveillanceView,
    View,
    dealer_view,
    floor_view,
    sign_view,
    surveillance_view,
)

# From who sees least to who sees most: each view holds the one before it.
Audience = Literal["sign", "dealer", "floor", "surveillance"]
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
# Who may send orders over the socket as well.
ORDERING: frozenset[str] = frozenset({"dealer", "floor"})

VIEWS: dict[Audience, type[View]] = {
    "sign": SignView,
    "dealer": DealerView,
    "floor": FloorView,
    "surveillance": SurveillanceView,
}
_MAKES: dict[Audience, Callable[[Table, Ruleset], View]] = {
    "sign": sign_view,
    "dealer": dealer_view,
    "floor": floor_view,
    "surveillance": surveillance_view,
}


def views(table: Table, rules: Ruleset, wanted: Collection[Audience]) -> dict[Audience, View]:
    """What each of these audiences sees; the widest view is made, the others are parts of it."""
    if not wanted:
        return {}
    view = _MAKES[max(wanted, key=AUDIENCES.index)](table, rules)
    found: dict[Audience, View] = {}
    if isinstance(view, SurveillanceView):
        found["surveillance"], view = view, view.floor
    if isinstance(view, FloorView):
        found["floor"], view = view, view.dealer
    if isinstance(view, DealerView):
        found["dealer"], view = view, view.sign
    found["sign"] = view
    return {audience: found[audience] for audience in wanted}
