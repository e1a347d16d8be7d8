"""The rows of cards that went astray, and of what was chosen about them."""

from app.game.core.rows import Rows, card_row, decision_row, opened_rows
from app.game.subjects.irregularities.events import (
    CardAccepted,
    CardDiscarded,
    CardKept,
    CardRefused,
    FaceDownRemoved,
    IrregularityResolved,
    KeptDiscarded,
    KeptTurnedUp,
    PlayerAnswered,
)


def card_discarded(event: CardDiscarded | KeptDiscarded) -> Rows:
    return [card_row(event, event.card, None)]


def card_kept(event: CardKept) -> Rows:
    return [card_row(event, event.card, event.commitment)]


def card_turned_up(event: KeptTurnedUp | FaceDownRemoved) -> Rows:
    return opened_rows(event, event.opened)


def card_taken_or_refused(event: CardAccepted | CardRefused) -> Rows:
    return [decision_row(event)]


def chosen(event: PlayerAnswered | IrregularityResolved) -> Rows:
    return [decision_row(event, event.choice)]
