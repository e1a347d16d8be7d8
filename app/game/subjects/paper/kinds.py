"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import tables as applied_tables
from app.game.core.kinds import SUPERVISING, TWO_PEOPLE, Play, command, event
from app.game.decisions import paper

COMMANDS = (
    command(
        c.BeginPaper, decide=paper.begin_paper, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(c.EndPaper, decide=paper.end_paper, who=SUPERVISING, play=Play()),
)
EVENTS = (
    event(e.PaperBegun, fold=applied_tables.paper_begun),
    event(e.PaperEnded, fold=applied_tables.paper_ended),
)
