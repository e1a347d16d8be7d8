"""Views in which the rules of the table are named by their hash: most of what a view weighs stays from card to card.

Each is made from the whole view of its audience, field by field, and has its name: it shows nothing that the whole one
does not.
"""

from typing import get_type_hints

import msgspec

from app.game.core.records import Part
from app.game.views.audiences import (
    DealerView,
    FloorView,
    LimitsShown,
    RulesShown,
    SignView,
    SurveillanceView,
    View,
)


class RulesInForce(Part):
    """What the sign says of the limits and the rules of its table: it stays until the table is run otherwise."""

    limits: LimitsShown
    rules: RulesShown


class RulesReference(Part):
    """The limits and rules that were told under this hash."""

    hash: str


def _referring(whole: type[Part], name: str, part: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """The view with this part in the field, and without what the rules in force hold."""
    told = set(RulesInForce.__struct_fields__) - {name}
    hints = {field: hint for field, hint in get_type_hints(whole).items() if field in whole.__struct_fields__}
    fields = [(field, part if field == name else hint) for field, hint in hints.items() if field not in told]
    about = {"__doc__": whole.__doc__}
    return msgspec.defstruct(whole.__name__, fields, bases=(Part,), namespace=about, module=__name__, frozen=True)


_SIGN = _referring(SignView, "rules", RulesReference)
_DEALER = _referring(DealerView, "sign", _SIGN)
_FLOOR = _referring(FloorView, "dealer", _DEALER)
_SURVEILLANCE = _referring(SurveillanceView, "floor", _FLOOR)
# The type of each view by hash, by that of the whole one.
BY_HASH: dict[type[View], type[msgspec.Struct]] = {
    SignView: _SIGN,
    DealerView: _DEALER,
    FloorView: _FLOOR,
    SurveillanceView: _SURVEILLANCE,
}


def by_hash(view: View, rules: RulesReference) -> msgspec.Struct:
    """The view, with the rules named."""
    if isinstance(view, SurveillanceView):
        return _made(_SURVEILLANCE, view, "floor", by_hash(view.floor, rules))
    if isinstance(view, FloorView):
        return _made(_FLOOR, view, "dealer", by_hash(view.dealer, rules))
    if isinstance(view, DealerView):
        return _made(_DEALER, view, "sign", by_hash(view.sign, rules))
    return _made(_SIGN, view, "rules", rules)


def _made(kind: type[msgspec.Struct], view: View, name: str, part: msgspec.Struct) -> msgspec.Struct:
    return kind(*[part if field == name else getattr(view, field) for field in kind.__struct_fields__])


def sign_of(view: View) -> SignView:
    """The sign's view within this one."""
    if isinstance(view, SurveillanceView):
        return view.floor.dealer.sign
    if isinstance(view, FloorView):
        return view.dealer.sign
    return view.sign if isinstance(view, DealerView) else view
