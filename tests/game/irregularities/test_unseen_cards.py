"""Cards that nobody has seen: burnt, lying ready, and in the hole."""

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.draft import Draft
from app.game.questions import open_questions
from app.game.subjects.remedies.round_replay import do_act
from app.language.rendering import say
from tests.game.errors import in_place
from tests.game.tables import MA, NZ, SG, At, face_down


def test_a_burnt_ten_is_removed_when_it_comes_to_light() -> None:
    at = At(NZ, burn=True, opened=False)
    burnt, opened = face_down("TS")
    at.do(c.BringSet("A", "red"), *[c.DoStep(*name.split(":")) for name, _ in at.rules.shoe.new_cards])
    at.do(c.FinishShuffle(), c.CutCards(None, 192), c.PlaceCutCard(100), c.LoadShoe(), c.BurnCard(burnt))
    at.do(c.DiscloseBurn(opened), c.Resolve("remove"))
    assert at.table.shoe.burnt == ()
    assert in_place(at.table)


def test_no_card_is_awaited_before_betting_ends_while_an_unseen_one_lies_ready_behind_another() -> None:
    at = At(SG).do(c.FindFaceUp(Card("AS")), c.Resolve("use_as_next"))
    unseen, opened = face_down("2C")
    at.do(c.DrawInError(unseen), c.Resolve("use_as_next")).bet(1, "ann", 1000)
    assert [each.question for each in open_questions(at.table, at.rules)] == ["bets"]
    at.do(c.CloseBets(), c.TurnUpKept(opened))
    assert at.table.round is not None
    assert (at.table.round.boxes[0].hands[0].cards, at.table.round.dealer) == (("AS",), ("2C",))


def test_an_unseen_ten_that_lies_ready_is_removed() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H")
    ten, opened = face_down("TS")
    at.do(c.DrawInError(ten), c.Resolve("use_as_next"))
    assert at.refused(c.TurnUpKept(face_down("9S")[1])) == "wrong_card"
    at.do(c.TurnUpKept(opened), c.Resolve("remove"))
    assert at.table.kept == ()
    assert in_place(at.table)


def test_a_hole_card_that_contradicts_the_reader() -> None:
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9S KH 9D")
    hole, opened = face_down("AC")
    at.do(c.DrawFaceDown(hole, hole=True), c.ReadHole(blackjack=False), c.Stand(1), c.TurnUpHole(opened))
    assert at.table.held is not None
    assert at.table.held.irregularity == "reader_was_wrong"
    at.do(c.Resolve("no_reader"))
    assert at.table.round is not None
    assert (at.table.round.dealer, at.table.round.complete) == (("KH", "AC"), True)
    assert at.table.reader_off
    assert at.refused(c.Report("reader_broken")) == "not_now"
    at.do(c.ChangeConfig(at.table.config))
    assert not at.table.reader_off


def test_what_does_not_lie_face_down_cannot_have_left_the_table() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C AS 9D")
    refused = do_act(Draft(at.table, at.rules), e.FaceDownRemoved(face_down("KS")[1]))
    assert refused is not None and refused.code == "wrong_card"
    assert say(refused.message) == "KS, which was removed from the set, does not lie here."
