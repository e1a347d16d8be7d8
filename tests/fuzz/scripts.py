"""Random scripts, written line by line on a table that goes along; what was accepted is the script."""

from random import Random
from typing import Any, NamedTuple

from app.game.commands import OpenTable
from app.game.core.apply import EMPTY
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.roundscript.first_shoe import standard_opening
from app.roundscript.read import ScriptWager, read_script, table_config
from app.roundscript.runner import Refusal, Where, _record, _Stopped, _wager_commands
from app.surveillance.recorded import Recorded, split_rounds
from tests.fuzz.lines import Lines
from tests.fuzz.tables import any_table, any_wagers, script_text
from tests.surveillance.recording import _Recording

BETTING = 8
LINES = 60
LONGEST = 90
EARLIER = 0.25


class Fuzzed(NamedTuple):
    """A random script, the table as its lines left it, and its rounds as a table records them."""

    text: str
    table: Table
    rounds: tuple[Recorded, ...]
    refusal: Refusal | None
    tried: tuple[str, ...]


class Writer:
    """Writes one script; a line that is refused is left out, unless it holds the table."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.random = Random(f"{rules.id} {seed}")
        self.rules = rules
        self.lines = Lines(self.random, rules)
        self.tried: list[str] = []
        self.refusal: Refusal | None = None
        self.fields = any_table(self.random, rules)
        self.runner = _Recording(rules)
        self._open()

    def _open(self) -> None:
        """A table that the book does not allow is left as the book has it."""
        for fields in (self.fields, {}):
            self.fields = fields
            config = table_config(_config(fields), tuple(self.rules.side_bets))
            if self._done((OpenTable(config), *standard_opening(self.rules, config))):
                return

    def written(self) -> Fuzzed:
        """The script."""
        earlier = [self._earlier()] if self.random.random() < EARLIER else []
        finished = [each for each in earlier if each is not None]
        wagers = self._wagered()
        play: list[str] = []
        for next_line, most in ((self.lines.betting_line, BETTING), (self.lines.next_line, LINES)):
            for _ in range(self.random.randint(0, most)):
                if self.refusal is None:
                    self._try(next_line(self.table), play)
        script = {"ruleset": self.rules.id, "table": self.fields, "earlier": finished, "wager": wagers, "play": play}
        rounds = split_rounds(EMPTY, self.runner.caused(), dict(self.runner.dealing.sealed))
        return Fuzzed(script_text(script), self.table, rounds, self.refusal, tuple(self.tried))

    @property
    def table(self) -> Table:
        """The table now."""
        return self.runner.dealing.table

    def _earlier(self) -> dict[str, Any] | None:
        """An earlier round, played to its end; none if it does not come to one."""
        wagers, play = self._wagered(), list[str]()
        for _ in range(LONGEST):
            if self.refusal is not None or not wagers or _over(self.table):
                break
            self._try(self.lines.guided_line(self.table), play)
        if not _over(self.table) or self.refusal is not None:
            self.runner, self.refusal = _Recording(self.rules), None
            self._open()
            return None
        self.runner.dealing.earlier.append(_record(self.table))
        return {"wager": wagers, "play": play}

    def _wagered(self) -> list[dict[str, Any]]:
        """The wagers that are accepted, each whole or not at all."""
        accepted: list[dict[str, Any]] = []
        for entry in any_wagers(self.random, self.rules):
            if self._done(_wager_commands(_last_wager([*accepted, entry]))):
                accepted.append(entry)
        return accepted

    def _done(self, commands: Any) -> bool:
        try:
            self.runner._all(commands, Where())
        except _Stopped:
            return False
        return True

    def _try(self, line: str, play: list[str]) -> None:
        """The line, if it is accepted; one that leaves the table held ends the script."""
        self.tried.append(line)
        self.runner.dealing.next_word = "resolve"
        events, sealed = len(self.runner.events), dict(self.runner.dealing.sealed)
        try:
            self.runner._play_line(line, Where(line=len(play) + 1))
        except _Stopped as stopped:
            if len(self.runner.events) == events:
                self.runner.dealing.sealed = sealed
                return
            self.refusal = stopped.refusal
        play.append(line)
        self._only_choice(play)

    def _only_choice(self, play: list[str]) -> None:
        """What a script would choose by itself is written out."""
        question = self.runner.dealing.resolution()
        last = play[-1].split()[0] in ("faceup", "short", "interrupt")
        if self.refusal is None and last and question is not None and len(question.choices) == 1:
            self._try(f"resolve {question.choices[0]}", play)


def _over(table: Table) -> bool:
    return table.round is not None and table.round.complete and table.held is None


def _config(fields: dict[str, Any]) -> dict[str, Any]:
    text = script_text({"ruleset": "any", "play": [], "table": fields, "wager": []})
    return read_script(text).config


def _last_wager(entries: list[dict[str, Any]]) -> ScriptWager:
    """The last of these, as a script has it after the others."""
    text = script_text({"ruleset": "any", "play": [], "table": {}, "wager": entries})
    return read_script(text).round.wagers[-1]
