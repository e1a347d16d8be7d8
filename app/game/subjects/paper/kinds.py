"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import SUPERVISING, TWO_PEOPLE, Play, command, event
from app.game.subjects.paper import commands as c
from app.game.subjects.paper import decide, fold, words
from app.game.subjects.paper import events as e

COMMANDS = (
    command(
        c.BeginPaper, decide=decide.begin_paper, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(c.EndPaper, decide=decide.end_paper, who=SUPERVISING, play=Play()),
)
EVENTS = (
    event(e.PaperBegun, fold=fold.paper_begun, words=words.paper_begun),
    event(e.PaperEnded, fold=fold.paper_ended, words=words.paper_ended),
)
