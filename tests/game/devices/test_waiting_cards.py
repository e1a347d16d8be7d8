"""What comes while the table holds, or while an amount is due: it waits, and has its turn."""

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.apply import apply
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import Keyed, LaidBy
from app.game.questions import open_questions
from app.game.subjects.devices.decide import HAS_IT_TOLD_ALL, MOST_LAID_BY, OF_ONE_CARD, SAID_AGAIN
from app.game.views.audiences import dealer_view
from tests.game.devices.line import (
    CARD,
    KING,
    KING_D,
    TWO_C,
    after_the_round,
    choices,
    conserved,
    dealt,
    doubted,
    given,
    why,
)
from tests.game.tables import MA, NZ, SG, At, face_down

AMOUNT = c.PlaceWager(1, "ann", "main", 1000, by="sue")


def test_what_comes_while_the_table_holds_waits_in_order() -> None:
    at = doubted().do(c.LayBy(TWO_C, alarm=True), c.DoubtDevice("card_unread"), c.LayBy(KING_D))
    assert at.table.laid_by == (LaidBy(TWO_C, alarm=True), LaidBy(None, "card_unread"), LaidBy(KING_D))
    assert at.table.shoe.left == at.table.shoe.size - 3
    assert at.refused(c.TakeUp()) == "table_holds"
    conserved(at.do(c.Resolve("continue")))


def test_what_comes_before_the_first_has_had_its_turn_waits_behind_it() -> None:
    at = doubted().do(c.LayBy(TWO_C), c.Resolve("continue"), c.LayBy(KING_D), c.DoubtDevice("card_unread"))
    assert at.table.laid_by == (LaidBy(TWO_C), LaidBy(KING_D), LaidBy(None, "card_unread"))
    assert at.table.held is None


def test_what_is_too_much_to_be_at_hand_is_spooled_and_never_refused() -> None:
    at = doubted()
    at.table = replace(at.table, laid_by=(LaidBy(TWO_C),) * MOST_LAID_BY)
    at.do(c.LayBy(KING_D), c.DoubtDevice("card_unread"), c.DoubtDevice("reports_lost"))
    assert (len(at.table.laid_by), at.table.spooled) == (MOST_LAID_BY, 3)
    assert [event.spooled for event in at.events if isinstance(event, e.CameMeanwhile)] == [True] * 3
    assert at.do(c.Resolve("continue")).refused(c.FetchSpooled(())) == "nothing_to_resolve"
    at.table = replace(at.table, laid_by=())
    at.do(c.LayBy(TWO_C))
    assert at.table.held is None, "it comes after those that are spooled"
    assert (at.refused(c.TakeUp()), at.table.spooled) == ("nothing_to_resolve", 4)
    waiting = (LaidBy(KING_D), LaidBy(None, "card_unread"), LaidBy(None, "reports_lost"))
    assert at.refused(c.FetchSpooled((*waiting, LaidBy(TWO_C), LaidBy(TWO_C)))) == "nothing_to_resolve"
    at.do(c.FetchSpooled(waiting))
    assert (at.table.laid_by, at.table.spooled) == (waiting, 1)


def test_a_card_that_passed_unread_behind_a_hold_is_the_one_that_was_keyed() -> None:
    """Keyed were 8D and 2C; the shoe tells KD, an unread one and then the next: nothing is out of step."""
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H").do(*[c.DrawCard(Card(card), "keyed") for card in ("8D", "2C")])
    at.do(c.DoubtKeyed(KING_D), c.DoubtDevice("card_unread"), c.Resolve("same_card"))
    conserved(at.do(c.TakeUp()))
    assert (at.table.held, at.table.keyed, at.table.laid_by) == (None, (), ())


def test_a_cutting_card_that_came_while_the_table_held_comes_in_its_turn() -> None:
    at = doubted()
    at.table = replace(at.table, shoe=replace(at.table.shoe, cut_cards=1))
    at.do(c.DoubtDevice("cut_card"), c.DoubtDevice("cut_card"), c.Resolve("continue"))
    conserved(at.do(c.TakeUp()))
    assert (at.table.held, at.table.shoe.cut_cards_out) == (None, 1)
    at.do(c.TakeUp())
    assert why(at)[:2] == ("device_doubt", "cut_card"), "one more than are in the shoe"


