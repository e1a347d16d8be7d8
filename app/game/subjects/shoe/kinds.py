"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game.core.acts import copied, fact, fact_unless_by_itself
from app.game.core.kinds import DEALING, SUPERVISING, Play, Signatures, command, event
from app.game.subjects.shoe import acts, cut, decide, fold, preparation, rows, words
from app.game.subjects.shoe import events as e

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
    command(c.LoadShoe, decide=decide.load_shoe, who=DEALING, play=Play()),
    command(c.BurnCard, decide=decide.burn_card, play=Play()),
    command(c.DiscloseBurn, decide=decide.disclose_burn, who=DEALING, filled_in=("opened",), play=Play()),
    command(c.OrderShuffle, decide=decide.order_shuffle, who=SUPERVISING, play=Play()),
    command(c.AnnounceFinalRounds, decide=decide.announce_final_rounds, who=SUPERVISING, play=Play()),
    command(c.DrawCutCard, decide=decide.draw_cut_card, who=DEALING, play=Play()),
)
EVENTS = (
    event(e.SetBrought, fold=fold.set_brought, words=words.set_brought, act=acts.set_brought, about_the_table=True),
    event(e.PreparationBegun, fold=fold.preparation_begun, words=words.preparation_begun, about_the_table=True),
    event(e.StepDone, fold=fold.step_done, words=words.step_done, act=acts.step_done, about_the_table=True),
    event(
        e.ShufflePartDone,
        fold=fold.shuffle_part_done,
        words=words.shuffle_part_done,
        act=copied(c.DoStep, "part"),
        about_the_table=True,
    ),
    event(
        e.CardsShuffled,
        fold=fold.cards_shuffled,
        words=words.cards_shuffled,
        act=copied(c.FinishShuffle),
        about_the_table=True,
    ),
    event(
        e.ExposureReported,
        fold=fold.exposure_reported,
        words=words.exposure_reported,
        act=copied(c.ReportExposure),
        about_the_table=True,
    ),
    event(
        e.CutDeclined,
        fold=fold.cut_declined,
        words=words.cut_declined,
        act=copied(c.DeclineCut, "box"),
        about_the_table=True,
    ),
    event(
        e.CardsCut,
        fold=fold.cards_cut,
        words=words.cards_cut,
        act=copied(c.CutCards, "box", "cards"),
        about_the_table=True,
    ),
    event(
        e.RecutOrdered,
        fold=fold.recut_ordered,
        words=words.recut_ordered,
        act=copied(c.OrderRecut),
        about_the_table=True,
    ),
    event(
        e.CutCardPlaced,
        fold=fold.cut_card_placed,
        words=words.cut_card_placed,
        act=copied(c.PlaceCutCard, "cards"),
        about_the_table=True,
    ),
    event(e.ShoeLoaded, fold=fold.shoe_loaded, words=words.shoe_loaded, act=copied(c.LoadShoe)),
    event(e.BurnFellDue, fold=fold.burn_fell_due, words=words.burn_fell_due),
    event(e.CardBurnt, fold=fold.card_burnt, words=words.card_burnt, rows=rows.card_burnt, act=acts.card_burnt),
    event(
        e.BurnDisclosed,
        fold=fold.burn_disclosed,
        words=words.burn_disclosed,
        rows=rows.burn_disclosed,
        act=copied(c.DiscloseBurn, "opened"),
        about_the_table=True,
    ),
    event(e.ShuffleFellDue, fold=fold.shuffle_fell_due, words=words.shuffle_fell_due, act=acts.shuffle_fell_due),
    event(
        e.FinalRoundsAnnounced,
        fold=fold.final_rounds_announced,
        words=words.final_rounds_announced,
        act=copied(c.AnnounceFinalRounds),
        about_the_table=True,
    ),
    event(e.CutCardDrawn, fold=fold.cut_card_drawn, words=words.cut_card_drawn, act=copied(c.DrawCutCard)),
    event(e.ShoeStopped, fold=fold.shoe_stopped, words=words.shoe_stopped, lane="corrections", act=fact),
    event(
        e.ShoeRefilled, fold=fold.shoe_refilled, words=words.shoe_refilled, lane="corrections", act=copied(c.LoadShoe)
    ),
    event(e.ShoeCounted, fold=fold.shoe_counted, words=words.shoe_counted, lane="corrections", about_the_table=True),
    event(e.CountCorrected, fold=fold.count_corrected, words=words.count_corrected, lane="corrections", act=fact),
    event(
        e.ShoeEndsAfterRound,
        fold=fold.shoe_ends_after_round,
        words=words.shoe_ends_after_round,
        lane="corrections",
        act=fact,
    ),
    event(
        e.SetTakenAway,
        fold=fold.set_taken_away,
        words=words.set_taken_away,
        lane="corrections",
        act=fact_unless_by_itself,
    ),
    event(
        e.MachineTakenAway, fold=fold.machine_taken_away, words=words.machine_taken_away, lane="corrections", act=fact
    ),
    event(e.CardDamaged, fold=fold.card_damaged, words=words.card_damaged, lane="corrections", act=fact),
    event(
        e.CardReplaced,
        fold=fold.card_replaced,
        words=words.card_replaced,
        lane="corrections",
        act=copied(c.ReplaceCard, "card"),
    ),
)
