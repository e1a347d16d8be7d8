"""What was done for the events of betting to happen."""

from app.game.core.acts import Act
from app.game.subjects.wagers.commands import CloseBets, PlaceWager
from app.game.subjects.wagers.events import AmountEntered, BetsClosed, NoMoreBetsCalled, WagerPlaced


def wager_placed(event: WagerPlaced) -> Act:
    at = event.box, event.player, event.kind, event.cents, event.seated, event.noticed
    return PlaceWager(*at, missing=event.missing)


def amount_entered(event: AmountEntered) -> Act:
    return PlaceWager(event.box, event.player, "main", event.cents, noticed=event.noticed, by=event.by)


def no_more_bets_called(event: NoMoreBetsCalled) -> Act | None:
    return None if event.implied else CloseBets()


def bets_closed(event: BetsClosed) -> Act:
    """Betting closed by a card may have been closed by one that lies nowhere yet."""
    return event
