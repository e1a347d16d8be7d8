"""What is said of its events."""

from app.game.core.moment import Moment, always
from app.game.core.said import Said, said
from app.game.subjects.paper import events as e


def paper_begun(event: e.PaperBegun, moment: Moment) -> Said:
    return said("table.paper_begun", by=event.by, reason=event.reason)


paper_ended = always("table.paper_ended")
