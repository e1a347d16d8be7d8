"""Rules of duty by themselves: the table as it is, and what somebody asks of it."""

from collections.abc import Callable

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.house.state import CardStock, House, Person
from app.people.caller import Caller
from app.problems.problem import Problem
from app.terminal.duty import Asking
from tests.game.tables import NZ, At

DANA = Caller("dana", frozenset({"dealer"}), "a session", "here")
SUSAN = Caller("susan", frozenset({"supervisor"}), "a session", "here")
NO_REGISTER = House()
TODAY = "2026-11-18"
SIGN = Caller("sign 7", frozenset({"sign"}), "a session", "here", table="7")


def as_before(caller: Caller) -> Caller:
    """Nothing has become of him meanwhile."""
    return caller


def asked(caller: Caller, command: c.Command, at: At, house: House = NO_REGISTER) -> str:
    """The code of the refusal; nothing if it may be asked."""
    asking = Asking(caller, "7", type(command).__name__, TODAY, as_before)
    may = asking.may(command, (), house, at.table, at.rules)
    assert may is (asking.refusal is None)
    return asking.refusal.code if isinstance(asking.refusal, Problem) else ""


def test_a_set_that_the_house_keeps_a_register_of_was_issued_to_this_table() -> None:
    at = At(NZ).do(c.ChangeDealer("dana"))
    brings = c.BringSet("one", "blue")
    stock = CardStock("one", "a seal", "blue", 8, "in_use", "7")
    assert asked(DANA, brings, at) == "", "the house keeps no register"
    assert asked(DANA, brings, at, House(sets_received=1)) == "no_such_set"
    assert asked(DANA, brings, at, House(sets_received=1, card_sets=(stock._replace(table="8"),))) == "set_not_ready"
    assert asked(SUSAN, brings, at, House(sets_received=1, card_sets=(stock._replace(table="8"),))) == "set_not_ready"
    assert asked(DANA, brings, at, House(sets_received=1, card_sets=(stock,))) == ""


def test_what_players_are_asked_a_dealer_may_enter() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("8S 6D KH").do(c.ChangeDealer("dana"))
    at.do(c.FindFaceUp(Card("4C")))
    held = at.table.held
    assert held is not None
    assert asked(DANA, c.Resolve("discard"), at) == "not_allowed"
    assert asked(SUSAN, c.Resolve("discard"), at) == ""
    at.table = replace(at.table, held=replace(held, asked=((1, "ann"),)))
    assert asked(DANA, c.Resolve("discard", box=1, player="ann"), at) == ""
    at.table = replace(at.table, held=None)
    assert asked(DANA, c.Resolve("discard"), at) == "", "the table says that there is nothing to resolve"


def test_no_round_begins_under_a_dealer_who_may_deal_no_more() -> None:
    """Whoever opens it; the round that goes on is dealt to its end."""
    wager = c.PlaceWager(1, "ann", "main", 10_00)
    at = At(NZ).do(c.ChangeDealer("dana", "2999-12-31"))
    going_on = At(NZ).do(c.ChangeDealer("dana", "2999-12-31"), c.OpenBetting())
    dana = Person("dana", "Dana", ("dealer",), licensed_through=TODAY)
    assert [asked(DANA, opening, at, House(people=(dana,))) for opening in (c.OpenBetting(), wager)] == ["", ""]
    for otherwise, code in (
        ({"licensed_through": "2026-11-17"}, "licence_expired"),
        ({"suspended": True}, "not_a_dealer"),
        ({"roles": ("auditor",)}, "not_a_dealer"),
    ):
        house = House(people=(dana._replace(**otherwise),))
        for opening in (c.OpenBetting(), wager):
            assert [asked(who, opening, at, house) for who in (DANA, SUSAN)] == [code, code], otherwise
        assert asked(DANA, c.CloseBets(), at, house) == ""
        assert asked(DANA, wager, going_on, house) == ""


def refused(check: Callable[[], None]) -> str:
    with pytest.raises(Problem) as refusal:
        check()
    return refusal.value.code


def test_nobody_without_a_role_for_it_is_looked_at_further() -> None:
    for caller in (SIGN, Caller("nobody", frozenset(), "", "here")):
        assert refused(Asking(caller, "7", "CloseBets", TODAY, as_before).check_role) == "not_allowed"
    Asking(DANA, "7", "CloseBets", TODAY, as_before).check_role()


def test_nobody_tries_the_pins_of_others_at_a_table_that_is_not_his() -> None:
    table = At(NZ).table
    assert refused(lambda: Asking(DANA, "7", "DoStep", TODAY, as_before).check_before_signing(table)) == "not_on_duty"
    Asking(DANA, "7", "DoStep", TODAY, as_before).check_before_signing(replace(table, dealer="dana"))
    Asking(DANA, "7", "ChangeDealer", TODAY, as_before).check_before_signing(table)
    Asking(SUSAN, "7", "DoStep", TODAY, as_before).check_before_signing(table)
