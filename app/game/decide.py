"""What becomes of a command: events, or a refusal. Pure: the same table, rules and command give the same answer."""

from collections.abc import Callable
from typing import Any, get_args

from app.game import commands as c
from app.game.decisions import betting, closing, cut, draws, offers, play, preparation, shoe, table
from app.game.draft import Draft
from app.game.flow import advance
from app.game.rejections import Accepted, Answer, Rejected
from app.game.rules.ruleset import Ruleset
from app.game.state import Table
from app.game.turn import cards_out

Decision = Callable[[Draft, Any], Rejected | None]

_DECIDE: dict[type, Decision] = {
    c.OpenTable: table.open_table,
    c.ChangeConfig: table.change_config,
    c.ChangeDealer: shoe.change_dealer,
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
}


# What a new dealer's burn comes before.
_PLAY = frozenset(get_args(c.RoundCommand))


def decide(table: Table, rules: Ruleset, command: c.Command) -> Answer:
    """The events that the command brings about, or why it is refused."""
    draft = Draft(table, rules)
    assert table.ruleset_hash in ("", rules.hash), "a table is decided by the book it was opened under"
    if not table.ruleset_hash and not isinstance(command, c.OpenTable):
        return draft.refuse("table_not_open", "The table has not been set up.")
    if table.held is not None:
        why = f"{table.held.card}, {table.held.irregularity}"
        return draft.refuse("table_holds", f"The table holds ({why}): a supervisor has to resolve what happened.")
    if table.shoe.burn_due and cards_out(table) and type(command) in _PLAY:
        return draft.refuse("burn_due", "A card has to be burnt first.")
    refused = _DECIDE[type(command)](draft, command)
    if refused is not None:
        return refused
    advance(draft)
    return Accepted(tuple(draft.events))
