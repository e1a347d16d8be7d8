"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import plays as applied_plays
from app.game.core.acts import copied
from app.game.core.kinds import DEALING, Play, command, event
from app.game.decisions import offers, play
from app.game.subjects.hands import acts, postings, rows

COMMANDS = (
    command(
        c.Hit,
        decide=play.hit,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
    command(
        c.Stand,
        decide=play.stand,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
    command(
        c.Double,
        decide=play.double,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
    command(
        c.Split,
        decide=play.split,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
    command(
        c.TakeBackDouble,
        decide=offers.take_back_double,
        who=DEALING,
        play=Play(after_burn=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
)
EVENTS = (
    event(e.HitCalled, fold=applied_plays.hit_called, lane="taps", rows=rows.decided, act=copied(c.Hit, "box")),
    event(
        e.HandDoubled,
        fold=applied_plays.hand_doubled,
        lane="taps",
        postings=postings.hand_doubled,
        rows=rows.hand_doubled,
        act=copied(c.Double, "box", "amounts"),
    ),
    event(
        e.HandSplit,
        fold=applied_plays.hand_split,
        lane="taps",
        postings=postings.hand_split,
        rows=rows.hand_split,
        act=copied(c.Split, "box", "keeps"),
    ),
    event(e.HandCompleted, fold=applied_plays.hand_completed, rows=rows.hand_completed, act=acts.hand_completed),
    event(e.RescueOffered, fold=applied_plays.rescue_offered),
    event(
        e.DoubleTakenBack,
        fold=applied_plays.double_taken_back,
        lane="taps",
        rows=rows.decided,
        act=copied(c.TakeBackDouble, "box", "player", "hand"),
    ),
)
