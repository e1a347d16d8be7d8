"""Rulesets are data: flip any option of any book, and some script of that book gives another result.

An option that no script notices is either not enforced or not shown. The flipped value is one that the option could
lawfully have. Of an option that is one of a closed list of names, every other name has to be noticed; of any other
option one value that some script notices is enough.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from app.game.money import Odds
from app.game.rules.ruleset import Ruleset
from app.rulebook import SECTIONS, load_ruleset, ruleset_ids
from tests.rules.expectations import result_under, script_at, script_files


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
    rules = load_ruleset(ruleset_id)
    assert any(noticed(ruleset_id, flipped) for flipped in flips(rules, option)), f"no script shows {option}"


@pytest.mark.parametrize(("ruleset_id", "option"), list(choices()))
def test_every_other_name_is_noticed(ruleset_id: str, option: str) -> None:
    flipped = flips(load_ruleset(ruleset_id), option)
    unnoticed = {getattr(*section_of(each, option)) for each in flipped if not noticed(ruleset_id, each)}
    assert unnoticed == set()


@cache
def result_of_book(ruleset_id: str, name: str) -> str:
    """What a script gives under the book as it is."""
    path = next(path for path in script_files(ruleset_id) if path.name == name)
    return repr(result_under(script_at(path), load_ruleset(ruleset_id)))


def noticed(ruleset_id: str, flipped: Ruleset) -> bool:
    """Whether some script gives something else under the flipped rules; an engine that breaks is a result too."""
    return any(
        repr(result_under(script_at(path), flipped)) != result_of_book(ruleset_id, path.name)
        for path in script_files(ruleset_id)
    )


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
