"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import cards as applied_cards
from app.game.applied import plays as applied_plays
from app.game.applied import shoes as applied_shoes
from app.game.core.acts import copied
from app.game.core.kinds import DEALING, Play, command, event
from app.game.decisions import draws
from app.game.subjects.cards import acts, rows

COMMANDS = (
    command(c.DrawCard, decide=draws.draw_card, play=Play(after_burn=True), plays_on=True, tapped=True),
    command(c.DrawFaceDown, decide=draws.draw_face_down, play=Play(after_burn=True), plays_on=True, tapped=True),
    command(
        c.TurnUpBox,
        decide=draws.turn_up_box,
        who=DEALING,
        filled_in=("opened",),
        play=Play(after_burn=True),
        plays_on=True,
        tapped=True,
    ),
    command(
        c.TurnUpHole,
        decide=draws.turn_up_hole,
        who=DEALING,
        filled_in=("opened",),
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
    ),
    command(c.ReadHole, decide=draws.read_hole, who=DEALING, play=Play(after_burn=True), plays_on=True, tapped=True),
)
EVENTS = (
    event(e.CardDealt, fold=applied_cards.card_dealt, rows=rows.card_dealt, act=acts.card_dealt),
    event(e.CardDealtDown, fold=applied_cards.card_dealt_down, rows=rows.card_dealt_down, act=acts.card_dealt_down),
    event(
        e.HandTurnedUp,
        fold=applied_cards.hand_turned_up,
        rows=rows.hand_turned_up,
        act=copied(c.TurnUpBox, "box", "opened"),
    ),
    event(
        e.HoleTurnedUp, fold=applied_cards.hole_turned_up, rows=rows.hole_turned_up, act=copied(c.TurnUpHole, "opened")
    ),
    event(e.HoleRead, fold=applied_cards.hole_read, lane="device", act=copied(c.ReadHole, "blackjack")),
    event(e.InitialDealCompleted, fold=applied_plays.initial_deal_completed),
    event(e.CardsCollected, fold=applied_shoes.cards_collected),
)
