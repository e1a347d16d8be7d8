"""What was asked of a table in a round script, or in a random round: the commands that left events in the log."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.seals import Opened
from app.game.core.state import Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.roundscript.read import Script, read_script
from app.roundscript.runner import Where, _Runner, _Stopped
from tests.agreement.errors import random_round
from tests.agreement.rounds import script_text
from tests.rules.expectations import script_at, script_files

# Which are always among them, and words of which each book's have their share.
ALWAYS = ("act-canberra-2005/15.5-an-earlier-round-is-void-once", "nz-gazette-2000/16.5-an-earlier-round-is-rebuilt")
SPECIAL = ("correct", "undo", "void", "reconstruct", "resolve", "squeeze", "peek", "earlier")


class Play(NamedTuple):
    """A round as it was asked for: under which book, by which commands, with which cards face down, to what end."""

    name: str
    rules: Ruleset
    commands: tuple[c.Command, ...]
    events: tuple[Event, ...]
    sealed: dict[str, Opened]
    table: Table


class _Asking(_Runner):
    """The scripts' runner, with what it asked of the table; a line that is taken back takes its commands with it."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.asked: list[c.Command] = []

    def _all(self, commands: Iterable[c.Command], where: Where) -> None:
        before = len(self.asked)
        try:
            super()._all(commands, where)
        except Exception:
            if self.dealing.table.held is None:
                del self.asked[before:]
            raise

    def _one(self, command: c.Command, where: Where) -> None:
        events = len(self.events)
        try:
            super()._one(command, where)
        finally:
            if len(self.events) > events:
                self.asked.append(command)


def play_of(name: str, script: Script) -> Play:
    """The script, as far as it runs."""
    rules = load_ruleset(script.ruleset)
    runner = _Asking(rules)
    with suppress(_Stopped):
        runner.run(script)
    dealing = runner.dealing
    return Play(name, rules, tuple(runner.asked), tuple(runner.events), dict(dealing.sealed), dealing.table)


def scripts(seed: int, count: int) -> list[Play]:
    """So many round scripts of every book, of the special kinds the same share; the seed says which."""
    print(f"round scripts of seed {seed}, {count} a book")
    chance, found = Random(seed), [path for path in script_files() if f"{path.parent.name}/{path.stem}" in ALWAYS]
    for book in ruleset_ids():
        files = script_files(book)
        for word in ("", *SPECIAL):
            fitting = [path for path in files if word in _text(path)]
            found += chance.sample(fitting, min(count // (1 + len(SPECIAL)), len(fitting)))
    plays = [_play_at(path) for path in dict.fromkeys(found)]
    return [play for play in plays if play.events]  # a table that may not be opened has no log


def random_plays(seed: int, count: int) -> list[Play]:
    """So many random rounds, over all books in turn, every third with errors at the table."""
    print(f"random rounds from seed {seed}, {count} of them")
    books = ruleset_ids()
    return [_random(books[each % len(books)], seed + each) for each in range(count)]


@cache
def _play_at(path: Path) -> Play:
    return play_of(f"{path.parent.name}/{path.stem}", script_at(path))


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _random(book: str, seed: int) -> Play:
    round_ = random_round(load_ruleset(book), seed, errors=True)
    round_.play()
    return play_of(f"{book} {seed}", read_script(script_text(round_.script())))
