"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import COUNTING, SUPERVISING, TWO_PEOPLE, Play, command, event
from app.game.subjects.float import commands as c
from app.game.subjects.float import decide, fold, postings, words
from app.game.subjects.float import events as e

COMMANDS = (
    command(
        c.OpenFloat, decide=decide.open_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(
        c.FillFloat, decide=decide.fill_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(
        c.CreditFloat,
        decide=decide.credit_float,
        who=SUPERVISING,
        signatures=TWO_PEOPLE,
        filled_in=("by",),
        play=Play(),
    ),
    command(
        c.CloseFloat, decide=decide.close_float, who=SUPERVISING, signatures=TWO_PEOPLE, filled_in=("by",), play=Play()
    ),
    command(
        c.EnterDrop,
        decide=decide.enter_drop,
        who=COUNTING,
        signatures=TWO_PEOPLE,
        filled_in=("by",),
        play=Play(),
        at_a_closed_table=True,
    ),
)
EVENTS = (
    event(
        e.FloatOpened,
        fold=fold.float_opened,
        words=words.float_opened,
        lane="money",
        postings=postings.float_opened,
        beside_the_round=True,
    ),
    event(
        e.FloatFilled,
        fold=fold.float_filled,
        words=words.float_filled,
        lane="money",
        postings=postings.float_filled,
        of_the_round=False,
        beside_the_round=True,
    ),
    event(
        e.FloatCredited,
        fold=fold.float_credited,
        words=words.float_credited,
        lane="money",
        postings=postings.float_credited,
        of_the_round=False,
        beside_the_round=True,
    ),
    event(
        e.FloatClosed,
        fold=fold.float_closed,
        words=words.float_closed,
        lane="money",
        postings=postings.float_closed,
        beside_the_round=True,
    ),
    event(
        e.DropEntered,
        fold=fold.drop_entered,
        words=words.drop_entered,
        lane="money",
        postings=postings.drop_entered,
        of_the_round=False,
        beside_the_round=True,
    ),
)
