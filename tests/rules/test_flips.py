"""Rulesets are data: flip any option of any book, and some script of that book gives another result.

An option that no script notices is either not enforced or not shown. The flipped value is one that the option could
lawfully have. Of an option that is one of a closed list of names, every other name has to be noticed; of any other
option one value that some script notices is enough.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from app.books.rulebook import SECTIONS, load_ruleset, ruleset_ids
from app.game.core.money import Odds
from app.game.rules.ruleset import Ruleset
from tests.rules.expectations import FOLDER, result_under, script_at, script_files
from tests.rules.reads import field_of, readers
from tests.rules.results import results_of_book

SAMPLED = 40


def options() -> Iterator[tuple[str, str]]:
    """Every option of every book."""
    for ruleset_id in ruleset_ids():
        for option in load_ruleset(ruleset_id).clauses:
            yield ruleset_id, option


def choices() -> Iterator[tuple[str, str]]:
    """Every option of every book that is one of a closed list of names."""
    for ruleset_id, option in options():
        section, name = section_of(load_ruleset(ruleset_id), option)
        if get_origin(get_type_hints(type(section)).get(name)) is Literal:
            yield ruleset_id, option


def section_of(rules: Ruleset, option: str) -> tuple[Any, str]:
    """The section that holds the option, and the name of the option in it."""
    section, _, name = option.partition(".")
    if section != "side_bets":
        return getattr(rules, section), name
    bet, _, name = name.partition(".")
    return rules.side_bets[bet], name


@pytest.mark.parametrize(("ruleset_id", "option"), sorted({*options()} - {*choices()}))
def test_some_script_notices(ruleset_id: str, option: str) -> None:
    flipped = list(flips(load_ruleset(ruleset_id), option))
    # One value that one script notices is enough: every value is tried with the likeliest script first.
    tried = ((name, each) for name in readers_of(ruleset_id, option) for each in flipped)
    assert any(notices(ruleset_id, name, each) for name, each in tried), f"no script shows {option}"


@pytest.mark.parametrize(("ruleset_id", "option"), list(choices()))
def test_every_other_name_is_noticed(ruleset_id: str, option: str) -> None:
    flipped = flips(load_ruleset(ruleset_id), option)
    unnoticed = {getattr(*section_of(each, option)) for each in flipped if not noticed(ruleset_id, option, each)}
    assert unnoticed == set()


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_an_option_that_a_script_never_reads_makes_no_difference_to_it(ruleset_id: str) -> None:
    """What the others rely on, for a sample of options and scripts."""
    rules, chance = load_ruleset(ruleset_id), Random(ruleset_id)
    for option in chance.sample(sorted(rules.clauses), SAMPLED):
        without = [path.name for path in script_files(ruleset_id) if path.name not in readers_of(ruleset_id, option)]
        flipped = next(flips(rules, option))
        for name in chance.sample(without, min(1, len(without))):
            assert result(ruleset_id, name, flipped) == results_of_book(ruleset_id)[name], (option, name)


def result(ruleset_id: str, name: str, rules: Ruleset) -> dict[str, Any]:
    """What a script gives under these rules."""
    return result_under(script_at(FOLDER / ruleset_id / name), rules)


@cache
def readers_of(ruleset_id: str, option: str) -> list[str]:
    """The scripts that read the option, since no others can notice it; those that show its clause come first."""
    clause = load_ruleset(ruleset_id).clauses[option]
    names = readers(ruleset_id).get(field_of(option), [])
    return sorted(names, key=lambda name: clause not in script_at(FOLDER / ruleset_id / name).expect["clauses"])


def noticed(ruleset_id: str, option: str, flipped: Ruleset) -> bool:
    """Whether some script gives something else under the flipped rules."""
    return any(notices(ruleset_id, name, flipped) for name in readers_of(ruleset_id, option))


def notices(ruleset_id: str, name: str, flipped: Ruleset) -> bool:
    """Whether this script does; an engine that breaks is a result too."""
    return result(ruleset_id, name, flipped) != results_of_book(ruleset_id)[name]


def flips(rules: Ruleset, option: str) -> Iterator[Ruleset]:
    """The rules with this option set to other values."""
    section, _, rest = option.partition(".")
    if section == "side_bets":
        bet, _, rest = rest.partition(".")
        for flipped in _flipped(rules.side_bets[bet], rest):
            yield replace(rules, side_bets=rules.side_bets | {bet: flipped})
    else:
        for flipped in _flipped(getattr(rules, section), rest):
            yield replace(rules, **{section: flipped})


def _flipped(section: Any, name: str) -> Iterator[Any]:
    """The section with the option set to other values; `pays.mixed` is an entry of a table."""
    name, _, entry = name.partition(".")
    value = getattr(section, name)
    if entry:
        yield replace(section, **{name: value | {entry: Odds(value[entry].pays + 1, value[entry].to)}})
        return
    for other in _others(get_type_hints(type(section))[name], value):
        yield replace(section, **{name: other})


def _others(kind: Any, value: Any) -> Iterator[Any]:
    """Other values of the type."""
    if get_origin(kind) is Literal:
        yield from (each for each in get_args(kind) if each != value)
    elif kind is bool:
        yield not value
    elif kind is Odds:
        yield Odds(value.pays + 1, value.to)
    elif kind is int:
        yield from (value + 1, value + 12, value + 1000, value * 2, max(value - 1, 0), 0)
    elif kind is str:
        yield from (value[1:], value[:-1], value + "23456789AKQJ")
    else:
        yield from _other_tuples(kind, value)


def _other_tuples(kind: Any, value: tuple[Any, ...]) -> Iterator[Any]:
    """Shorter and longer tuples of the same type."""
    inner = get_args(kind)[0]
    yield from (value[:index] + value[index + 1 :] for index in range(len(value)))
    if get_origin(inner) is Literal:
        yield from ((*value, each) for each in get_args(inner) if each not in value)
    elif inner is int:
        yield (*value, *range(1, 12))
    elif inner is str:
        yield from ((*value, each) for each in ("wash", "plug", "riffle", "strip"))
    elif get_args(inner) == (str, str):
        yield (*value, ("another_step", "0"))
    else:
        yield tuple((first * 10, second) for first, second in value)
        yield tuple((first, second + 1) for first, second in value)


def test_every_section_is_flipped() -> None:
    """No option escapes: the clauses of a book name every field of every section."""
    for ruleset_id in ruleset_ids():
        named = {option.split(".")[0] + "." + option.split(".")[1] for option in load_ruleset(ruleset_id).clauses}
        wanted = {f"{name}.{field.name}" for name, kind in SECTIONS.items() for field in fields(kind)}
        assert wanted <= named
