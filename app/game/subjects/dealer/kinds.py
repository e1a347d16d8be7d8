"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import DEALING, Play, command, event
from app.game.subjects.dealer import acts, fold, rows, words
from app.game.subjects.dealer import commands as c
from app.game.subjects.dealer import events as e
from app.game.subjects.offers import decide as offers

COMMANDS = (
    command(
        c.Proceed,
        decide=offers.proceed,
        who=DEALING,
        play=Play(after_burn=True),
        plays_on=True,
        tapped=True,
        undone=True,
        answers=True,
    ),
)
EVENTS = (
    event(
        e.OffersClosed,
        fold=fold.offers_closed,
        words=words.offers_closed,
        lane="taps",
        rows=rows.offers_closed,
        act=acts.offers_closed,
    ),
)
