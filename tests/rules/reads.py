"""Which options of its book a round script reads.

A script gives the same result under every book whose options differ only where the script never looked. So whoever
changes an option needs to run only the scripts that read it.
"""

import json
from dataclasses import fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from app.books.rulebook import SECTIONS, load_ruleset
from app.game.rules.ruleset import Ruleset
from tests.folders import made_once
from tests.rules.expectations import result_under, script_at, script_files


@cache
def readers(ruleset_id: str) -> dict[str, list[str]]:
    """The names of the scripts of a book that read each option; an option is a section's field."""
    found: dict[str, list[str]] = json.loads(made_once(f"readers-{ruleset_id}", partial(_keep, ruleset_id)).read_text())
    return found


def _keep(ruleset_id: str, file: Path) -> None:
    found: dict[str, list[str]] = {}
    for path in script_files(ruleset_id):
        read: set[str] = set()
        result_under(script_at(path), _watched_rules(load_ruleset(ruleset_id), read))
        for option in read:
            found.setdefault(option, []).append(path.name)
    file.write_text(json.dumps(found))


def field_of(option: str) -> str:
    """The section's field that an option is, or is an entry of: `side_bets.bonus.pays.mixed` is of
    `side_bets.bonus.pays`."""
    words = option.split(".")
    return ".".join(words[: 3 if words[0] == "side_bets" else 2])


def _watched_rules(rules: Ruleset, read: set[str]) -> Ruleset:
    """The same rules; the options that somebody reads are added to the set."""
    sections = {name: _watched(name, getattr(rules, name), read) for name in SECTIONS}
    bets = {name: _watched(f"side_bets.{name}", bet, read) for name, bet in rules.side_bets.items()}
    return replace(rules, side_bets=bets, **sections)


def _watched(where: str, section: Any, read: set[str]) -> Any:
    """A section of a type of its own: nothing that was kept for an equal one is found for it."""
    kind: Any = type(section)
    names = {field.name for field in fields(kind)}

    class Watched(kind):  # type: ignore[misc]
        __slots__ = ()

        def __getattribute__(self, name: str) -> Any:
            if name in names:
                read.add(f"{where}.{name}")
            return super().__getattribute__(name)

    return Watched(**{name: getattr(section, name) for name in names})
