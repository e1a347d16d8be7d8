"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment, always
from app.game.subjects.paper import events as e


def paper_begun(event: e.PaperBegun, moment: Moment) -> Message:
    return message("table.paper_begun", by=event.by, reason=event.reason)


paper_ended = always("table.paper_ended")
