"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied
from app.game.core.kinds import DEALING, SUPERVISING, Play, Signatures, command, event
from app.game.subjects.wagers import acts, betting_end, decide, fold, postings, rows, words
from app.game.subjects.wagers import commands as c
from app.game.subjects.wagers import events as e

COMMANDS = (
    command(c.OpenBetting, decide=decide.open_betting, who=DEALING, filled_in=("day",), play=Play(after_burn=True)),
    command(
        c.PlaceWager,
        decide=decide.place_wager,
        who=DEALING,
        signatures=Signatures(0, 1, by_supervisors=True),
        filled_in=("by",),
        play=Play(after_burn=True),
        tapped=True,
        undone=True,
    ),
    command(
        c.WithdrawWagers,
        decide=decide.withdraw_wagers,
        who=DEALING,
        play=Play(after_burn=True),
        tapped=True,
        undone=True,
    ),
    command(c.PermitSqueeze, decide=decide.permit_squeeze, who=SUPERVISING, play=Play(after_burn=True), undone=True),
    command(c.CloseBets, decide=betting_end.close_bets, who=DEALING, play=Play(after_burn=True), tapped=True),
)
EVENTS = (
    event(e.RoundOpened, fold=fold.round_opened, words=words.round_opened),
    event(e.RoundAbandoned, fold=fold.round_abandoned, words=words.round_abandoned),
    event(
        e.WagerPlaced,
        fold=fold.wager_placed,
        words=words.wager_placed,
        lane="money",
        postings=postings.wager_placed,
        rows=rows.wager_placed,
        act=acts.wager_placed,
    ),
    event(
        e.WagersWithdrawn,
        fold=fold.wagers_withdrawn,
        words=words.wagers_withdrawn,
        lane="money",
        postings=postings.wagers_withdrawn,
        rows=rows.wagers_withdrawn,
        act=copied(c.WithdrawWagers, "box", "player"),
    ),
    event(
        e.WagerDisplaced,
        fold=fold.wager_displaced,
        words=words.wager_displaced,
        lane="money",
        postings=postings.wager_displaced,
        rows=rows.main_wager,
    ),
    event(
        e.SqueezePermitted,
        fold=fold.squeeze_permitted,
        words=words.squeeze_permitted,
        lane="taps",
        act=copied(c.PermitSqueeze, "box"),
    ),
    event(
        e.NoMoreBetsCalled,
        fold=fold.no_more_bets_called,
        words=words.no_more_bets_called,
        lane="taps",
        act=acts.no_more_bets_called,
    ),
    event(
        e.BetsClosed,
        fold=fold.bets_closed,
        words=words.bets_closed,
        postings=postings.bets_closed,
        act=acts.bets_closed,
    ),
    event(
        e.AmountEntered,
        fold=fold.amount_entered,
        words=words.amount_entered,
        postings=postings.amount_entered,
        rows=rows.main_wager,
        act=acts.amount_entered,
    ),
    event(
        e.LateWagerRefused,
        fold=fold.late_wager_refused,
        words=words.late_wager_refused,
        lane="corrections",
        rows=rows.wager_placed,
        of_the_round=False,
        kept_when_corrected=True,
    ),
)
