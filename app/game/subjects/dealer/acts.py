"""What was done for offers to be closed."""

from app.game.core.acts import Act
from app.game.subjects.dealer.commands import Proceed
from app.game.subjects.dealer.events import OffersClosed


def offers_closed(event: OffersClosed) -> Act | None:
    return None if event.by_itself else Proceed()
