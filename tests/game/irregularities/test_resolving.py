"""Reports and choices: which a hold takes, and with which arguments."""

import pytest

from app.books.rulebook import read_ruleset
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.questions import open_questions
from tests.game import tables
from tests.game.errors import in_place
from tests.game.tables import ACT, MA, NZ, SG, At
from tests.rules.expectations import EDITIONS


def test_choices_want_their_arguments() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H 5D").do(c.Report("missed_dealer_card"))
    assert at.refused(c.Resolve("void_hand")) == "no_such_hand"
    assert at.refused(c.Resolve("void_hand", ((3, None),))) == "no_such_hand"
    assert at.refused(c.Resolve("void_hand", ((1, 2),))) == "no_such_hand"
    at.do(c.Resolve("void_hand", ((1, None), (1, 1))))
    assert in_place(at.table)


def test_of_two_cards_one_of_them_is_chosen() -> None:
    at = At(SG).bet(1, "ann", 1000).cards("9S 8H 5D").do(c.DrawTogether(Card("2C"), Card("3C")))
    assert at.refused(c.Resolve("choose", card=Card("4C"))) == "choice_unknown"
    at.do(c.Resolve("choose", card=Card("3C")))
    assert at.refused(c.Resolve("continue", box=2, player="ann")) == "not_asked"
    assert at.refused(c.SignRemedy("sue", c.Reconstruct("x", ()))) == "table_holds"
    at.do(c.Resolve("continue", box=1, player="ann"))


def test_cards_that_cannot_come_out() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H 5D")
    last = replace_left(at, 1)
    assert last.refused(c.DrawTogether(Card("2C"), Card("3C"))) == "shoe_empty"
    assert replace_left(at, 0).refused(c.DrawInError("ab" * 32)) == "shoe_empty"
    assert at.refused(c.DrawInError("no commitment")) == "bad_commitment"
    assert at.refused(c.ReportShoeEmpty(10_000)) == "not_now"
    assert at.refused(c.DiscardCard(Card("2C"))) == "not_now"
    assert at.refused(c.CorrectRecord("nonsense", 1)) == "correction_not_offered"  # type: ignore[arg-type]


def replace_left(at: At, left: int) -> At:
    """The table with so many cards in the shoe."""
    other = At(NZ)
    shoe = replace(at.table.shoe, left=left, discarded=at.table.shoe.size - 3 - left)
    other.table = replace(at.table, shoe=shoe)
    return other


def test_a_void_is_signed_and_not_chosen() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9S 8H 8D").do(c.Report("interruption"))
    assert at.refused(c.Resolve("void_round")) == "to_be_signed"
    assert at.table.held is not None


def test_two_cards_at_once_are_none_for_the_dealers_hole() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 8D KD")
    assert at.refused(c.DrawTogether(Card("9C"), Card("8H"))) == "hole_card_first"


@pytest.mark.parametrize("book", [NZ, SG])
@pytest.mark.parametrize(("edition", "choice"), [(1, "continue"), (2, "offer_late")])
def test_a_hit_that_was_called_ended_a_missed_surrender_under_the_first_readings(
    monkeypatch: pytest.MonkeyPatch, book: str, edition: int, choice: str
) -> None:
    """Tables that were opened under them go on so."""
    if edition == 1:
        earlier = read_ruleset((EDITIONS / f"{book}.1.toml").read_text("utf-8"))
        monkeypatch.setattr(tables, "load_ruleset", lambda _: earlier)
    at = At(book).bet(1, "ann", 1000).cards("9S KH 7C")
    at.do(*[c.Proceed() for each in open_questions(at.table, at.rules) if each.question == "proceed"])
    at.do(c.Hit(1), c.Report("missed_surrender_offer", 1))
    assert open_questions(at.table, at.rules)[0].choices == (choice,)
