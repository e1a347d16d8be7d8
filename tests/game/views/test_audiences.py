"""What each audience sees."""

from app.game import commands as c
from app.game.core.apply import EMPTY
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from tests.game.tables import MA, NZ, SG, At, face_down


def test_the_sign_of_an_empty_table() -> None:
    at = At(NZ, minimum_cents=500)
    sign = sign_view(at.table, at.rules)
    assert (sign.phase, sign.round, sign.boxes, sign.minimum_cents) == ("betting", None, (), 500)
    assert sign.ruleset_hash == at.rules.hash


def test_the_sign_shows_cards_and_totals_but_no_money() -> None:
    at = At(NZ).bet(3, "ann", 123400).cards("AC 9S 6D")
    sign = sign_view(at.table, at.rules)
    hand = sign.boxes[0].hands[0]
    assert (hand.cards, hand.face_down, hand.points, hand.soft) == (("AC", "6D"), 0, 17, True)
    assert sign.dealer.points == 9
    assert "123400" not in repr(sign)
    assert "'ann'" not in repr(sign)


def test_the_dealer_sees_wagers_and_questions() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C AS 9D")
    view = dealer_view(at.table, at.rules)
    assert [question.question for question in view.questions] == ["insure", "surrender", "proceed", "decide"]
    assert view.places[0].main_cents == 1000


def test_the_dealer_sees_each_bettors_money_on_each_hand() -> None:
    """Bob stands behind: he keeps his one wager on the first hand, and does not double on it."""
    at = At(NZ).do(c.ChangeDealer("dana")).bet(1, "ann", 1000).bet(1, "bob", 500, seated=False).cards("8C 9S 8D")
    at.do(c.Split(1, (("bob", 0),))).cards("3C").do(c.Double(1, (("ann", 1000),)))
    view = dealer_view(at.table, at.rules)
    (box,) = view.boxes
    assert (view.on_duty, view.hold, box.number, box.controller) == ("dana", None, 1, "ann")
    money = [[(stake.player, stake.base_cents, stake.double_cents) for stake in hand.stakes] for hand in box.hands]
    assert money == [[("ann", 1000, 1000), ("bob", 500, 0)], [("ann", 1000, 0)]]
    assert [hand.wants_card for hand in box.hands] == [True, False]
    assert "'ann'" not in repr(view.sign)


def test_the_dealer_sees_what_the_table_holds_for() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("8C 9S TD")
    hold = dealer_view(at.table, at.rules).hold
    assert hold is not None
    assert (hold.irregularity, hold.card) == ("foreign_card", "TD")


def test_a_split_asks_each_bettor_behind() -> None:
    for book, keeps in ((NZ, (("bob", "first"), ("bob", "second"))), (SG, (("bob", "first"),))):
        at = At(book).bet(1, "ann", 1000).bet(1, "bob", 500, seated=False).cards("8C 9S 8D")
        assert dealer_view(at.table, at.rules).questions[0].keeps == keeps


def test_the_floor_counts_the_money_on_the_layout() -> None:
    at = At(NZ)
    assert floor_view(at.table, at.rules).layout_cents == 0
    at.bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True))
    assert floor_view(at.table, at.rules).layout_cents == 1500
    at.cards("9C AS")
    assert floor_view(at.table, at.rules).layout_cents == 1500
    at.cards("9D").do(c.Insure(1, "ann", 500))
    assert floor_view(at.table, at.rules).layout_cents == 1500
    at.do(c.Double(1)).cards("2D KS")
    assert floor_view(at.table, at.rules).layout_cents == 0


def test_surveillance_sees_commitments_and_nobody_the_cards() -> None:
    hole, _ = face_down("KD")
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C AS 9D").do(c.DrawFaceDown(hole, hole=True))
    view = surveillance_view(at.table, at.rules)
    assert view.commitments == (hole,)
    assert view.floor.dealer.sign.dealer.face_down == 1
    assert hole not in repr(view.floor)
    squeezed, _ = face_down("9C")
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DrawFaceDown(squeezed))
    assert surveillance_view(at.table, at.rules).commitments == (squeezed,)
    assert surveillance_view(EMPTY, at.rules).commitments == ()
