"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied
from app.game.core.kinds import DEALING, Play, command, event
from app.game.subjects.hands import acts, decide, fold, postings, rows, words
from app.game.subjects.hands import commands as c
from app.game.subjects.hands import events as e
from app.game.subjects.offers import decide as offers

COMMANDS = (
    command(
        c.Hit,
        decide=decide.hit,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
        answers=True,
    ),
    command(
        c.Stand,
        decide=decide.stand,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
        answers=True,
    ),
    command(
        c.Double,
        decide=decide.double,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
        answers=True,
    ),
    command(
        c.Split,
        decide=decide.split,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
        answers=True,
    ),
    command(
        c.TakeBackDouble,
        decide=offers.take_back_double,
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
        e.HitCalled,
        fold=fold.hit_called,
        words=words.hit_called,
        lane="taps",
        rows=rows.decided,
        act=copied(c.Hit, "box"),
    ),
    event(
        e.HandDoubled,
        fold=fold.hand_doubled,
        words=words.hand_doubled,
        lane="taps",
        postings=postings.hand_doubled,
        rows=rows.hand_doubled,
        act=copied(c.Double, "box", "amounts"),
    ),
    event(
        e.HandSplit,
        fold=fold.hand_split,
        words=words.hand_split,
        lane="taps",
        postings=postings.hand_split,
        rows=rows.hand_split,
        act=copied(c.Split, "box", "keeps"),
    ),
    event(
        e.HandCompleted,
        fold=fold.hand_completed,
        words=words.hand_completed,
        rows=rows.hand_completed,
        act=acts.hand_completed,
    ),
    event(e.RescueOffered, fold=fold.rescue_offered, words=words.rescue_offered),
    event(
        e.DoubleTakenBack,
        fold=fold.double_taken_back,
        words=words.double_taken_back,
        lane="taps",
        rows=rows.decided,
        act=copied(c.TakeBackDouble, "box", "player", "hand"),
    ),
)
