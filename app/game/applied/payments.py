"""What the dealer ticked off as paid and taken, and what is owed of rounds whose cards are collected."""

from app.game import events as e
from app.game.owed import account, accounts, summed
from app.game.state import Initial, Owed, Payment, Round, Table, Ticked


def payments_ticked(table: Table, event: e.PaymentsTicked) -> Table:
    tick = Ticked(event.round, event.amended, event.box, event.payments)
    return table._replace(ticked=(*table.ticked, tick))


def payments_unticked(table: Table, event: e.PaymentsUnticked) -> Table:
    """The last tick of these payments is none."""
    tick = Ticked(event.round, event.amended, event.box, event.payments)
    at = len(table.ticked) - 1 - table.ticked[::-1].index(tick)
    return table._replace(ticked=(*table.ticked[:at], *table.ticked[at + 1 :]))


def left_behind(table: Table) -> Table:
    """What is kept of a round when its cards are collected: its wagers and its payments, if it had any. Those of the
    round before are forgotten then; what an earlier one was put right by stays until all of it is ticked off."""
    round_ = table.round
    assert round_ is not None
    if round_.places:
        table = table._replace(last_wagers=initial_wagers(round_))
    here = account(table, round_.number, amended=False)
    if not here.places:
        return table
    kept = {(round_.number, False)} | {each[:2] for each in accounts(table) if each.amended and each.open}
    owed = [each for each in table.owed if each[:2] in kept]
    owed += [Owed(round_.number, amended=False, payment=payment) for payment in here.due.values()]
    return table._replace(owed=tuple(owed), ticked=tuple([each for each in table.ticked if each[:2] in kept]))


def initial_wagers(round_: Round) -> tuple[Initial, ...]:
    """What every bettor had placed before the cards."""
    wagers = [
        (place, kind, cents) for place in round_.places for kind, cents in (("main", place.main_cents), *place.sides)
    ]
    return tuple(
        [Initial(place.box, place.player, place.seated, kind, cents) for place, kind, cents in wagers if cents]
    )


def owed_by_amendment(table: Table, event: e.EarlierRoundAmended) -> Table:
    """What each bettor gains by it is to be paid, and what he gives to be taken; with what the same round was put right
    by before."""
    moves = [
        Payment(box, player, max(0, cents), max(0, -cents))
        for kind, box, player, cents in event.moves
        if kind == "bettor"
    ]
    due = summed([*account(table, event.round, amended=True).due.values(), *moves]).values()
    others = [each for each in table.owed if each[:2] != (event.round, True)]
    new = [
        Owed(event.round, amended=True, payment=payment)
        for payment in map(_net, due)
        if payment.pays_cents or payment.takes_cents
    ]
    return table._replace(owed=(*others, *new))


def _net(payment: Payment) -> Payment:
    """Paid and taken of one bettor at once are one payment."""
    cents = payment.pays_cents - payment.takes_cents
    return payment._replace(pays_cents=max(0, cents), takes_cents=max(0, -cents))
