"""What has to hold of any script at all: it runs, its money adds up, and its record comes back as a script."""

import json
import re
from typing import Any

from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.payments.payment_list import payments_shown
from app.game.subjects.remedies.allowed_remedies import may_be_rebuilt, may_be_void
from app.game.subjects.remedies.dealer_corrections import corrections, undoable
from app.game.views.audiences import floor_view, surveillance_view
from app.game.views.prompts import prompts
from app.roundscript.read import read_script
from app.roundscript.result import result_of
from app.roundscript.runner import Outcome, run_script
from app.surveillance.export import CannotExport, export_script
from app.surveillance.narrative import narrative
from app.surveillance.recorded import Recorded, last_table
from app.surveillance.summary import summary
from tests.fuzz.scripts import Fuzzed
from tests.properties.ledger import Ledger

COMPARED = ("phase", "settlements", "net", "hands", "dealer")
# Why a round may have no script of its own: it is about another round, or about a shoe that was not a fresh one.
REASONS = (
    r"No card of the round was dealt: its record ends while the shoe was being made ready\.",
    r"The round was (declared void|reconstructed) after it was over \(\w+\); its own script cannot show that\.",
    r"The record ends in a hold \(\w+\) that .*",
    r"The round began with \d+ cards in the shoe, and a script with a fresh one; .*",
)


def is_lawful(why: str) -> bool:
    """Whether a round has no script for one of these reasons."""
    return any([re.fullmatch(reason, why) for reason in REASONS])


def printed(outcome: Outcome, rules: Ruleset) -> dict[str, Any]:
    """What `tablekeeper play` prints."""
    found: dict[str, Any] = json.loads(json.dumps(result_of(outcome, rules)))
    return found


def check(fuzzed: Fuzzed, rules: Ruleset) -> list[str]:
    """Everything; why rounds have no script of their own, for those that have none."""
    outcome = run_script(read_script(fuzzed.text), rules)
    assert outcome.refusal == fuzzed.refusal
    assert outcome.table == fuzzed.table, "the script gives what its lines gave one by one"
    assert printed(outcome, rules)
    _ledger(outcome)
    _shown(fuzzed.table, rules)
    return [why for each in fuzzed.rounds if (why := _comes_back(each, rules))]


def _ledger(outcome: Outcome) -> None:
    ledger = Ledger()
    ledger.take(outcome.events)
    assert ledger.table == outcome.table


def _shown(table: Table, rules: Ruleset) -> None:
    """Every view of the table can be made."""
    assert floor_view(table, rules)
    assert surveillance_view(table, rules)
    payments_shown(table, rules)
    prompts(table, rules)
    corrections(table, rules)
    undoable(table)
    may_be_void(table, rules, None)
    may_be_rebuilt(table, rules, None)


def _comes_back(recorded: Recorded, rules: Ruleset) -> str | None:
    """Export the round and run the script: what was recorded comes of it; else why it cannot be exported."""
    assert list(narrative(recorded, rules))
    assert list(summary(recorded, rules))
    try:
        text = export_script(recorded, rules)
    except CannotExport as why:
        return str(why)
    again = printed(run_script(read_script(text), rules), rules)
    before = printed(Outcome(last_table(recorded), (), None), rules)
    assert {key: again.get(key) for key in COMPARED} == {key: before.get(key) for key in COMPARED}, text
    return None
