"""What a device's line leaves open, at the table: cards out of turn, cards behind a hold, cards keyed by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import Held, Keyed, LaidBy, Source, cards_on_layout
from app.game.questions import open_questions
from app.game.subjects.devices.decide import HAS_IT_TOLD_ALL, MOST_LAID_BY, OF_ONE_CARD, SAID_AGAIN
from app.game.subjects.remedies.reconstruction import split_acts
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from tests.game.tables import ACT, MA, NZ, SG, At, face_down

TWO_C, CARD = face_down("2C", 9)
KING_D, KING = face_down("KD", 8)
TEN_S, TEN = face_down("TS", 7)


def conserved(at: At) -> At:
    """Every card of the set is somewhere, after every event since the table was set up."""
    table = EMPTY
    for event in at.events:
        table = apply(table, event)
        assert table.shoe.left + cards_on_layout(table) + table.shoe.discarded == table.shoe.size, event
        assert table.shoe.left >= 0, event
    return at


def held(at: At) -> Held:
    assert at.table.held is not None
    return at.table.held


def why(at: At) -> tuple[str, str, str]:
    """Why the table holds: the irregularity, its detail, the phase."""
    return held(at).irregularity, held(at).detail, held(at).phase


def choices(at: At) -> tuple[str, ...]:
    return open_questions(at.table, at.rules)[0].choices


def dealt(**options: Any) -> At:
    """Box 1 has 17 against the dealer's eight and is asked."""
    return At(NZ, **options).bet(1, "ann", 1000).cards("9S 8H 8D")


def doubted() -> At:
    return dealt().do(c.DoubtDevice("reports_lost"))


def given(at: At) -> list[e.CardDealt]:
    return [event for event in at.events if isinstance(event, e.CardDealt)]


# --- a card that nothing awaits


def after_the_round() -> At:
    return dealt().do(c.Stand(1)).cards("KD")


def shuffle_due() -> At:
    return after_the_round().do(c.OrderShuffle("discretion"))


def peek_due() -> At:
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C AS 9D")
    return at.do(c.DrawFaceDown(face_down("5D")[0], hole=True), c.Proceed())


def burn_due() -> At:
    return At(MA).bet(1, "ann", 1000).cards("9C").do(c.ChangeDealer("dee"))


MOMENTS: dict[str, Callable[[], At]] = {
    "betting": lambda: At(NZ),
    "complete": after_the_round,
    "play": dealt,
    "initial_deal": burn_due,
}


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_card_out_of_turn_lies_sealed_and_the_table_holds(phase: str) -> None:
    at = conserved(MOMENTS[phase]().do(c.LayBy(TWO_C)))
    assert why(at) == ("error_card_unseen", "", phase)
    assert (held(at).commitment, held(at).card, held(at).from_shoe) == (TWO_C, None, True)
    assert "2C" not in repr(at.table.held)
    conserved(at.do(c.Resolve("use_as_next")))
    assert at.table.held is None


@pytest.mark.parametrize("moment", [shuffle_due, peek_due, burn_due])
def test_a_card_is_not_refused_where_dealing_one_would_be(moment: Callable[[], At]) -> None:
    at = moment()
    assert at.refused(c.DrawCard(Card("2C"))) in ("shuffle_due", "peek_first", "burn_due")
    conserved(at.do(c.LayBy(TWO_C)))
    assert held(at).irregularity == "error_card_unseen"
    conserved(at.do(c.SeeHeld(CARD), c.Resolve("discard")))


@pytest.mark.parametrize("book", ruleset_ids())
@pytest.mark.parametrize("opened", [CARD, TEN], ids=["of the shoe", "a ten"])
def test_something_can_be_done_about_it_in_every_book_before_and_in_a_round(book: str, opened: Any) -> None:
    commitment = TWO_C if opened is CARD else TEN_S
    for at in (At(book), At(book).bet(1, "ann", 1000), At(book).bet(1, "ann", 1000).cards("9S 8H")):
        at.do(c.LayBy(commitment))
        assert choices(at)
        assert choices(at.do(c.SeeHeld(opened)))
        conserved(at)


