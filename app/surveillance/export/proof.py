"""Whether an exported script gives what was recorded: it is run, and compared to the cent."""

from typing import Any, NamedTuple

from app.game.core.records import replace
from app.game.core.results import net
from app.game.core.state import Line, Round, Table
from app.game.core.turn import stage
from app.game.rules.ruleset import Ruleset
from app.game.targets import hole_due, kept_due
from app.roundscript.read import BadScript, read_script
from app.roundscript.runner import Outcome, run_script
from app.surveillance.export.cannot import CannotExport

# Of these a script takes the only choice by itself.
_RESOLVED_BY_ITSELF = ("face_up_card", "shoe_empty", "interruption")


class Results(NamedTuple):
    """What of a round has to come out the same."""

    phase: str
    settlements: tuple[Line, ...]
    net: tuple[tuple[str, int], ...]
    hands: tuple[Any, ...]
    dealer: tuple[Any, ...]


def results(table: Table, labels: dict[str, str] | None = None) -> Results:
    """The results of the round on the table, with these labels for its players."""
    names = labels or {}
    round_ = table.round or Round(0)
    lines = tuple([replace(line, player=names.get(line.player, line.player)) for line in round_.lines])
    changed = [(names.get(player, player), cents) for player, cents in net(round_).items()]
    hands = tuple(
        [
            (box.number, number, hand.cards, len(hand.down), hand.doubled, hand.done)
            for box in round_.boxes
            for number, hand in enumerate(box.hands, 1)
        ]
    )
    return Results(stage(table), lines, tuple(changed), hands, (round_.dealer, round_.hole is not None))


def proved(text: str, rules: Ruleset, wanted: Results, left: Table) -> Outcome:
    """Run the script; what does not give what was recorded is no export."""
    try:
        outcome = run_script(read_script(text), rules)
    except BadScript as bad:
        raise CannotExport(f"A script cannot hold this round: {bad.message}.") from bad
    if outcome.refusal is not None:
        raise CannotExport(_because(left, rules, f"a script is refused there: {outcome.refusal.message}"))
    found = results(outcome.table)
    for name, before, after in zip(Results._fields, wanted, found, strict=True):
        if before != after:
            raise CannotExport(_because(left, rules, f"a script would give another {name.rstrip('s')}"))
    return outcome


def _because(left: Table, rules: Ruleset, seen: str) -> str:
    """The reason, where one can be told from how the record ends, and what was seen."""
    opening = left.opening
    if hole_due(left, rules) or kept_due(left, rules):
        return f"The record ends where a face-down card is to be turned up, and in a script it turns itself up; {seen}."
    held = left.held.irregularity if left.held is not None else ""
    if held in _RESOLVED_BY_ITSELF:
        return f"The record ends in a hold ({held}) that a script resolves by itself; {seen}."
    if held:
        return f"The record ends in a hold ({held}) that cannot come about in a script of one round; {seen}."
    if opening is not None and opening.shoe.left < opening.shoe.size:
        return f"The round began with {opening.shoe.left} cards in the shoe, and a script with a fresh one; {seen}."
    return f"The round cannot be repeated from its script; {seen}."
