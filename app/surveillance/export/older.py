"""The head of a script whose round was settled under an earlier edition of the readings."""

from app.game.core.state import Line
from app.game.rules.ruleset import Ruleset
from app.roundscript.read import read_script
from app.roundscript.result import line_json, short_line
from app.roundscript.runner import run_script


def of_older_readings(text: str, rules: Ruleset, today: Ruleset, recorded: tuple[Line, ...]) -> list[str]:
    """What the round was settled under, and which of its wagers would be settled otherwise today."""
    outcome = run_script(read_script(text), today)
    head = [
        f"# Written from the record of a round under readings edition {rules.readings}; today's is {today.readings}.",
        "# What was recorded and paid stands. `tablekeeper play` settles as one would today.",
    ]
    if outcome.refusal is not None:
        return [*head, f"# A script of it is refused today: {outcome.refusal.code}. {outcome.refusal.message}"]
    settled = outcome.table.round.lines if outcome.table.round is not None else ()
    found = _differences(recorded, settled)
    return [*head, *(found or ["# No wager of it would be settled otherwise."])]


def _differences(recorded: tuple[Line, ...], today: tuple[Line, ...]) -> list[str]:
    was, now = _by_wager(recorded), _by_wager(today)
    differing = [each for each in {**was, **now} if _money(was.get(each)) != _money(now.get(each))]
    return [
        f"# {when}: {_shown(lines.get(each))}" for each in differing for when, lines in (("then", was), ("today", now))
    ]


def _by_wager(lines: tuple[Line, ...]) -> dict[tuple[int, int, str, str], Line]:
    return {(line.box, line.hand, line.player, line.wager): line for line in lines}


def _money(line: Line | None) -> tuple[object, ...] | None:
    return None if line is None else (line.stake_cents, line.outcome, line.pays_cents, line.takes_cents)


def _shown(line: Line | None) -> str:
    return "no such line" if line is None else short_line(line_json(line))
