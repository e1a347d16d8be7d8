"""Double entry, event by event."""

from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import postings
from app.game.events import AmountEntered, BetsClosed, Event, RoundOpened, WagerDisplaced, WagersWithdrawn
from tests.game.tables import ACT, NZ, SG, At


def moves(at: At, kind: type[Event]) -> list[tuple[str, str, int]]:
    """What the event of this kind moved, on the table as it was before it."""
    table = EMPTY
    for event in at.events:
        if isinstance(event, kind):
            return [(move.account.kind, move.account.player, move.cents) for move in postings(table, event)]
        table = apply(table, event)
    raise AssertionError(kind)


def test_a_withdrawn_wager_comes_back_whole() -> None:
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True))
    at.do(c.WithdrawWagers(1, "ann"))
    assert moves(at, WagersWithdrawn) == [("bettor", "ann", 1500), ("layout", "ann", -1500)]


def test_what_does_not_play_goes_back() -> None:
    at = At(ACT, maximum_cents=500).do(c.PlaceWager(1, "ann", "main", 800, seated=True, noticed=False)).cards("9C")
    assert moves(at, BetsClosed) == [("bettor", "ann", 300), ("layout", "ann", -300)]


def test_what_is_displaced_goes_back() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 15000, seated=False).bet(1, "ann", 12000)
    assert moves(at, WagerDisplaced) == [("bettor", "bob", 7000), ("layout", "bob", -7000)]


def test_the_same_wager_again_moves_nothing() -> None:
    at = At(NZ).bet(1, "ann", 1000)
    assert postings(at.table, at.events[-1]) == ()


def test_an_event_without_money_moves_none() -> None:
    assert postings(EMPTY, RoundOpened(1)) == ()


def test_an_amount_that_follows_comes_to_the_layout() -> None:
    at = At(NZ).do(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True)).cards("9C")
    at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True))
    assert moves(at, AmountEntered) == [("bettor", "ann", -1000), ("layout", "ann", 1000)]
