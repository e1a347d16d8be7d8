"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import errors as applied_errors
from app.game.applied import shoes as applied_shoes
from app.game.core.acts import copied, fact, fact_unless_by_itself
from app.game.core.kinds import DEALING, SUPERVISING, Play, Signatures, command, event
from app.game.decisions import cut, preparation, shoe
from app.game.subjects.shoe import acts, rows

COMMANDS = (
    command(c.BringSet, decide=preparation.bring_set, who=DEALING, play=Play()),
    command(
        c.DoStep, decide=preparation.do_step, who=DEALING, signatures=Signatures(0, 1), filled_in=("by",), play=Play()
    ),
    command(c.FinishShuffle, decide=preparation.finish_shuffle, who=DEALING, play=Play()),
    command(c.ReportExposure, decide=preparation.report_exposure, who=DEALING, play=Play()),
    command(c.DeclineCut, decide=cut.decline_cut, who=DEALING, play=Play()),
    command(c.CutCards, decide=cut.cut_cards, who=DEALING, play=Play()),
    command(c.OrderRecut, decide=cut.order_recut, who=SUPERVISING, play=Play()),
    command(c.PlaceCutCard, decide=cut.place_cut_card, who=DEALING, play=Play()),
    command(c.LoadShoe, decide=shoe.load_shoe, who=DEALING, play=Play()),
    command(c.BurnCard, decide=shoe.burn_card, play=Play()),
    command(c.DiscloseBurn, decide=shoe.disclose_burn, who=DEALING, filled_in=("opened",), play=Play()),
    command(c.OrderShuffle, decide=shoe.order_shuffle, who=SUPERVISING, play=Play()),
    command(c.AnnounceFinalRounds, decide=shoe.announce_final_rounds, who=SUPERVISING, play=Play()),
    command(c.DrawCutCard, decide=shoe.draw_cut_card, who=DEALING, play=Play()),
)
EVENTS = (
    event(e.SetBrought, fold=applied_shoes.set_brought, act=acts.set_brought, about_the_table=True),
    event(e.PreparationBegun, fold=applied_shoes.preparation_begun, about_the_table=True),
    event(e.StepDone, fold=applied_shoes.step_done, act=acts.step_done, about_the_table=True),
    event(e.ShufflePartDone, fold=applied_shoes.shuffle_part_done, act=copied(c.DoStep, "part"), about_the_table=True),
    event(e.CardsShuffled, fold=applied_shoes.cards_shuffled, act=copied(c.FinishShuffle), about_the_table=True),
    event(e.ExposureReported, fold=applied_shoes.exposure_reported, act=copied(c.ReportExposure), about_the_table=True),
    event(e.CutDeclined, fold=applied_shoes.cut_declined, act=copied(c.DeclineCut, "box"), about_the_table=True),
    event(e.CardsCut, fold=applied_shoes.cards_cut, act=copied(c.CutCards, "box", "cards"), about_the_table=True),
    event(e.RecutOrdered, fold=applied_shoes.recut_ordered, act=copied(c.OrderRecut), about_the_table=True),
    event(
        e.CutCardPlaced, fold=applied_shoes.cut_card_placed, act=copied(c.PlaceCutCard, "cards"), about_the_table=True
    ),
    event(e.ShoeLoaded, fold=applied_shoes.shoe_loaded, act=copied(c.LoadShoe)),
    event(e.BurnFellDue, fold=applied_shoes.burn_fell_due),
    event(e.CardBurnt, fold=applied_shoes.card_burnt, rows=rows.card_burnt, act=acts.card_burnt),
    event(
        e.BurnDisclosed,
        fold=applied_shoes.burn_disclosed,
        rows=rows.burn_disclosed,
        act=copied(c.DiscloseBurn, "opened"),
        about_the_table=True,
    ),
    event(e.ShuffleFellDue, fold=applied_shoes.shuffle_fell_due, act=acts.shuffle_fell_due),
    event(
        e.FinalRoundsAnnounced,
        fold=applied_shoes.final_rounds_announced,
        act=copied(c.AnnounceFinalRounds),
        about_the_table=True,
    ),
    event(e.CutCardDrawn, fold=applied_shoes.cut_card_drawn, act=copied(c.DrawCutCard)),
    event(e.ShoeStopped, fold=applied_errors.shoe_stopped, lane="corrections", act=fact),
    event(e.ShoeRefilled, fold=applied_errors.shoe_refilled, lane="corrections", act=copied(c.LoadShoe)),
    event(e.ShoeCounted, fold=applied_errors.shoe_counted, lane="corrections", about_the_table=True),
    event(e.CountCorrected, fold=applied_errors.count_corrected, lane="corrections", act=fact),
    event(e.ShoeEndsAfterRound, fold=applied_errors.shoe_ends_after_round, lane="corrections", act=fact),
    event(e.SetTakenAway, fold=applied_errors.set_taken_away, lane="corrections", act=fact_unless_by_itself),
    event(e.MachineTakenAway, fold=applied_errors.machine_taken_away, lane="corrections", act=fact),
    event(e.CardDamaged, fold=applied_errors.card_damaged, lane="corrections", act=fact),
    event(e.CardReplaced, fold=applied_errors.card_replaced, lane="corrections", act=copied(c.ReplaceCard, "card")),
)
