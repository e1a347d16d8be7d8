"""A table that closes, and opens again, perhaps under another book."""

import pytest

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game import events as e
from app.game.core.apply import EMPTY
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import LaidBy, RoundRecord, TableConfig
from app.game.core.turn import stage
from app.game.decide import decide
from app.game.questions import open_questions
from app.game.subjects.remedies.signed_remedies import preview
from app.game.views.audiences import dealer_view, sign_view, surveillance_view
from app.roundscript.first_shoe import standard_opening
from tests.game.tables import ACT, NZ, SG, At, face_down

BY = ("ann", "bob")
# Its book lets any round be void, also an earlier one.
VOIDS = "nz-gazette-2000"


def a_round(at: At) -> At:
    """A round that is over."""
    return at.bet(1, "gus", 1000).cards("9C 9S 8D").do(c.Stand(1)).cards("JS")


def under(at: At, book: str) -> At:
    """The table opened again under this book."""
    at.rules = load_ruleset(book)
    config = TableConfig(side_bets=())
    return at.do(c.OpenTable(config, book), *standard_opening(at.rules, config))


def record_of(at: At) -> RoundRecord:
    """The record of the round on the table."""
    assert at.table.round is not None
    assert at.table.opening is not None
    return RoundRecord(at.table.round.number, replace(at.table.opening, opening=None), at.table.record)


def test_a_closed_table_has_no_cards_no_dealer_and_no_questions() -> None:
    at = a_round(At(NZ).do(c.ChangeDealer("dan"))).do(c.CloseTable("end_of_day"))
    assert at.events[-1] == e.TableClosed("end_of_day", ("A",))
    assert (at.table.dealer, at.table.sets, at.table.shoe.decks, at.table.round) == ("", (), 0, None)
    assert open_questions(at.table, at.rules) == ()
    assert stage(at.table) == "closed"
    assert sign_view(at.table, at.rules).phase == "closed"
    assert dealer_view(at.table, at.rules).questions == ()
    assert surveillance_view(at.table, at.rules).shoe.left == 0


def test_the_number_of_rounds_and_what_was_put_right_go_on() -> None:
    at = a_round(At(NZ)).do(c.CloseTable(""))
    assert (at.table.rounds_dealt, at.table.rounds_opened, at.table.preparations) == (1, 1, 1)
    under(at, NZ).do(c.OpenBetting())
    assert at.table.round is not None
    assert at.table.round.number == 2


def test_a_table_does_not_close_during_a_round() -> None:
    assert At(NZ).bet(1, "gus", 1000).refused(c.CloseTable("")) == "round_not_over"


def test_the_float_is_counted_out_before_a_table_closes() -> None:
    at = At(NZ).do(c.OpenFloat(1000, BY))
    assert at.refused(c.CloseTable("")) == "float_open"
    at.do(c.CloseFloat(1000, BY), c.CloseTable(""))
    assert at.do(c.EnterDrop(0, BY)).table.float.drops == 1


def test_what_the_shoe_told_comes_before_a_table_closes() -> None:
    at = At(NZ)
    at.table = replace(at.table, laid_by=(LaidBy(None, "restarted"),))
    assert at.refused(c.CloseTable("")) == "waiting_first"


def test_nothing_but_its_opening_is_asked_of_a_closed_table() -> None:
    at = At(NZ).do(c.CloseTable(""))
    for command in (
        c.OpenBetting(),
        c.CloseTable(""),
        c.ChangeDealer("dan"),
        c.OpenFloat(1000, BY),
        c.LayBy("ab" * 32),
    ):
        assert at.refused(command) == "table_not_open"
    at.table = EMPTY
    assert at.refused(c.EnterDrop(0, BY)) == "table_not_open"


def test_a_card_that_lies_ready_leaves_with_its_set() -> None:
    sealed, _ = face_down("5C")
    at = a_round(At(ACT)).do(c.DrawInError(sealed))
    assert at.refused(c.CloseTable("")) == "table_holds"
    at.do(c.Resolve("use_as_next"), c.CloseTable(""))
    assert [type(event) for event in at.events[-3:]] == [e.CardsCollected, e.KeptDiscarded, e.TableClosed]
    assert at.table.kept == ()


