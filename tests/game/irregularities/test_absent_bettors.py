"""A bettor who has left: who decides about the money, and what is not offered any more."""

from app.game import commands as c
from app.game.questions import Question, open_questions
from tests.game.errors import rejected
from tests.game.tables import ACT, MA, NZ, SG, At


def decision(at: At) -> Question:
    return next(each for each in open_questions(at.table, at.rules) if each.question == "decide")


def without_ann(book: str, cards: str) -> At:
    """Ann decided for box 1 and is away; bob behind decides."""
    at = At(book).bet(1, "ann", 1000).bet(1, "bob", 1000, seated=False).cards(cards)
    return at.do(c.Report("absent_player", 1), c.Resolve("other_decides"))


def test_what_is_asked_of_those_who_are_there() -> None:
    for book, keeps in ((ACT, ()), (SG, ()), (MA, ("first", "second")), (NZ, ("first", "second"))):
        asked = decision(without_ann(book, "8S 6D 8H"))
        assert [limits.player for limits in asked.limits] == ["bob"]
        assert asked.away == ("ann",)
        assert asked.keeps == tuple([("ann", hand) for hand in keeps])


def test_a_hand_on_which_only_the_absent_has_money_is_not_doubled_or_split() -> None:
    at = without_ann(ACT, "8S 6D 8H")
    void = c.Void("wager", "other", 1, player="bob", kind="main")
    at.do(c.SignRemedy("sue", void), c.SignRemedy("tom", void))
    assert decision(at).choices == ("hit", "stand")
    assert [(each.code, each.clause) for each in (rejected(at, c.Double(1)), rejected(at, c.Split(1)))] == [
        ("double_not_allowed", "12.3"), ("split_not_allowed", "11.2(b)"),
    ]  # fmt: skip


def test_no_insurance_is_offered_late_to_who_has_left() -> None:
    at = without_ann(NZ, "8S AD 9H")
    assert rejected(at, c.Report("missed_insurance_offer", 1, "ann")).code == "not_now"


def test_nobody_decides_for_an_absent_player() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("2C 9S 3D").do(c.Report("absent_player", 1), c.Resolve("draw_to_twelve"))
    assert at.refused(c.Stand(1)) == "player_absent"
