"""Everything that is true of the commands and events of this subject."""

from app.house.kinds import command, event
from app.house.subjects.card_sets import commands as c
from app.house.subjects.card_sets import decide, fold, words
from app.house.subjects.card_sets import events as e

COMMANDS = (
    command(c.ReceiveSet, decide=decide.receive_set),
    command(c.IssueSet, decide=decide.issue_set),
    command(c.ReturnSet, decide=decide.return_set),
    command(c.CountOutSet, decide=decide.count_out_set),
    command(c.DestroySet, decide=decide.destroy_set),
)
EVENTS = (
    event(e.SetReceived, fold=fold.set_received, words=words.set_received),
    event(e.SetIssued, fold=fold.set_issued, words=words.set_issued),
    event(e.SetReturned, fold=fold.set_returned, words=words.set_returned),
    event(e.SetPutBack, fold=fold.set_put_back, words=words.set_put_back),
    event(e.SetCountedOut, fold=fold.set_counted_out, words=words.set_counted_out),
    event(e.SetDestroyed, fold=fold.set_destroyed, words=words.set_destroyed),
)