def test_under_another_book_a_table_begins_without_a_shoe() -> None:
    at = a_round(At(NZ)).do(c.CloseTable(""))
    other = load_ruleset(SG)
    answer = decide(at.table, other, c.OpenTable(TableConfig(decks=99), SG))
    assert isinstance(answer, Rejected)
    assert answer.code == "bad_decks"
    at.rules = other
    at.do(c.OpenTable(TableConfig(side_bets=()), SG))
    assert (at.table.ruleset_hash, at.table.closed) == (other.hash, False)
    assert at.refused(c.DrawCard(Card("9C"))) == "not_shuffled"
    assert next(question.step for question in open_questions(at.table, other)) == "set"
    assert at.refused(c.OpenTable(TableConfig(side_bets=()), SG)) == "table_is_open"


def test_an_open_table_is_never_decided_by_another_book() -> None:
    at = At(NZ)
    with pytest.raises(AssertionError, match="the book it was opened under"):
        decide(at.table, load_ruleset(SG), c.OpenBetting())


def test_an_earlier_round_is_put_right_by_its_own_book() -> None:
    at = a_round(At(VOIDS))
    record, its_book = record_of(at), at.rules
    under(at.do(c.CloseTable("")), SG)
    remedy = c.Void("earlier", "other")
    assert not isinstance(preview(at.table, its_book, remedy, record), Rejected)
    assert at.refused(c.SignRemedy("sue", remedy, record)) == "not_an_earlier_round"
    sg, at.rules = at.rules, its_book
    at.do(c.SignRemedy("sue", remedy, record), c.SignRemedy("sam", remedy, record))
    assert dict(at.table.amended) == {1: "void"}
    at.rules = sg
    a_round(at)


def test_an_earlier_round_is_put_right_at_a_closed_table() -> None:
    at = a_round(At(VOIDS))
    record = record_of(at)
    at.do(c.CloseTable(""))
    assert at.refused(c.SignRemedy("sue", c.Void("round", "other"))) == "table_not_open"
    at.do(*[c.SignRemedy(name, c.Void("earlier", "other"), record) for name in ("sue", "sam")])
    assert dict(at.table.amended) == {1: "void"}


def test_what_holds_a_table_is_resolved_before_a_round_of_another_book() -> None:
    at = a_round(At(VOIDS))
    record, its_book = record_of(at), at.rules
    under(at.do(c.CloseTable("")), SG).do(c.DoubtDevice("restarted"))
    at.rules = its_book
    for remedy in (c.Void("earlier", "other"), c.Reconstruct("other", ())):
        assert at.refused(c.SignRemedy("sue", remedy, record)) == "table_holds"


@pytest.mark.parametrize(
    "command",
    [
        c.CloseTable(""),
        c.ChangeConfig(TableConfig(minimum_cents=500)),
        c.BeginPaper(BY, "power cut"),
        c.OpenFloat(1000, BY),
    ],
    ids=["close", "limits", "paper", "float"],
)
def test_betting_on_which_nobody_has_wagered_holds_nothing_up(command: c.Command) -> None:
    at = At(NZ).do(c.OpenBetting(), command)
    assert e.RoundAbandoned() in at.events
    assert at.table.round is None


def test_a_round_that_was_nobodys_keeps_its_number_to_itself() -> None:
    at = At(NZ).do(c.OpenBetting())
    (betting,) = open_questions(at.table, at.rules)
    at.do(c.OpenFloat(1000, BY)).bet(1, "gus", 1000)
    assert at.table.round is not None
    assert at.table.round.number == 2
    assert betting.id not in {question.id for question in open_questions(at.table, at.rules)}


def test_a_round_that_was_nobodys_leaves_the_next_one_void_when_its_error_is_found_late() -> None:
    at = a_round(At(ACT).do(c.OpenBetting(), c.BeginPaper(BY, "power cut"), c.EndPaper()))
    record, remedy = record_of(at), c.Void("earlier", "late_error")
    assert at.refused(c.SignRemedy("sue", remedy, record)) == "void_not_allowed", "no later round has begun"
    at.bet(1, "gus", 1000).cards("9C").do(*[c.SignRemedy(name, remedy, record) for name in ("sue", "sam")])
    assert dict(at.table.amended) == {2: "void"}


def test_a_table_with_open_betting_and_no_wager_is_vacant() -> None:
    at = At(NZ).do(c.OpenBetting(), c.OrderShuffle("vacant"))
    assert at.table.shoe.shuffle_due is not None
    assert At(NZ).bet(1, "gus", 1000).refused(c.OrderShuffle("vacant")) == "round_not_over"


def test_a_round_that_was_void_before_its_first_card_keeps_its_number_to_itself() -> None:
    at = At(VOIDS).bet(1, "gus", 1000)
    at.do(*[c.SignRemedy(name, c.Void("round", "layout torn")) for name in BY], c.OpenBetting())
    assert at.table.round is not None
    assert at.table.round.number == 2
