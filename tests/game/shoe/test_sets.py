"""Sets of cards at a table: which may come, which is dealt, and which is made ready meanwhile."""

from app.game import commands as c
from app.game.questions import open_questions
from tests.game.shoe.rounds import in_play
from tests.game.tables import ACT, NZ, At

MACHINE_STEPS = (
    c.DoStep("inspect", "dealer"),
    c.DoStep("inspect", "supervisor"),
    *[c.DoStep(step) for step in ("wash", "stack", "riffle")],
)


def test_cards_are_not_replaced_in_mid_round() -> None:
    assert in_play().refused(c.BringSet("B", "blue")) == "round_not_over"


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


def test_only_two_sets_and_not_the_one_in_the_shoe() -> None:
    assert alternating().refused(c.BringSet("A", "red")) == "wrong_set"
    assert alternating().refused(c.BringSet("C", "green")) == "wrong_set"
    assert At(NZ, shuffler="alternating").refused(c.BringSet("B", "Red")) == "wrong_set"
    assert At(NZ, shuffler="alternating").refused(c.FinishShuffle()) == "wrong_set"
    at = alternating().do(c.BringSet("C", "blue", replaces=True))
    assert [each.id for each in at.table.sets] == ["A", "C"]


def test_new_cards_for_a_running_table_replace_those_in_use() -> None:
    for shuffler in ("none", "continuous"):
        at = At(ACT, shuffler=shuffler).do(c.BringSet("B", "blue"))
        assert at.table.preparation is not None
        assert at.table.preparation.replaced
        assert [step for step, _ in at.table.preparation.steps] == ["inspect:dealer", "inspect:supervisor"]


def test_of_two_sets_one_can_be_replaced() -> None:
    at = At(NZ, shuffler="alternating").do(c.BringSet("B", "blue"), c.BringSet("C", "blue", replaces=True))
    assert at.table.preparation is not None
    assert at.table.preparation.replaced
