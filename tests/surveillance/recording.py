"""Rounds as a table records them: the commands that were accepted beside the events that they caused."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import Card
from app.game.core.rejections import Rejected
from app.game.core.seals import SALT_BYTES, Opened, seal
from app.game.core.state import TableConfig
from app.game.decide import decide
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.roundscript.first_shoe import standard_opening
from app.roundscript.read import Script
from app.roundscript.runner import Where, _Runner, _Stopped
from app.surveillance.recorded import Caused, Recorded, split_rounds
from tests.rules.expectations import script_at, script_files


class _Recording(_Runner):
    """The scripts' own runner, with what each command caused; what is taken back takes its commands with it."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.accepted: list[tuple[c.Command, int, int]] = []

    def _all(self, commands: Iterable[c.Command], where: Where) -> None:
        accepted = len(self.accepted)
        try:
            super()._all(commands, where)
        except Exception:
            kept = [each for each in self.accepted[accepted:] if each[2] <= len(self.events)]
            self.accepted[accepted:] = kept
            raise

    def _one(self, command: c.Command, where: Where) -> None:
        start = len(self.events)
        super()._one(command, where)
        self.accepted.append((command, start, len(self.events)))

    def caused(self) -> list[Caused]:
        """Each command with its events, and the events that refused ones left."""
        found: list[Caused] = []
        at = 0
        for command, start, end in self.accepted:
            found += [(None, (event,)) for event in self.events[at:start]]
            found.append((command, tuple(self.events[start:end])))
            at = end
        return [*found, *[(None, (event,)) for event in self.events[at:]]]


def recorded_rounds(script: Script, rules: Ruleset, *, shown: bool = True) -> tuple[Recorded, ...]:
    """Every round of the script as a table would have recorded it, with all face-down cards `shown` or none."""
    runner = _Recording(rules)
    with suppress(_Stopped):
        runner.run(script)
    return split_rounds(EMPTY, runner.caused(), dict(runner.dealing.sealed) if shown else {})


def sealed(card: str) -> tuple[str, Opened]:
    """A face-down card and the commitment to it."""
    opened = Opened(Card(card), card.encode().ljust(SALT_BYTES))
    return seal(opened), opened


class Sitting:
    """A table opened by the book on which commands are given one by one, refused ones among them."""

    def __init__(self, rules: Ruleset, config: TableConfig | None = None) -> None:
        self.rules = rules
        self.table = EMPTY
        self.all: list[Caused] = []
        options = config or TableConfig(side_bets=tuple(rules.side_bets))
        self.give(c.OpenTable(options), *standard_opening(rules, options))

    def give(self, *commands: c.Command) -> "Sitting":
        """Accepted, every one of them."""
        for command in commands:
            answer = decide(self.table, self.rules, command)
            assert not isinstance(answer, Rejected), f"{command}: {answer}"
            self._happened(command, answer.events)
        return self

    def refused(self, command: c.Command) -> "Sitting":
        """Refused; what it leaves in the record stays."""
        answer = decide(self.table, self.rules, command)
        assert isinstance(answer, Rejected), f"{command} was accepted"
        self._happened(None, answer.recorded)
        return self

    def cards(self, text: str) -> "Sitting":
        """These cards leave the shoe."""
        return self.give(*[c.DrawCard(Card(card)) for card in text.split()])

    def _happened(self, command: c.Command | None, events: tuple[Event, ...]) -> None:
        for event in events:
            self.table = apply(self.table, event)
        self.all.append((command, events))

    def rounds(self, *opened: tuple[str, Opened]) -> tuple[Recorded, ...]:
        """What was recorded, with the face-down cards that may be shown."""
        return split_rounds(EMPTY, self.all, dict(opened))


@cache
def rounds_of_scripts(book: str) -> tuple[Recorded, ...]:
    """Every round of every round script of the book, recorded."""
    rules = load_ruleset(book)
    return tuple([each for path in script_files(book) for each in recorded_rounds(script_at(path), rules)])
