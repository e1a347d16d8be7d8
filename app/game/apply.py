"""The fold: what each event makes of a table.

Total over events and ignorant of rules: everything that a book decided is in the event. Live play, recovery,
replay and disputes run this one function, so it never refuses and never looks outside its two arguments.
"""

from collections.abc import Callable
from typing import Any

from app.game import events as e
from app.game.applied import cards, plays, shoes, tables, wagers
from app.game.state import Table, TableConfig

EMPTY = Table(config=TableConfig())

_APPLY: dict[type, Callable[[Table, Any], Table]] = {
    e.TableOpened: tables.table_opened,
    e.ConfigChanged: tables.config_changed,
    e.DealerChanged: tables.dealer_changed,
    e.CardsCollected: shoes.cards_collected,
    e.SetBrought: shoes.set_brought,
    e.PreparationBegun: shoes.preparation_begun,
    e.StepDone: shoes.step_done,
    e.ShufflePartDone: shoes.shuffle_part_done,
    e.CardsShuffled: shoes.cards_shuffled,
    e.ExposureReported: shoes.exposure_reported,
    e.CutDeclined: shoes.cut_declined,
    e.CardsCut: shoes.cards_cut,
    e.RecutOrdered: shoes.recut_ordered,
    e.CutCardPlaced: shoes.cut_card_placed,
    e.ShoeLoaded: shoes.shoe_loaded,
    e.BurnFellDue: shoes.burn_fell_due,
    e.CardBurnt: shoes.card_burnt,
    e.BurnDisclosed: shoes.burn_disclosed,
    e.ShuffleFellDue: shoes.shuffle_fell_due,
    e.FinalRoundsAnnounced: shoes.final_rounds_announced,
    e.CutCardDrawn: shoes.cut_card_drawn,
    e.RoundOpened: wagers.round_opened,
    e.WagerPlaced: wagers.wager_placed,
    e.WagersWithdrawn: wagers.wagers_withdrawn,
    e.WagerDisplaced: wagers.wager_displaced,
    e.SqueezePermitted: wagers.squeeze_permitted,
    e.NoMoreBetsCalled: wagers.no_more_bets_called,
    e.BetsClosed: wagers.bets_closed,
    e.CardDealt: cards.card_dealt,
    e.CardDealtDown: cards.card_dealt_down,
    e.HandTurnedUp: cards.hand_turned_up,
    e.HoleTurnedUp: cards.hole_turned_up,
    e.HoleRead: cards.hole_read,
    e.TableHeld: cards.table_held,
    e.InitialDealCompleted: plays.initial_deal_completed,
    e.OffersClosed: plays.offers_closed,
    e.InsurancePlaced: plays.insurance_placed,
    e.BoxSurrendered: plays.box_surrendered,
    e.HitCalled: plays.hit_called,
    e.HandDoubled: plays.hand_doubled,
    e.HandSplit: plays.hand_split,
    e.HandCompleted: plays.hand_completed,
    e.RescueOffered: plays.rescue_offered,
    e.DoubleTakenBack: plays.double_taken_back,
    e.Settled: plays.settled,
    e.RoundCompleted: plays.round_completed,
}


def apply(table: Table, event: e.Event) -> Table:
    """The table after the event."""
    return _APPLY[type(event)](table, event)
