"""PINs that are tried first are nobody's; most others may be chosen."""

import pytest

from app.people.common_pins import LISTED, why_common
from app.people.pins import FEWEST_DIGITS, MOST_DIGITS, check_pin
from app.problems.problem import Problem


@pytest.mark.parametrize(
    ("pin", "why"),
    [
        ("777777", "over and over"), ("345678", "evenly"), ("876543", "evenly"), ("246802", "evenly"),
        ("963074", "evenly"), ("123457", "evenly"), ("912345", "evenly"), ("1111112", "evenly"),
        ("987654321012", "evenly"), ("100010", "two different"), ("511515", "two different"), ("123123", "group"),
        ("74747474", "two different"), ("830830", "group"), ("748274827482", "group"), ("112233", "pairs"),
        ("884422", "pairs"), ("777222999", "threes"), ("471174", "backwards"), ("8305038", "backwards"),
        ("123789", "parts"), ("456321", "parts"), ("102030", "parts"), ("192837", "parts"), ("311299", "date"),
        ("123199", "date"), ("990229", "date"), ("290295", "date"), ("31121999", "date"), ("12311999", "date"),
        ("19991231", "date"), ("199907", "date"), ("072031", "date"), ("198888", "year"), ("19841999", "year"),
        ("201820192020", "year"), ("147258", "keys"), ("963741", "keys"), ("159357", "keys"), ("236987", "keys"),
        ("632147", "keys"), ("271828", "many people"), ("8675309", "many people"),
    ],
)  # fmt: skip
def test_a_pin_that_is_tried_first(pin: str, why: str) -> None:
    assert why in why_common(pin)
    with pytest.raises(Problem, match="tried first") as caught:
        check_pin(pin)
    assert caught.value.code == "weak_pin"


@pytest.mark.parametrize("pin", ["320199", "133199", "311399", "31131999", "310299", "189907", "21007", "830174"])
def test_what_follows_none_of_the_rules(pin: str) -> None:
    assert why_common(pin) == ""


def test_most_pins_may_be_chosen() -> None:
    """Dates are a twelfth of all; what guessers gain by knowing the rules is little against what they lose."""
    refused = sum([bool(why_common(f"{number:06}")) for number in range(0, 10**6, 7)])
    assert 0.08 < refused / len(range(0, 10**6, 7)) < 0.12


def test_the_list_has_pins_that_no_rule_finds_and_all_of_a_length_that_can_be() -> None:
    assert all([each.isdecimal() and FEWEST_DIGITS <= len(each) <= MOST_DIGITS for each in LISTED])
    assert all([why_common(each) for each in LISTED])


def test_a_badge_is_no_part_of_a_pin() -> None:
    for pin in ("471182", "824711", "8471129"):
        with pytest.raises(Problem, match="badge"):
            check_pin(pin, "dana", "4711")
    check_pin("471182", "dana", "711", None)
