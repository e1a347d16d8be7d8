"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied, fact, fact_unless_by_itself
from app.game.core.kinds import DEALING, Play, Signatures, command, event, tap
from app.game.subjects.irregularities import commands as c
from app.game.subjects.irregularities import decide, fold, ready_card, resolution, rows, words
from app.game.subjects.irregularities import events as e
from app.game.subjects.shoe import decide as shoe

COMMANDS = (
    command(c.Report, decide=decide.report, who=DEALING),
    command(c.FindFaceUp, decide=decide.find_face_up, who=DEALING, filled_in=("source",)),
    command(c.DrawTogether, decide=decide.draw_together, who=DEALING, filled_in=("source",)),
    command(c.DrawInError, decide=decide.draw_in_error),
    command(
        c.TurnUpKept,
        decide=ready_card.turn_up_kept,
        who=DEALING,
        filled_in=("opened",),
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
    ),
    command(c.ReportShoeEmpty, decide=decide.report_shoe_empty, who=DEALING, filled_in=("source",)),
    command(c.CountShoe, decide=decide.count_shoe, who=DEALING, filled_in=("source",)),
    command(c.ReportDamage, decide=decide.report_damage, who=DEALING),
    command(c.ReplaceCard, decide=shoe.replace_card, who=DEALING, play=Play()),
    command(
        c.Resolve,
        decide=resolution.resolve,
        who=DEALING,
        signatures=Signatures(0, 0, by_supervisors=True),
        filled_in=("commitment", "opened"),
        in_a_hold=True,
    ),
    tap(c.AcceptCard, decide=ready_card.accept_card),
    tap(c.RefuseCard, decide=ready_card.refuse_card),
)
EVENTS = (
    event(e.TableHeld, fold=fold.table_held, words=words.table_held, lane="corrections"),
    event(
        e.IrregularityResolved,
        fold=fold.irregularity_resolved,
        words=words.irregularity_resolved,
        lane="corrections",
        rows=rows.chosen,
        kept_when_corrected=True,
    ),
    event(e.ReportWithdrawn, fold=fold.report_withdrawn, words=words.report_withdrawn, lane="corrections"),
    event(e.PlayersAsked, fold=fold.players_asked, words=words.players_asked, lane="corrections", act=fact),
    event(
        e.PlayerAnswered,
        fold=fold.player_answered,
        words=words.player_answered,
        lane="corrections",
        rows=rows.chosen,
        act=fact,
    ),
    event(
        e.CardDiscarded,
        fold=fold.card_discarded,
        words=words.card_discarded,
        lane="corrections",
        rows=rows.card_discarded,
        act=fact,
    ),
    event(e.CardKept, fold=fold.card_kept, words=words.card_kept, lane="corrections", rows=rows.card_kept, act=fact),
    event(
        e.KeptTurnedUp,
        fold=fold.kept_turned_up,
        words=words.kept_turned_up,
        lane="corrections",
        rows=rows.card_turned_up,
        act=copied(c.TurnUpKept, "opened"),
    ),
    event(
        e.CardAccepted,
        fold=fold.card_accepted,
        words=words.card_accepted,
        lane="corrections",
        rows=rows.card_taken_or_refused,
        act=copied(c.AcceptCard, "box"),
    ),
    event(
        e.CardRefused,
        fold=fold.card_refused,
        words=words.card_refused,
        lane="corrections",
        rows=rows.card_taken_or_refused,
        act=copied(c.RefuseCard, "box"),
    ),
    event(
        e.KeptDiscarded,
        fold=fold.kept_discarded,
        words=words.kept_discarded,
        lane="corrections",
        rows=rows.card_discarded,
    ),
    event(
        e.FaceDownRemoved,
        fold=fold.face_down_removed,
        words=words.face_down_removed,
        lane="corrections",
        rows=rows.card_turned_up,
        act=fact,
    ),
    event(
        e.SecondCardDeferred,
        fold=fold.second_card_deferred,
        words=words.second_card_deferred,
        lane="corrections",
        act=fact,
    ),
    event(e.HandDeferred, fold=fold.hand_deferred, words=words.hand_deferred, lane="corrections", act=fact),
    event(e.HandPassedOver, fold=fold.hand_passed_over, words=words.hand_passed_over, lane="corrections", act=fact),
    event(e.HandResumed, fold=fold.hand_resumed, words=words.hand_resumed, lane="corrections", act=fact),
    event(e.DealerDeferred, fold=fold.dealer_deferred, words=words.dealer_deferred, lane="corrections", act=fact),
    event(e.PlayerAbsent, fold=fold.player_absent, words=words.player_absent, lane="corrections", act=fact),
    event(
        e.ControlPassed,
        fold=fold.control_passed,
        words=words.control_passed,
        lane="corrections",
        act=fact_unless_by_itself,
    ),
    event(e.ReaderSetAside, fold=fold.reader_set_aside, words=words.reader_set_aside, lane="corrections", act=fact),
    event(e.HandsCleared, fold=fold.hands_cleared, words=words.hands_cleared, lane="corrections", act=fact),
)