def test_a_card_that_was_seen_is_judged_like_one_that_was_drawn() -> None:
    at = dealt().do(c.LayBy(TWO_C))
    assert at.refused(c.SeeHeld(KING)) == "wrong_card"
    conserved(at.do(c.SeeHeld(CARD)))
    assert (held(at).irregularity, held(at).card, held(at).commitment) == ("card_not_awaited", "2C", None)
    assert [(each.code, each.card) for each in at.table.irregularities] == [("card_not_awaited", "2C")]
    assert at.refused(c.SeeHeld(CARD)) == "nothing_to_turn"
    conserved(at.do(c.Resolve("discard")))
    assert at.table.shoe.discarded == 1
    assert at.refused(c.SeeHeld(CARD)) == "nothing_to_turn"


def test_a_ten_that_was_seen_is_removed_once() -> None:
    at = dealt()
    left = at.table.shoe.left
    conserved(at.do(c.LayBy(TEN_S), c.SeeHeld(TEN)))
    assert (held(at).irregularity, held(at).from_shoe) == ("foreign_card", False)
    assert conserved(at.do(c.Resolve("remove"))).table.shoe.left == left


def test_what_is_no_commitment_and_no_shoe_is_refused() -> None:
    assert At(NZ).refused(c.LayBy("2C")) == "bad_commitment"
    unshuffled = At(NZ, opened=False)
    assert unshuffled.refused(c.LayBy(TWO_C)) == "not_shuffled"
    assert unshuffled.refused(c.DoubtDevice("reports_lost")) == "not_shuffled"
    assert At(NZ).refused(c.DoubtDevice("")) == "not_now"


def test_a_card_of_an_empty_shoe_is_a_doubt_that_keeps_its_seal() -> None:
    at = dealt()
    at.table = replace(at.table, shoe=replace(at.table.shoe, left=0))
    at.do(c.LayBy(TWO_C))
    assert why(at) == ("device_doubt", "card_of_an_empty_shoe", "play")
    assert (held(at).commitment, held(at).from_shoe) == (TWO_C, False)


def test_an_alarm_says_that_the_shoe_cannot_hold_the_card_and_no_more() -> None:
    assert why(conserved(dealt().do(c.LayBy(TWO_C, alarm=True)))) == ("error_card_unseen", "composition", "play")
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    conserved(at.do(c.DrawFaceDown(KING_D, hole=True, alarm=True)))
    assert why(at) == ("device_doubt", "composition", "initial_deal")
    assert held(at).commitment is None
    at = conserved(burn_due().do(c.BurnCard(KING_D, alarm=True)))
    assert why(at) == ("device_doubt", "composition", "initial_deal")


def test_a_card_out_of_turn_is_marked_by_where_it_is_known_from() -> None:
    at = dealt().do(c.LayBy(TWO_C, source="unchecked"))
    assert [event.source for event in at.events if isinstance(event, e.TableHeld)] == ["unchecked"]


def test_a_face_up_card_may_be_one_too_many_by_what_lies_face_down() -> None:
    at = conserved(dealt().do(c.DrawCard(Card("2C"), unfit=True)))
    assert (held(at).irregularity, held(at).card, held(at).from_shoe) == ("impossible_card", "2C", False)


# --- behind a hold


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


# --- a card that is not in the record


def test_a_card_that_was_not_read_is_entered_and_nothing_is_asked_again() -> None:
    at = conserved(dealt().do(c.Stand(1), c.DoubtDevice("card_unread"), c.Resolve("enter_card", card=Card("KD"))))
    assert (given(at)[-1].card, given(at)[-1].box, given(at)[-1].source) == ("KD", 0, "manual")
    assert at.table.held is None
    assert at.table.round is not None
    assert at.table.round.complete


