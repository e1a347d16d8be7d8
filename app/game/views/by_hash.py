"""Views in which the rules of the table are named by their hash: most of what a view weighs stays from card to card.

Each is made from the whole view of its audience, field by field, and has its name: it shows nothing that the whole one
does not.
"""

from operator import attrgetter
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
    """The hash under which the limits and rules were told."""


def _referring(
    whole: type[Part], part: tuple[str, type[msgspec.Struct]], others: tuple[str, ...]
) -> type[msgspec.Struct]:
    """The view with this part first, and these other fields as they are."""
    hints, about = get_type_hints(whole), {"__doc__": whole.__doc__, "made_of": whole}
    fields = [part, *[(name, hints[name]) for name in others]]
    return msgspec.defstruct(whole.__name__, fields, bases=(Part,), namespace=about, module=__name__, frozen=True)


def _others(whole: type[Part], *without: str) -> tuple[str, ...]:
    return tuple([name for name in whole.__struct_fields__ if name not in without])


_OF_SIGN = _others(SignView, *RulesInForce.__struct_fields__)
_OF_DEALER = _others(DealerView, "sign")
_OF_FLOOR = _others(FloorView, "dealer")
_OF_SURVEILLANCE = _others(SurveillanceView, "floor")
_SIGN = _referring(SignView, ("rules", RulesReference), _OF_SIGN)
_DEALER = _referring(DealerView, ("sign", _SIGN), _OF_DEALER)
_FLOOR = _referring(FloorView, ("dealer", _DEALER), _OF_FLOOR)
_SURVEILLANCE = _referring(SurveillanceView, ("floor", _FLOOR), _OF_SURVEILLANCE)
# The type of each view by hash, by that of the whole one.
BY_HASH: dict[type[View], type[msgspec.Struct]] = {
    SignView: _SIGN,
    DealerView: _DEALER,
    FloorView: _FLOOR,
    SurveillanceView: _SURVEILLANCE,
}
_of_sign, _of_dealer = attrgetter(*_OF_SIGN), attrgetter(*_OF_DEALER)
_of_floor, _of_surveillance = attrgetter(*_OF_FLOOR), attrgetter(*_OF_SURVEILLANCE)


def by_hash(view: View, rules: RulesReference) -> msgspec.Struct:
    """The view, with the rules named."""
    if isinstance(view, SurveillanceView):
        return _SURVEILLANCE(by_hash(view.floor, rules), *_of_surveillance(view))
    if isinstance(view, FloorView):
        return _FLOOR(by_hash(view.dealer, rules), *_of_floor(view))
    if isinstance(view, DealerView):
        return _DEALER(by_hash(view.sign, rules), *_of_dealer(view))
    return _SIGN(rules, *_of_sign(view))


def sign_of(view: View) -> SignView:
    """The sign's view within this one."""
    if isinstance(view, SurveillanceView):
        return view.floor.dealer.sign
    if isinstance(view, FloorView):
        return view.dealer.sign
    return view.sign if isinstance(view, DealerView) else view
