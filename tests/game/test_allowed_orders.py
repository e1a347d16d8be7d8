"""What a supervisor may order now: just what is then taken, and else the refusal that would come."""

from app.game import commands as c
from app.game.allowed_orders import MayBeOrdered, may_be_ordered
from app.game.core.rejections import Rejected
from app.game.decide import decide
from tests.game.tables import ACT, MA, NZ, SG, At


def allowed(at: At) -> set[str]:
    return {_name(each) for each in may_be_ordered(at.table, at.rules) if each.allowed}


def _name(order: MayBeOrdered) -> str:
    return f"{order.command} {order.reason or order.box or ''}".strip()


def why(at: At, command: str) -> tuple[str | None, str | None]:
    """Code and clause of the first order of this name that may not be given."""
    rows = may_be_ordered(at.table, at.rules)
    return next((each.code, each.clause) for each in rows if each.command == command and not each.allowed)


SHUFFLES = {f"OrderShuffle {reason}" for reason in ("vacant", "suspicion", "idle", "discretion")}


def test_each_book_has_its_orders() -> None:
    assert allowed(At(NZ)) == {*SHUFFLES, "ChangeDealer"}
    assert allowed(At(ACT)) == {*SHUFFLES, "ChangeDealer", "AnnounceFinalRounds"}
    assert "OrderRecut" in allowed(At(MA))
    assert why(At(NZ), "OrderRecut")[0] == "recut_not_allowed"
    assert why(At(NZ), "PermitSqueeze") == ("squeeze_not_allowed", "8.2")
    assert why(At(NZ), "AnnounceFinalRounds") == ("final_rounds_not_allowed", "8.7")


def test_a_squeeze_is_for_a_box_with_a_bettor() -> None:
    at = At(SG).do(c.OpenBetting()).bet(2, "2A", 50_00)
    assert {each for each in allowed(at) if "Squeeze" in each} == {"PermitSqueeze 2"}
    assert not {"OrderShuffle vacant", "OrderShuffle idle"} & allowed(at)
    assert why(at.do(c.PermitSqueeze(2)), "PermitSqueeze") == ("squeeze_not_allowed", "3.12")


def test_a_table_that_holds_or_is_closed_takes_no_order() -> None:
    held = At(NZ).do(c.OpenBetting()).bet(1, "1A", 50_00).cards("9H 7D 6C").do(c.Report("error_card"))
    assert allowed(held) == set()
    assert {(each.code, each.clause) for each in may_be_ordered(held.table, held.rules)} == {("table_holds", None)}
    closed = At(NZ).do(c.CloseTable("the evening is over"))
    assert allowed(closed) == set()
    assert {each.code for each in may_be_ordered(closed.table, closed.rules)} == {"table_not_open"}


def test_what_is_said_is_what_is_answered() -> None:
    at = At(ACT)
    for each in may_be_ordered(at.table, at.rules):
        if each.command == "OrderShuffle" and each.reason:
            answer = decide(at.table, at.rules, c.OrderShuffle(each.reason))
            assert isinstance(answer, Rejected) is not each.allowed
    at.do(c.OrderShuffle("discretion"))
    assert why(at, "OrderShuffle")[0] == "step_not_due"
