"""What becomes of a command: events, or a refusal. Pure: the same table, rules and command give the same answer."""

from app.game import commands as c
from app.game.decisions.dispatch import play_on
from app.game.draft import Draft
from app.game.rejections import Accepted, Answer
from app.game.remedies.dispatch import REMEDIES
from app.game.rules.ruleset import Ruleset
from app.game.state import Table


def decide(table: Table, rules: Ruleset, command: c.Command) -> Answer:
    """The events that the command brings about, or why it is refused."""
    draft = Draft(table, rules)
    assert table.ruleset_hash in ("", rules.hash), "a table is decided by the book it was opened under"
    if not table.ruleset_hash and not isinstance(command, c.OpenTable):
        return draft.refuse("table_not_open", "The table has not been set up.")
    remedy = REMEDIES.get(type(command))
    if table.held is not None and (remedy is None or not remedy.in_a_hold):
        why = table.held.irregularity if table.held.card is None else f"{table.held.card}, {table.held.irregularity}"
        return draft.refuse("table_holds", f"The table holds ({why}): what happened has to be resolved first.")
    refused = remedy.decide(draft, command) if remedy else play_on(draft, command)
    return Accepted(tuple(draft.events)) if refused is None else refused
