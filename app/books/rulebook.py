"""Reads, checks and hashes the ruleset files. Five complete books and no defaults: every option must be there,
and nothing else may be."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from types import UnionType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from app.books.earlier_editions import in_todays_form
from app.game.core.money import Odds
from app.game.rules.ruleset import (
    CHOICES,
    IRREGULARITIES,
    OUTCOMES,
    OWN_QUESTIONS,
    PAY_ROWS,
    QUESTIONS,
    REFUSALS,
    VERDICTS,
    VOID_SCOPES,
    WHEN,
    DealerRules,
    DealRules,
    InterimRules,
    PayRules,
    PlayRules,
    Remedy,
    RemedyRules,
    Ruleset,
    Ruling,
    ShoeRules,
    SideBetRules,
    TableRules,
    Verdict,
    VoidRules,
    WagerRules,
    When,
)
from app.game.subjects.settlement.sidebets import SIDE_BETS

SECTIONS: dict[str, type] = {
    "table": TableRules,
    "wagers": WagerRules,
    "deal": DealRules,
    "interim": InterimRules,
    "play": PlayRules,
    "dealer": DealerRules,
    "pay": PayRules,
    "shoe": ShoeRules,
    "remedies": RemedyRules,
}
TABLES = {"side_bets", "outcomes", "questions", "refusals", "irregularities", "voids"}
TOP = {"id", "title", "edition", "readings", *TABLES, *SECTIONS}


class BadRuleset(Exception):
    """A ruleset file that cannot be used: says which key and why."""


def ruleset_ids() -> tuple[str, ...]:
    """The books that there are."""
    folder = files("app.game.rules")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


@cache
def load_ruleset(ruleset_id: str) -> Ruleset:
    """The book of this id."""
    return read_ruleset(ruleset_text(ruleset_id))


def ruleset_text(ruleset_id: str) -> str:
    """The text of the file of this book."""
    if ruleset_id not in ruleset_ids():
        raise BadRuleset(f"there is no ruleset {ruleset_id!r}; there are {', '.join(ruleset_ids())}")
    return files("app.game.rules").joinpath(f"{ruleset_id}.toml").read_text("utf-8")


_read: dict[str, Ruleset] = {}


def read_ruleset(text: str) -> Ruleset:
    """The ruleset that the text of a file states: one for the whole process, however many tables play by it."""
    hash_ = hashlib.sha256(text.encode("utf-8")).hexdigest()
    found = _read.get(hash_)
    return found if found is not None else _read.setdefault(hash_, _parsed(text, hash_))


def already_read(hash_: str) -> Ruleset | None:
    """The ruleset whose text has this hash, if this process has read it before."""
    return _read.get(hash_)


def _parsed(text: str, hash_: str) -> Ruleset:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRuleset(f"not TOML: {error}") from error
    data = in_todays_form(data)
    _same_keys("the file", data, TOP)
    clauses: dict[str, str] = {}
    sections = {name: _section(name, kind, data[name], clauses) for name, kind in SECTIONS.items()}
    side_bets = _side_bets(_table("side_bets", data["side_bets"]), clauses)
    _same_keys("pay.odds", sections["pay"].odds, set(PAY_ROWS))
    _ascending("pay.super_bonus_tiers", sections["pay"].super_bonus_tiers)
    outcomes = {*OUTCOMES, *[f"{name}_lose" for name in side_bets]}
    return Ruleset(
        id=_typed("id", str, data["id"]),
        title=_typed("title", str, data["title"]),
        edition=_typed("edition", str, data["edition"]),
        readings=_typed("readings", int, data["readings"]),
        hash=hash_,
        side_bets=side_bets,
        outcomes=_clause_table("outcomes", data["outcomes"], outcomes),
        questions=_questions(data["questions"]),
        refusals=_refusals(data["refusals"]),
        irregularities=_irregularities(data["irregularities"]),
        voids=_voids(data["voids"]),
        clauses=clauses,
        **sections,
    )


def _same_keys(where: str, found: Mapping[str, Any], wanted: set[str]) -> None:
    if missing := sorted(wanted - set(found)):
        raise BadRuleset(f"{where}: missing {', '.join(missing)}")
    if unknown := sorted(set(found) - wanted):
        raise BadRuleset(f"{where}: unknown {', '.join(unknown)}")


def _section(where: str, kind: type, data: dict[str, Any], clauses: dict[str, str]) -> Any:
    _same_keys(where, _table(where, data), {field.name for field in fields(kind)})
    hints = get_type_hints(kind)
    return kind(**{name: _option(f"{where}.{name}", hints[name], value, clauses) for name, value in data.items()})


def _option(where: str, kind: Any, data: Any, clauses: dict[str, str]) -> Any:
    """One option: {value, clause}, or a table of them."""
    if get_origin(kind) is dict:
        _table(where, data)
        return {name: _option(f"{where}.{name}", get_args(kind)[1], each, clauses) for name, each in data.items()}
    if not isinstance(data, dict):
        raise BadRuleset(f"{where}: write {{ value = ..., clause = ... }}")
    _same_keys(where, data, {"value", "clause"})
    clauses[where] = _typed(f"{where}.clause", str, data["clause"])
    return _typed(where, kind, data["value"])


def _typed(where: str, kind: Any, value: Any) -> Any:
    """The value as the type, or a BadRuleset."""
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise BadRuleset(f"{where}: {value!r} is not one of {', '.join(map(str, get_args(kind)))}")
        return value
    if get_origin(kind) is tuple:
        return _tuple(where, get_args(kind), value)
    if kind is Odds:
        return _odds(where, value)
    if type(value) is not kind:
        raise BadRuleset(f"{where}: {value!r} is not {_name(kind)}")
    if kind is int and value < 0:
        raise BadRuleset(f"{where}: {value} is less than nothing")
    return value


def _name(kind: type | UnionType) -> str:
    return {int: "a whole number", str: "a text", bool: "true or false"}.get(kind, str(kind))  # type: ignore[arg-type]


def _tuple(where: str, kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise BadRuleset(f"{where}: {value!r} is not a list")
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise BadRuleset(f"{where}: {len(kinds)} values wanted, not {len(value)}")
    return tuple(_typed(where, kind, each) for kind, each in zip(kinds, value, strict=True))


def _odds(where: str, value: Any) -> Odds:
    numbers = value.split(":") if isinstance(value, str) else []
    if len(numbers) != 2 or not all(number.isdecimal() and int(number) > 0 for number in numbers):
        raise BadRuleset(f'{where}: {value!r} is not odds such as "3:2"')
    return Odds(int(numbers[0]), int(numbers[1]))


def _clause_table(where: str, data: Any, wanted: set[str]) -> dict[str, str]:
    """A clause for each of these, and for nothing else."""
    _same_keys(where, _table(where, data), wanted)
    return {name: _typed(f"{where}.{name}", str, clause) for name, clause in data.items()}


def _questions(data: Any) -> dict[str, str]:
    """Clauses for questions: the general ones, and those for which the book has a paragraph of its own."""
    own = set(_table("questions", data)) & set(OWN_QUESTIONS)
    return _clause_table("questions", data, own | set(QUESTIONS))


def _refusals(data: Any) -> dict[str, str]:
    """Clauses for refusals: a book need not have one for each, but a due shuffle always has its own."""
    named = set(_table("refusals", data)) & set(REFUSALS)
    return _clause_table("refusals", data, named | {"shuffle_due"})


def _side_bets(data: dict[str, Any], clauses: dict[str, str]) -> dict[str, SideBetRules]:
    _same_keys("side_bets", data, set(data) & set(SIDE_BETS))
    bets = {name: _section(f"side_bets.{name}", SideBetRules, bet, clauses) for name, bet in data.items()}
    for name, bet in bets.items():
        _same_keys(f"side_bets.{name}.pays", bet.pays, set(SIDE_BETS[name].wins))
    return bets


def _irregularities(data: Any) -> dict[str, tuple[Ruling, ...]]:
    """The rows of every irregularity."""
    _same_keys("irregularities", _table("irregularities", data), set(IRREGULARITIES))
    rows = {code: _typed(f"irregularities.{code}", tuple[tuple[str, str, str, str], ...], data[code]) for code in data}
    return {code: tuple([_ruling(f"irregularities.{code}", *row) for row in rows[code]]) for code in rows}


def _ruling(where: str, when: str, choice: str, clause: str, verdict: str) -> Ruling:
    conditions = tuple(when.split())
    for name, known in (*[(each, WHEN) for each in conditions], (choice, CHOICES), (verdict, VERDICTS)):
        if name not in known:
            raise BadRuleset(f"{where}: {name!r} is not one of {', '.join(known)}")
    return Ruling(cast("tuple[When, ...]", conditions), cast(Remedy, choice), clause, cast(Verdict, verdict))


def _voids(data: Any) -> dict[str, VoidRules]:
    _same_keys("voids", _table("voids", data), set(VOID_SCOPES))
    return {scope: _void(f"voids.{scope}", _table(f"voids.{scope}", data[scope])) for scope in data}


def _void(where: str, data: dict[str, Any]) -> VoidRules:
    _same_keys(where, data, {"reasons", "forbidden"})
    reasons = _table(f"{where}.reasons", data["reasons"])
    return VoidRules(
        {word: _typed(f"{where}.{word}", str, clause) for word, clause in reasons.items()},
        _typed(f"{where}.forbidden", str, data["forbidden"]),
    )


def _table(where: str, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadRuleset(f"{where}: {data!r} is not a table")
    return data


def _ascending(where: str, tiers: tuple[tuple[int, int], ...]) -> None:
    if list(tiers) != sorted(set(tiers)):
        raise BadRuleset(f"{where}: the tiers go upwards")
