"""The cards between shoes, where a script cannot say it."""

from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.state import cards_on_layout
from app.game.events import CardDealt, ShuffleFellDue
from app.game.questions import open_questions
from tests.game.tables import ACT, MA, NZ, SG, At, face_down


def in_play(book: str = NZ) -> At:
    return At(book).bet(1, "ann", 1000).cards("9C 9S 9D")


def test_cards_are_not_replaced_in_mid_round() -> None:
    assert in_play().refused(c.BringSet("B", "blue")) == "round_not_over"


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


MACHINE_STEPS = (
    c.DoStep("inspect", "dealer"),
    c.DoStep("inspect", "supervisor"),
    *[c.DoStep(step) for step in ("wash", "stack", "riffle")],
)


def alternating() -> At:
    """Set A in the shoe, set B made ready in the machine."""
    at = At(NZ, shuffler="alternating").do(c.BringSet("B", "blue"))
    return at.do(*MACHINE_STEPS, c.FinishShuffle())


def test_one_set_is_made_ready_while_the_other_is_dealt() -> None:
    at = alternating().bet(1, "ann", 1000).cards("9C")
    assert at.refused(c.CutCards(1, 100)) == "step_not_due"
    assert [question.question for question in open_questions(at.table, at.rules)] == ["card"]
    at.do(c.DrawCutCard()).cards("9S 9D").do(c.Stand(1)).cards("8D")
    at.do(c.CutCards(1, 100), c.PlaceCutCard(100), c.LoadShoe())
    assert at.table.set_in_use == "B"


def test_the_sets_take_turns_without_new_inspection() -> None:
    at = alternating().do(c.OrderShuffle("discretion"), c.CutCards(None, 100), c.PlaceCutCard(100), c.LoadShoe())
    at.do(c.FinishShuffle())
    assert at.table.preparation is not None
    assert at.table.preparation.set_id == "A"


def test_a_set_that_was_put_aside_is_inspected_after_all() -> None:
    at = At(NZ, opened=False, shuffler="alternating").do(c.BringSet("A", "red"), c.BringSet("B", "blue"))
    at.do(*MACHINE_STEPS, c.FinishShuffle(), c.CutCards(None, 100), c.PlaceCutCard(100), c.LoadShoe())
    assert at.refused(c.FinishShuffle()) == "step_not_due"
    at.do(*MACHINE_STEPS, c.FinishShuffle())
    assert at.table.preparation is not None
    assert at.table.preparation.set_id == "A"


def test_the_set_in_the_shoe_is_replaced_between_rounds() -> None:
    at = alternating().bet(1, "ann", 1000).cards("9C")
    assert at.refused(c.BringSet("C", "red", replaces=True)) == "wrong_set"
    at.cards("9S 9D").do(c.Stand(1)).cards("8D").do(c.BringSet("C", "red", replaces=True))
    assert at.bet(1, "ann", 1000).refused(c.DrawCard("9H")) == "shuffle_due"  # type: ignore[arg-type]


def test_the_resting_set_may_be_replaced_by_another_colour() -> None:
    at = alternating().do(c.BringSet("C", "green", replaces=True))
    assert [each.id for each in at.table.sets] == ["A", "C"]


def test_two_cutting_cards_the_second_says_nothing() -> None:
    at = At(NZ, cut_cards=2).bet(1, "ann", 1000).cards("9C").do(c.DrawCutCard()).cards("9S")
    at.do(c.DrawCutCard())
    assert at.table.shoe.cut_card_box == 0
    assert at.refused(c.DrawCutCard()) == "cut_card_not_in"


def test_an_exposed_card_takes_the_cutters_right_away() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(3, "cat", 1000).cards("9C").do(c.DrawCutCard()).cards("9H 9S 9D 8D")
    at.do(c.Stand(1), c.Stand(3)).cards("8D").do(c.FinishShuffle(), c.DeclineCut(3), c.CutCards(1, 100))
    at.do(c.ReportExposure(), c.FinishShuffle())
    assert at.refused(c.CutCards(1, 100)) == "not_the_cutter"


def test_a_vacant_table_may_be_told_when_a_shuffle_is_due() -> None:
    at = in_play().do(c.DrawCutCard(), c.Stand(1)).cards("8D").do(c.OrderShuffle("vacant"), c.FinishShuffle())
    at.do(c.CutCards(7, 100))


def test_only_two_sets_and_not_the_one_in_the_shoe() -> None:
    assert alternating().refused(c.BringSet("A", "red")) == "wrong_set"
    assert alternating().refused(c.BringSet("C", "green")) == "wrong_set"
    assert At(NZ, shuffler="alternating").refused(c.BringSet("B", "Red")) == "wrong_set"
    assert At(NZ, shuffler="alternating").refused(c.FinishShuffle()) == "wrong_set"
    at = alternating().do(c.BringSet("C", "blue", replaces=True))
    assert [each.id for each in at.table.sets] == ["A", "C"]


def test_a_continuous_shuffler_takes_the_cards_back() -> None:
    at = At(ACT, shuffler="continuous").bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1)).cards("8D")
    assert at.table.shoe.left == 384 - 4
    at.do(c.OpenBetting())
    assert at.table.shoe.left == 384
    assert at.refused(c.DrawCutCard()) == "cut_card_not_in"
    assert at.refused(c.AnnounceFinalRounds()) == "final_rounds_not_allowed"
    assert at.refused(c.PlaceCutCard(100)) == "no_cut"


