"""A rule book as text: every option and policy, what the book says to it, and the clause."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from app.books.rulebook import SECTIONS
from app.game.core.money import Odds
from app.game.rules.ruleset import Ruleset, SideBetRules


def describe(rules: Ruleset) -> str:
    """The whole book, section by section."""
    lines = [f"{rules.title}", f"{rules.edition}", f"id {rules.id}, hash {rules.hash}"]
    lines.append(f"readings edition {rules.readings}")
    for section, options in _sections(rules):
        lines += ["", section]
        lines += [f"  {name:34} {_text(value):44} {rules.clauses[f'{section}.{name}']}" for name, value in options]
    for title, table in (("outcomes", rules.outcomes), ("questions", rules.questions), ("refusals", rules.refusals)):
        lines += ["", title, *[f"  {name:34} {clause}" for name, clause in table.items()]]
    return "\n".join([*lines, *_irregularities(rules), *_voids(rules)])


def _irregularities(rules: Ruleset) -> Iterator[str]:
    """Each irregularity with its choices: when, what, whether it is allowed, and the clause."""
    yield from ("", "irregularities")
    for code, rows in rules.irregularities.items():
        yield f"  {code:34} {'' if rows else 'not in this book'}".rstrip()
        yield from (f"    {' '.join(row.when):32} {row.choice:22} {row.verdict:21} {row.clause}" for row in rows)


def _voids(rules: Ruleset) -> Iterator[str]:
    """What may be void, for which reasons."""
    yield from ("", "voids")
    for scope, void in rules.voids.items():
        yield f"  {scope:34} {_text(tuple(void.reasons.items())):44} else forbidden by {void.forbidden}"


def _sections(rules: Ruleset) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    for section in SECTIONS:
        yield section, list(_options(getattr(rules, section)))
    for name, bet in rules.side_bets.items():
        yield f"side_bets.{name}", list(_options(bet))


def _options(section: Any) -> Iterator[tuple[str, Any]]:
    kind: type[SideBetRules] = type(section)
    for field in fields(kind):
        value = getattr(section, field.name)
        if isinstance(value, dict):
            yield from ((f"{field.name}.{name}", each) for name, each in value.items())
        else:
            yield field.name, value


def _text(value: Any) -> str:
    """The value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Odds):
        return str(value)
    if isinstance(value, tuple):
        return ", ".join(map(_item, value)) or "none"
    return "0 (no limit, or none)" if value == 0 else str(value) or "none"


def _item(value: Any) -> str:
    """One of several: a step with its clause, a tier of the Super Bonus, or a plain value."""
    if not isinstance(value, tuple):
        return _text(value)
    first, second = value
    return f"{first} ({second})" if isinstance(first, str) else f"from {first} cents {second}"
