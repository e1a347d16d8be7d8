"""The rows of cards that are burnt."""

from app.game.core.rows import Rows, card_row, opened_rows
from app.game.subjects.shoe.events import BurnDisclosed, CardBurnt


def card_burnt(event: CardBurnt) -> Rows:
    return [card_row(event, None, event.commitment)]


def burn_disclosed(event: BurnDisclosed) -> Rows:
    return opened_rows(event, event.opened)
