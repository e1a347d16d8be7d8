"""Things for which casinos were fined, as they would go at a table that runs on this record."""

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.apply import apply
from app.game.core.cards import Card
from app.game.core.hands import total
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import Table
from app.game.decide import decide
from app.game.events import LateWagerRefused
from app.game.questions import Question, open_questions
from app.game.views.audiences import sign_view
from tests.agreement.rounds import RandomRound
from tests.game.tables import ACT, MA, NZ, SG, At

BOOKS = ruleset_ids()


def refusal(at: At, command: c.Command) -> Rejected:
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected), answer
    return answer


def resolution(at: At) -> Question:
    """The question about what holds the table."""
    return next(each for each in open_questions(at.table, at.rules) if each.question == "resolve")


def two_sign(at: At, remedy: c.Void | c.Reconstruct) -> At:
    return at.do(c.SignRemedy("officer 1", remedy), c.SignRemedy("officer 2", remedy))


# --- 1


def test_missed_dealer_card_wrongly_repaired() -> None:
    """The dealer passed herself over, and the staff moved the cards back. Massachusetts has the cards stay, 15(f)."""
    at = At(MA).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H KD")  # the king lies on box 1
    at.do(c.Report("missed_dealer_card"))
    assert [each.choice for each in resolution(at).options if each.allowed] == ["deal_after_players"]
    moved_back = refusal(at, c.Resolve("reconstruct"))
    assert (moved_back.code, moved_back.clause) == ("choice_forbidden", "15(f)")
    at.do(c.Resolve("deal_after_players")).cards("7C 6D")
    assert at.table.round is not None
    assert [box.hands[0].cards for box in at.table.round.boxes] == [("9S", "KD"), ("8H", "7C")]
    assert at.table.round.dealer == ("6D",)


def test_missed_dealer_card_where_the_book_has_it_put_right() -> None:
    """In New Zealand the same round is put right, 16.5: the cards stay where the record has them."""
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H KD")
    before = at.table.round
    at.do(c.Report("missed_dealer_card"), c.Resolve("reconstruct"))
    assert at.table.round == before
    assert refusal(at, c.SignRemedy("officer 1", c.Void("round", "missed_dealer_card"))).clause == "16.5(a)"


# --- 2


@pytest.mark.parametrize("book", BOOKS)
def test_wrong_soft_17_rule_displayed(book: str) -> None:
    """What the sign says of a soft 17 is what the dealer's hand is played by."""
    at = At(book).bet(1, "ann", 1000).cards("KS 6H 9D")
    at.do(c.Stand(1)).cards("AC")  # 19 against a soft 17
    assert at.table.round is not None
    assert total(at.table.round.dealer) == (17, True)
    says = sign_view(at.table, at.rules).rules.soft_17
    assert says == ("stand" if at.table.round.complete else "hit")


@pytest.mark.parametrize("book", BOOKS)
def test_the_sign_shows_the_pay_table_that_pays(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).cards("AS 6H KD")
    odds = dict(sign_view(at.table, at.rules).rules.odds)
    while at.table.round is not None and not at.table.round.complete:
        at.cards("KC")  # Massachusetts pays when the round is over
    assert at.table.round is not None
    line = next(line for line in at.table.round.lines if line.wager == "main")
    assert str(line.odds) == odds["pontoon"]


# --- 3


@pytest.mark.parametrize("book", BOOKS)
def test_decks_with_a_foreign_rank_are_noticed_at_once(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).cards("9S TH")
    assert at.table.held is not None
    assert at.table.held.irregularity == "foreign_card"
    assert at.table.round is not None
    assert at.table.round.dealer == ()


@pytest.mark.parametrize("book", BOOKS)
def test_decks_short_of_five_cards_are_noticed_at_the_end_of_the_shoe(book: str) -> None:
    """In the middle of a round the shoe is empty, and the record still has five cards in it."""
    at = At(book).bet(1, "ann", 1000).cards("9S 6H 7D")
    at.table = replace(at.table, shoe=replace(at.table.shoe, left=5, discarded=at.table.shoe.size - 8))
    at.do(c.ReportShoeEmpty())
    assert at.table.held is not None
    assert (at.table.held.irregularity, at.table.held.felt) == ("cards_missing", 5)
    assert resolution(at).clause is not None
    if "continue" not in resolution(at).choices:
        assert refusal(at, c.Resolve("continue")).clause == "5.5.2"  # Singapore voids the round
        return
    at.do(c.Resolve("continue"), c.ReportShoeEmpty())  # the others finish it with the discards
    assert resolution(at).irregularity == "shoe_empty"


@pytest.mark.parametrize("book", BOOKS)
def test_a_count_between_rounds_finds_missing_cards_too(book: str) -> None:
    at = At(book)
    left = at.table.shoe.left
    at.do(c.CountShoe(left))
    at.do(c.CountShoe(left - 5))
    assert at.table.held is not None
    assert (at.table.held.irregularity, at.table.held.felt) == ("cards_missing", 5)
    at.do(c.Resolve("replace_cards")).bet(1, "ann", 1000)
    assert refusal(at, c.DrawCard(Card("9S"))).code in ("shuffle_due", "not_shuffled")