def test_a_table_does_not_close_over_what_is_spooled() -> None:
    at = At(NZ)
    at.table = replace(at.table, spooled=1)
    assert at.refused(c.CloseTable("the night is over")) == "waiting_first"
    assert at.refused(c.BeginPaper(("sue", "tom"), "no power")) == "waiting_first"
    assert apply(at.table, e.RecutOrdered()).spooled == 0


@pytest.mark.parametrize("doubt", HAS_IT_TOLD_ALL)
def test_many_doubts_about_the_same_are_one_question(doubt: str) -> None:
    at = doubted().do(c.DoubtDevice(doubt), c.DoubtDevice("line_was_down"))
    assert (why(at)[1], at.table.laid_by) == ("reports_lost", ())
    at.do(c.LayBy(TWO_C), c.DoubtDevice(doubt), c.DoubtDevice("line_was_down"))
    assert at.table.laid_by == (LaidBy(TWO_C), LaidBy(None, doubt)), "a card came in between"
    at = dealt().do(c.LayBy(TWO_C), c.DoubtDevice(doubt))
    assert at.table.laid_by == (LaidBy(None, doubt),), "that the table holds for a card answers nothing"


@pytest.mark.parametrize("doubt", SAID_AGAIN)
def test_what_a_device_says_again_of_one_thing_is_one_question(doubt: str) -> None:
    at = doubted().do(c.DoubtDevice(doubt), c.DoubtDevice(doubt))
    assert [each.doubt for each in at.table.laid_by] == [doubt]
    at.do(c.LayBy(TWO_C), c.DoubtDevice(doubt), c.DoubtDevice(doubt))
    assert [each.doubt for each in at.table.laid_by] == [doubt, "", doubt], "a card came in between"
    at = dealt().do(c.DoubtDevice(doubt), c.DoubtDevice(doubt))
    assert (why(at)[1], at.table.laid_by) == (doubt, ())


@pytest.mark.parametrize("doubt", ["card_unread", "card_pushed_back", "two_at_once", "wrong_device"])
def test_what_tells_of_one_card_is_a_question_of_its_own(doubt: str) -> None:
    at = doubted().do(c.DoubtDevice(doubt), c.DoubtDevice(doubt), c.DoubtDevice("line_was_down"))
    assert [each.doubt for each in at.table.laid_by] == [doubt, doubt, "line_was_down"]


@pytest.mark.parametrize("doubt", OF_ONE_CARD)
def test_as_many_cards_are_pushed_back_as_have_left_and_no_more(doubt: str) -> None:
    """However often it is said: each card that lies there is a question, and so is each that waits."""
    at = dealt().do(*[c.DoubtDevice(doubt)] * 500)
    gone = len(given(at))
    assert 1 < gone < 10
    assert (why(at)[1], [each.doubt for each in at.table.laid_by]) == (doubt, [doubt] * (gone - 1))
    at.do(c.LayBy(TWO_C), *[c.DoubtDevice(doubt)] * 500)
    assert [each.doubt for each in at.table.laid_by].count(doubt) == gone, "of the card that came meanwhile"
    at = At(NZ).do(*[c.DoubtDevice(doubt)] * 3)
    assert (why(at)[1], at.table.laid_by) == (doubt, ()), "nothing has left: somebody looks once"


def test_a_card_that_the_shoe_has_told_is_not_entered_once_more() -> None:
    at = doubted().do(c.LayBy(TWO_C))
    entered = c.Resolve("enter_card", card=Card("2C"), opened=(CARD,))
    assert at.refused(entered) == "told_already"
    assert at.refused(replace(entered, opened=(KING, CARD))) == "told_already"
    at.do(c.Resolve("continue"), c.TakeUp(c.DrawCard(Card("2C")), CARD))
    assert [each.card for each in given(at)[3:]] == ["2C"], "it is counted once"


