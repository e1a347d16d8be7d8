"""All that a void or a reconstruction comes to, for whoever thinks of one: the round before and after it, the money,
and of a reconstruction that is not whole yet how far it goes."""

from typing import NamedTuple

from app.game.core.apply import apply
from app.game.core.draft import Draft
from app.game.core.ledger import Balances, balances, difference
from app.game.core.rejections import Rejected
from app.game.core.state import RoundRecord, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.rulings import HOUSE_CLAUSE
from app.game.subjects.remedies import commands as c
from app.game.subjects.remedies.proposals import Proposed, checked, dealers_of, propose
from app.game.subjects.remedies.reconstruction import in_a_hold
from app.game.subjects.remedies.reconstruction_draft import Attempt, Tried, attempt, folded
from app.game.subjects.remedies.signed_remedies import people_needed, seal_of, signed
from app.game.subjects.remedies.voids import round_voided


class Shown(NamedTuple):
    """What it comes to. `seal` is what is signed; of what cannot be signed as it is there is none, and `refused` says
    why. `before` and `after`: the balances since the round opened; `dealers`: who dealt, and may not sign."""

    record: RoundRecord
    clause: str
    seal: str | None
    refused: Rejected | None
    was: Table
    becomes: Table
    before: Balances
    after: Balances
    steps: tuple[Tried, ...]
    left: tuple[str, ...]
    over: tuple[str, ...]
    dealers: tuple[str, ...]
    signed_by: tuple[str, ...]
    people: int

    @property
    def difference(self) -> Balances:
        """What each account gains or gives; it sums to zero."""
        return difference(self.before, self.after)


def shown(
    table: Table, rules: Ruleset, remedy: c.Void | c.Reconstruct, given: RoundRecord | None = None
) -> Shown | Rejected:
    """What it would come to, or why there can be no such remedy at all; nothing changes by asking."""
    found = checked(Draft(table, rules), remedy, given)
    if isinstance(found, Rejected):
        found = _with_other_cards(table, remedy, given, found)
    if isinstance(found, Rejected):
        return found
    clause, record = found
    proposed = propose(Draft(table, rules), remedy, given)
    if isinstance(remedy, c.Reconstruct):
        held = in_a_hold(Draft(table, rules), earlier=given is not None)
        tried = attempt(rules, remedy, record, held)
        return _shown(table, rules, remedy, record, clause, proposed, tried)
    if isinstance(proposed, Rejected):
        return proposed
    becomes = _voided(table, rules, remedy, proposed)
    return _shown(table, rules, remedy, record, clause, proposed, Attempt(becomes, (), (), None, (), ()))


def _with_other_cards(
    table: Table, remedy: c.Void | c.Reconstruct, given: RoundRecord | None, refused: Rejected
) -> tuple[str, RoundRecord] | Rejected:
    """A round that is not rebuilt may still be shown, since a card of it may be put right."""
    if not isinstance(remedy, c.Reconstruct) or refused.code != "reconstruction_forbidden":
        return refused
    if given is not None:
        return HOUSE_CLAUSE, given
    assert table.round is not None, "no book forbids to rebuild what is not there"
    assert table.opening is not None
    return HOUSE_CLAUSE, RoundRecord(table.round.number, table.opening, table.record)


def _shown(
    table: Table,
    rules: Ruleset,
    remedy: c.Void | c.Reconstruct,
    record: RoundRecord,
    clause: str,
    proposed: Proposed | Rejected,
    tried: Attempt,
) -> Shown:
    before = balances(record.opening, record.events)
    if isinstance(proposed, Rejected):
        after = balances(record.opening, tried.events)
        seal, refused, what = None, tried.refused or proposed, "reconstruct"
    else:
        after = _after(before, proposed.difference)
        seal, refused, what = seal_of(rules, remedy, proposed), None, proposed.what
    return Shown(
        record, clause, seal, refused, folded(record), tried.table, before, after, tried.done, tried.left, tried.over,
        dealers_of(record), signed(table, seal) if seal else (), people_needed(table, what),
    )  # fmt: skip


def _after(before: Balances, moves: Balances) -> Balances:
    after = {account: before.get(account, 0) + moves.get(account, 0) for account in {**before, **moves}}
    return {account: cents for account, cents in after.items() if cents}


def _voided(table: Table, rules: Ruleset, remedy: c.Void, proposed: Proposed) -> Table:
    """The table with this void."""
    if remedy.scope == "earlier":
        was = folded(proposed.record)
        assert was.round is not None, "a record is of a round"
        return apply(was, round_voided(was.round, rules, remedy.reason, proposed.clause))
    draft = Draft(table, rules)
    proposed.take_effect(draft)
    return draft.table
