"""Who inspects the cards: where the book wants two people, they are two."""

from app.game import commands as c
from app.game import events as e
from app.game.core.rejections import Rejected
from app.game.decide import decide
from tests.game.tables import MA, NZ, At

STEPS = ("spread", "turn_down", "wash", "stack")


def brought() -> At:
    """A set that is to be inspected by the dealer and by a supervisor."""
    return At(NZ, opened=False).do(c.BringSet("S", "red"))


def test_one_person_is_not_dealer_and_supervisor() -> None:
    at = brought().do(c.DoStep("inspect", "dealer", "ann"))
    answer = decide(at.table, at.rules, c.DoStep("inspect", "supervisor", "ann"))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.clause) == ("same_person", "6.1")
    at.do(c.DoStep("inspect", "supervisor", "sue"))
    assert [event for event in at.events if isinstance(event, e.StepDone)] == [
        e.StepDone("inspect:dealer", "ann"),
        e.StepDone("inspect:supervisor", "sue"),
    ]


def test_who_is_not_known_is_not_held_to_it() -> None:
    at = brought().do(c.DoStep("inspect", "dealer"), c.DoStep("inspect", "supervisor"))
    assert at.table.preparation is not None
    assert at.table.preparation.people == ()


def test_the_same_person_does_other_steps() -> None:
    at = brought().do(c.DoStep("inspect", "dealer", "ann"), c.DoStep("inspect", "supervisor", "sue"))
    at.do(c.DoStep("spread", by="ann"), c.DoStep("turn_down", by="ann"))
    assert at.table.preparation is not None
    assert at.table.preparation.people[2:] == (("spread", "ann"), ("turn_down", "ann"))


def test_after_an_exposure_the_steps_that_are_done_again_are_done_by_anybody() -> None:
    at = At(MA, opened=False).do(c.BringSet("S", "red"), c.DoStep("inspect", "dealer", "ann"))
    at.do(c.DoStep("inspect", "supervisor", "sue"), *[c.DoStep(step, by="ann") for step in STEPS], c.ReportExposure())
    assert at.table.preparation is not None
    again = [step for step, _ in at.rules.shoe.after_exposure]
    assert again
    assert not set(again) & {step for step, _ in at.table.preparation.people}
    assert ("inspect:dealer", "ann") in at.table.preparation.people
