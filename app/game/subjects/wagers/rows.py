"""The rows of wagers, as they lie."""

from app.game.core.rows import Rows, wager_row
from app.game.subjects.wagers.events import (
    AmountEntered,
    LateWagerRefused,
    WagerDisplaced,
    WagerPlaced,
    WagersWithdrawn,
)


def wager_placed(event: WagerPlaced | LateWagerRefused) -> Rows:
    return [wager_row(event, event.box, event.player, event.kind, event.cents)]


def main_wager(event: AmountEntered | WagerDisplaced) -> Rows:
    return [wager_row(event, event.box, event.player, "main", event.cents)]


def wagers_withdrawn(event: WagersWithdrawn) -> Rows:
    return [wager_row(event, event.box, event.player, "all", 0)]
