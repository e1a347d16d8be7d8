"""Every refusal is said in a sentence, whatever is tried at whatever table."""

from app.game import commands as c
from app.game.core.rejections import Rejected
from app.game.core.state import TableConfig
from app.game.decide import decide
from app.language.rendering import say
from tests.game.tables import MA, NZ, At
from tests.language.refused import tables, tried


def is_sentence(message: str) -> bool:
    """Words, a full stop, no shouting, and nothing that was left out."""
    return " " in message and message.endswith(".") and message != message.upper() and "None" not in message


def test_every_refusal_is_a_sentence() -> None:
    said: dict[str, str] = {}
    for at in tables():
        for command in tried(at):
            answer = decide(at.table, at.rules, command)
            if isinstance(answer, Rejected):
                assert is_sentence(say(answer.message)), (command, answer)
                assert "cents" not in say(answer.message), (command, answer)
                said[say(answer.message)] = answer.code
    assert len(set(said.values())) > 55


def message(at: At, command: c.Command) -> str:
    """What is said when the command is refused."""
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected)
    return say(answer.message)


def test_a_refusal_names_the_right_numbers_and_people() -> None:
    cut = At(NZ).do(c.OrderShuffle("discretion"), c.FinishShuffle())
    assert "48 to 336 " in message(cut, c.CutCards(None, 10))
    assert "an employee" in message(cut.do(c.DeclineCut(1)), c.CutCards(1, 100))
    cut = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).do(c.DrawCutCard(), c.FinishShuffle())
    assert "for box 1." in message(cut, c.CutCards(2, 100))
    assert "an employee" not in message(cut, c.CutCards(2, 100))
    two = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9C 9C 9S 9D 9D")
    assert "box 1 is to decide" in message(two, c.Hit(2))
    side = c.PlaceWager(1, "ann", "perfect_pairs", 1, seated=True)
    assert "takes $1 to $5." in message(At(NZ, side_minimum_cents=100, side_maximum_cents=500).bet(1, "ann", 9), side)
    assert "takes at least $1." in message(At(NZ, side_minimum_cents=100).bet(1, "ann", 9), side)


def test_a_table_that_is_refused_is_told_what_the_book_allows() -> None:
    at = At(NZ, opened=False)
    assert "4, 5, 6, 7, 8" in message(at, c.ChangeConfig(TableConfig(decks=2)))
    assert "3 bettors" in message(at, c.ChangeConfig(TableConfig(bettors_per_box=9)))
    at = At("nz-gazette-2000", opened=False)
    assert "none" in message(at, c.ChangeConfig(TableConfig(side_bets=("no_such_bet",))))


def test_a_step_out_of_turn_is_told_what_is_due() -> None:
    at = At(NZ, opened=False).do(c.BringSet("A", "red"))
    for command in (c.DoStep("wash"), c.FinishShuffle()):
        assert "inspect by the dealer or inspect by the supervisor" in message(at, command)
    at = At(MA).do(c.OrderShuffle("discretion"), c.DoStep("plug"), c.DoStep("riffle"))
    assert "turn, strip" in message(at, c.FinishShuffle())
