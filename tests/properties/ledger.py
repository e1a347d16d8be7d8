"""Every event applied and looked at: no cent and no card is made or lost, across rewritten and void rounds too."""

from collections import defaultdict
from typing import Any

from app.game.core.accounts import FLOAT, Account
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import Balances, postings
from app.game.core.records import fields_of, replace
from app.game.core.results import net
from app.game.core.state import Float, Round, Shoe, Table, cards_on_layout
from app.game.events import (
    DropEntered,
    EarlierRoundAmended,
    Event,
    FloatClosed,
    FloatCredited,
    FloatFilled,
    FloatOpened,
    RoundOpened,
)
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.round_replay import Stopped, acts_of, replay

# Money that moves while a round is on the table, and is no part of it.
NOT_OF_THE_ROUND = EarlierRoundAmended | FloatOpened | FloatFilled | FloatCredited | FloatClosed | DropEntered


def all_cards(table: Table) -> int:
    """Every card of the set, wherever it is."""
    return table.shoe.left + cards_on_layout(table) + table.shoe.discarded


class Ledger:
    """A table, the accounts of everybody, and what these were when the round opened."""

    def __init__(self) -> None:
        self.table: Table = EMPTY
        self.events: list[Event] = []
        self.accounts: Balances = defaultdict(int)
        self.before: Balances = {}

    def take(self, events: tuple[Event, ...]) -> None:
        """The events of one command."""
        for event in events:
            self._take(event)
        round_ = self.table.round
        if round_ is not None and round_.complete:
            assert settled(self.moved(), round_) is None

    def _take(self, event: Event) -> None:
        moves = postings(self.table, event)
        assert sum(move.cents for move in moves) == 0, event
        if isinstance(event, RoundOpened):
            self.before = dict(self.accounts)
        for move in moves:
            self.accounts[move.account] += move.cents
            if isinstance(event, NOT_OF_THE_ROUND):
                self.before[move.account] = self.before.get(move.account, 0) + move.cents
        self.table = apply(self.table, event)
        self.events.append(event)
        assert all_cards(self.table) == self.table.shoe.size, event
        assert self.table.shoe.left >= 0, event
        assert self.accounts[FLOAT] == self.table.expected_float_cents, event

    def moved(self) -> Balances:
        """What each account has gained or given since the round opened."""
        moves = {account: cents - self.before.get(account, 0) for account, cents in self.accounts.items()}
        return {account: cents for account, cents in moves.items() if cents}


def settled(moved: Balances, round_: Round) -> str | None:
    """What is wrong with the money of a round that is over; None if nothing is."""
    if any(account.kind == "layout" for account in moved):
        return f"left on the layout: {moved}"
    for player, cents in net(round_).items():
        if sum(moved[a] for a in moved if a.kind == "bettor" and a.player == player) != cents:
            return f"{player} has not what the lines say: {moved} {cents}"
    if moved.get(Account("float"), 0) != -sum(net(round_).values()):
        return f"the float has not what the lines say: {moved}"
    return f"paid in a void round: {moved}" if round_.void is not None and moved else None


def bare(table: Table) -> Table:
    """The table without what is kept about a round, but is not of it."""
    table = replace(table, opening=None, record=(), irregularities=(), signatures=(), corrections=(), amended=())
    table = replace(table, holds=0, waiting=(), laid_by=(), keyed=(), float=Float(), owed=(), ticked=())
    return table if table.round is None else replace(table, round=replace(table.round, late_wagers=()))


def assert_replays(table: Table, rules: Ruleset) -> None:
    """The round's own log, turned into acts and played again from the opening, gives the table."""
    if table.opening is None or table.held is not None or (table.round is not None and table.round.void is not None):
        return
    again = replay(table.opening, rules, acts_of(table.record))
    assert not isinstance(again, Stopped), (again, acts_of(table.record))
    assert bare(again.table) == bare(table), differing(bare(again.table), bare(table))


def differing(one: Any, two: Any) -> dict[str, Any]:
    """The parts in which they differ."""
    pairs = {name: (getattr(one, name), getattr(two, name)) for name, _ in fields_of(type(one))}
    return {
        name: differing(*pair) if isinstance(pair[0], Round | Shoe) and pair[1] is not None else pair
        for name, pair in pairs.items()
        if pair[0] != pair[1]
    }


def folded(events: list[Event]) -> Table:
    """All events from the empty table on."""
    table = EMPTY
    for event in events:
        table = apply(table, event)
    return table
