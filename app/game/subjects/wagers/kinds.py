"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import errors as applied_errors
from app.game.applied import wagers as applied_wagers
from app.game.core.acts import copied
from app.game.core.kinds import DEALING, SUPERVISING, Play, Signatures, command, event
from app.game.decisions import betting, closing
from app.game.subjects.wagers import acts, postings, rows

COMMANDS = (
    command(c.OpenBetting, decide=betting.open_betting, who=DEALING, filled_in=("day",), play=Play(after_burn=True)),
    command(
        c.PlaceWager,
        decide=betting.place_wager,
        who=DEALING,
        signatures=Signatures(0, 1, by_supervisors=True),
        filled_in=("by",),
        play=Play(after_burn=True),
        tapped=True,
        undone=True,
    ),
    command(
        c.WithdrawWagers,
        decide=betting.withdraw_wagers,
        who=DEALING,
        play=Play(after_burn=True),
        tapped=True,
        undone=True,
    ),
    command(c.PermitSqueeze, decide=betting.permit_squeeze, who=SUPERVISING, play=Play(after_burn=True), undone=True),
    command(c.CloseBets, decide=closing.close_bets, who=DEALING, play=Play(after_burn=True), tapped=True),
)
EVENTS = (
    event(e.RoundOpened, fold=applied_wagers.round_opened),
    event(e.RoundAbandoned, fold=applied_wagers.round_abandoned),
    event(
        e.WagerPlaced,
        fold=applied_wagers.wager_placed,
        lane="money",
        postings=postings.wager_placed,
        rows=rows.wager_placed,
        act=acts.wager_placed,
    ),
    event(
        e.WagersWithdrawn,
        fold=applied_wagers.wagers_withdrawn,
        lane="money",
        postings=postings.wagers_withdrawn,
        rows=rows.wagers_withdrawn,
        act=copied(c.WithdrawWagers, "box", "player"),
    ),
    event(
        e.WagerDisplaced,
        fold=applied_wagers.wager_displaced,
        lane="money",
        postings=postings.wager_displaced,
        rows=rows.main_wager,
    ),
    event(e.SqueezePermitted, fold=applied_wagers.squeeze_permitted, lane="taps", act=copied(c.PermitSqueeze, "box")),
    event(e.NoMoreBetsCalled, fold=applied_wagers.no_more_bets_called, lane="taps", act=acts.no_more_bets_called),
    event(e.BetsClosed, fold=applied_wagers.bets_closed, postings=postings.bets_closed, act=acts.bets_closed),
    event(
        e.AmountEntered,
        fold=applied_wagers.amount_entered,
        postings=postings.amount_entered,
        rows=rows.main_wager,
        act=acts.amount_entered,
    ),
    event(
        e.LateWagerRefused,
        fold=applied_errors.late_wager_refused,
        lane="corrections",
        rows=rows.wager_placed,
        of_the_round=False,
        kept_when_corrected=True,
    ),
)
