"""Insurance: what may be insured, and for how little."""

from app.game import commands as c
from app.game.questions import open_questions
from app.game.subjects.hands.options import Limits
from tests.game.tables import ACT, NZ, At


def test_what_may_be_insured_is_said_to_whom() -> None:
    at = At(ACT, smallest_chip_cents=100).bet(1, "ann", 1030).cards("9C AS 9D")
    limits = [question.limits for question in open_questions(at.table, at.rules) if question.question == "insure"]
    assert limits == [(Limits("ann", 50, 500),)]


def test_insurance_of_a_single_cent() -> None:
    at = At(NZ).bet(1, "ann", 2).cards("9C AS 9D")
    assert at.table.round is not None
    assert at.table.round.insurance_open == ((1, "ann"),)
    assert at.refused(c.Insure(1, "ann", 0)) == "insurance_amount"
    at.do(c.Insure(1, "ann", 1))
