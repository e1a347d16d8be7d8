"""What was done for a card to be dealt."""

from app.game.core.acts import Act
from app.game.core.state import DEALER
from app.game.subjects.cards.commands import DrawCard, DrawFaceDown
from app.game.subjects.cards.events import CardDealt, CardDealtDown


def card_dealt(event: CardDealt) -> Act | None:
    """The card that lay ready was dealt by itself; one that lies elsewhere than it was meant to is a fact."""
    if event.meant_for is not None:
        return event
    return None if event.kept else DrawCard(event.card, event.source)


def card_dealt_down(event: CardDealtDown) -> Act | None:
    return None if event.kept else DrawFaceDown(event.commitment, event.box == DEALER, event.source)
