"""Amounts that were left open until cards had come: who signs for them, and how often that was."""

from app.game import commands as c
from app.game import events as e
from app.game.commands import PlaceWager
from app.game.core.apply import apply
from app.game.questions import open_questions
from app.game.views.audiences import floor_view
from tests.game.errors import rejected
from tests.game.tables import NZ, At


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
