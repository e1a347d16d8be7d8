"""What a player has to be told now, in one word: a sign shows it and needs no rules of its own."""

from typing import Literal

from app.game.core.state import Payment, Round, Table
from app.game.core.turn import shoe_ready
from app.game.subjects.payments.amounts_owed import accounts

Notice = Literal["closed", "paused", "shuffling", "place_bets", "no_more_bets", "round_over", "round_void"]


def notice(table: Table) -> Notice:
    """The one thing that holds for everybody at the table."""
    if table.closed or not table.ruleset_hash:
        return "closed"
    if table.held is not None or table.paper is not None:
        return "paused"
    if table.round is None:
        return "place_bets" if shoe_ready(table) else "shuffling"
    return _of_the_round(table, table.round)


def _of_the_round(table: Table, round_: Round) -> Notice:
    """Wagers are taken while the cards are still being made ready, too: an open round says so."""
    if round_.complete:
        return _after_the_round(table) if round_.void is None else "round_void"
    if not round_.bets_closed:
        return "no_more_bets" if round_.bets_called else "place_bets"
    return "shuffling" if table.shoe.refill else "no_more_bets"


def _after_the_round(table: Table) -> Notice:
    """Whatever is still paid and taken, the next wagers are called for when it is done."""
    if any([_is_open(account.open_at(place)) for account in accounts(table) for place in account.places]):
        return "round_over"
    return "place_bets" if shoe_ready(table) else "shuffling"


def _is_open(payment: Payment) -> bool:
    return payment.pays_cents > 0 or payment.takes_cents > 0
