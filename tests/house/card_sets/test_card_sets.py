"""What the house makes of its sets of cards, from the seal to the end."""

import pytest

from app.game.commands import BringSet
from app.house.decide import apply, decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import CardStock, House, card_set_of
from app.house.subjects.card_sets import commands as c
from app.house.subjects.card_sets import events as e
from app.house.subjects.card_sets.decide import MOST_SETS, set_refusal
from app.language.rendering import say
from app.problems.catalogue import CATALOGUE
from tests.house.decided import house

IN = c.ReceiveSet("set 1", "seal-0042", "blue", 8, "ann")
OUT = c.IssueSet("set 1", "7", "seal-0042", "ann")
BACK = c.ReturnSet("set 1", "ben")
UNOPENED = c.ReturnSet("set 1", "ben", "seal-0042")
COUNT = c.CountOutSet("set 1", 8 * 48, ("ann", "ben"))
END = c.DestroySet("set 1", ("ann", "ben"))


def code(at: House, command: HouseCommand) -> str:
    answer = decide(at, command)
    assert isinstance(answer, Refused), answer
    assert answer.code in CATALOGUE and say(answer.message).endswith(".")
    return answer.code


def test_a_set_from_its_seal_to_its_end() -> None:
    at = house(IN)
    assert at.card_sets == (CardStock("set 1", "seal-0042", "blue", 8),)
    found = card_set_of(house(IN, OUT), "set 1")
    assert found is not None and (found.state, found.table) == ("in_use", "7")
    assert decide(house(IN, OUT, BACK), COUNT) == (e.SetCountedOut("set 1", 384, 0, ("ann", "ben")),)
    at = house(IN, OUT, BACK, COUNT, END)
    assert at.card_sets == () and at.sets_received == 1


def test_a_set_that_was_never_used_may_be_destroyed() -> None:
    assert house(IN, END).card_sets == ()


def test_a_set_that_was_not_opened_goes_back_sealed_and_may_be_issued_again() -> None:
    assert decide(house(IN, OUT), UNOPENED) == (e.SetPutBack("set 1", "ben"),)
    assert house(IN, OUT, UNOPENED).card_sets == house(IN).card_sets
    found = card_set_of(house(IN, OUT, UNOPENED, c.IssueSet("set 1", "8", "seal-0042", "ann")), "set 1")
    assert found is not None and (found.state, found.table) == ("in_use", "8")


@pytest.mark.parametrize(("cards", "missing"), [(383, 1), (385, -1), (0, 384)])
def test_a_count_that_differs_is_kept_and_may_be_done_again(cards: int, missing: int) -> None:
    at = house(IN, OUT, BACK, c.CountOutSet("set 1", cards, ("ann", "ben")))
    assert at.card_sets[0].missing == missing and at.card_sets[0].table == "7"
    again = decide(at, COUNT)
    assert not isinstance(again, Refused) and apply(at, again[0]).card_sets[0].missing == 0


@pytest.mark.parametrize(
    ("before", "command", "expected"),
    [
        ((), OUT, "no_such_set"),
        ((), BACK, "no_such_set"),
        ((), COUNT, "no_such_set"),
        ((), END, "no_such_set"),
        ((IN,), IN, "bad_set"),
        ((IN,), c.ReceiveSet("set 2", "seal-0042", "red", 8, "ann"), "bad_set"),
        ((), c.ReceiveSet(" ", "seal", "blue", 8, "ann"), "bad_set"),
        ((), c.ReceiveSet("set 1", "", "blue", 8, "ann"), "bad_set"),
        ((), c.ReceiveSet("set 1", "seal", "b" * 61, 8, "ann"), "bad_set"),
        ((), c.ReceiveSet("set 1", "seal", "blue", 0, "ann"), "bad_set"),
        ((), c.ReceiveSet("set 1", "seal", "blue", 8, ""), "bad_set"),
        ((IN,), c.IssueSet("set 1", "7", "seal-0043", "ann"), "seal_differs"),
        ((IN,), c.IssueSet("set 1", "", "seal-0042", "ann"), "bad_set"),
        ((IN, OUT), OUT, "set_not_ready"),
        ((IN, OUT, BACK), OUT, "set_not_ready"),
        ((IN,), BACK, "set_not_ready"),
        ((IN, OUT), c.ReturnSet("set 1", " "), "bad_set"),
        ((IN, OUT), c.ReturnSet("set 1", "ben", "seal-0043"), "seal_differs"),
        ((IN, OUT), c.ReturnSet("set 1", "", "seal-0042"), "bad_set"),
        ((IN,), UNOPENED, "set_not_ready"),
        ((IN, OUT, BACK), UNOPENED, "set_not_ready"),
        ((IN,), COUNT, "set_not_ready"),
        ((IN, OUT), COUNT, "set_not_ready"),
        ((IN, OUT, BACK), c.CountOutSet("set 1", -1, ("ann", "ben")), "bad_set"),
        ((IN, OUT, BACK), c.CountOutSet("set 1", 769, ("ann", "ben")), "bad_set"),
        ((IN, OUT, BACK), c.CountOutSet("set 1", 384, ("ann", "ann")), "same_person"),
        ((IN, OUT, BACK), c.CountOutSet("set 1", 384, ("ann", " ")), "same_person"),
        ((IN, OUT), END, "set_not_ready"),
        ((IN, OUT, BACK), END, "set_not_ready"),
        ((IN,), c.DestroySet("set 1", ("ann", "ann")), "same_person"),
    ],
)
def test_what_cannot_be(before: tuple[HouseCommand, ...], command: HouseCommand, expected: str) -> None:
    assert code(house(*before), command) == expected


def test_no_more_sets_than_can_be() -> None:
    full = House(card_sets=tuple([CardStock(f"{n}", f"seal {n}", "blue", 8) for n in range(MOST_SETS)]))
    assert code(full, IN) == "too_many_sets"


def test_which_set_may_be_brought_where() -> None:
    brings = BringSet("set 1", "blue")
    assert set_refusal(House(), brings, "7", 8) is None, "a house without a register"
    assert set_refusal(house(IN, OUT), brings, "7", 8) is None
    for at, set_id, table in [
        (house(IN), "set 1", "7"),
        (house(IN, OUT), "set 1", "8"),
        (house(IN, OUT), "set 2", "7"),
        (house(IN, OUT, BACK), "set 1", "7"),
        (house(IN, OUT, UNOPENED), "set 1", "7"),
        (house(IN, END), "set 1", "7"),
    ]:
        refused = set_refusal(at, BringSet(set_id, "blue"), table, 8)
        assert refused is not None and refused.code in CATALOGUE
    elsewhere = set_refusal(house(IN, OUT), brings, "8", 8)
    assert elsewhere is not None and "is at table 7" in say(elsewhere.message)


@pytest.mark.parametrize(("colour", "decks"), [("red", 8), ("blue", 6), ("red", 6)])
def test_a_set_is_brought_as_the_register_has_it(colour: str, decks: int) -> None:
    refused = set_refusal(house(IN, OUT), BringSet("set 1", colour), "7", decks)
    assert refused is not None and refused.code == "bad_set"
    assert all(said in say(refused.message) for said in ("is blue, of 8 decks", colour, f"plays {decks} decks"))
    assert set_refusal(house(IN, OUT), BringSet("set 1", "Blue"), "7", 8) is None, "as the table compares colours"