def test_after_lost_reports_it_is_asked_whether_there_was_another_card() -> None:
    at = conserved(doubted().do(c.Resolve("enter_card", card=Card("2C"))))
    assert why(at) == ("device_doubt", "reports_lost", "play")
    at.do(c.Resolve("enter_card", card=Card("AC")), c.Resolve("continue"))
    assert [each.card for each in given(at)] == ["9S", "8H", "8D", "2C", "AC"]


def test_a_hole_card_and_a_burn_are_entered_face_down() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S").do(c.ChangeDealer("dee"))
    at.do(c.DoubtDevice("card_unread"))
    assert at.refused(c.Resolve("enter_card", card=Card("2C"))) == "burn_due"
    assert at.refused(c.Resolve("enter_card")) == "choice_unknown"
    at.do(c.Resolve("enter_card", commitment=TWO_C), c.DrawCard(Card("9D")), c.DoubtDevice("card_unread"))
    assert at.refused(c.Resolve("enter_card", card=Card("KD"))) == "hole_card_first"
    conserved(at.do(c.Resolve("enter_card", commitment=KING_D)))
    assert [event.source for event in at.events if isinstance(event, e.CardBurnt | e.CardDealtDown)][-2:] == [
        "manual", "manual",
    ]  # fmt: skip
    assert at.table.round is not None
    assert at.table.round.hole == KING_D


def test_a_squeezed_card_is_entered_face_down() -> None:
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DoubtDevice("card_unread"))
    conserved(at.do(c.Resolve("enter_card", commitment=TWO_C)))
    assert at.table.round is not None
    assert [down.commitment for down in at.table.round.boxes[0].hands[0].down] == [TWO_C]


def test_an_entered_card_that_nothing_awaits_leaves_the_doubt_waiting() -> None:
    at = after_the_round().do(c.DoubtDevice("reports_lost"), c.Resolve("enter_card", card=Card("2C")))
    assert why(at) == ("card_not_awaited", "", "complete")
    assert at.table.laid_by == (LaidBy(None, "reports_lost"),)
    conserved(at.do(c.Resolve("discard"), c.TakeUp(), c.Resolve("continue")))


@pytest.mark.parametrize("moment", [lambda: At(NZ), shuffle_due, peek_due])
def test_no_card_is_entered_where_none_could_have_been_dealt(moment: Callable[[], At]) -> None:
    at = moment().do(c.DoubtDevice("reports_lost"))
    assert choices(at) == ("continue",)
    assert at.refused(c.Resolve("enter_card", card=Card("2C"))) == "choice_unknown"


def test_an_empty_shoe_has_no_burn_and_no_hole_card_to_enter() -> None:
    burn = burn_due()
    hole = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    for at in burn, hole:
        at.table = replace(at.table, shoe=replace(at.table.shoe, left=0))
        assert choices(at.do(c.DoubtDevice("card_unread"))) == ("continue",)


# --- what a doubt decides


def test_a_doubt_is_no_report_and_voids_nothing() -> None:
    at = doubted()
    assert choices(at) == ("continue", "enter_card")
    assert {option.clause for option in open_questions(at.table, at.rules)[0].options} == {"house"}
    assert at.refused(c.UndoTap()) == "table_holds"
    acts = split_acts(at.table.record)[1]
    assert at.refused(c.SignRemedy("sue", c.Reconstruct("as it was", acts))) == "choice_forbidden"
    assert at.do(c.Resolve("continue")).refused(c.Report("device_doubt")) == "not_now"


@pytest.mark.parametrize("irregularity", ["device_doubt", "keyed_differs"])
def test_no_wager_is_void_for_a_doubt_where_a_book_leaves_the_reason_open(irregularity: str) -> None:
    """The doubt is resolved first; the void is then for what came to light."""
    at = At(ACT).bet(1, "ann", 1000).cards("9S 8H").do(c.DrawCard(Card("8D"), "keyed"))
    at.do(c.DoubtDevice("reports_lost") if irregularity == "device_doubt" else c.DoubtKeyed(TWO_C))
    void = c.Void("round", irregularity)
    assert at.refused(c.SignRemedy("sue", void)) == "table_holds"
    at.do(c.Resolve(choices(at)[0]), c.SignRemedy("sue", void), c.SignRemedy("tom", void))


