"""What each event says, in words that need no knowledge of the program.

One small function an event; the table before and after is there to say what became of a hand. What a face-down card is,
is said only when it may be shown by now.
"""

from app.game.events import Event
from app.surveillance.event_words import chips, devices, errors, payments, plays, shoes, wagers
from app.surveillance.event_words.moment import Moment, Words

WORDS: dict[type, Words] = (
    shoes.WORDS | chips.WORDS | wagers.WORDS | plays.WORDS | payments.WORDS | errors.WORDS | devices.WORDS
)


def words_of(event: Event, moment: Moment) -> str:
    """What happened, each wager on a line of its own."""
    return WORDS[type(event)](event, moment)
