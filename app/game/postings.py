"""Money in double entry: what each event moves between a bettor, the layout in front of him, and the table's float;
and what moves the float: the house, the drop box, and the chips that were exchanged for cash (docs/float.md).

Every event's postings sum to zero. When a round is complete nothing is left on the layout, and what each bettor gained
or lost is what the settlement lines say.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from app.game import events as e
from app.game.apply import apply
from app.game.state import Line, Place, Table, hand_of, place_of


class Account(NamedTuple):
    """Where money is: with a bettor, on the layout at his place, or (box 0) in the float, with the house, in the drop
    box. `exchanged` has the chips that were sold for cash, until the drop says for how much."""

    kind: Literal["bettor", "layout", "float", "house", "drop", "exchanged"]
    box: int = 0
    player: str = ""


class Posting(NamedTuple):
    """An amount that came into an account, or (negative) left it."""

    account: Account
    cents: int


FLOAT = Account("float")
HOUSE = Account("house")
DROP = Account("drop")
EXCHANGED = Account("exchanged")
Postings = tuple[Posting, ...]


def postings(table: Table, event: e.Event) -> Postings:
    """What the event moves, on the table as it was before it."""
    moves = _POSTINGS.get(type(event))
    return moves(table, event) if moves else ()


def _stake(box: int, player: str, cents: int) -> Postings:
    """From the bettor to the layout, or back if negative."""
    if cents == 0:
        return ()
    return Posting(Account("bettor", box, player), -cents), Posting(Account("layout", box, player), cents)


def _place(table: Table, box: int, player: str) -> Place:
    """The bettor's place; the event says that there is one."""
    place = place_of(table.round, box, player) if table.round else None
    assert place is not None
    return place


def _wager_placed(table: Table, event: e.WagerPlaced) -> Postings:
    place = place_of(table.round, event.box, event.player) if table.round else None
    if place is None:
        return _stake(event.box, event.player, event.cents)
    before = place.main_cents if event.kind == "main" else dict(place.sides).get(event.kind, 0)
    return _stake(event.box, event.player, event.cents - before)


def _wager_displaced(table: Table, event: e.WagerDisplaced) -> Postings:
    return _stake(event.box, event.player, event.cents - _place(table, event.box, event.player).main_cents)


def _wagers_withdrawn(table: Table, event: e.WagersWithdrawn) -> Postings:
    """Where all had been void before, nothing is left to be taken off."""
    place = place_of(table.round, event.box, event.player) if table.round else None
    lying = place.main_cents + sum(cents for _, cents in place.sides) if place is not None else 0
    return _stake(event.box, event.player, -lying)


def _bets_closed(table: Table, event: e.BetsClosed) -> Postings:
    """What of an over-limit wager does not play goes back."""
    moves: Postings = ()
    for box, player, cents in event.scaled:
        moves += _stake(box, player, cents - _place(table, box, player).main_cents)
    for box, player, kind, cents in event.sides:
        moves += _stake(box, player, cents - dict(_place(table, box, player).sides)[kind])
    return moves


def _amount_entered(table: Table, event: e.AmountEntered) -> Postings:
    """What plays of it comes to the layout; of the others' what does not play any more goes back."""
    moves: Postings = ()
    for player, cents in event.plays:
        moves += _stake(event.box, player, cents - _place(table, event.box, player).effective_cents)
    return moves


def _insurance_placed(table: Table, event: e.InsurancePlaced) -> Postings:
    return _stake(event.box, event.player, event.cents)


def _hand_doubled(table: Table, event: e.HandDoubled) -> Postings:
    moves: Postings = ()
    for player, cents in event.amounts:
        moves += _stake(event.box, player, cents)
    return moves


def _hand_split(table: Table, event: e.HandSplit) -> Postings:
    """Whoever covers both hands adds as much again."""
    assert table.round is not None
    keeps = dict(event.keeps)
    moves: Postings = ()
    for stake in hand_of(table.round, event.box, event.hand).live:
        if stake.player not in keeps:
            moves += _stake(event.box, stake.player, stake.base_cents)
    return moves


def _settled(table: Table, event: e.Settled) -> Postings:
    return tuple([move for line in event.lines for move in _line(line)])


