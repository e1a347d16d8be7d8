"""The order in which a round is settled, and that it is settled once."""

from app.game import commands as c
from app.game.events import RoundCompleted
from tests.game.tables import ACT, NZ, At


def lines(at: At) -> list[tuple[str, str]]:
    """Wager and outcome of each line, in the order in which they were made."""
    assert at.table.round is not None
    return [(line.wager, line.outcome) for line in at.table.round.lines]


def insured(book: str, cards: str) -> At:
    """19 against an ace, insured; then these cards for the dealer."""
    at = At(book).bet(1, "ann", 1000).cards("9C AS KD").do(c.Insure(1, "ann", 500), c.Stand(1))
    return at.cards(cards)


def test_insurance_is_paid_with_the_second_card() -> None:
    assert lines(insured(NZ, "KS")) == [("insurance", "win"), ("main", "lose")]


def test_insurance_is_paid_last_where_the_book_says_so() -> None:
    assert lines(insured(ACT, "KS")) == [("main", "lose"), ("insurance", "win")]


def test_lost_insurance_is_taken_before_the_dealer_draws_on() -> None:
    for book in (NZ, ACT):
        assert lines(insured(book, "4S")) == [("insurance", "lose")]


def test_a_finished_round_stays_finished() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("7S KC 7D 7S 8C").do(c.Hit(1)).cards("7S")
    at.do(c.Stand(2)).cards("KH")
    before = lines(at)
    assert before.count(("super_bonus", "win")) == 1
    at.do(c.ChangeDealer("another"), c.DrawCutCard())
    assert lines(at) == before
    assert len([event for event in at.events if isinstance(event, RoundCompleted)]) == 1
