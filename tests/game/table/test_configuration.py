"""Setting a table up, and changing it."""

import pytest

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game import events as e
from app.game.commands import PlaceWager
from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import Table, TableConfig
from app.game.decide import decide
from app.roundscript.first_shoe import standard_opening
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


@pytest.mark.parametrize(
    ("book", "fields"),
    [
        (NZ, {"boxes": 1}),
        (NZ, {"bettors_per_box": 3}),
        (NZ, {"minimum_cents": 1000, "maximum_cents": 1000, "player_maximum_cents": 1000}),
        (NZ, {"side_minimum_cents": 500, "side_maximum_cents": 500}),
        (ACT, {"box_maximum_cents": ((1, 6000), (7, 6000)), "maximum_cents": 5000}),
        (ACT, {"box_maximum_cents": ((1, 1),)}),
        (ACT, {"box_maximum_cents": ((1, 500),), "minimum_cents": 500}),
    ],
)
def test_a_table_at_the_edge_of_what_makes_sense(book: str, fields: dict[str, object]) -> None:
    at = At(book, opened=False)
    at.do(c.ChangeConfig(replace(at.table.config, **fields)))  # type: ignore[arg-type]


def test_a_raised_maximum_is_above_the_tables() -> None:
    at = At(ACT, opened=False)
    config = replace(at.table.config, maximum_cents=5000, box_maximum_cents=((3, 5000),))
    assert at.refused(c.ChangeConfig(config)) == "bad_option"


@pytest.mark.parametrize(
    ("book", "fields", "option"),
    [
        (NZ, {"box_maximum_cents": ((3, 6000),), "maximum_cents": 5000}, "table.may_raise_a_box_maximum"),
        (ACT, {"box_maximum_cents": ((3, 4000),), "maximum_cents": 5000}, "table.may_raise_a_box_maximum"),
        (MA, {"burn": True}, "deal.burn"),
        (SG, {"dealer_cuts": True}, "shoe.dealer_may_cut"),
        (ACT, {"shuffler": "batch"}, "table.shufflers"),
        (NZ, {"mid_shoe": "minimum"}, "table.mid_shoe"),
    ],
)
def test_a_table_is_refused_with_the_clause_that_decides(book: str, fields: dict[str, object], option: str) -> None:
    at = At(book, opened=False)
    answer = decide(at.table, at.rules, c.ChangeConfig(replace(at.table.config, **fields)))  # type: ignore[arg-type]
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.clause) == ("bad_option", at.rules.clauses[option])


def test_a_table_that_was_set_up_without_a_limit_keeps_none_until_it_is_changed() -> None:
    rules, config = load_ruleset(MA), TableConfig(side_bets=("match_super_bonus",))
    old: Table = apply(EMPTY, e.TableOpened(config, rules.hash))
    for command in standard_opening(rules, config):
        old = after(old, command)
    for box in (1, 2):
        old = after(old, PlaceWager(box, "ann", "main", 1000, seated=True))
    assert old.config.boxes_per_player is None
    fresh = At(MA)
    assert fresh.table.config.boxes_per_player == 1
    assert fresh.do(c.ChangeConfig(config)).table.config.boxes_per_player == 1
    assert fresh.do(c.ChangeConfig(replace(config, boxes_per_player=3))).table.config.boxes_per_player == 3


def after(table: Table, command: c.Command) -> Table:
    answer = decide(table, load_ruleset(MA), command)
    assert isinstance(answer, Accepted), answer
    return answer.tables[-1]
