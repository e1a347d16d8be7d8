"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import event, tap
from app.game.subjects.dealer import acts, fold, rows, words
from app.game.subjects.dealer import commands as c
from app.game.subjects.dealer import events as e
from app.game.subjects.offers import decide as offers

COMMANDS = (tap(c.Proceed, decide=offers.proceed, after_amounts=False),)
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
