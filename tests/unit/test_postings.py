"""Double entry, event by event."""

from app.game.apply import EMPTY
from app.game.events import BetsClosed, RoundOpened, WagersWithdrawn
from app.game.postings import FLOAT, Account, postings
from tests.unit.tables import ACT, NZ, At


def test_a_withdrawn_wager_comes_back_whole() -> None:
    at = At(NZ).bet(1, "ann", 1000)
    moves = postings(at.table, WagersWithdrawn(1, "ann"))
    assert [(move.account.kind, move.cents) for move in moves] == [("bettor", 1000), ("layout", -1000)]


def test_what_does_not_play_goes_back() -> None:
    at = At(ACT, maximum_cents=500).do()
    moves = postings(at.table, BetsClosed(((1, "ann"),), ((1, "ann", 0),), ()))
    assert moves == ()
    assert postings(EMPTY, RoundOpened(1)) == ()


def test_accounts_are_told_apart() -> None:
    assert FLOAT != Account("bettor", 1, "ann") != Account("layout", 1, "ann")
