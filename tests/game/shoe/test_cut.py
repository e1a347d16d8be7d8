"""Who cuts the cards, when, and how deep."""

from app.game import commands as c
from app.game.events import CardsCut, CutCardPlaced
from app.game.questions import open_questions
from tests.game.shoe.rounds import PLAYERS, play_round, to_the_end
from tests.game.tables import MA, NZ, SG, At, face_down

RESHUFFLE = tuple(c.DoStep(part) for part in ("plug", "riffle", "turn", "riffle", "strip"))


def test_an_exposed_card_takes_the_cutters_right_away() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(3, "cat", 1000).cards("9C").do(c.DrawCutCard()).cards("9H 9S 9D 8D")
    at.do(c.Stand(1), c.Stand(3)).cards("8D").do(c.FinishShuffle(), c.DeclineCut(3), c.CutCards(1, 100))
    at.do(c.ReportExposure(), c.FinishShuffle())
    assert at.refused(c.CutCards(1, 100)) == "not_the_cutter"


def test_a_box_that_is_not_there_does_not_cut() -> None:
    at = At(NZ).do(c.OrderShuffle("suspicion"), c.FinishShuffle())
    assert at.refused(c.CutCards(9, 100)) == "no_such_box"
    assert at.refused(c.DeclineCut(0)) == "no_such_box"
    assert at.do(c.DeclineCut(1)).refused(c.DeclineCut(1)) == "not_the_cutter"


def test_a_machine_shuffled_shoe_is_not_cut() -> None:
    at = At(MA, shuffler="batch").do(c.OrderShuffle("discretion"), c.FinishShuffle())
    assert at.refused(c.CutCards(None, 100)) == "no_cut"


def test_a_recut_before_the_shoe_is_loaded_and_after() -> None:
    at = At(MA)
    assert At(NZ).refused(c.OrderRecut()) == "recut_not_allowed"
    at.do(c.OrderRecut(), c.CutCards(None, 200), c.PlaceCutCard(100), c.LoadShoe(), c.BurnCard(face_down("2C")[0]))
    at.do(c.OrderShuffle("discretion"), *[c.DoStep(p) for p in ("plug", "riffle", "turn", "riffle", "strip")])
    at.do(c.FinishShuffle(), c.CutCards(3, 100), c.OrderRecut(), c.CutCards(3, 120), c.PlaceCutCard(100), c.LoadShoe())
    at.do(c.OrderRecut())
    assert at.table.shoe.decks == 0
    assert at.do(c.CutCards(3, 130)).table.preparation is not None


def seats(book: str, *boxes: int) -> At:
    """A round is over; who sat at these boxes may be asked to cut."""
    return play_round(At(book), *boxes)


def shuffled(at: At) -> At:
    """An ordered shuffle is done."""
    parts = RESHUFFLE if at.rules.id == MA else ()
    return at.do(c.OrderShuffle("discretion"), *parts, c.FinishShuffle())


def cut_by_box(at: At, box: int) -> At:
    """The player at the box cuts, and the shoe is loaded."""
    burn = (c.BurnCard("0" * 64),) if at.rules.id == MA else ()
    return at.do(c.CutCards(box, 100), c.PlaceCutCard(100), c.LoadShoe(), *burn)


def cut_card_at(box: int, *boxes: int) -> At:
    """The cutting card comes out before the second card of the box; the round is played and the cards shuffled."""
    at = At(NZ)
    for each in boxes:
        at.bet(each, PLAYERS[each], 1000)
    before = boxes.index(box)
    at.cards(" ".join(["9C"] * len(boxes) + ["9S"] + ["KD"] * before)).do(c.DrawCutCard())
    at.cards(" ".join(["KD"] * (len(boxes) - before))).do(*[c.Stand(each) for each in boxes])
    return at.cards("8D").do(c.FinishShuffle())


def test_the_seats_of_the_wagers_that_lie_now_come_first() -> None:
    at = seats(NZ, 1).bet(2, "bob", 1000).bet(5, "eve", 1000)
    at.do(c.DrawCutCard(), c.FinishShuffle())
    assert at.refused(c.CutCards(1, 100)) == "not_the_cutter"
    at.do(c.CutCards(2, 100))


def test_the_offer_goes_round_past_the_last_seat() -> None:
    at = cut_card_at(5, 1, 2, 5).do(c.DeclineCut(5))
    assert at.refused(c.CutCards(2, 100)) == "not_the_cutter"
    at.do(c.CutCards(1, 100))


def test_the_rotating_offer_starts_again_at_the_far_right() -> None:
    at = cut_by_box(shuffled(seats(MA, 1)), 1)
    at = shuffled(play_round(at, 1, 2, 5))
    assert at.refused(c.CutCards(2, 100)) == "not_the_cutter"
    at.do(c.CutCards(5, 100))


