"""The rows of what bettors take of what is on offer."""

from app.game.core.rows import Rows, decision_row, wager_row
from app.game.subjects.offers.events import BoxSurrendered, InsurancePlaced


def insurance_placed(event: InsurancePlaced) -> Rows:
    return [decision_row(event), wager_row(event, event.box, event.player, "insurance", event.cents)]


def box_surrendered(event: BoxSurrendered) -> Rows:
    return [decision_row(event)]
