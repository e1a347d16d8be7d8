"""The cutting card comes out: before whose card, and between rounds."""

from app.game import commands as c
from tests.game.tables import MA, NZ, At, face_down


def test_two_cutting_cards_the_second_says_nothing() -> None:
    at = At(NZ, cut_cards=2).bet(1, "ann", 1000).cards("9C").do(c.DrawCutCard()).cards("9S")
    at.do(c.DrawCutCard())
    assert at.table.shoe.cut_card_box == 0
    assert at.refused(c.DrawCutCard()) == "cut_card_not_in"


def test_a_cutting_card_between_rounds_is_at_nobodys_box() -> None:
    at = At(NZ).do(c.DrawCutCard())
    assert at.table.shoe.cut_card_box is None
    assert at.refused(c.DrawCutCard()) == "cut_card_not_in"
    assert At(NZ).do(c.OpenBetting(), c.DrawCutCard()).table.shoe.cut_card_box is None


def test_a_cutting_card_after_the_last_card_is_the_dealers() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    at.do(c.DrawFaceDown(face_down("8C")[0], hole=True), c.Double(1)).cards("2C").do(c.DrawCutCard())
    assert at.table.shoe.cut_card_box == 0
