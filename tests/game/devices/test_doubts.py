"""Doubts about a line: what they void, and what of them stays when the record is put right."""

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.state import LaidBy
from app.game.questions import open_questions
from app.game.subjects.remedies.reconstruction import split_acts
from tests.game.devices.line import CARD, TWO_C, choices, conserved, doubted, given, keyed, why
from tests.game.tables import ACT, SG, At


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