def test_a_void_and_a_reconstruction_leave_what_waits() -> None:
    at = doubted().do(c.LayBy(TWO_C), c.Resolve("continue"))
    remedy = c.Reconstruct("stood", (*split_acts(at.table.record)[1], c.Stand(1)))
    conserved(at.do(c.SignRemedy("sue", remedy), c.SignRemedy("tom", remedy)))
    assert at.table.laid_by == (LaidBy(TWO_C),)
    at.do(c.TakeUp(c.DrawCard(Card("2C")), CARD))
    assert given(at)[-1].box == 0
    at = At(SG).bet(1, "ann", 1000).cards("9S 8H 8D").do(c.DrawCard(Card("TS")), c.LayBy(TWO_C))
    void = c.Void("round", "foreign_card")
    conserved(at.do(c.SignRemedy("sue", void), c.SignRemedy("tom", void)))
    assert at.table.laid_by == (LaidBy(TWO_C),)
    assert why(conserved(at.do(c.TakeUp(c.LayBy(TWO_C))))) == ("error_card_unseen", "", "void")


# --- cards keyed by hand


def keyed() -> At:
    at = At(NZ).bet(1, "ann", 1000)
    return at.do(*[c.DrawCard(Card(card), "keyed") for card in ("9S", "8H", "8D")])


def test_what_is_keyed_waits_for_the_shoe_and_nothing_else_does() -> None:
    assert keyed().table.keyed == (Keyed(Card("9S")), Keyed(Card("8H")), Keyed(Card("8D")))
    others: tuple[Source, ...] = ("", "unchecked", "manual")
    for source in others:
        at = At(NZ).bet(1, "ann", 1000).do(c.DrawCard(Card("9S"), source))
        assert (at.table.keyed, given(at)[-1].source) == ((), source)


def test_cards_keyed_face_down_wait_by_their_seals() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C").do(c.ChangeDealer("dee"))
    at.do(c.BurnCard(TWO_C, "keyed")).cards("9S 9D").do(c.DrawFaceDown(KING_D, hole=True, source="keyed"))
    assert conserved(at).table.keyed == (Keyed(None, TWO_C), Keyed(None, KING_D))


def test_keyed_cards_that_hold_the_table_wait_for_the_shoe_too() -> None:
    at = after_the_round()
    at.do(c.DrawCard(Card("2C"), "keyed"), c.Resolve("discard"), c.DrawCard(Card("TS"), "keyed"), c.Resolve("remove"))
    assert conserved(at).table.keyed == (Keyed(Card("2C")), Keyed(Card("TS")))
    at = dealt().do(c.DrawInError(TWO_C, "keyed"))
    assert at.table.keyed == (Keyed(None, TWO_C),)
    at = dealt().do(c.FindFaceUp(Card("3C"), "keyed"))
    assert at.table.keyed == (Keyed(Card("3C")),)
    at = dealt().do(c.DrawTogether(Card("3C"), Card("4C"), "keyed"))
    assert conserved(at).table.keyed == (Keyed(Card("3C")), Keyed(Card("4C")))
    assert dealt().do(c.DrawTogether(Card("TS"), Card("4C"), "keyed")).table.keyed == (Keyed(Card("TS")),)


def test_the_shoe_confirms_one_card_after_another() -> None:
    at = keyed().do(c.ConfirmKeyed())
    assert at.table.keyed == (Keyed(Card("8H")), Keyed(Card("8D")))
    at.do(c.ConfirmKeyed(), c.ConfirmKeyed())
    assert at.refused(c.ConfirmKeyed()) == "nothing_to_resolve"
    assert at.refused(c.DoubtKeyed(TWO_C)) == "nothing_to_resolve"
    assert len(given(conserved(at))) == 3