def test_the_rotating_offer_goes_to_the_very_next_seat() -> None:
    at = cut_by_box(shuffled(seats(MA, 4, 5)), 5)
    at = shuffled(play_round(at, 4, 5))
    assert at.refused(c.CutCards(5, 100)) == "not_the_cutter"
    at.do(c.CutCards(4, 100))


def test_an_employee_who_did_not_ask_turns_no_rotation() -> None:
    at = shuffled(play_round(At(MA, dealer_cuts=True), 4, 5)).do(c.CutCards(None, 100))
    assert at.table.last_cutter is None


def test_replaced_cards_with_nobody_there_are_cut_by_the_house() -> None:
    at = At(NZ).do(c.BringSet("B", "blue"), c.DoStep("inspect", "dealer"), c.DoStep("inspect", "supervisor"))
    at.do(*[c.DoStep(step) for step in ("spread", "turn_down", "wash", "stack", "riffle")], c.FinishShuffle())
    at.do(c.CutCards(None, 100))


def test_the_first_cards_of_a_table_are_for_any_player_and_no_employee() -> None:
    at = At(MA, opened=False).do(c.BringSet("A", "red"))
    at.do(c.DoStep("inspect", "dealer"), c.DoStep("inspect", "supervisor"))
    at.do(*[c.DoStep(step) for step in ("spread", "turn_down", "wash", "stack", "riffle", "turn", "riffle", "strip")])
    at.bet(1, "ann", 1000).bet(3, "cat", 1000).do(c.FinishShuffle())
    assert at.refused(c.CutCards(None, 100)) == "not_the_cutter"
    at.do(c.CutCards(1, 100))


def test_where_the_cut_is_optional_an_employee_may_cut() -> None:
    shuffled(seats(SG, 1)).do(c.CutCards(None, 100))


def test_a_continuous_shuffler_is_not_cut_even_where_the_cut_is_optional() -> None:
    at = At(SG, shuffler="continuous").do(c.OrderShuffle("discretion"), c.FinishShuffle())
    assert at.refused(c.CutCards(None, 100)) == "no_cut"


def test_a_player_who_was_not_asked_does_not_decline() -> None:
    at = cut_card_at(1, 1, 2)
    assert at.refused(c.DeclineCut(2)) == "not_the_cutter"
    at.do(c.DeclineCut(1))


def test_who_cut_and_is_asked_again_cannot_decline() -> None:
    at = shuffled(seats(MA, 4, 5)).do(c.CutCards(5, 100), c.OrderRecut())
    assert at.refused(c.DeclineCut(5)) == "not_the_cutter"


def test_cards_are_cut_after_the_shuffle_and_once() -> None:
    at = At(NZ, opened=False).do(c.BringSet("A", "red"))
    assert at.refused(c.CutCards(1, 100)) == "step_not_due"
    at = shuffled(seats(NZ, 1))
    assert at.refused(c.PlaceCutCard(100)) == "step_not_due"
    at.do(c.CutCards(1, 100))
    assert at.refused(c.CutCards(1, 100)) == "step_not_due"
    at.do(c.PlaceCutCard(100))
    assert at.refused(c.PlaceCutCard(100)) == "step_not_due"


def test_no_cutting_card_in_unshuffled_cards_where_no_cut_is_due() -> None:
    at = At(SG).do(c.OrderShuffle("discretion"))
    assert at.refused(c.PlaceCutCard(100)) == "step_not_due"
    at = At(SG, opened=False).do(c.BringSet("A", "red"))
    assert at.refused(c.PlaceCutCard(100)) == "step_not_due"


def test_the_depths_are_on_record() -> None:
    at = shuffled(seats(NZ, 1)).do(c.CutCards(1, 123), c.PlaceCutCard(101))
    assert at.events[-2:] == [CardsCut(1, 123, None), CutCardPlaced(101)]


def test_no_recut_once_a_round_was_dealt() -> None:
    at = cut_by_box(shuffled(seats(MA, 4)), 4)
    assert play_round(at, 4).refused(c.OrderRecut()) == "recut_not_allowed"


def test_nothing_is_dealt_from_a_shoe_that_is_cut_again() -> None:
    at = At(MA).do(c.OrderRecut())
    assert [question.step for question in open_questions(at.table, at.rules) if question.step] == ["cut"]
    assert at.bet(1, "ann", 1000).refused(c.DrawCard("9C")) == "not_shuffled"  # type: ignore[arg-type]


def test_whoever_comes_first_cuts_after_a_vacant_table() -> None:
    at = to_the_end(At(MA).bet(1, "ann", 1000).cards("9C 9S 9D")).do(c.OrderShuffle("vacant"))
    at.bet(2, "bob", 1000).bet(5, "cat", 1000)
    at.do(*[c.DoStep(step) for step in ("spread", "turn_down", "wash", "stack", "riffle", "turn", "riffle", "strip")])
    at.do(c.FinishShuffle(), c.CutCards(2, 100))
