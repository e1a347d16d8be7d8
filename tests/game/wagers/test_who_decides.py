"""Who decides for a box: the seated bettor, and whoever sits nowhere else."""

from app.game import commands as c
from tests.game.tables import ACT, NZ, At
from tests.game.wagers.lying import mains


def test_at_a_full_table_nobody_decides_for_two_boxes() -> None:
    at = At(ACT, full_table=True).bet(1, "ann", 1000).bet(2, "ann", 1000, seated=False)
    assert at.refused(c.CloseBets()) == "seated_elsewhere"


def test_at_a_full_table_somebody_else_on_the_box_decides() -> None:
    at = At(NZ, full_table=True).bet(1, "ann", 1000).bet(2, "ann", 1000, seated=False)
    at.bet(2, "cat", 1000, seated=False).bet(3, "dan", 1000, seated=False).cards("9C")
    assert at.table.round is not None
    assert [box.controller for box in at.table.round.boxes] == ["ann", "cat", "dan"]


def test_whoever_decides_at_one_box_of_a_full_table_decides_at_no_other() -> None:
    at = At(NZ, full_table=True).bet(1, "ann", 1000, seated=False).bet(2, "ann", 1000, seated=False)
    assert at.refused(c.DrawCard("9C")) == "seated_elsewhere"  # type: ignore[arg-type]


def controllers(at: At) -> list[str]:
    """Who decides, box by box."""
    assert at.table.round is not None
    return [box.controller for box in at.table.round.boxes]


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
