"""Amounts as people read them."""

import pytest

from app.game.core.money import in_dollars, in_units


@pytest.mark.parametrize(
    ("cents", "units", "dollars"),
    [(0, "0.00", "$0"), (5, "0.05", "$0.05"), (1_250, "12.50", "$12.50"), (-1_250, "-12.50", "-$12.50")],
)
def test_an_amount_is_written_in_dollars_and_cents(cents: int, units: str, dollars: str) -> None:
    assert (in_units(cents), in_dollars(cents)) == (units, dollars)
