"""Whose money it is, what it goes in, and who signs for it: what round scripts cannot say."""

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game import events as e
from app.game.commands import PlaceWager
from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import Table, TableConfig
from app.game.decide import decide
from app.game.questions import Question, open_questions
from app.game.subjects.hands.options import Limits
from app.game.views.audiences import floor_view
from app.language.rendering import say
from app.roundscript.first_shoe import standard_opening
from tests.game.tables import ACT, MA, NZ, SG, At


def rejected(at: At, command: c.Command) -> Rejected:
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected), answer
    return answer


def decision(at: At) -> Question:
    return next(each for each in open_questions(at.table, at.rules) if each.question == "decide")


# --- an absent bettor's money


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


# --- what doubles go in


def test_the_question_says_in_which_unit_a_double_goes() -> None:
    at = At(ACT, increment_cents=250, smallest_chip_cents=500).bet(1, "ann", 1250).cards("4H 3C 7H")
    asked = decision(at)
    assert (asked.unit_cents, asked.limits) == (500, (Limits("ann", 500, 1000),))
    assert decision(At(NZ).bet(1, "ann", 1250).cards("4H 3C 7H")).unit_cents == 1


def test_who_cannot_make_a_double_of_chips_does_not_double() -> None:
    at = At(ACT, smallest_chip_cents=500).bet(1, "ann", 1000).bet(1, "bob", 250, seated=False).cards("4H 3C 7H")
    at.do(c.Double(1))
    assert at.table.round is not None
    assert [stake.double_cents for stake in at.table.round.boxes[0].hands[0].stakes] == [1000, 0]


# --- late amounts


def late(*cards: str) -> At:
    at = At(NZ).do(c.ChangeDealer("dee"), PlaceWager(1, "ann", "main", 0, seated=True, missing=True))
    return at.cards(" ".join(cards))


def test_an_amount_before_the_second_card_takes_no_signature() -> None:
    at = late("9S", "6D")
    assert not next(each for each in open_questions(at.table, at.rules) if each.question == "amount").to_be_signed
    assert at.do(PlaceWager(1, "ann", "main", 1000)).events[-1] == e.AmountEntered(
        1, "ann", 1000, True, (("ann", 1000),), "ann", False
    )


def test_a_supervisor_who_does_not_deal_signs_an_amount_after_two_cards() -> None:
    at = late("9S", "6D", "9H")
    assert next(each for each in open_questions(at.table, at.rules) if each.question == "amount").to_be_signed
    amount = PlaceWager(1, "ann", "main", 1000)
    assert rejected(at, amount).code == "amount_to_be_signed"
    assert rejected(at, PlaceWager(1, "ann", "main", 1000, by=" ")).code == "amount_to_be_signed"
    assert rejected(at, PlaceWager(1, "ann", "main", 1000, by="dee")).code == "signed_by_dealer"
    at.do(PlaceWager(1, "ann", "main", 1000, by="sue"))
    assert isinstance(at.events[-1], e.AmountEntered)
    assert at.events[-1].by == "sue"


def test_late_amounts_are_counted_by_dealer_whatever_becomes_of_them() -> None:
    at = late("9S", "6D")
    at.do(PlaceWager(1, "ann", "main", 1000))
    assert floor_view(at.table, at.rules).late_amounts_by_dealer == (("dee", 1),)
    at.do(c.UndoTap(), PlaceWager(1, "ann", "main", 500))
    assert floor_view(at.table, at.rules).late_amounts_by_dealer == (("dee", 2),)


def test_an_amount_as_it_was_stored_before_it_was_signed() -> None:
    table = late("9S", "6D", "9H").table
    after = apply(
        table, e.AmountEntered(1, "ann", 1000, noticed=True, plays=(("ann", 1000),), controller="ann", warned=False)
    )
    assert after.round is not None
    assert after.round.places[0].effective_cents == 1000


# --- boxes of one player


def test_a_table_that_was_set_up_without_a_limit_keeps_none_until_it_is_changed() -> None:
    rules, config = load_ruleset(MA), TableConfig(side_bets=("match_super_bonus",))
    old: Table = apply(EMPTY, e.TableOpened(config, rules.hash))
    for command in standard_opening(rules, config):
        old = after(old, command)
    for box in (1, 2):
        old = after(old, PlaceWager(box, "ann", "main", 1000, seated=True))
    assert old.config.boxes_per_player is None
    fresh = At(MA)
    assert fresh.table.config.boxes_per_player == 1
    assert fresh.do(c.ChangeConfig(config)).table.config.boxes_per_player == 1
    assert fresh.do(c.ChangeConfig(replace(config, boxes_per_player=3))).table.config.boxes_per_player == 3


def after(table: Table, command: c.Command) -> Table:
    answer = decide(table, load_ruleset(MA), command)
    assert isinstance(answer, Accepted), answer
    return answer.tables[-1]


# --- voids of a whole round


def test_a_void_of_the_round_that_the_book_forbids_says_what_may_be_void() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S")
    refused = rejected(at, c.SignRemedy("sue", c.Void("round", "other")))
    assert (refused.clause, say(refused.message).split(". ", 1)[1]) == (
        "16.5(a)", "No whole round can be void. Void each affected hand by itself."
    )  # fmt: skip
    refused = rejected(at, c.SignRemedy("sue", c.Void("round", "interruption")))
    assert refused.clause == "16.5(a)"
    assert say(refused.message).endswith("Void each affected hand by itself.")


def test_in_massachusetts_it_says_for_what_a_round_is_void() -> None:
    at = At(MA).bet(1, "ann", 1000).cards("9S")
    refused = rejected(at, c.SignRemedy("sue", c.Void("round", "other")))
    due = "face up card (15(a)), foreign card (15(b)), reader misused (15(l)(1))"
    assert say(refused.message).endswith(f"A round is void only after: {due}.")
