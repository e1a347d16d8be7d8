"""The fold: what each event makes of a table.

Total over events and ignorant of rules: everything that a book decided is in the event. Live play, recovery,
replay and disputes run this one function, so it never refuses and never looks outside its two arguments.
"""

from collections.abc import Callable
from typing import Any

from app.game import events as e
from app.game.applied import cards, chips, devices, errors, payments, plays, shoes, tables, wagers, waiting
from app.game.state import Table, TableConfig, counted, recorded

EMPTY = Table(config=TableConfig())

_APPLY: dict[type, Callable[[Table, Any], Table]] = {
    e.TableOpened: tables.table_opened,
    e.TableClosed: tables.table_closed,
    e.ConfigChanged: tables.config_changed,
    e.DealerChanged: tables.dealer_changed,
    e.FloatOpened: chips.float_opened,
    e.FloatFilled: chips.float_filled,
    e.FloatCredited: chips.float_credited,
    e.FloatClosed: chips.float_closed,
    e.DropEntered: chips.drop_entered,
    e.PaperBegun: tables.paper_begun,
    e.PaperEnded: tables.paper_ended,
    e.RoundAbandoned: wagers.round_abandoned,
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
    e.AmountEntered: wagers.amount_entered,
    e.CardDealt: cards.card_dealt,
    e.CardDealtDown: cards.card_dealt_down,
    e.HandTurnedUp: cards.hand_turned_up,
    e.HoleTurnedUp: cards.hole_turned_up,
    e.HoleRead: cards.hole_read,
    e.InitialDealCompleted: plays.initial_deal_completed,
    e.OffersClosed: plays.offers_closed,
    e.OffersAnswered: plays.offers_answered,
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
    e.TableHeld: errors.table_held,
    e.IrregularityResolved: errors.irregularity_resolved,
    e.ReportWithdrawn: errors.report_withdrawn,
    e.PlayersAsked: errors.players_asked,
    e.PlayerAnswered: errors.player_answered,
    e.CardDiscarded: errors.card_discarded,
    e.CardKept: errors.card_kept,
    e.KeptTurnedUp: errors.kept_turned_up,
    e.CardAccepted: errors.card_accepted,
    e.CardRefused: errors.card_refused,
    e.KeptDiscarded: errors.kept_discarded,
    e.FaceDownRemoved: errors.face_down_removed,
    e.SecondCardDeferred: errors.second_card_deferred,
    e.HandDeferred: errors.hand_deferred,
    e.HandPassedOver: errors.hand_passed_over,
    e.HandResumed: errors.hand_resumed,
    e.DealerDeferred: errors.dealer_deferred,
    e.PlayerAbsent: errors.player_absent,
    e.ControlPassed: errors.control_passed,
    e.OffersReopened: errors.offers_reopened,
    e.ReaderSetAside: errors.reader_set_aside,
    e.HandsCleared: errors.hands_cleared,
    e.ShoeStopped: errors.shoe_stopped,
    e.ShoeRefilled: errors.shoe_refilled,
    e.ShoeCounted: errors.shoe_counted,
    e.CountCorrected: errors.count_corrected,
    e.ShoeEndsAfterRound: errors.shoe_ends_after_round,
    e.SetTakenAway: errors.set_taken_away,
    e.MachineTakenAway: errors.machine_taken_away,
    e.CardDamaged: errors.card_damaged,
    e.CardReplaced: errors.card_replaced,
    e.LateWagerRefused: errors.late_wager_refused,
    e.WagersVoided: errors.wagers_voided,
    e.RoundVoided: errors.round_voided,
    e.EarlierRoundAmended: errors.earlier_round_amended,
    e.RemedySigned: errors.remedy_signed,
    e.CameMeanwhile: devices.came_meanwhile,
    e.SpoolFetched: devices.spool_fetched,
    e.MeanwhileTakenUp: devices.meanwhile_taken_up,
    e.KeyedConfirmed: devices.keyed_confirmed,
    e.KeyedCorrected: devices.keyed_corrected,
    e.HeldCardSeen: devices.held_card_seen,
    e.PaymentsTicked: payments.payments_ticked,
    e.PaymentsUnticked: payments.payments_unticked,
}


# What of the table is not played but told of it: a rewritten round leaves it as it is.
NOT_PLAYED = (
    "irregularities", "holds", "signatures", "corrections", "late_amounts", "amended", "laid_by", "spooled", "keyed",
    "float", "owed", "ticked", "waiting",
)  # fmt: skip
# A round's own log: all events from its opening on but these, which are about it and not of it.
_NOT_OF_THE_ROUND = frozenset(
    (e.RemedySigned, e.EarlierRoundAmended, e.LateWagerRefused, e.CameMeanwhile, e.MeanwhileTakenUp, e.KeyedConfirmed,
     e.KeyedCorrected, e.SpoolFetched, e.FloatFilled, e.FloatCredited, e.DropEntered, e.PaymentsTicked,
     e.PaymentsUnticked)
)  # fmt: skip


def apply(table: Table, event: e.Event) -> Table:
    """The table after the event."""
    after = _applied(table, event)
    return waiting.looked_at_again(table, after, event) if after.waiting else after


def _applied(table: Table, event: e.Event) -> Table:
    kind = type(event)
    if isinstance(event, e.RoundRewritten):
        return _rewritten(table, event)
    after = _APPLY[kind](table, event)
    if after.round is None:
        return after if after.opening is None else after._replace(opening=None, record=())
    if kind is e.RoundOpened:
        opening = after._replace(opening=None, record=())
        return opening._replace(opening=opening)
    return after if kind in _NOT_OF_THE_ROUND else recorded(after, event)


def _rewritten(table: Table, event: e.RoundRewritten) -> Table:
    """The round as its events are now; what went wrong, was signed and counted stays as it is."""
    assert table.opening is not None
    assert table.round is not None
    after = table.opening._replace(opening=table.opening)
    for each in event.events:
        after = apply(after, each)
    assert after.round is not None
    late = after.round._replace(late_wagers=table.round.late_wagers)
    after = after._replace(round=late, **{name: getattr(table, name) for name in NOT_PLAYED})
    if event.cause not in ("correction", "undo"):
        return after
    return after._replace(corrections=counted(table.corrections, table.dealer))
