"""What becomes of a command: events, or a refusal. Pure: the same table, rules and command give the same answer.

The rules are those of the book that the command is about: the table's own, the one that a closed table is opened again
under, or the one under which the earlier round was played that is put right.
"""

from app.game import commands as c
from app.game.core.draft import Draft
from app.game.core.rejections import Accepted, Answer, Rejected
from app.game.core.state import Held, RoundRecord, Table
from app.game.ordinary_play import play_on
from app.game.registry import COMMANDS
from app.game.rules.ruleset import Ruleset


def decide(table: Table, rules: Ruleset, command: c.Command) -> Answer:
    """The events that the command brings about, or why it is refused."""
    draft = Draft(table, rules)
    kind = COMMANDS[type(command)]
    refused = _of_no_known_book(draft, command) or _not_open(draft, command)
    if refused is None and table.held is not None and not kind.in_a_hold:
        refused = _holds(draft, table.held)
    if refused is None:
        refused = play_on(draft, command) if kind.play else kind.decide(draft, command)
    return Accepted(tuple(draft.events), tuple(draft.tables)) if refused is None else refused


def _holds(draft: Draft, held: Held) -> Rejected:
    if held.card is None:
        return draft.refuse("table_holds.what_happened", {"irregularity": held.irregularity})
    return draft.refuse("table_holds.of_a_card", {"card": held.card, "irregularity": held.irregularity})


def earlier_round(command: c.Command) -> RoundRecord | None:
    """The record of the earlier round that the command puts right, if it does."""
    return command.record if isinstance(command, c.SignRemedy) else None


def _of_no_known_book(draft: Draft, command: c.Command) -> Rejected | None:
    """Whoever asks brings the book; only whether there is one for an earlier round cannot be known before."""
    table, earlier = draft.table, earlier_round(command)
    if earlier is None:
        free = isinstance(command, c.OpenTable) and table.closed
        own = table.ruleset_hash in ("", draft.rules.hash)
        assert free or own, "a table is decided by the book it was opened under"
        return None
    if earlier.opening.ruleset_hash == draft.rules.hash:
        return None
    return draft.refuse("not_an_earlier_round.no_such_book")


def _not_open(draft: Draft, command: c.Command) -> Rejected | None:
    """At a closed table it goes on with what has been: the drop is counted, an earlier round put right and paid."""
    table = draft.table
    if isinstance(command, c.OpenTable) or (table.ruleset_hash and not table.closed):
        return None
    if not table.closed:
        return draft.refuse("table_not_open.not_set_up")
    if COMMANDS[type(command)].at_a_closed_table or earlier_round(command) is not None:
        return None
    return draft.refuse("table_not_open.closed")
