"""Runs a script through the core: decide, apply, line by line, to a result or to the line that was refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.game import commands as c
from app.game.core.acts import Act
from app.game.core.apply import EMPTY, apply
from app.game.core.draft import Draft
from app.game.core.ledger import Balances
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import RoundRecord, Table
from app.game.decide import decide
from app.game.events import EarlierRoundAmended, Event, RoundRewritten
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.reconstruction import forbidden, split_acts, with_the_rest
from app.game.subjects.remedies.round_replay import Stopped, replay
from app.game.subjects.remedies.signed_remedies import preview
from app.game.subjects.wagers.placed_wagers import betting_open
from app.language.rejection_in_words import RejectedInWords, in_words
from app.roundscript.dealing import Commands, Dealing
from app.roundscript.error_lines import ERRORS, SUPERVISORS
from app.roundscript.first_shoe import FIRST_SET, standard_opening
from app.roundscript.play_lines import commands_of
from app.roundscript.read import BadScript, Script, ScriptReconstruction, ScriptRound, ScriptWager, table_config
from app.roundscript.shoe_lines import shoe_commands_of


@dataclass(frozen=True, slots=True)
class Where:
    """What was refused: a line of `play` or `shoe`, a wager, or the table itself; counted from 1."""

    line: int | None = None
    shoe_line: int | None = None
    wager: int | None = None
    earlier: int | None = None
    reconstruct_line: int | None = None


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
    rebuilt: RoundRewritten | None = None
    difference: Balances = field(default_factory=dict)


Reader = Callable[[str, Dealing], Commands]


class _Stopped(Exception):
    """A line was refused."""

    def __init__(self, where: Where, refused: RejectedInWords) -> None:
        super().__init__(refused.code)
        self.refusal = Refusal(where, refused.code, refused.message, refused.clause)


def _bad_script(where: Where, message: str) -> _Stopped:
    """A line that cannot be read, or a script that leaves something open."""
    return _Stopped(where, RejectedInWords("bad_script", message))


def run_script(script: Script, rules: Ruleset) -> Outcome:
    """Run every line of the script, or up to the first that is refused."""
    runner = _Runner(rules)
    try:
        runner.run(script)
    except _Stopped as stopped:
        return Outcome(runner.dealing.table, tuple(runner.events), stopped.refusal)
    return Outcome(runner.dealing.table, tuple(runner.events), None, runner.rebuilt, runner.difference)


def _brings_a_set(shoe: tuple[str, ...]) -> bool:
    return any(line.startswith("set ") for line in shoe)


class _Runner:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.dealing = Dealing(EMPTY, rules)
        self.rebuilt: RoundRewritten | None = None
        self.difference: Balances = {}
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
        if script.reconstruct is not None:
            self._rebuild(script.reconstruct)

    def _round(self, round_: ScriptRound, earlier: int | None) -> None:
        self.wagers = round_.wagers
        if round_.shoe is not None and not self.dealing.table.sets and not _brings_a_set(round_.shoe):
            self._all((FIRST_SET,), Where(earlier=earlier))
        for number, line in enumerate(round_.shoe or (), 1):
            self._line(shoe_commands_of, line, Where(shoe_line=number, earlier=earlier))
        for number, wager in enumerate(round_.wagers, 1):
            self._all(_wager_commands(wager), Where(wager=number, earlier=earlier))
        for number, line in enumerate(round_.play, 1):
            self.dealing.next_word = _next_word(round_.play[number:])
            self._play_line(line, Where(line=number, earlier=earlier))
        if earlier is not None and self.dealing.table.opening is not None:
            self.dealing.earlier.append(_record(self.dealing.table))
        if earlier is not None and round_.wagers and not _complete(self.dealing.table):
            raise _bad_script(Where(earlier=earlier), _unfinished(self.dealing.table, earlier))

    def _play_line(self, line: str, where: Where) -> None:
        """Once the round is complete a card can still come out, an error can come to light, and no more."""
        late = _complete(self.dealing.table) and line and line.split()[0] not in AFTER_THE_ROUND
        if late and not _answered(self.dealing.table, line):
            raise _Stopped(where, in_words(rejected("round_over")))
        self._line(commands_of, line, where)

    def _line(self, read: Reader, line: str, where: Where) -> None:
        if not line:
            return
        try:
            self._all(read(line, self.dealing), where)
        except BadScript as bad:
            raise _bad_script(where, bad.message) from bad

    def _all(self, commands: Iterable[c.Command], where: Where) -> None:
        """Everything that a line stands for, or nothing of it; but a card that holds the table stays where it came."""
        table, events = self.dealing.table, len(self.events)
        try:
            for command in commands:
                self._one(command, where)
                while (turned := self.dealing.turned_up_by_itself()) is not None:
                    self._one(turned, where)
        except (_Stopped, BadScript):
            if self.dealing.table.held is None:
                self.dealing.table = table
                del self.events[events:]
            raise

    def _one(self, command: c.Command, where: Where) -> None:
        answer = decide(self.dealing.table, self.rules, command)
        if isinstance(answer, Rejected):
            self._record_all(answer.recorded)
            closing = isinstance(command, c.DrawCard | c.DrawFaceDown | c.CloseBets)
            raise _Stopped(self._blamed(answer, where) if closing else where, in_words(answer))
        self._record_all(answer.events)

    def _record_all(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.dealing.table = apply(self.dealing.table, event)
            if isinstance(event, EarlierRoundAmended) and event.events:
                self.dealing.put_right(event)
        self.events.extend(events)

    def _rebuild(self, wanted: ScriptReconstruction) -> None:
        try:
            self._reconstruct(wanted)
        except BadScript as bad:
            raise _bad_script(Where(), bad.message) from bad

    def _reconstruct(self, wanted: ScriptReconstruction) -> None:
        """Play the corrected sequence on the round as it opened, then let two supervisors sign what comes of it."""
        earlier = None if wanted.earlier is None else self.dealing.earlier_round(wanted.earlier)
        record = earlier or _record(self.dealing.table)
        nothing = c.Reconstruct(wanted.reason, ())
        refused = forbidden(Draft(self.dealing.table, self.rules), nothing, record, earlier=earlier is not None)
        if refused is not None:
            raise _Stopped(Where(), in_words(refused))
        remedy = c.Reconstruct(wanted.reason, self._corrected(wanted, record))
        shown = preview(self.dealing.table, self.rules, remedy, earlier)
        if isinstance(shown, Rejected):
            raise _Stopped(Where(), in_words(shown))
        for who in SUPERVISORS:
            self._one(c.SignRemedy(who, remedy, earlier, seen=shown.seal), Where())
        last = self.events[-1]
        if isinstance(last, RoundRewritten):
            self.rebuilt, self.difference = last, shown.difference

    def _corrected(self, wanted: ScriptReconstruction, record: RoundRecord) -> tuple[c.Command, ...]:
        """The commands of the corrected sequence, tried out one by one."""
        before, after = split_acts(record.events)
        trial = self.dealing.again(_tried(record, self.rules, before, Where()))
        acts: list[c.Command] = []
        for number, line in enumerate(wanted.play, 1):
            where = Where(reconstruct_line=number)
            for command in _commands(line, trial, where):
                acts.append(command)
                so_far = with_the_rest(tuple(acts), after, whole=False)
                trial.table = _tried(record, self.rules, (*before, *so_far), where)
        return (*acts, *self._turned_up_at_last(trial, record, (*before, *with_the_rest(tuple(acts), after))))

    def _turned_up_at_last(self, trial: Dealing, record: RoundRecord, acts: tuple[Act, ...]) -> Commands:
        """The face-down card, where what was declared in the round ends the last hand of the sequence."""
        again = replay(record.opening, self.rules, acts)
        if not isinstance(again, Stopped):
            trial.table = again.table
            if (turned := trial.turned_up_by_itself()) is not None:
                yield turned

    def _blamed(self, rejected: Rejected, where: Where) -> Where:
        """A box that may not play is the fault of its last wager, not of the card that closed the betting."""
        if not betting_open(self.dealing.table):
            return where
        numbers = [number for number, wager in enumerate(self.wagers, 1) if wager.box == rejected.box]
        return Where(wager=numbers[-1], earlier=where.earlier) if numbers else where


def _tried(record: RoundRecord, rules: Ruleset, acts: tuple[Act, ...], where: Where) -> Table:
    """The round played again so far, or where that ends."""
    again = replay(record.opening, rules, acts)
    if isinstance(again, Stopped):
        raise _Stopped(where, in_words(again.rejected))
    return again.table


def _commands(line: str, trial: Dealing, where: Where) -> Commands:
    """The commands of a line of a corrected sequence, and what turns itself up after each."""
    if not line:
        return
    try:
        for command in commands_of(line, trial, corrected=True):
            yield command
            while (turned := trial.turned_up_by_itself()) is not None:
                yield turned
    except BadScript as bad:
        raise _bad_script(where, bad.message) from bad


# What may still come when the round is complete: a card, and errors that come to light.
AFTER_THE_ROUND = ("cards", *ERRORS)


def _next_word(lines: tuple[str, ...]) -> str:
    """The first word of the next line that is not empty."""
    return next((line.split()[0] for line in lines if line), "")


def _record(table: Table) -> RoundRecord:
    """The record of the round on the table."""
    if table.opening is None or table.round is None:
        raise BadScript("there is no round to reconstruct")
    return RoundRecord(table.round.number, table.opening, table.record)


def _unfinished(table: Table, earlier: int) -> str:
    if table.held is not None:
        return f"earlier round {earlier} ended in a hold: {table.held.card} ({table.held.irregularity})"
    return f"earlier round {earlier} is not played to its end"


def _complete(table: Table) -> bool:
    return table.round is not None and table.round.complete


def _answered(table: Table, line: str) -> bool:
    """Whether this only closes offers whose answers ended the round."""
    return line.split() == ["proceed"] and table.round is not None and table.round.answered


def _wager_commands(wager: ScriptWager) -> Commands:
    how = wager.seated, wager.noticed, wager.consent
    if wager.missing:
        yield c.PlaceWager(wager.box, wager.player, "main", 0, *how, missing=True)
    kinds = [("main", wager.main), *wager.sides]
    for kind, cents in kinds:
        if cents is not None:
            yield c.PlaceWager(wager.box, wager.player, kind, cents, *how)
