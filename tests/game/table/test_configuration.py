"""Setting a table up, and changing it."""

import pytest

from app.game import commands as c
from app.game.core.records import replace
from app.game.core.state import TableConfig
from tests.game.tables import ACT, MA, NZ, SG, At


def test_a_table_is_opened_once() -> None:
    assert At(NZ).refused(c.OpenTable(TableConfig())) == "table_is_open"


def test_limits_change_between_rounds_only() -> None:
    at = At(NZ, minimum_cents=1000)
    changed = replace(at.table.config, minimum_cents=500)
    assert at.do(c.ChangeConfig(changed)).table.config.minimum_cents == 500
    assert at.bet(1, "ann", 500).refused(c.ChangeConfig(changed)) == "round_not_over"


def test_a_change_is_checked_like_a_new_table() -> None:
    at = At(NZ)
    assert at.refused(c.ChangeConfig(replace(at.table.config, hole_card="reader"))) == "bad_option"


def test_decks_change_with_the_shoe_only() -> None:
    at = At(NZ)
    assert at.refused(c.ChangeConfig(replace(at.table.config, decks=6))) == "shoe_in_use"
    at.do(c.OrderShuffle("discretion"), c.ChangeConfig(replace(at.table.config, decks=6)), c.FinishShuffle())
    assert at.refused(c.ChangeConfig(replace(at.table.config, decks=8))) == "shoe_in_use"
    assert At(NZ, opened=False).do(c.ChangeConfig(TableConfig(decks=6))).table.config.decks == 6


def test_after_a_round_limits_may_change_again() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1)).cards("8D")
    assert at.do(c.ChangeConfig(replace(at.table.config, minimum_cents=500))).table.config.minimum_cents == 500


@pytest.mark.parametrize(
    ("book", "fields"),
    [
        (NZ, {"minimum_cents": 0}),
        (NZ, {"minimum_cents": 1000, "maximum_cents": 500}),
        (NZ, {"minimum_cents": 1000, "player_maximum_cents": 500}),
        (NZ, {"side_minimum_cents": 1000, "side_maximum_cents": 500}),
        (NZ, {"smallest_chip_cents": -1}),
        (NZ, {"boxes_per_player": 0}),
        (NZ, {"boxes": 0}),
        (NZ, {"bettors_per_box": 0}),
        (NZ, {"mid_shoe": "minimum"}),
        (NZ, {"side_bets": ("player_pair",)}),
        (SG, {"bettors_per_box": 2}),
        (MA, {"burn": True}),
        (ACT, {"box_maximum_cents": ((3, 1000),), "maximum_cents": 5000}),
        (ACT, {"box_maximum_cents": ((9, 9000),), "maximum_cents": 5000}),
        (ACT, {"box_maximum_cents": ((3, 100),), "minimum_cents": 500}),
        (ACT, {"shuffler": "batch"}),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(book: str, fields: dict[str, object]) -> None:
    at = At(book, opened=False)
    config = replace(at.table.config, **fields)  # type: ignore[arg-type]
    assert at.refused(c.ChangeConfig(config)) == "bad_option"


def test_decks_that_the_book_does_not_allow() -> None:
    assert At(NZ, opened=False).refused(c.ChangeConfig(TableConfig(decks=3))) == "bad_decks"