def test_another_card_of_the_kind_is_entered_when_somebody_says_so() -> None:
    at = doubted().do(c.LayBy(TWO_C))
    at.do(c.Resolve("enter_card", card=Card("2C"), opened=(CARD,), another=True))
    assert [(each.card, each.source) for each in given(at)[3:]] == [("2C", "manual")]
    assert at.table.laid_by[0] == LaidBy(TWO_C)
    at = doubted().do(c.LayBy(TWO_C)).do(c.Resolve("enter_card", card=Card("2C"), opened=(KING,)))
    assert [each.card for each in given(at)[3:]] == ["2C"], "another seal proves nothing"


def test_a_card_face_down_is_not_entered_while_one_waits_for_its_place() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 8H 9D").do(c.DoubtDevice("reports_lost"))
    at.do(c.LayBy(TWO_C))
    entered = c.Resolve("enter_card", commitment=KING_D)
    assert at.refused(entered) == "told_already"
    assert at.do(replace(entered, another=True)).table.round.hole == KING_D  # type: ignore[union-attr]


def test_the_hold_says_how_much_the_shoe_has_told() -> None:
    at = doubted().do(c.LayBy(TWO_C), c.DoubtDevice("card_unread"), c.LayBy(KING_D))
    hold = dealer_view(at.table, at.rules).hold
    assert hold is not None
    assert hold.told == 2


def test_cards_are_taken_up_as_what_they_are_by_now() -> None:
    at = doubted().do(c.LayBy(TWO_C), c.LayBy(KING_D), c.Resolve("continue"))
    at.do(c.TakeUp(c.DrawCard(Card("2C"), "unchecked"), CARD), c.Stand(1), c.TakeUp(c.DrawCard(Card("KD")), KING))
    assert [(each.card, each.box, each.implied_hit, each.source) for each in given(at)[3:]] == [
        ("2C", 1, True, "unchecked"), ("KD", 0, False, ""),
    ]  # fmt: skip
    assert at.table.laid_by == ()
    assert at.table.round is not None
    assert conserved(at).table.round.complete  # type: ignore[union-attr]


def test_a_hole_card_and_a_burn_are_taken_up_face_down() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S").do(c.ChangeDealer("dee"))
    at.do(c.DoubtDevice("reports_lost"), c.LayBy(TWO_C), c.LayBy(KING_D, alarm=True), c.Resolve("continue"))
    assert at.refused(c.TakeUp(c.DrawCard(Card("2C")), CARD)) == "burn_due"
    conserved(at.do(c.TakeUp(c.BurnCard(TWO_C)), c.DrawCard(Card("9D"))))
    conserved(at.do(c.TakeUp(c.DrawFaceDown(KING_D, hole=True))))
    assert at.table.shoe.burnt[-1] == TWO_C
    assert at.table.round is not None
    assert at.table.round.hole == KING_D
    assert why(at)[:2] == ("device_doubt", "composition")  # the alarm with which it came


def test_a_card_that_nothing_awaits_when_it_is_taken_up_holds_the_table_again() -> None:
    at = doubted().do(c.LayBy(TWO_C, alarm=True), c.LayBy(KING_D), c.Resolve("continue"), c.TakeUp(c.LayBy(TWO_C)))
    assert why(conserved(at)) == ("error_card_unseen", "composition", "play")
    assert at.table.laid_by == (LaidBy(KING_D),)


def test_a_doubt_that_waited_holds_the_table_with_its_own_detail() -> None:
    at = doubted().do(c.DoubtDevice("card_unread"), c.Resolve("continue"), c.TakeUp())
    assert why(at) == ("device_doubt", "card_unread", "play")
    assert at.refused(c.TakeUp()) == "table_holds"
    assert at.do(c.Resolve("continue")).refused(c.TakeUp()) == "nothing_to_resolve"


