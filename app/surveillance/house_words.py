"""What each event of the house says, in words that need no knowledge of the program; nothing that is made of a token or
a PIN is in them.

Who asked for it stands beside the event.
"""

from app.house.records import HouseEvent
from app.house.registry import EVENTS
from app.language.rendering import say
from app.printable_records import shown_in


def words_of_house(event: HouseEvent) -> str:
    """What happened."""
    return say(EVENTS[type(event)].words(shown_in(event)))
