"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied, fact
from app.game.core.kinds import event, tap
from app.game.subjects.offers import commands as c
from app.game.subjects.offers import decide, fold, postings, rows, words
from app.game.subjects.offers import events as e

COMMANDS = (
    tap(c.Insure, decide=decide.insure),
    tap(c.Surrender, decide=decide.surrender),
)
EVENTS = (
    event(e.OffersAnswered, fold=fold.offers_answered, words=words.offers_answered),
    event(e.OffersReopened, fold=fold.offers_reopened, words=words.offers_reopened, lane="corrections", act=fact),
    event(
        e.InsurancePlaced,
        fold=fold.insurance_placed,
        words=words.insurance_placed,
        lane="taps",
        postings=postings.insurance_placed,
        rows=rows.insurance_placed,
        act=copied(c.Insure, "box", "player", "cents"),
    ),
    event(
        e.BoxSurrendered,
        fold=fold.box_surrendered,
        words=words.box_surrendered,
        lane="taps",
        rows=rows.box_surrendered,
        act=copied(c.Surrender, "box"),
    ),
)
