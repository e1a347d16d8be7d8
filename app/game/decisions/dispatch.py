"""Which decision answers which command of ordinary play, and what stands before any of them."""

from collections.abc import Callable
from typing import Any, get_args

from app.game import commands as c
from app.game.cited import of_load
from app.game.decisions import betting, chips, closing, cut, draws, kept, offers, paper, play, preparation, shoe, table
from app.game.decisions.amounts import amount_refused
from app.game.draft import Draft
from app.game.flow import advance
from app.game.rejections import Rejected
from app.game.turn import cards_out

Decision = Callable[[Draft, Any], Rejected | None]

_DECIDE: dict[type, Decision] = {
    c.OpenTable: table.open_table,
    c.CloseTable: table.close_table,
    c.ChangeConfig: table.change_config,
    c.ChangeDealer: shoe.change_dealer,
    c.OpenFloat: chips.open_float,
    c.FillFloat: chips.fill_float,
    c.CreditFloat: chips.credit_float,
    c.CloseFloat: chips.close_float,
    c.EnterDrop: chips.enter_drop,
    c.BeginPaper: paper.begin_paper,
    c.EndPaper: paper.end_paper,
    c.BringSet: preparation.bring_set,
    c.DoStep: preparation.do_step,
    c.FinishShuffle: preparation.finish_shuffle,
    c.ReportExposure: preparation.report_exposure,
    c.DeclineCut: cut.decline_cut,
    c.CutCards: cut.cut_cards,
    c.OrderRecut: cut.order_recut,
    c.PlaceCutCard: cut.place_cut_card,
    c.LoadShoe: shoe.load_shoe,
    c.BurnCard: shoe.burn_card,
    c.DiscloseBurn: shoe.disclose_burn,
    c.OrderShuffle: shoe.order_shuffle,
    c.AnnounceFinalRounds: shoe.announce_final_rounds,
    c.DrawCutCard: shoe.draw_cut_card,
    c.OpenBetting: betting.open_betting,
    c.PlaceWager: betting.place_wager,
    c.WithdrawWagers: betting.withdraw_wagers,
    c.PermitSqueeze: betting.permit_squeeze,
    c.CloseBets: closing.close_bets,
    c.DrawCard: draws.draw_card,
    c.DrawFaceDown: draws.draw_face_down,
    c.TurnUpBox: draws.turn_up_box,
    c.TurnUpHole: draws.turn_up_hole,
    c.ReadHole: draws.read_hole,
    c.Insure: offers.insure,
    c.Surrender: offers.surrender,
    c.Hit: play.hit,
    c.Stand: play.stand,
    c.Double: play.double,
    c.Split: play.split,
    c.TakeBackDouble: offers.take_back_double,
    c.Proceed: offers.proceed,
    c.AcceptCard: kept.accept_card,
    c.RefuseCard: kept.refuse_card,
    c.TurnUpKept: kept.turn_up_kept,
    c.ReplaceCard: shoe.replace_card,
}


# What a new dealer's burn, or the refilling of the shoe in the middle of a round, comes before.
_PLAY = frozenset((*get_args(c.RoundCommand), c.AcceptCard, c.RefuseCard, c.TurnUpKept))


# What an amount that is due comes before; of what leaves the shoe only a card that is to be dealt waits for it.
_AFTER_AMOUNTS = (
    c.Insure, c.Surrender, c.Hit, c.Stand, c.Double, c.Split, c.AcceptCard, c.RefuseCard, c.TurnUpHole, c.TurnUpKept,
)  # fmt: skip


def play_on(draft: Draft, command: c.Command) -> Rejected | None:
    """Do what the command asks, and let everything happen that follows by itself."""
    if cards_out(draft.table) and type(command) in _PLAY:
        if draft.table.shoe.burn_due:
            return Rejected("burn_due", "A card has to be burnt first.", draft.table.shoe.burn_due)
        if draft.table.shoe.refill:
            message = "The cards have to be shuffled and put into the shoe first."
            return Rejected("shuffle_due", message, of_load(draft.table, draft.rules))
    refused = amount_refused(draft) if isinstance(command, _AFTER_AMOUNTS) else None
    refused = refused or _DECIDE[type(command)](draft, command)
    if refused is None:
        advance(draft)
    return refused
