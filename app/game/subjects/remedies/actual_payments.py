"""What was really paid and taken: what the dealer has ticked off. What the record alone has settled, by a card that
lies elsewhere, has not happened.
"""

from app.game.core.state import Line, Round, Table
from app.game.subjects.payments.amounts_owed import Place, account
from app.game.subjects.payments.payment_list import covered


def ticked(table: Table) -> bool:
    """Whether the dealer has ticked off a payment of the round."""
    return table.round is not None and any([each.round == table.round.number for each in table.ticked])


def lines_ticked(table: Table) -> list[Line]:
    """The lines of the round that are ticked off."""
    return [line for lines in _by_place(table).values() for line in lines]


def ticked_otherwise(table: Table, again: Round) -> Place | None:
    """Whose payment was ticked off and would not have been due, had the round gone like this."""
    return next(
        (place for place, lines in _by_place(table).items() if not all([line in again.lines for line in lines])), None
    )


def _by_place(table: Table) -> dict[Place, list[Line]]:
    assert table.round is not None
    payments = account(table, table.round.number, amended=False).ticked
    return {place: covered(table.round, payments[place]) for place in payments}
