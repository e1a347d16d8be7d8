"""Voids and reconstructions: proposed by one supervisor, in force when another has signed the very same difference.

What is signed is a seal: SHA-256 over the table as the round opened, all that was done in the round, the hash of the
ruleset, what is proposed, and the difference in cents of every account. Whoever signs says which seal he was shown; if
the round's record has changed since, the seal is another one, and both sign anew. What happens in later rounds does not
matter.
"""

from app.game.core.draft import Draft
from app.game.core.ledger import Balances
from app.game.core.records import Part
from app.game.core.rejections import Rejected
from app.game.core.round_log import of_the_round
from app.game.core.seals import digest
from app.game.core.state import RoundRecord, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies import commands as c
from app.game.subjects.remedies import events as e
from app.game.subjects.remedies.proposals import Proposed, propose

PEOPLE = 2


class Preview(Part):
    """What a void or reconstruction would come to, to be shown to whoever is to sign it."""

    seal: str
    clause: str
    difference: Balances
    signed_by: tuple[str, ...]


def preview(
    table: Table, rules: Ruleset, remedy: c.Void | c.Reconstruct, record: RoundRecord | None = None
) -> Preview | Rejected:
    """What it would come to, or why the book does not allow it; nothing changes by asking."""
    proposed = propose(Draft(table, rules), remedy, record)
    if isinstance(proposed, Rejected):
        return proposed
    seal = seal_of(rules, remedy, proposed)
    return Preview(seal, proposed.clause, proposed.difference, signed(table, seal))


def sign_remedy(draft: Draft, command: c.SignRemedy) -> Rejected | None:
    """Sign; with the last signature that is needed it takes effect."""
    proposed = propose(draft, command.remedy, command.record)
    if isinstance(proposed, Rejected):
        return proposed
    seal = seal_of(draft.rules, command.remedy, proposed)
    refused = _refused(draft, command, proposed, seal)
    if refused is not None:
        return refused
    waits = len(_good(draft.table, seal, command)) + 1 < people_needed(draft.table, proposed.what)
    of = proposed.what, proposed.record.number, command.remedy, proposed.clause
    draft.emit(e.RemedySigned(seal, command.by, *of, waits))
    if not waits:
        proposed.take_effect(draft)
    return None


def signed(table: Table, seal: str) -> tuple[str, ...]:
    """Who has signed under this seal."""
    return tuple([signature.by for signature in table.signatures if signature.seal == seal])


def _good(table: Table, seal: str, command: c.SignRemedy) -> tuple[str, ...]:
    """Who has signed and may have: not who tapped in the round after that, even if the tap was taken back."""
    return tuple([by for by in signed(table, seal) if by not in command.tapped])


def people_needed(table: Table, what: str) -> int:
    """How many people have to sign this here."""
    return 1 if what in table.config.single_signature else PEOPLE


def _refused(draft: Draft, command: c.SignRemedy, proposed: Proposed, seal: str) -> Rejected | None:
    if not command.by or command.by != command.by.strip():
        return draft.refuse("who_signs")
    if command.seen not in (None, seal):
        return draft.refuse("difference_changed")
    if command.by in proposed.dealers:
        return draft.refuse("signed_by_dealer.dealt", {"by": command.by})
    if command.by in command.tapped:
        return draft.refuse("signed_by_dealer.tapped", {"by": command.by})
    if command.by in signed(draft.table, seal):
        return draft.refuse("second_person_needed", {"by": command.by})
    return None


def seal_of(rules: Ruleset, remedy: c.Void | c.Reconstruct, proposed: Proposed) -> str:
    """The seal of all that is signed."""
    record = proposed.record
    events = of_the_round(record.events)
    return digest((record.number, record.opening, events, rules.hash, remedy, tuple(proposed.difference.items())))
