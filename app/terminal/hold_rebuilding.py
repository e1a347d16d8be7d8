"""How a hold is rebuilt, and what a remedy has to say: what a person may not do alone, though a round script may.

A reconstruction moves cards and money, so two people sign it. Where the book asks every player once the cards lie in
their right order, it is a choice of the hold, which two people sign; everywhere else it is a remedy of its own.
"""

from collections.abc import Sequence

from app.books.procedure_words import NEED_WORDS
from app.game import commands as c
from app.game.core.state import RoundRecord, Table
from app.game.rules.ruleset import Ruleset, Ruling
from app.game.subjects.irregularities.rulings import row_for
from app.game.subjects.remedies.proposals import dealers_of
from app.people.caller import Caller
from app.problems.problem import Problem
from app.terminal.signatures import REBUILD, two_people

AT_THE_TABLE = "Choose it at the table's page: every player is asked then."


def row_that_asks(table: Table, rules: Ruleset) -> Ruling | None:
    """The row by which what holds the table is rebuilt at the table, every player being asked then."""
    row = _row(table, rules)
    asks = row is not None and row.verdict == "then_players"
    return row if asks and table.held is not None and REBUILD not in table.held.unfit else None


def check_not_past_the_players(command: c.SignRemedy, table: Table, rules: Ruleset) -> None:
    """Raise if a reconstruction is signed where the book asks the players."""
    rebuilds = isinstance(command.remedy, c.Reconstruct) and command.record is None
    row = row_that_asks(table, rules) if rebuilds else None
    if row is not None:
        raise Problem("table_holds", f"This hold is rebuilt at the table. {AT_THE_TABLE}", row.clause)


def check_rebuilt_by_two(
    command: c.Resolve, caller: Caller, signers: Sequence[Caller], table: Table, rules: Ruleset
) -> None:
    """Raise if the hold would be rebuilt by a choice that is not signed as it has to be."""
    row = _row(table, rules) if command.choice == REBUILD else None
    if row is None:
        return
    if row.verdict != "then_players":
        message = "A reconstruction is proposed and signed by two supervisors (SignRemedy), not just chosen."
        raise Problem("to_be_signed", message, row.clause)
    if not signers:
        message = "Two people sign that the round is rebuilt: another supervisor gives name and PIN for it."
        raise Problem("signature_needed", message, row.clause)
    first, second = two_people(caller, tuple(signers), "Resolve")
    if first == second and REBUILD not in table.config.single_signature:
        raise Problem("same_person", f"Two different people sign that the round is rebuilt, and {first} is one.")


def check_did_not_deal(names: Sequence[str], record: RoundRecord, tapped: Sequence[str]) -> None:
    """Raise if one of those who sign has dealt the round, or tapped in it for its dealer."""
    dealt = {*dealers_of(record), *tapped}
    for name in names:
        if name in dealt:
            raise Problem("signed_by_dealer", f"{name} has dealt in this round and does not sign for it.")


def check_words(remedy: c.Void | c.Reconstruct) -> None:
    """Raise if a void for this reason does not say what happened."""
    if isinstance(remedy, c.Void) and remedy.reason in NEED_WORDS and not remedy.words.strip():
        message = f"A void for {remedy.reason} says what happened: propose it with `words` for the record."
        raise Problem("bad_request", message, details={"fields": ["remedy.words"]})


def _row(table: Table, rules: Ruleset) -> Ruling | None:
    """The row that lets a hold be rebuilt; None where nothing holds the table, or the players are asked already."""
    held = table.held
    row = row_for(table, rules, held, REBUILD) if held is not None and not held.asked else None
    return row if row is not None and row.allowed else None