def test_a_card_is_taken_up_as_itself_only() -> None:
    at = doubted().do(c.LayBy(TWO_C), c.Resolve("continue"))
    assert at.refused(c.TakeUp()) == "not_now"
    assert at.refused(c.TakeUp(c.Stand(1))) == "not_now"  # type: ignore[arg-type]
    assert at.refused(c.TakeUp(c.DrawCard(Card("2C")))) == "wrong_card"
    assert at.refused(c.TakeUp(c.DrawCard(Card("KD")), KING)) == "wrong_card"
    assert at.refused(c.TakeUp(c.DrawCard(Card("KD")), CARD)) == "wrong_card"
    assert at.refused(c.TakeUp(c.LayBy(KING_D))) == "wrong_card"
    assert at.refused(c.TakeUp(c.BurnCard(TWO_C))) == "burn_not_due"
    assert at.table.laid_by == (LaidBy(TWO_C),)


def test_a_new_shoe_has_nothing_waiting() -> None:
    at = after_the_round().do(c.DoubtDevice("reports_lost"), c.LayBy(TWO_C), c.Resolve("continue"))
    at.table = replace(at.table, keyed=(Keyed(Card("KD")),))
    at.do(c.BringSet("B", "blue"), *[c.DoStep(*name.split(":")) for name, _ in at.rules.shoe.new_cards])
    assert at.table.laid_by == (LaidBy(TWO_C),)
    at.do(c.FinishShuffle(), c.CutCards(1, 192), c.PlaceCutCard(100), c.LoadShoe())
    assert (*at.table.laid_by, *at.table.keyed) == ()


def test_cards_that_come_out_of_the_shoe_for_another_cut_do_not_wait() -> None:
    at = At(SG).do(c.DoubtDevice("reports_lost"), c.LayBy(TWO_C), c.Resolve("continue"))
    assert apply(at.table, e.RecutOrdered()).laid_by == ()


def amount_due() -> At:
    """The amount of box 1 follows; the dealer's eight, and box 1 has fourteen."""
    at = At(NZ).do(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True))
    return at.cards("9S 8H 5D")


def test_a_card_that_comes_before_the_amount_holds_no_table_and_is_dealt_after_it() -> None:
    """Nothing is wrong with it but that the record is behind: 5.1(d), 14 and 7 are 21."""
    seven, opened = face_down("7C")
    at = amount_due().do(c.LayBy(seven))
    assert at.table.held is None
    assert at.events[-1] == e.CameMeanwhile(seven)
    taken = c.TakeUp(c.DrawCard(Card("7C")), opened)
    assert at.refused(taken) == "amount_missing"
    at.do(AMOUNT, taken)
    assert at.table.round is not None
    assert [line.pays_cents for line in at.table.round.lines] == [1000]
    assert conserved(at).table.laid_by == ()


def test_a_doubt_about_a_line_waits_for_the_amount_too() -> None:
    at = amount_due().do(c.DoubtDevice("card_unread"))
    assert at.table.held is None
    assert at.refused(c.TakeUp()) == "amount_missing"
    at.do(AMOUNT, c.TakeUp())
    assert why(at) == ("device_doubt", "card_unread", "play")
    assert "enter_card" in choices(at)


def test_cards_that_are_entered_in_a_doubt_are_followed_by_the_amount_that_falls_due() -> None:
    """Box 1 stands with its card of the doubt; the hand of box 2 waits for its amount, and the doubt for both."""
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(2, "bob", "main", 0, seated=True, missing=True))
    at.cards("9S 9H 8H 5D 5C").do(c.DoubtDevice("reports_lost"))
    at.do(c.Resolve("enter_card", card=Card("7C")))
    assert at.table.held is None
    assert at.table.laid_by == (LaidBy(None, "reports_lost"),)
    assert [each.question for each in open_questions(at.table, at.rules)] == ["amount"]
    at.do(c.PlaceWager(2, "bob", "main", 500, by="sue"), c.TakeUp())
    assert why(at)[1] == "reports_lost"


def test_no_card_is_asked_for_where_one_that_nobody_saw_lies_ready_behind_another() -> None:
    at = At(SG).bet(1, "ann", 1000)
    at.do(c.FindFaceUp(Card("9S")), c.Resolve("use_as_next"), c.LayBy(TWO_C), c.Resolve("use_as_next"))
    assert [each.question for each in open_questions(at.table, at.rules)] == ["bets"]
    at.do(c.CloseBets())
    assert "card" not in [each.question for each in open_questions(at.table, at.rules)]
