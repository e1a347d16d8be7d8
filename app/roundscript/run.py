"""Runs a script through the core: decide, apply, line by line, to a result or to the line that was refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.game import commands as c
from app.game.apply import EMPTY, apply
from app.game.decide import decide
from app.game.events import Event
from app.game.flow import hole_due
from app.game.rejections import Rejected
from app.game.rules.ruleset import Ruleset
from app.game.state import Table
from app.roundscript.dealing import Commands, Dealing
from app.roundscript.lines import commands_of
from app.roundscript.opening import FIRST_SET, standard_opening
from app.roundscript.read import BadScript, Script, ScriptRound, ScriptWager, table_config
from app.roundscript.shoe_lines import shoe_commands_of


@dataclass(frozen=True, slots=True)
class Where:
    """What was refused: a line of `play` or `shoe`, a wager, or the table itself; counted from 1."""

    line: int | None = None
    shoe_line: int | None = None
    wager: int | None = None
    earlier: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Where the script stopped, and why."""

    where: Where
    code: str
    message: str
    clause: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table as the script left it, all its events, and what was refused, if anything."""

    table: Table
    events: tuple[Event, ...]
    refusal: Refusal | None


Reader = Callable[[str, Dealing], Commands]


class _Stopped(Exception):
    """A line was refused."""

    def __init__(self, where: Where, rejected: Rejected) -> None:
        super().__init__(rejected.code)
        self.refusal = Refusal(where, rejected.code, rejected.message, rejected.clause)


def run_script(script: Script, rules: Ruleset) -> Outcome:
    """Run every line of the script, or up to the first that is refused."""
    runner = _Runner(rules)
    try:
        runner.run(script)
    except _Stopped as stopped:
        return Outcome(runner.dealing.table, tuple(runner.events), stopped.refusal)
    return Outcome(runner.dealing.table, tuple(runner.events), None)


def _brings_a_set(shoe: tuple[str, ...]) -> bool:
    return any(line.startswith("set ") for line in shoe)


class _Runner:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.dealing = Dealing(EMPTY)
        self.events: list[Event] = []
        self.wagers: tuple[ScriptWager, ...] = ()

    def run(self, script: Script) -> None:
        config = table_config(script.config, tuple(self.rules.side_bets))
        rounds = (*script.earlier, script.round)
        self._all((c.OpenTable(config),), Where())
        if rounds[0].shoe is None:
            self._all(standard_opening(self.rules, config), Where())
        for number, round_ in enumerate(rounds, 1):
            self._round(round_, number if number < len(rounds) else None)

    def _round(self, round_: ScriptRound, earlier: int | None) -> None:
        self.wagers = round_.wagers
        if round_.shoe is not None and not self.dealing.table.sets and not _brings_a_set(round_.shoe):
            self._all((FIRST_SET,), Where(earlier=earlier))
        for number, line in enumerate(round_.shoe or (), 1):
            self._line(shoe_commands_of, line, Where(shoe_line=number, earlier=earlier))
        for number, wager in enumerate(round_.wagers, 1):
            self._all(_wager_commands(wager), Where(wager=number, earlier=earlier))
        for number, line in enumerate(round_.play, 1):
            self._play_line(line, Where(line=number, earlier=earlier))
        if earlier is not None and round_.wagers and not _complete(self.dealing.table):
            raise _Stopped(Where(earlier=earlier), Rejected("bad_script", _unfinished(self.dealing.table, earlier)))

    def _play_line(self, line: str, where: Where) -> None:
        """Once the round is complete only a card can still come out, and that holds the table."""
        if _complete(self.dealing.table) and line and line.split()[0] != "cards":
            raise _Stopped(where, Rejected("round_over", "The round is over."))
        self._line(commands_of, line, where)

    def _line(self, read: Reader, line: str, where: Where) -> None:
        if not line:
            return
        try:
            self._all(read(line, self.dealing), where)
        except BadScript as bad:
            raise _Stopped(where, Rejected("bad_script", bad.message)) from bad

    def _all(self, commands: Iterable[c.Command], where: Where) -> None:
        """Everything that a line stands for, or nothing of it; but a card that holds the table stays where it came."""
        table, events = self.dealing.table, len(self.events)
        try:
            for command in commands:
                self._one(command, where)
                while hole_due(self.dealing.table, self.rules):
                    self._one(self._turn_up_hole(), where)
        except (_Stopped, BadScript):
            if self.dealing.table.held is None:
                self.dealing.table = table
                del self.events[events:]
            raise

    def _turn_up_hole(self) -> c.Command:
        round_ = self.dealing.table.round
        assert round_ is not None
        assert round_.hole is not None
        return c.TurnUpHole(self.dealing.sealed[round_.hole])

    def _one(self, command: c.Command, where: Where) -> None:
        answer = decide(self.dealing.table, self.rules, command)
        if isinstance(answer, Rejected):
            closing = isinstance(command, c.DrawCard | c.DrawFaceDown | c.CloseBets)
            raise _Stopped(self._blamed(answer, where) if closing else where, answer)
        for event in answer.events:
            self.dealing.table = apply(self.dealing.table, event)
        self.events.extend(answer.events)

    def _blamed(self, rejected: Rejected, where: Where) -> Where:
        """A box that may not play is the fault of its last wager, not of the card that closed the betting."""
        numbers = [number for number, wager in enumerate(self.wagers, 1) if wager.box == rejected.box]
        return Where(wager=numbers[-1], earlier=where.earlier) if numbers else where


def _unfinished(table: Table, earlier: int) -> str:
    if table.held is not None:
        return f"earlier round {earlier} ended in a hold: {table.held.card} ({table.held.irregularity})"
    return f"earlier round {earlier} is not played to its end"


def _complete(table: Table) -> bool:
    return table.round is not None and table.round.complete


def _wager_commands(wager: ScriptWager) -> Commands:
    kinds = [("main", wager.main), *wager.sides]
    for kind, cents in kinds:
        if cents is not None:
            yield c.PlaceWager(wager.box, wager.player, kind, cents, wager.seated, wager.noticed, wager.consent)
