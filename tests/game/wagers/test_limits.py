"""Wagers at the very edge of a limit, and who decides for a box."""

import pytest

from app.game import commands as c
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.decide import decide
from app.game.events import BetsClosed, RoundOpened
from tests.game.tables import ACT, MA, NZ, SG, At


def mains(at: At) -> list[tuple[int, str, int]]:
    """The main wagers as they lie."""
    assert at.table.round is not None
    return [(place.box, place.player, place.main_cents) for place in at.table.round.places]


def controllers(at: At) -> list[str]:
    """Who decides, box by box."""
    assert at.table.round is not None
    return [box.controller for box in at.table.round.boxes]


def wager(box: int, player: str, cents: int, kind: str = "main", **more: bool) -> c.PlaceWager:
    """A seated wager, unless it says otherwise."""
    return c.PlaceWager(
        box,
        player,
        kind,
        cents,
        seated=more.get("seated", True),
        noticed=more.get("noticed", True),
        consent=more.get("consent", True),
    )


def finished(at: At) -> At:
    """A round with one hand at box 1 is over."""
    return at.bet(1, "ann", 1000).cards("9C 9S KD").do(c.Stand(1)).cards("8D")


def test_rounds_count_from_one() -> None:
    at = finished(At(NZ)).do(c.OpenBetting())
    assert [event.number for event in at.events if isinstance(event, RoundOpened)] == [1, 2]


def test_the_call_closes_the_betting_where_the_book_says_so() -> None:
    for book, closed in ((SG, True), (NZ, False)):
        at = At(book).bet(1, "ann", 1000).do(c.CloseBets())
        assert any(isinstance(event, BetsClosed) for event in at.events) is closed


def test_the_least_wager_is_one_cent() -> None:
    at = At(NZ).bet(1, "ann", 1).do(wager(1, "ann", 1, "perfect_pairs"))
    assert mains(at) == [(1, "ann", 1)]


def test_without_a_minimum_a_restricted_player_may_bet_what_he_likes() -> None:
    assert mains(At(ACT, restricted=("ann",)).bet(1, "ann", 700)) == [(1, "ann", 700)]


def test_a_wager_of_just_the_minimum_warns_nobody() -> None:
    at = At(ACT, minimum_cents=500).bet(1, "ann", 500).cards("9C")
    assert at.table.warned == frozenset()


def test_a_wager_may_lie_again_as_it_lies_on_a_box_over_its_maximum() -> None:
    at = At(ACT, maximum_cents=5000).bet(1, "ann", 5000).do(wager(1, "bob", 3000, seated=False, noticed=False))
    assert mains(at.bet(1, "ann", 5000)) == [(1, "ann", 5000), (1, "bob", 3000)]


def test_a_wager_that_gave_way_gives_way_again() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 15000, seated=False).bet(1, "ann", 10000)
    assert mains(at) == [(1, "bob", 10000), (1, "ann", 10000)]
    assert mains(at.bet(1, "ann", 15000)) == [(1, "bob", 5000), (1, "ann", 15000)]


def test_a_main_wager_may_go_down_to_its_match_wager() -> None:
    at = At(MA).bet(1, "ann", 2500).do(wager(1, "ann", 500, "match_super_bonus"))
    assert mains(at.bet(1, "ann", 500)) == [(1, "ann", 500)]


def test_a_side_wager_is_measured_each_time() -> None:
    at = At(NZ, side_maximum_cents=1000).bet(1, "ann", 1000)
    assert at.refused(wager(1, "ann", 0, "perfect_pairs")) == "side_bet_limit"
    at.do(wager(1, "ann", 1000, "perfect_pairs"))
    assert at.refused(wager(1, "ann", 1001, "perfect_pairs")) == "side_bet_limit"


def test_an_unnoticed_side_wager_is_still_a_wager() -> None:
    at = At(MA).bet(1, "ann", 2500)
    assert at.refused(wager(1, "ann", 0, "match_super_bonus", noticed=False)) == "side_bet_limit"
    at.do(wager(1, "ann", 1, "match_super_bonus", noticed=False))


def test_a_seat_beside_ones_own_wager_behind_somebody_elses() -> None:
    at = At(NZ, full_table=True).bet(1, "bob", 1000).bet(1, "ann", 1000, seated=False).bet(2, "ann", 1000)
    assert mains(at.bet(2, "ann", 2000))[-1] == (2, "ann", 2000)


def test_where_seats_are_free_one_player_decides_for_two_boxes() -> None:
    at = At(NZ).bet(1, "ann", 1000, seated=False).bet(2, "ann", 1000, seated=False).cards("9C")
    assert controllers(at) == ["ann", "ann"]
    at = At(NZ).bet(1, "ann", 1000).bet(2, "ann", 1000, seated=False).cards("9C")
    assert controllers(at) == ["ann", "ann"]


def test_a_seat_further_on_counts_before_a_wager_without_one() -> None:
    at = At(NZ, full_table=True).bet(1, "ann", 1000, seated=False).bet(1, "bob", 1000, seated=False)
    assert controllers(at.bet(2, "ann", 1000).cards("9C")) == ["bob", "ann"]


def test_squeezing_is_permitted_during_a_round_only() -> None:
    assert At(SG).refused(c.PermitSqueeze(1)) == "squeeze_not_allowed"
    assert finished(At(SG)).refused(c.PermitSqueeze(1)) == "squeeze_not_allowed"


def test_insurance_of_a_single_cent() -> None:
    at = At(NZ).bet(1, "ann", 2).cards("9C AS 9D")
    assert at.table.round is not None
    assert at.table.round.insurance_open == ((1, "ann"),)
    assert at.refused(c.Insure(1, "ann", 0)) == "insurance_amount"
    at.do(c.Insure(1, "ann", 1))


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
