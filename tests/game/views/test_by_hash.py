"""Views that name the rules: all that the whole ones have, and the hash in the place of limits and rules."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import View, dealer_view, floor_view, sign_view, surveillance_view
from app.game.views.by_hash import BY_HASH, RulesReference, by_hash, sign_of
from tests.game.tables import NZ, At

WITHIN: dict[Callable[[Table, Ruleset], View], tuple[str, ...]] = {
    sign_view: (),
    dealer_view: ("sign",),
    floor_view: ("dealer", "sign"),
    surveillance_view: ("floor", "dealer", "sign"),
}


@pytest.mark.parametrize("make", WITHIN, ids=lambda make: make.__name__)
def test_nothing_but_the_rules_is_named(make: Callable[[Table, Ruleset], View]) -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C AS 9D")
    whole = make(at.table, at.rules)
    named = by_hash(whole, RulesReference("5f"))
    assert type(named) is BY_HASH[type(whole)]
    assert sign_of(whole) == sign_view(at.table, at.rules)
    found: Any = msgspec.to_builtins(named)
    sign = found
    for name in WITHIN[make]:
        sign = sign[name]
    assert sign["rules"] == {"hash": "5f"} and "limits" not in sign
    sign |= msgspec.to_builtins({"limits": sign_of(whole).limits, "rules": sign_of(whole).rules})
    assert found == msgspec.to_builtins(whole)
