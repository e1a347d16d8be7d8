"""What goes back when something is void, and what moves when a round is put right."""

from app.game.core.accounts import Account, Posting, Postings
from app.game.core.ledger import balances, difference
from app.game.core.state import Table
from app.game.subjects.remedies.events import EarlierRoundAmended, RoundRewritten, RoundVoided, WagersVoided
from app.game.subjects.settlement.postings import of_line


def voided(_table: Table, event: WagersVoided | RoundVoided) -> Postings:
    """Settled lines are reversed before the stakes go back."""
    reversed_ = [Posting(move.account, -move.cents) for line in event.withdrawn for move in of_line(line)]
    return (*reversed_, *[move for line in event.lines for move in of_line(line)])


def rewritten(table: Table, event: RoundRewritten) -> Postings:
    """What the round has moved by its record as it now is, less what it had moved by its record before."""
    assert table.opening is not None
    moves = difference(balances(table.opening, table.record), balances(table.opening, event.events))
    return tuple([Posting(account, cents) for account, cents in moves.items()])


def amended(_table: Table, event: EarlierRoundAmended) -> Postings:
    return tuple([Posting(Account(kind, box, player), cents) for kind, box, player, cents in event.moves])  # type: ignore[arg-type]