# --- 4 and 5


@pytest.mark.parametrize("book", BOOKS)
def test_unshuffled_cards_refused(book: str) -> None:
    at = At(book, opened=False).do(c.BringSet("A", "red"))
    assert refusal(at, c.LoadShoe()).code == "not_shuffled"
    at.bet(1, "ann", 1000)
    refused = refusal(at, c.DrawCard(Card("9S")))
    assert (refused.code, refused.clause is not None) == ("not_shuffled", True)


@pytest.mark.parametrize("book", BOOKS)
def test_hand_shuffle_not_attested(book: str) -> None:
    """Where the book has steps, the shuffle is not finished before each of them was attested, by whom the book says."""
    at = At(book, opened=False).do(c.BringSet("A", "red"))
    steps = at.rules.shoe.new_cards
    for name, clause in steps:
        refused = refusal(at, c.FinishShuffle())
        assert (refused.code, refused.clause) == ("step_not_due", clause)
        at.do(c.DoStep(*name.split(":")))
    for part in at.rules.shoe.hand_shuffle:
        refused = refusal(at, c.FinishShuffle())
        assert (refused.code, refused.clause is not None) == ("step_not_due", True)
        at.do(c.DoStep(part))
    at.do(c.FinishShuffle())


# --- 6


@pytest.mark.parametrize("book", BOOKS)
def test_unlicensed_dealer_refused_at_each_rounds_start(book: str) -> None:
    at = At(book, licences=True)
    day, next_day = "2026-11-18", "2026-11-19"
    assert at.refused(c.OpenBetting(day)) == "dealer_not_licensed"
    at.do(c.ChangeDealer("dealer 7", licensed_through=day))
    while at.table.shoe.burn_due:
        at.do(c.BurnCard("ab" * 32))
    at.do(c.OpenBetting(day)).bet(1, "ann", 1000).cards("KS 6H KD").do(c.Stand(1)).cards("KC 9S")
    assert at.table.round is not None
    assert at.table.round.complete
    assert at.refused(c.OpenBetting(next_day)) == "dealer_not_licensed"
    assert at.refused(c.PlaceWager(1, "ann", "main", 1000, seated=True)) == "dealer_not_licensed"
    at.do(c.ChangeDealer("dealer 8", licensed_through=next_day), c.OpenBetting(next_day))


# --- 7


@pytest.mark.parametrize("book", BOOKS)
def test_staff_not_knowing_the_rule(book: str) -> None:
    """Everything that is asked, at every moment of a round, says by which clause."""
    rules = load_ruleset(book)
    for seed in range(12):
        for table in RandomRound(rules, seed).play().moments:
            assert [question for question in open_questions(table, rules) if not question.clause] == []


@pytest.mark.parametrize(("book", "irregularity"), [(book, "interruption") for book in BOOKS])
def test_every_way_out_of_an_error_says_its_clause(book: str, irregularity: str) -> None:
    at = At(book).bet(1, "ann", 1000).cards("9S 6H 7D").do(c.Report(irregularity))
    question = resolution(at)
    assert question.clause
    assert question.options
    assert all(option.clause for option in question.options)


# --- 8


@pytest.mark.parametrize("book", BOOKS)
def test_wager_altered_after_no_more_bets_refused_and_recorded(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).do(c.CloseBets()).cards("9S")
    refused = refusal(at, c.PlaceWager(1, "ann", "main", 5000, seated=True))
    assert refused.code == "bets_closed"
    assert refused.clause is not None
    assert refused.recorded == (LateWagerRefused(1, "ann", "main", 5000, refused.clause),)
    after: Table = at.table
    for event in refused.recorded:
        after = apply(after, event)
    assert after.round is not None
    assert at.table.round is not None
    assert [wager.cents for wager in after.round.late_wagers] == [5000]
    assert after.round.places == at.table.round.places


def test_an_altered_wager_is_void_where_the_book_says_so() -> None:
    """Canberra may declare it void, 17.2(a); two people sign."""
    at = At(ACT).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S")
    two_sign(at, c.Void("wager", "breach", 1, player="ann", kind="main"))
    assert at.table.round is not None
    assert [(line.player, line.outcome, line.clause) for line in at.table.round.lines] == [("ann", "void", "17.2(a)")]


def test_a_round_void_in_singapore_gives_everything_back() -> None:
    """A pontoon was paid at once; with the void that goes back too, 5.17."""
    at = At(SG).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AS 9H 6D KS 7C")
    two_sign(at, c.Void("round", "power_cut"))
    assert at.table.round is not None
    assert sum(line.pays_cents - line.takes_cents for line in at.table.round.lines) == 0
    answer = decide(at.table, at.rules, c.OpenBetting())
    assert isinstance(answer, Accepted)
