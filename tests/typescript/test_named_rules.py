"""Screens put the rules that they were told into every view that names them."""

from typing import Any

import pytest

from tests.typescript.running import made

SOURCE = """
import { whole } from "./named-rules";
export default ({ audience, view, told }) => whole(audience, view, told) ?? null;
"""
TOLD = {"type": "rules", "hash": "5f", "limits": {"boxes": 7}, "rules": {"title": "the book"}}
WITHIN = {"sign": (), "dealer": ("sign",), "floor": ("dealer", "sign"), "surveillance": ("floor", "dealer", "sign")}


def around(audience: str, sign: dict[str, Any]) -> dict[str, Any]:
    """The view of this audience around the sign's."""
    for name in reversed(WITHIN[audience]):
        sign = {"beside": name, name: sign}
    return sign


def shown(audience: str, rules: dict[str, Any], told: dict[str, Any] | None) -> Any:
    view = around(audience, {"phase": "play", "rules": rules})
    return made("shared", SOURCE, {"audience": audience, "view": view, "told": told})


@pytest.mark.parametrize("audience", WITHIN)
def test_a_view_that_names_the_rules_is_made_whole(audience: str) -> None:
    sign = {"phase": "play", "rules": TOLD["rules"], "limits": TOLD["limits"]}
    assert shown(audience, {"hash": "5f"}, TOLD) == around(audience, sign)


@pytest.mark.parametrize("told", [None, TOLD | {"hash": "60"}])
def test_rules_that_were_not_told_are_not_guessed(told: dict[str, Any] | None) -> None:
    assert shown("floor", {"hash": "5f"}, told) is None


def test_a_whole_view_stays_as_it_is() -> None:
    view = around("dealer", {"phase": "play", "rules": {"title": "of before"}})
    assert shown("dealer", {"title": "of before"}, TOLD) == view