def test_another_card_than_was_keyed_holds_the_table() -> None:
    at = keyed()
    assert at.refused(c.DoubtKeyed("2C")) == "bad_commitment"
    at.do(c.DoubtKeyed(TWO_C))
    assert why(at) == ("keyed_differs", "", "play")
    assert choices(at) == ("same_card", "another_card", "as_told")
    assert at.do(c.Resolve("same_card")).table.keyed == (Keyed(Card("8H")), Keyed(Card("8D")))
    assert conserved(at).table.laid_by == ()


def test_a_further_card_comes_before_all_that_came_since() -> None:
    at = keyed().do(c.DoubtKeyed(TWO_C), c.LayBy(KING_D), c.Resolve("another_card"))
    assert at.table.keyed == ()
    assert at.table.laid_by == (LaidBy(TWO_C), LaidBy(KING_D))
    conserved(at.do(c.TakeUp(c.DrawCard(Card("2C")), CARD)))
    assert given(at)[-1].card == "2C"


def test_a_card_that_waited_may_be_the_word_on_a_keyed_one() -> None:
    at = keyed().do(c.DoubtDevice("reports_lost"), c.LayBy(TWO_C), c.LayBy(KING_D))
    assert at.refused(c.ConfirmKeyed()) == "table_holds"
    assert at.refused(c.DoubtKeyed(TWO_C)) == "table_holds"
    at.do(c.Resolve("continue"), c.TakeUp(c.ConfirmKeyed()), c.TakeUp(c.DoubtKeyed(KING_D)))
    assert why(at)[0] == "keyed_differs"
    assert at.table.keyed == (Keyed(Card("8H")), Keyed(Card("8D")))
    assert conserved(at).table.laid_by == ()


def test_keyed_cards_of_which_the_shoe_never_tells_are_let_go() -> None:
    at = keyed().do(c.DoubtDevice("keyed_not_told"), c.Resolve("continue"))
    assert at.table.keyed == ()
    at = keyed().do(c.ConfirmKeyed(), c.ConfirmKeyed(), c.ConfirmKeyed())
    assert at.do(c.DoubtDevice("keyed_not_told"), c.Resolve("continue")).table.held is None
    assert keyed().do(c.DoubtDevice("reports_lost"), c.Resolve("continue")).table.keyed == keyed().table.keyed


# --- a record that is put right


def test_a_record_put_right_keeps_its_marks_and_what_waits() -> None:
    at = keyed().do(c.DrawCard(Card("2C"), "unchecked"), c.DoubtDevice("reports_lost"), c.LayBy(TWO_C))
    at.do(c.Resolve("continue"), c.CorrectRecord("stood", 1))
    rewritten = at.events[-1]
    assert isinstance(rewritten, e.RoundRewritten)
    marks = [(event.card, event.source) for event in rewritten.events if isinstance(event, e.CardDealt)]
    assert marks == [("9S", "keyed"), ("8H", "keyed"), ("8D", "keyed"), ("2C", "unchecked")]
    assert at.table.keyed == keyed().table.keyed
    assert conserved(at).table.laid_by == (LaidBy(TWO_C),)


def test_an_undone_tap_keeps_them_too() -> None:
    at = keyed().do(c.DoubtDevice("reports_lost"), c.LayBy(TWO_C), c.Resolve("continue"), c.Stand(1), c.UndoTap())
    assert (at.table.keyed, at.table.laid_by) == (keyed().table.keyed, (LaidBy(TWO_C),))
    assert at.table.round is not None
    assert conserved(at).table.round.boxes[0].hands[0].done == ""  # type: ignore[union-attr]


# --- who sees what


