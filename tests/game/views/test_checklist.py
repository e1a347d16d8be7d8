"""The dealer's checklist between shoes."""

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game.core.records import replace
from app.game.views.audiences import dealer_view
from app.game.views.checklist import PreparationView, ShoeView
from tests.game.tables import MA, NZ, SG, At


def shoe_of(at: At) -> ShoeView:
    """The checklist at this table."""
    return dealer_view(at.table, at.rules).checklist


def preparing(at: At) -> PreparationView:
    """The preparation on it."""
    found = shoe_of(at).preparation
    assert found is not None
    return found


def now(at: At) -> list[tuple[str, str]]:
    """The steps that are open, with the role that the book wants."""
    return [(step.step, step.who) for step in preparing(at).steps if step.state == "now"]


def test_a_new_table_wants_a_set() -> None:
    at = At(NZ, opened=False)
    assert (shoe_of(at).set_due, shoe_of(at).preparation, shoe_of(at).sets) == (True, None, ())


def test_the_steps_of_a_new_set_in_their_order() -> None:
    at = At(NZ, opened=False).do(c.BringSet("R1", "red"))
    steps = [step.step for step in preparing(at).steps]
    assert steps == [
        "inspect", "inspect", "spread", "turn_down", "wash", "stack", "riffle", "shuffle", "cut", "cut_card", "load",
    ]  # fmt: skip
    assert (preparing(at).set_id, preparing(at).colour, preparing(at).begun) == ("R1", "red", True)
    assert now(at) == [("inspect", "dealer"), ("inspect", "supervisor")]
    at.do(c.DoStep("inspect", "supervisor", "sue"))
    done = preparing(at).steps[1]
    assert (done.state, done.by, done.clause, now(at)) == ("done", "sue", "6.1", [("inspect", "dealer")])


def shuffled(book: str, **config: object) -> At:
    """A new set, shuffled and waiting for the cut."""
    at = At(book, opened=False, **config).do(c.BringSet("R1", "red"))
    while "shuffle" not in [step for step, _ in now(at)]:
        step, who = now(at)[0]
        at.do(c.DoStep(step, who or None))
    return at.do(c.FinishShuffle())


def test_the_cut_says_who_and_how_deep() -> None:
    at = shuffled(NZ)
    cut = preparing(at).cut
    assert cut is not None
    assert (cut.boxes, cut.offered, cut.front_least, cut.front_most) == ((1, 2, 3, 4, 5, 6, 7), None, 48, 8 * 48 - 48)
    assert (cut.back_least, cut.back_most) == (1, 8 * 24)
    at.do(c.DeclineCut(2))
    assert preparing(at).cut is not None
    at.do(c.CutCards(3, 100))
    after = preparing(at).cut
    assert after is not None and (after.declined, after.boxes, after.employee, after.front_least) == (
        (2,),
        (),
        False,
        None,
    )
    assert now(at) == [("cut_card", "")]
    at.do(c.PlaceCutCard(60))
    assert preparing(at).cut is None and now(at) == [("load", "")]
    at.do(c.LoadShoe())
    assert shoe_of(at).preparation is None and shoe_of(at).set_in_use == "R1"


def test_a_part_of_a_hand_shuffle_is_counted() -> None:
    at = At(MA, opened=False).do(c.BringSet("R1", "red"))
    while ("riffle", "") not in now(at):
        step, who = now(at)[0]
        at.do(c.DoStep(step, who or None))
    at.do(c.DoStep("riffle"), c.DoStep("riffle"))
    riffle = next(step for step in preparing(at).steps if step.step == "riffle" and step.times)
    assert (riffle.state, riffle.times) == ("done", 2)


def test_where_the_book_leaves_the_cut_open_it_is_not_required() -> None:
    at = shuffled(SG)
    assert [(step.step, step.required) for step in preparing(at).steps[-3:]] == [
        ("cut", False), ("cut_card", False), ("load", True),
    ]  # fmt: skip


def test_a_machine_that_goes_round_has_no_cut() -> None:
    at = At(SG, opened=False, shuffler="continuous").do(c.BringSet("R1", "red"))
    assert "cut" not in [step.step for step in preparing(at).steps]


@pytest.mark.parametrize("book", ruleset_ids())
def test_the_end_of_a_shoe(book: str) -> None:
    at = At(book)
    assert (shoe_of(at).last_round, shoe_of(at).why, shoe_of(at).cut_card_out) == (False, None, False)
    at.bet(1, "ann", 1000).cards("KC").do(c.DrawCutCard())
    ends = at.rules.deal.cut_card_during == "shuffle_after"
    why = at.rules.clauses["deal.cut_card_during"] if ends else None
    assert (shoe_of(at).last_round, shoe_of(at).why, shoe_of(at).cut_card_out) == (ends, why, True)
    assert (shoe_of(at).rounds, shoe_of(at).preparation) == (1, None)


def test_a_due_shuffle_is_on_the_list_before_it_has_begun() -> None:
    at = At(NZ).do(c.OrderShuffle("discretion"))
    assert (shoe_of(at).last_round, shoe_of(at).why) == (True, at.rules.refusals["shuffle_due"])
    assert (preparing(at).begun, now(at)) == (False, [("shuffle", "")])


def test_in_a_refill_nobody_is_told_how_many_cards_there_are() -> None:
    at = shuffled(NZ)
    refilling = replace(at.table, shoe=replace(at.table.shoe, refill="discards", decks=8, discarded=77))
    cut = dealer_view(refilling, at.rules).checklist.preparation
    assert cut is not None and cut.cut is not None
    assert (cut.cut.front_least, cut.cut.front_most) == (None, None)
    assert (cut.cut.back_least, cut.cut.back_most) == (None, None)
    assert "77" not in repr(dealer_view(refilling, at.rules).checklist)
