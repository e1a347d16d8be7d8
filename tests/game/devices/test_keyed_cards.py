"""Cards that are keyed by hand while the shoe is not heard, and wait for its word."""

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.state import Keyed, LaidBy, Source
from tests.game.devices.line import CARD, KING_D, TWO_C, after_the_round, choices, conserved, dealt, given, keyed, why
from tests.game.tables import MA, NZ, At


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
