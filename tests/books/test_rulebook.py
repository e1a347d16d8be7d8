"""A ruleset file that makes no sense gets a named error with the key."""

import re
from importlib.resources import files

import pytest

from app.books.rulebook import BadRuleset, load_ruleset, read_ruleset, ruleset_ids
from app.books.rules_text import describe

TEXT = files("app.game.rules").joinpath("nz-division-15.toml").read_text("utf-8")


def broken(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id = ", "not TOML"),
        (broken("[deal]", "[dealing]"), "the file: missing deal"),
        (TEXT + "\n[extra]\n", "the file: unknown extra"),
        (broken("max_hands = ", "most_hands = "), "play: missing max_hands"),
        (broken("[play]", '[play]\nanother = { value = 1, clause = "1" }'), "play: unknown another"),
        (broken('max_hands = { value = 3, clause = "13.4(a)" }', "max_hands = 3"), "play.max_hands: write"),
        (
            broken('max_hands = { value = 3, clause = "13.4(a)" }', "max_hands = { value = 3 }"),
            "play.max_hands: missing",
        ),
        (broken("max_hands = { value = 3,", 'max_hands = { value = "3",'), "play.max_hands: '3' is not a whole number"),
        (broken("max_hands = { value = 3,", "max_hands = { value = 3.0,"), "play.max_hands: 3.0 is not a whole"),
        (broken("max_hands = { value = 3,", "max_hands = { value = true,"), "play.max_hands: True is not a whole"),
        (broken('clause = "13.4(a)"', "clause = 13"), "play.max_hands.clause: 13 is not a text"),
        (broken('"hit"', '"stay"'), "dealer.soft_17: 'stay' is not one of hit, stand"),
        (broken('"original_hand"', '"whatever"'), "dealer.pontoon_takes"),
        (broken("value = [4, 5, 6, 7, 8]", "value = 8"), "table.decks: 8 is not a list"),
        (broken("value = [4, 5, 6, 7, 8]", 'value = ["4"]'), "table.decks: '4' is not a whole number"),
        (broken("[[2_00, 1000_00]", "[[2_00]"), "pay.super_bonus_tiers: 2 values wanted, not 1"),
        (broken('value = "25:1"', 'value = "25"'), "side_bets.perfect_pairs.pays.perfect"),
        (broken('value = "25:1"', 'value = "25:0"'), "is not odds such as"),
        (broken('value = "25:1"', "value = 25"), "is not odds such as"),
        (TEXT.replace("perfect_pairs", "wild_pairs"), "side_bets: unknown wild_pairs"),
        (broken('pontoon = "9.1"', "pontoon = 9"), "outcomes.pontoon: 9 is not a text"),
        (broken('rescue = "12.8"\n', ""), "outcomes: missing rescue"),
        (broken('peek = "8.5"\n', ""), "questions: missing peek"),
        (broken('seven_cards = { value = "3:1", clause = "11.1" }\n', ""), "pay.odds: missing seven_cards"),
        (broken('mixed = { value = "5:1", clause = "11.2A" }\n', ""), "side_bets.perfect_pairs.pays: missing mixed"),
        (broken('shuffle_due = "7.1(e)"\n', ""), "refusals: missing shuffle_due"),
        (
            broken('shuffle_due = "7.1(e)"\n', 'shuffle_due = "7.1(e)"\nshufle_due = "7.1(e)"\n'),
            "refusals: unknown shufle_due",
        ),
        (broken("max_hands = { value = 3,", "max_hands = { value = -3,"), "play.max_hands: -3 is less than nothing"),
        (broken("[[2_00, 1000_00], [25_00, 5000_00]]", "[[25_00, 1], [2_00, 2]]"), "super_bonus_tiers: the tiers go"),
        (broken("[pay.odds]", "[pay.another]"), "pay: missing odds"),
        (broken("[questions]", "[[questions]]"), "questions: "),
        (broken('id = "nz-division-15"', "id = 15"), "id: 15 is not a text"),
    ],
)
def test_a_broken_file_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(BadRuleset, match=re.escape(message)):
        read_ruleset(text)


def test_a_book_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(BadRuleset, match="nz-division-15"):
        load_ruleset("../../etc")


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_every_option_is_described_with_its_clause(ruleset_id: str) -> None:
    rules = load_ruleset(ruleset_id)
    text = describe(rules)
    assert rules.id == ruleset_id
    lines = {tuple(line.split()[:1]) for line in text.split("\n") if line.startswith("  ")}
    for option, clause in rules.clauses.items():
        name = option.split(".", 2)[2] if option.startswith("side_bets") else option.split(".", 1)[1]
        assert (name,) in lines
        assert any(
            line.split()[0] == name and line.endswith(clause) for line in text.split("\n") if line.startswith("  ")
        )


def test_the_hash_is_of_the_text() -> None:
    assert read_ruleset(TEXT).hash != read_ruleset(TEXT + "\n# a remark\n").hash
    assert read_ruleset(TEXT) == load_ruleset("nz-division-15")
