"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import errors as applied_errors
from app.game.applied import plays as applied_plays
from app.game.core.acts import copied, fact
from app.game.core.kinds import DEALING, Play, command, event
from app.game.decisions import offers
from app.game.subjects.offers import postings, rows

COMMANDS = (
    command(
        c.Insure,
        decide=offers.insure,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
    command(
        c.Surrender,
        decide=offers.surrender,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
)
EVENTS = (
    event(e.OffersAnswered, fold=applied_plays.offers_answered),
    event(e.OffersReopened, fold=applied_errors.offers_reopened, lane="corrections", act=fact),
    event(
        e.InsurancePlaced,
        fold=applied_plays.insurance_placed,
        lane="taps",
        postings=postings.insurance_placed,
        rows=rows.insurance_placed,
        act=copied(c.Insure, "box", "player", "cents"),
    ),
    event(
        e.BoxSurrendered,
        fold=applied_plays.box_surrendered,
        lane="taps",
        rows=rows.box_surrendered,
        act=copied(c.Surrender, "box"),
    ),
)
