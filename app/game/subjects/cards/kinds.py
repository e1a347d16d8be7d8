"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied
from app.game.core.kinds import DEALING, Play, command, event
from app.game.subjects.cards import acts, decide, fold, rows, words
from app.game.subjects.cards import commands as c
from app.game.subjects.cards import events as e

COMMANDS = (
    command(c.DrawCard, decide=decide.draw_card, play=Play(after_burn=True), plays_on=True, tapped=True),
    command(c.DrawFaceDown, decide=decide.draw_face_down, play=Play(after_burn=True), plays_on=True, tapped=True),
    command(
        c.TurnUpBox,
        decide=decide.turn_up_box,
        who=DEALING,
        filled_in=("opened",),
        play=Play(after_burn=True),
        plays_on=True,
        tapped=True,
    ),
    command(
        c.TurnUpHole,
        decide=decide.turn_up_hole,
        who=DEALING,
        filled_in=("opened",),
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
    ),
    command(c.ReadHole, decide=decide.read_hole, who=DEALING, play=Play(after_burn=True), plays_on=True, tapped=True),
)
EVENTS = (
    event(e.CardDealt, fold=fold.card_dealt, words=words.card_dealt, rows=rows.card_dealt, act=acts.card_dealt),
    event(
        e.CardDealtDown,
        fold=fold.card_dealt_down,
        words=words.card_dealt_down,
        rows=rows.card_dealt_down,
        act=acts.card_dealt_down,
    ),
    event(
        e.HandTurnedUp,
        fold=fold.hand_turned_up,
        words=words.hand_turned_up,
        rows=rows.hand_turned_up,
        act=copied(c.TurnUpBox, "box", "opened"),
    ),
    event(
        e.HoleTurnedUp,
        fold=fold.hole_turned_up,
        words=words.hole_turned_up,
        rows=rows.hole_turned_up,
        act=copied(c.TurnUpHole, "opened"),
    ),
    event(e.HoleRead, fold=fold.hole_read, words=words.hole_read, lane="device", act=copied(c.ReadHole, "blackjack")),
    event(e.InitialDealCompleted, fold=fold.initial_deal_completed, words=words.initial_deal_completed),
    event(e.CardsCollected, fold=fold.cards_collected, words=words.cards_collected),
)
