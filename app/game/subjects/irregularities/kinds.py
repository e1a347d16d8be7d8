"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import errors as applied_errors
from app.game.core.acts import copied, fact, fact_unless_by_itself
from app.game.core.kinds import DEALING, Play, Signatures, command, event
from app.game.decisions import kept, shoe
from app.game.remedies import reports, resolving
from app.game.subjects.irregularities import rows

COMMANDS = (
    command(c.Report, decide=reports.report, who=DEALING),
    command(c.FindFaceUp, decide=reports.find_face_up, who=DEALING, filled_in=("source",)),
    command(c.DrawTogether, decide=reports.draw_together, who=DEALING, filled_in=("source",)),
    command(c.DrawInError, decide=reports.draw_in_error),
    command(
        c.TurnUpKept,
        decide=kept.turn_up_kept,
        who=DEALING,
        filled_in=("opened",),
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
    ),
    command(c.ReportShoeEmpty, decide=reports.report_shoe_empty, who=DEALING, filled_in=("source",)),
    command(c.CountShoe, decide=reports.count_shoe, who=DEALING, filled_in=("source",)),
    command(c.ReportDamage, decide=reports.report_damage, who=DEALING),
    command(c.ReplaceCard, decide=shoe.replace_card, who=DEALING, play=Play()),
    command(
        c.Resolve,
        decide=resolving.resolve,
        who=DEALING,
        signatures=Signatures(0, 0, by_supervisors=True),
        filled_in=("commitment", "opened"),
        in_a_hold=True,
    ),
    command(
        c.AcceptCard,
        decide=kept.accept_card,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
    command(
        c.RefuseCard,
        decide=kept.refuse_card,
        who=DEALING,
        play=Play(after_burn=True, after_amounts=True),
        plays_on=True,
        tapped=True,
        undone=True,
    ),
)
EVENTS = (
    event(e.TableHeld, fold=applied_errors.table_held, lane="corrections"),
    event(
        e.IrregularityResolved,
        fold=applied_errors.irregularity_resolved,
        lane="corrections",
        rows=rows.chosen,
        kept_when_corrected=True,
    ),
    event(e.ReportWithdrawn, fold=applied_errors.report_withdrawn, lane="corrections"),
    event(e.PlayersAsked, fold=applied_errors.players_asked, lane="corrections", act=fact),
    event(e.PlayerAnswered, fold=applied_errors.player_answered, lane="corrections", rows=rows.chosen, act=fact),
    event(e.CardDiscarded, fold=applied_errors.card_discarded, lane="corrections", rows=rows.card_discarded, act=fact),
    event(e.CardKept, fold=applied_errors.card_kept, lane="corrections", rows=rows.card_kept, act=fact),
    event(
        e.KeptTurnedUp,
        fold=applied_errors.kept_turned_up,
        lane="corrections",
        rows=rows.card_turned_up,
        act=copied(c.TurnUpKept, "opened"),
    ),
    event(
        e.CardAccepted,
        fold=applied_errors.card_accepted,
        lane="corrections",
        rows=rows.card_taken_or_refused,
        act=copied(c.AcceptCard, "box"),
    ),
    event(
        e.CardRefused,
        fold=applied_errors.card_refused,
        lane="corrections",
        rows=rows.card_taken_or_refused,
        act=copied(c.RefuseCard, "box"),
    ),
    event(e.KeptDiscarded, fold=applied_errors.kept_discarded, lane="corrections", rows=rows.card_discarded),
    event(
        e.FaceDownRemoved, fold=applied_errors.face_down_removed, lane="corrections", rows=rows.card_turned_up, act=fact
    ),
    event(e.SecondCardDeferred, fold=applied_errors.second_card_deferred, lane="corrections", act=fact),
    event(e.HandDeferred, fold=applied_errors.hand_deferred, lane="corrections", act=fact),
    event(e.HandPassedOver, fold=applied_errors.hand_passed_over, lane="corrections", act=fact),
    event(e.HandResumed, fold=applied_errors.hand_resumed, lane="corrections", act=fact),
    event(e.DealerDeferred, fold=applied_errors.dealer_deferred, lane="corrections", act=fact),
    event(e.PlayerAbsent, fold=applied_errors.player_absent, lane="corrections", act=fact),
    event(e.ControlPassed, fold=applied_errors.control_passed, lane="corrections", act=fact_unless_by_itself),
    event(e.ReaderSetAside, fold=applied_errors.reader_set_aside, lane="corrections", act=fact),
    event(e.HandsCleared, fold=applied_errors.hands_cleared, lane="corrections", act=fact),
)
