"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied
from app.game.core.kinds import event, tap
from app.game.subjects.hands import acts, decide, fold, postings, rows, words
from app.game.subjects.hands import commands as c
from app.game.subjects.hands import events as e
from app.game.subjects.offers import decide as offers

COMMANDS = (
    tap(c.Hit, decide=decide.hit),
    tap(c.Stand, decide=decide.stand),
    tap(c.Double, decide=decide.double),
    tap(c.Split, decide=decide.split),
    tap(c.TakeBackDouble, decide=offers.take_back_double, after_amounts=False),
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
