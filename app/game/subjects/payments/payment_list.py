"""The payments as the dealer is shown them: what is to be paid and taken, and what of it before further cards."""

from app.game.core.records import Part
from app.game.core.state import Line, Payment, Round, Table, hand_of
from app.game.rules.ruleset import Ruleset
from app.game.subjects.payments.amounts_owed import Account, Place, accounts, doubted, of_lines


class PaymentShown(Part):
    """What the dealer has still to pay a bettor at a box and to take of him, for this round, and what he ticked off.
    `before_cards`: the clauses by which it is to be done before further cards. `held_pays_cents`, `held_takes_cents`:
    what the record has settled by cards that may lie elsewhere: it waits until it is said what lies where."""

    round: int
    """The number of the round that it is for."""
    amended: bool
    box: int
    player: str
    pays_cents: int
    """What is still to be paid, in cents."""
    takes_cents: int
    """What is still to be taken, in cents."""
    ticked_pays_cents: int
    """What was paid already, by the ticks, in cents."""
    ticked_takes_cents: int
    """What was taken already, by the ticks, in cents."""
    before_cards: tuple[str, ...]
    """The clauses by which it is to be done before further cards; empty: at the end of the round."""
    held_pays_cents: int = 0
    """What the record would have paid, by cards that may lie elsewhere: it waits, in cents."""
    held_takes_cents: int = 0
    """What the record would have taken, by cards that may lie elsewhere: it waits, in cents."""


def payments_shown(table: Table, rules: Ruleset) -> tuple[PaymentShown, ...]:
    """Every payment that is due, or was ticked off."""
    waits = of_lines(doubted(table))
    return tuple(
        [
            _shown(table, rules, account, place, waits if _is_now(table, account) else {})
            for account in accounts(table)
            for place in sorted({*account.places, *(waits if _is_now(table, account) else ())})
        ]
    )


def _is_now(table: Table, account: Account) -> bool:
    """Whether it is for the round on the table."""
    return table.round is not None and account[:2] == (table.round.number, False)


def _shown(table: Table, rules: Ruleset, account: Account, place: Place, waits: dict[Place, Payment]) -> PaymentShown:
    still, done = account.open_at(place), account.ticked.get(place, Payment(*place, 0, 0))
    now = table.round if _is_now(table, account) else None
    held = waits.get(place, Payment(*place, 0, 0))
    return PaymentShown(
        account.round,
        account.amended,
        *place,
        still.pays_cents,
        still.takes_cents,
        done.pays_cents,
        done.takes_cents,
        _before_cards(now, rules, done) if now is not None and (still.pays_cents or still.takes_cents) else (),
        held.pays_cents,
        held.takes_cents,
    )


def _before_cards(round_: Round, rules: Ruleset, done: Payment) -> tuple[str, ...]:
    """The clauses of lines that were settled while cards are still to come, and are not ticked off yet."""
    if round_.complete:
        return ()
    ticked = covered(round_, done)
    clauses = [_clause_at_once(round_, rules, line) for line in _lines_of(round_, done)[len(ticked) :]]
    return tuple(dict.fromkeys(clauses))


def _lines_of(round_: Round, at: Payment) -> list[Line]:
    """What was settled for the bettor at the box and moved money, in order."""
    mine = [line for line in round_.lines if (line.box, line.player) == (at.box, at.player)]
    return [line for line in mine if line.pays_cents or line.takes_cents]


def covered(round_: Round, done: Payment) -> list[Line]:
    """The lines that were paid or taken by what was ticked off; ticks are for the first of them."""
    pays, takes, found = done.pays_cents, done.takes_cents, list[Line]()
    for line in _lines_of(round_, done):
        pays, takes = pays - line.pays_cents, takes - line.takes_cents
        if pays < 0 or takes < 0:
            break
        found.append(line)
    return found


# Why a hand is done, and the option by which it is settled then and there.
_AT_ONCE = {
    "pontoon": "interim.pontoon_at_once",
    "twenty_one": "interim.twenty_one_at_once",
    "bust": "interim.bust_at_once",
}


def _clause_at_once(round_: Round, rules: Ruleset, line: Line) -> str:
    """The clause by which this line does not wait for the end of the round: side wagers, insurance and surrenders have
    it themselves."""
    if line.outcome == "rescue":
        return rules.clauses["interim.rescue_at_once"]
    option = _AT_ONCE.get(hand_of(round_, line.box, line.hand).done) if line.wager == "main" else None
    return rules.clauses[option] if option is not None else line.clause