def _line(line: Line) -> Postings:
    """A stake leaves the layout; the bettor has it back, with what is paid and without what is taken."""
    gained = line.stake_cents + line.pays_cents - line.takes_cents
    moves = (
        Posting(Account("layout", line.box, line.player), -line.stake_cents),
        Posting(Account("bettor", line.box, line.player), gained),
        Posting(FLOAT, line.takes_cents - line.pays_cents),
    )
    return tuple([move for move in moves if move.cents])


def _voided(table: Table, event: e.WagersVoided | e.RoundVoided) -> Postings:
    """Settled lines are reversed before the stakes go back."""
    reversed_ = [Posting(move.account, -move.cents) for line in event.withdrawn for move in _line(line)]
    return (*reversed_, *[move for line in event.lines for move in _line(line)])


def _rewritten(table: Table, event: e.RoundRewritten) -> Postings:
    """What the round has moved by its record as it now is, less what it had moved by its record before."""
    assert table.opening is not None
    moves = difference(balances(table.opening, table.record), balances(table.opening, event.events))
    return tuple([Posting(account, cents) for account, cents in moves.items()])


def _amended(table: Table, event: e.EarlierRoundAmended) -> Postings:
    return tuple([Posting(Account(kind, box, player), cents) for kind, box, player, cents in event.moves])  # type: ignore[arg-type]


def _of_chips(**cents: int) -> Postings:
    """What each of these accounts gains or gives, if anything."""
    accounts = {"float": FLOAT, "house": HOUSE, "drop": DROP, "exchanged": EXCHANGED}
    return tuple([Posting(accounts[name], moved) for name, moved in cents.items() if moved])


def _float_filled(table: Table, event: e.FloatFilled) -> Postings:
    return _of_chips(float=event.cents, house=-event.cents)


def _float_credited(table: Table, event: e.FloatCredited) -> Postings:
    return _of_chips(float=-event.cents, house=event.cents)


def _drop_entered(table: Table, event: e.DropEntered) -> Postings:
    return _of_chips(drop=event.cents, exchanged=-event.cents)


def _float_opened(table: Table, event: e.FloatOpened) -> Postings:
    """What play has brought a tray that nobody had counted is the house's."""
    cents = event.cents - event.carried_cents
    return _of_chips(float=cents, house=-cents)


def _float_closed(table: Table, event: e.FloatClosed) -> Postings:
    return _of_chips(float=-event.expected_cents, house=event.counted_cents, exchanged=event.exchanged_cents)


_POSTINGS: dict[type, Callable[[Table, Any], Postings]] = {
    e.WagerPlaced: _wager_placed,
    e.WagersWithdrawn: _wagers_withdrawn,
    e.WagerDisplaced: _wager_displaced,
    e.BetsClosed: _bets_closed,
    e.AmountEntered: _amount_entered,
    e.InsurancePlaced: _insurance_placed,
    e.HandDoubled: _hand_doubled,
    e.HandSplit: _hand_split,
    e.Settled: _settled,
    e.WagersVoided: _voided,
    e.RoundVoided: _voided,
    e.RoundRewritten: _rewritten,
    e.EarlierRoundAmended: _amended,
    e.FloatOpened: _float_opened,
    e.FloatFilled: _float_filled,
    e.FloatCredited: _float_credited,
    e.FloatClosed: _float_closed,
    e.DropEntered: _drop_entered,
}


Balances = dict[Account, int]


def balances(opening: Table, events: Iterable[Any]) -> Balances:
    """What each account has gained (+) or given (-) since the round opened; accounts at zero are left out."""
    found: Balances = defaultdict(int)
    table = opening._replace(opening=opening)
    for event in events:
        for move in postings(table, event):
            found[move.account] += move.cents
        table = apply(table, event)
    return {account: cents for account, cents in found.items() if cents}


def difference(before: Balances, after: Balances) -> Balances:
    """What each account gains (+) or gives back (-) when the one becomes the other; it sums to zero."""
    accounts = sorted({*before, *after})
    moves = {account: after.get(account, 0) - before.get(account, 0) for account in accounts}
    assert sum(moves.values()) == 0, "every posting is double entry"
    return {account: cents for account, cents in moves.items() if cents}
