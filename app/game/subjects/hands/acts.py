"""What was done for a hand to be over."""

from app.game.core.acts import Act
from app.game.subjects.hands.commands import Stand
from app.game.subjects.hands.events import HandCompleted


def hand_completed(event: HandCompleted) -> Act | None:
    return Stand(event.box) if event.why == "stand" else None
