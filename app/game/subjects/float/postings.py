"""What moves the float: the house, the drop box, and chips that were exchanged for cash (docs/float.md)."""

from app.game.core.accounts import DROP, EXCHANGED, FLOAT, HOUSE, Account, Posting, Postings
from app.game.core.state import Table
from app.game.subjects.float import events as e


def float_opened(_table: Table, event: e.FloatOpened) -> Postings:
    """What play has brought a tray that nobody had counted is the house's."""
    cents = event.cents - event.carried_cents
    return _moves((FLOAT, cents), (HOUSE, -cents))


def float_filled(_table: Table, event: e.FloatFilled) -> Postings:
    return _moves((FLOAT, event.cents), (HOUSE, -event.cents))


def float_credited(_table: Table, event: e.FloatCredited) -> Postings:
    return _moves((FLOAT, -event.cents), (HOUSE, event.cents))


def float_closed(_table: Table, event: e.FloatClosed) -> Postings:
    return _moves((FLOAT, -event.expected_cents), (HOUSE, event.counted_cents), (EXCHANGED, event.exchanged_cents))


def drop_entered(_table: Table, event: e.DropEntered) -> Postings:
    return _moves((DROP, event.cents), (EXCHANGED, -event.cents))


def _moves(*moved: tuple[Account, int]) -> Postings:
    """What each of these accounts gains or gives, if anything."""
    return tuple([Posting(account, cents) for account, cents in moved if cents])
