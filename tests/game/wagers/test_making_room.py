"""Whose wager gives way to whose, by how much, and who is asked."""

from app.game import commands as c
from app.game.events import WagerDisplaced
from tests.game.tables import MA, SG, At
from tests.game.wagers.lying import mains


def test_the_seated_bettor_comes_first() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 20000, seated=False)
    at.do(c.PlaceWager(1, "bob", "bonus", 500), c.PlaceWager(1, "ann", "main", 20000, seated=True))
    assert at.table.round is not None
    assert [(place.player, place.main_cents) for place in at.table.round.places] == [("bob", 0), ("ann", 20000)]


def test_a_bettor_without_side_wagers_is_displaced_whole() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 5000, seated=False).bet(1, "cat", 15000, seated=False)
    at.bet(1, "ann", 15000)
    assert at.table.round is not None
    assert [(p.player, p.main_cents) for p in at.table.round.places] == [("bob", 5000), ("ann", 15000)]


def test_what_nobody_noticed_is_not_displaced() -> None:
    at = At(SG, maximum_cents=20000)
    at.do(c.PlaceWager(1, "bob", "main", 30000, noticed=False)).bet(1, "ann", 5000)
    assert at.table.round is not None
    assert [place.main_cents for place in at.table.round.places] == [30000, 5000]


def test_a_wager_that_gave_way_gives_way_again() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 15000, seated=False).bet(1, "ann", 10000)
    assert mains(at) == [(1, "bob", 10000), (1, "ann", 10000)]
    assert mains(at.bet(1, "ann", 15000)) == [(1, "bob", 5000), (1, "ann", 15000)]


def test_a_displaced_wager_says_for_whom_and_why() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 15000, seated=False).bet(1, "ann", 12000)
    displaced = next(event for event in at.events if isinstance(event, WagerDisplaced))
    assert (displaced.by, displaced.clause, displaced.cents) == ("ann", "5.1", 8000)


def test_a_bettor_already_on_the_box_needs_no_consent() -> None:
    at = At(MA).bet(1, "ann", 1000).bet(1, "bob", 1000, seated=False)
    at.do(c.PlaceWager(1, "ann", "main", 1500, seated=True, consent=False))
    assert at.refused(c.PlaceWager(1, "cat", "main", 1500, consent=False)) == "no_consent"
    assert at.bet(2, "cat", 1000).refused(c.PlaceWager(2, "ann", "main", 1000, consent=False)) == "no_consent"


def test_cents_left_over_go_to_the_seated_player_wherever_listed() -> None:
    at = At(SG, maximum_cents=10000).do(c.PlaceWager(1, "bob", "main", 10000, noticed=False))
    at.do(c.PlaceWager(1, "cat", "main", 10000, noticed=False))
    at.do(c.PlaceWager(1, "ann", "main", 10000, seated=True, noticed=False)).cards("9C")
    assert at.table.round is not None
    assert [place.effective_cents for place in at.table.round.places] == [3333, 3333, 3334]
