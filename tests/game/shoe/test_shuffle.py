"""When a shuffle is due, which parts it has, and which cards it takes in."""

from app.game import commands as c
from app.game.core.apply import EMPTY
from app.game.core.cards import Card
from app.game.core.rejections import Rejected
from app.game.core.state import cards_on_layout
from app.game.decide import decide
from app.game.events import ShuffleFellDue
from app.game.questions import open_questions
from tests.game.shoe.rounds import in_play
from tests.game.tables import ACT, MA, NZ, SG, At


def test_a_due_shuffle_waits_for_the_round() -> None:
    at = in_play().do(c.OrderShuffle("suspicion"))
    assert at.refused(c.FinishShuffle()) == "round_not_over"
    assert at.refused(c.OrderShuffle("suspicion")) == "step_not_due"
    assert at.do(c.Stand(1)).cards("8D").refused(c.DrawCard("2C")) == "shuffle_due"  # type: ignore[arg-type]


def test_an_order_in_the_round_is_not_lost_to_the_cutting_card() -> None:
    at = in_play(MA).do(c.DrawCutCard(), c.OrderShuffle("suspicion"), c.Stand(1)).cards("8D")
    assert [event.reason for event in at.events if isinstance(event, ShuffleFellDue)] == ["suspicion"]


def test_a_table_with_wagers_is_not_vacant() -> None:
    assert in_play().refused(c.OrderShuffle("vacant")) == "round_not_over"


def test_nothing_is_shuffled_that_is_in_the_shoe() -> None:
    at = At(NZ)
    assert at.refused(c.FinishShuffle()) == "step_not_due"
    assert at.refused(c.ReportExposure()) == "step_not_due"
    assert at.refused(c.DeclineCut(1)) == "step_not_due"
    assert at.refused(c.PlaceCutCard(100)) == "step_not_due"
    assert at.refused(c.LoadShoe()) == "not_shuffled"
    assert At(NZ, opened=False).refused(c.OrderShuffle("suspicion")) == "step_not_due"


def test_a_vacant_table_may_be_told_when_a_shuffle_is_due() -> None:
    at = in_play().do(c.DrawCutCard(), c.Stand(1)).cards("8D").do(c.OrderShuffle("vacant"), c.FinishShuffle())
    at.do(c.CutCards(7, 100))


def test_a_continuous_shuffler_takes_the_cards_back() -> None:
    at = At(ACT, shuffler="continuous").bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1)).cards("8D")
    assert at.table.shoe.left == 384 - 4
    at.do(c.OpenBetting())
    assert at.table.shoe.left == 384
    assert at.refused(c.DrawCutCard()) == "cut_card_not_in"
    assert at.refused(c.AnnounceFinalRounds()) == "final_rounds_not_allowed"
    assert at.refused(c.PlaceCutCard(100)) == "no_cut"


def test_every_card_is_somewhere() -> None:
    at = in_play(SG).cards("2C").do(c.Stand(1)).cards("8D")
    assert at.table.shoe.left + cards_on_layout(at.table) + at.table.shoe.discarded == 384
    assert cards_on_layout(EMPTY) == 0


def test_a_shoe_that_failed_is_made_ready_by_paragraphs_of_its_own() -> None:
    at = At(ACT, shuffler="continuous").bet(1, "ann", 1000).cards("9C 9S 9D")
    at.do(c.Report("shuffler_fault"), c.Resolve("manual_shoe"))
    said = []
    for command in (c.FinishShuffle(), c.CutCards(1, 100), c.PlaceCutCard(100), c.LoadShoe()):
        said += [(question.step, question.clause) for question in open_questions(at.table, at.rules)]
        at.do(command)
    assert said == [("shuffle", "19.3(a)(i)"), ("cut 1", "19.3(a)(ii)"), ("cut_card", "5.3"), ("load", "19.3(a)(iii)")]


def test_an_idle_table_is_prepared_like_a_vacant_one() -> None:
    idle, vacant = At(MA).do(c.OrderShuffle("idle")), At(MA).do(c.OrderShuffle("vacant"))
    assert idle.table.shoe.shuffle_steps == vacant.table.shoe.shuffle_steps != ()
    assert At(MA).do(c.OrderShuffle("suspicion")).table.shoe.shuffle_steps == ()


def test_why_a_shuffle_fell_due_is_on_record() -> None:
    first = At(NZ).bet(1, "ann", 1000).do(c.DrawCutCard())
    during = At(NZ).bet(1, "ann", 1000).cards("9C").do(c.DrawCutCard()).cards("9S KD").do(c.Stand(1)).cards("8D")
    for at, reason in ((first, "cut_card_first"), (during, "cut_card")):
        assert [event.reason for event in at.events if isinstance(event, ShuffleFellDue)] == [reason]


def clause_of(at: At, command: c.Command) -> str | None:
    """The clause with which the command is refused."""
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected)
    return answer.clause


def dealt(book: str = NZ, cards: str = "9C 9S 9D") -> At:
    return At(book).bet(1, "ann", 1000).cards(cards)


def test_after_the_shuffle_no_part_of_it_is_done_any_more() -> None:
    at = At(MA).do(c.OrderShuffle("discretion"))
    at.do(*[c.DoStep(part) for part in ("plug", "riffle", "turn", "riffle", "strip")], c.FinishShuffle())
    for command in (c.DoStep("riffle"), c.DoStep("wash"), c.FinishShuffle()):
        assert at.refused(command) == "step_not_due"
        assert clause_of(at, command) == "4(a)"  # shuffled before play


def test_what_is_no_part_of_the_shuffle_is_not_done() -> None:
    at = At(MA).do(c.OrderShuffle("discretion"))
    assert at.refused(c.DoStep("wash")) == "step_not_due"
    assert clause_of(at, c.DoStep("wash")) == "4(a)"
    assert clause_of(at, c.DoStep("strip")) == "4(j)(4)"  # a part, but too early


def test_a_finished_rounds_cards_are_collected_for_the_shuffle() -> None:
    at = dealt().do(c.DrawCutCard(), c.Stand(1)).cards("8D").do(c.FinishShuffle())
    assert at.table.round is None
    assert at.table.shoe.discarded == 4


def test_beside_a_machine_the_cards_stay_until_betting_opens() -> None:
    at = At(NZ, shuffler="alternating").do(c.BringSet("B", "blue"))
    at.do(c.DoStep("inspect", "dealer"), c.DoStep("inspect", "supervisor"))
    at.do(*[c.DoStep(step) for step in ("wash", "stack", "riffle")], c.FinishShuffle())
    at.do(c.OrderShuffle("discretion"), c.CutCards(None, 100), c.PlaceCutCard(100), c.LoadShoe())
    at.bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1)).cards("8D").do(c.FinishShuffle())
    assert at.table.round is not None
    assert at.table.round.dealer == (Card("9S"), Card("8D"))


def test_a_shuffle_that_is_due_may_begin_before_a_damaged_card_is_replaced() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9S 8C 9H").do(c.ReportDamage(Card("9H")), c.Resolve("replace_after_round"))
    at.do(c.Stand(1)).cards("9C").do(c.OrderShuffle("discretion"))
    steps = [question.step for question in open_questions(at.table, at.rules) if question.question == "shoe"]
    assert steps == ["replace_card 9H", "shuffle"]
    at.do(c.FinishShuffle())
