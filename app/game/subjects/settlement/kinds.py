"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import event
from app.game.subjects.settlement import events as e
from app.game.subjects.settlement import fold, postings, rows, words

COMMANDS = ()
EVENTS = (
    event(
        e.Settled, fold=fold.settled, words=words.settled, lane="money", postings=postings.settled, rows=rows.settled
    ),
    event(e.RoundCompleted, fold=fold.round_completed, words=words.round_completed),
)
