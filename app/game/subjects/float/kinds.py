"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import chips as applied_chips
from app.game.core.kinds import COUNTING, SUPERVISING, TWO_PEOPLE, Play, command, event
from app.game.decisions import chips
from app.game.subjects.float import postings

COMMANDS = (
    command(
        c.OpenFloat, decide=chips.open_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(
        c.FillFloat, decide=chips.fill_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(
        c.CreditFloat, decide=chips.credit_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(
        c.CloseFloat, decide=chips.close_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(c.EnterDrop, decide=chips.enter_drop, who=COUNTING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()),
)
EVENTS = (
    event(
        e.FloatOpened,
        fold=applied_chips.float_opened,
        lane="money",
        postings=postings.float_opened,
        beside_the_round=True,
    ),
    event(
        e.FloatFilled,
        fold=applied_chips.float_filled,
        lane="money",
        postings=postings.float_filled,
        of_the_round=False,
        beside_the_round=True,
    ),
    event(
        e.FloatCredited,
        fold=applied_chips.float_credited,
        lane="money",
        postings=postings.float_credited,
        of_the_round=False,
        beside_the_round=True,
    ),
    event(
        e.FloatClosed,
        fold=applied_chips.float_closed,
        lane="money",
        postings=postings.float_closed,
        beside_the_round=True,
    ),
    event(
        e.DropEntered,
        fold=applied_chips.drop_entered,
        lane="money",
        postings=postings.drop_entered,
        of_the_round=False,
        beside_the_round=True,
    ),
)
