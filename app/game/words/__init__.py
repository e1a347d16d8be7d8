"""What each event says, as a key of the catalogue and its parts.

One small function an event; the table before and after is there to say what became of a hand. What a face-down card is,
is said only when it may be shown by now.
"""

from app.game.core.moment import Moment, Words
from app.game.core.said import Said
from app.game.events import Event
from app.game.words import chips, devices, errors, payments, plays, shoes, wagers

WORDS: dict[type, Words] = (
    shoes.WORDS | chips.WORDS | wagers.WORDS | plays.WORDS | payments.WORDS | errors.WORDS | devices.WORDS
)


def said_of(event: Event, moment: Moment) -> Said:
    """What happened, each wager on a line of its own."""
    return WORDS[type(event)](event, moment)
