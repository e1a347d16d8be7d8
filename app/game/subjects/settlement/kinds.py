"""Everything that is true of the commands and events of this subject."""

from app.game import events as e
from app.game.applied import plays as applied_plays
from app.game.core.kinds import event
from app.game.subjects.settlement import postings, rows

COMMANDS = ()
EVENTS = (
    event(e.Settled, fold=applied_plays.settled, lane="money", postings=postings.settled, rows=rows.settled),
    event(e.RoundCompleted, fold=applied_plays.round_completed),
)