def test_a_box_that_is_not_there_does_not_cut() -> None:
    at = At(NZ).do(c.OrderShuffle("suspicion"), c.FinishShuffle())
    assert at.refused(c.CutCards(9, 100)) == "no_such_box"
    assert at.refused(c.DeclineCut(0)) == "no_such_box"
    assert at.do(c.DeclineCut(1)).refused(c.DeclineCut(1)) == "not_the_cutter"


def test_a_machine_shuffled_shoe_is_not_cut() -> None:
    at = At(MA, shuffler="batch").do(c.OrderShuffle("discretion"), c.FinishShuffle())
    assert at.refused(c.CutCards(None, 100)) == "no_cut"


def test_a_cutting_card_between_rounds_is_at_nobodys_box() -> None:
    at = At(NZ).do(c.DrawCutCard())
    assert at.table.shoe.cut_card_box is None
    assert at.refused(c.DrawCutCard()) == "cut_card_not_in"
    assert At(NZ).do(c.OpenBetting(), c.DrawCutCard()).table.shoe.cut_card_box is None


def test_a_cutting_card_after_the_last_card_is_the_dealers() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    at.do(c.DrawFaceDown(face_down("8C")[0], hole=True), c.Double(1)).cards("2C").do(c.DrawCutCard())
    assert at.table.shoe.cut_card_box == 0


def test_a_recut_before_the_shoe_is_loaded_and_after() -> None:
    at = At(MA)
    assert At(NZ).refused(c.OrderRecut()) == "recut_not_allowed"
    at.do(c.OrderRecut(), c.CutCards(None, 200), c.PlaceCutCard(100), c.LoadShoe(), c.BurnCard(face_down("2C")[0]))
    at.do(c.OrderShuffle("discretion"), *[c.DoStep(p) for p in ("plug", "riffle", "turn", "riffle", "strip")])
    at.do(c.FinishShuffle(), c.CutCards(3, 100), c.OrderRecut(), c.CutCards(3, 120), c.PlaceCutCard(100), c.LoadShoe())
    at.do(c.OrderRecut())
    assert at.table.shoe.decks == 0
    assert at.do(c.CutCards(3, 130)).table.preparation is not None


def test_every_card_is_somewhere() -> None:
    at = in_play(SG).cards("2C").do(c.Stand(1)).cards("8D")
    assert at.table.shoe.left + cards_on_layout(at.table) + at.table.shoe.discarded == 384
    assert cards_on_layout(EMPTY) == 0


def test_a_disclosed_ten_holds_the_table() -> None:
    commitment, opened = face_down("TS")
    at = At(MA).do(c.ChangeDealer("another"), c.BurnCard(commitment), c.DiscloseBurn(opened))
    assert at.table.held is not None
    assert at.table.held.irregularity == "foreign_card"


def test_a_new_dealer_burns_before_anything_goes_on() -> None:
    at = in_play(MA).do(c.ChangeDealer("another"))
    assert [question.step for question in open_questions(at.table, at.rules)] == ["burn"]
    assert at.refused(c.Stand(1)) == "burn_due"
    at.do(c.BurnCard(face_down("2C")[0]), c.Stand(1))


def test_no_burn_for_a_new_dealer_without_cards() -> None:
    assert At(MA, opened=False).do(c.ChangeDealer("another")).table.shoe.burn_due is None


def test_a_face_down_card_too_many_holds_the_table() -> None:
    at = At(SG, decks=4).bet(1, "ann", 1000).bet(2, "bob", 1000).do(c.PermitSqueeze(2)).cards("8S")
    at.do(c.DrawFaceDown(face_down("8S", 1)[0])).cards("8S 8S").do(c.DrawFaceDown(face_down("8S", 2)[0]))
    at.table = apply(at.table, CardDealt("8S", 0, 1))  # type: ignore[arg-type]
    at.do(c.TurnUpBox(2, (face_down("8S", 1)[1], face_down("8S", 2)[1])))
    assert at.table.held is not None
    assert at.table.held.irregularity == "impossible_card"


def test_a_burnt_card_comes_with_a_commitment() -> None:
    at = At(MA).do(c.ChangeDealer("another"))
    assert at.refused(c.BurnCard("two of clubs")) == "bad_commitment"


def test_a_shoe_that_failed_is_made_ready_by_paragraphs_of_its_own() -> None:
    at = At(ACT, shuffler="continuous").bet(1, "ann", 1000).cards("9C 9S 9D")
    at.do(c.Report("shuffler_fault"), c.Resolve("manual_shoe"))
    said = []
    for command in (c.FinishShuffle(), c.CutCards(1, 100), c.PlaceCutCard(100), c.LoadShoe()):
        said += [(question.step, question.clause) for question in open_questions(at.table, at.rules)]
        at.do(command)
    assert said == [("shuffle", "19.3(a)(i)"), ("cut 1", "19.3(a)(ii)"), ("cut_card", "5.3"), ("load", "19.3(a)(iii)")]