SEEN_ALIKE: dict[str, Callable[[str], list[c.Command]]] = {
    "out of turn": lambda card: [c.LayBy(card)],
    "with an alarm": lambda card: [c.LayBy(card, alarm=True)],
    "behind a hold": lambda card: [c.DoubtDevice("reports_lost"), c.LayBy(card), c.Resolve("continue")],
    "lying ready": lambda card: [c.LayBy(card), c.Resolve("use_as_next")],
    "hole": lambda card: [c.DrawFaceDown(card, hole=True)],
    "keyed hole": lambda card: [c.DrawFaceDown(card, hole=True, source="keyed")],
    "hole with an alarm": lambda card: [c.DrawFaceDown(card, hole=True, alarm=True)],
    "burn": lambda card: [c.ChangeDealer("dee"), c.BurnCard(card, "keyed")],
    "entered": lambda card: [c.DoubtDevice("card_unread"), c.Resolve("enter_card", commitment=card)],
    "keyed differs": lambda card: [
        c.DrawFaceDown(face_down("4H")[0], hole=True, source="keyed"), c.DoubtKeyed(card),
    ],
    "a further one": lambda card: [
        c.DrawFaceDown(face_down("4H")[0], hole=True, source="keyed"), c.DoubtKeyed(card), c.Resolve("another_card"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("what", SEEN_ALIKE)
def test_tables_that_differ_in_a_face_down_card_look_alike(what: str) -> None:
    """To everybody, and to surveillance but for the commitments."""
    one, two = (_with(SEEN_ALIKE[what], commitment) for commitment in (TWO_C, TEN_S))
    assert one.table != two.table
    for view in sign_view, dealer_view, floor_view:
        assert repr(view(one.table, one.rules)) == repr(view(two.table, two.rules))
    assert open_questions(one.table, one.rules) == open_questions(two.table, two.rules)
    assert [type(event) for event in one.events] == [type(event) for event in two.events]
    assert _but_commitments(one) == _but_commitments(two)


def _with(commands: Callable[[str], list[c.Command]], commitment: str) -> At:
    return At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D").do(*commands(commitment))


def _but_commitments(at: At) -> Any:
    view = surveillance_view(at.table, at.rules)
    return replace(view, commitments=(), shoe=replace(view.shoe, burnt=()))


# --- what comes while an amount has to be entered first


def amount_due() -> At:
    """The amount of box 1 follows; the dealer's eight, and box 1 has fourteen."""
    at = At(NZ).do(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True))
    return at.cards("9S 8H 5D")


AMOUNT = c.PlaceWager(1, "ann", "main", 1000, by="sue")


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


# --- cards that were pushed back into the shoe


PUSHED_BACK = (c.DoubtDevice("card_pushed_back"), c.Resolve("taken_back"))


def as_before(at: At, pushed: Callable[[At], At]) -> At:
    """The card came, went back into the shoe, and was taken back: the table is as it was before, and says that it
    held."""
    before = at.table
    conserved(pushed(at).do(*PUSHED_BACK))
    assert at.table.holds == before.holds + 1
    assert at.table.irregularities[-1].choice == "taken_back"
    log = replace(before, holds=at.table.holds, irregularities=at.table.irregularities, record=at.table.record)
    assert at.table == log
    return at


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_card_that_was_pushed_back_is_taken_back_and_comes_again(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H")
    as_before(at, lambda at: at.cards("8D"))
    at.cards("8D 7D 2C")
    assert at.table.round is not None
    assert [box.hands[0].cards for box in at.table.round.boxes] == [("9S", "7D"), ("8H", "2C")]
    assert at.table.round.dealer == ("8D",)
    assert at.table.shoe.left == at.table.shoe.size - at.table.shoe.discarded - 5


def test_two_cards_that_were_pushed_back_one_after_the_other() -> None:
    at = dealt()
    before = at.table.shoe
    at.cards("2C AC").do(c.DoubtDevice("card_pushed_back"), c.DoubtDevice("card_pushed_back"), c.Resolve("taken_back"))
    conserved(at.do(c.TakeUp(), c.Resolve("taken_back")))
    assert at.table.round is not None and at.table.round.boxes[0].hands[0].cards == ("9S", "8D")
    assert at.table.shoe == before


def test_what_a_card_had_settled_is_not_settled_when_it_is_back_in_the_shoe() -> None:
    at = as_before(At(NZ).bet(1, "ann", 1000).cards("AS 8H"), lambda at: at.cards("KD"))
    at.cards("5D")
    assert at.table.round is not None and at.table.round.lines == ()


def test_a_card_that_was_paid_for_is_not_just_taken_back() -> None:
    paid = c.TickPayments(1, 1, 1500, 0)
    at = At(NZ).bet(1, "ann", 1000).cards("AS 8H KD").do(paid, c.DoubtDevice("card_pushed_back"))
    assert at.refused(c.Resolve("taken_back")) == "choice_forbidden"
    assert "taken_back" not in choices(at)
    conserved(at.do(c.Resolve("continue")))
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AS 9H 8H KD 7C").do(paid)
    as_before(at, lambda at: at.cards("2D"))


def test_the_last_card_of_a_hole_card_and_of_a_burn() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S")
    as_before(at.do(c.ChangeDealer("dee")), lambda at: at.do(c.BurnCard(TWO_C)))
    at.do(c.BurnCard(TWO_C)).cards("9D")
    as_before(at, lambda at: at.do(c.DrawFaceDown(KING_D, hole=True)))


def test_a_card_that_lay_ready_is_taken_back_from_there() -> None:
    at = dealt().do(c.LayBy(TWO_C), c.DoubtDevice("card_pushed_back"), c.Resolve("use_as_next"))
    kept, left = list(at.table.kept), at.table.shoe.left
    conserved(at.do(c.TakeUp(), c.Resolve("taken_back")))
    assert (len(kept), len(at.table.kept), at.table.shoe.left) == (1, 0, left + 1)


def unseen_ten_removed(at: At) -> At:
    """The next card came unseen, lay ready, and was a ten when it was turned up: it is no card of the set."""
    sealed, opened = face_down("TS")
    return at.do(c.LayBy(sealed), c.Resolve("use_as_next"), c.TurnUpKept(opened), c.Resolve("remove"))


def test_not_a_card_that_was_removed_but_the_one_before_it_is_taken_back() -> None:
    at = unseen_ten_removed(At(ACT).bet(1, "ann", 1000).cards("5S JC"))
    before = at.table.shoe.left
    conserved(at.do(*PUSHED_BACK))
    assert at.table.round is not None
    assert (at.table.round.boxes[0].hands[0].cards, at.table.round.dealer) == (("5S",), ())
    assert at.table.shoe.left == before + 1


def test_a_card_that_was_removed_is_not_offered_as_one_in_the_shoe() -> None:
    at = At(ACT).bet(1, "ann", 1000).do(c.CloseBets())
    unseen_ten_removed(at).do(c.DoubtDevice("card_pushed_back"))
    assert "taken_back" not in choices(at)
    assert at.refused(c.Resolve("taken_back")) == "choice_forbidden"
    conserved(at.do(c.Resolve("continue")))


def test_what_cannot_be_taken_back_is_not_offered() -> None:
    assert "taken_back" not in choices(doubted()), "nothing was pushed back"
    idle = At(NZ).do(c.DoubtDevice("card_pushed_back"))
    assert "taken_back" not in choices(idle), "no round"
    assert "taken_back" not in choices(At(NZ).bet(1, "ann", 1000).do(c.DoubtDevice("card_pushed_back"))), "no card"
    assert idle.refused(c.Resolve("taken_back")) == "choice_unknown"


def test_a_card_on_which_more_was_done_is_not_just_taken_back() -> None:
    at = dealt().do(c.Stand(1), c.DoubtDevice("card_pushed_back"))
    assert at.refused(c.Resolve("taken_back")) != ""
    assert choices(at) == ("continue", "enter_card"), "nor is it offered"
    conserved(at.do(c.Resolve("continue")))
