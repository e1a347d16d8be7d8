"""Errors at the table and what was done about them, in words."""

from app.game import events as e
from app.game.commands import Void
from app.surveillance.event_words.devices import mark
from app.surveillance.event_words.moment import Moment, Words, by_clause
from app.surveillance.plain import clause_in, hand_at, lines_in_words, listed, money, offers_in_words, spaced


def _held(event: e.TableHeld, moment: Moment) -> str:
    cards = [str(card) for card in (event.card, *event.more) if card is not None]
    about = f" with {listed(cards)}" if cards else ""
    where = f" at box {event.box}" if event.box is not None else ""
    who = f", {event.player}" if event.player else ""
    why = f" ({spaced(event.detail)})" if event.detail else ""
    what = f"{spaced(event.irregularity)}{why}{about}{where}{who}{mark(event.source)}"
    return f"the table holds: {what}, in the phase: {spaced(event.phase)}"


def _resolved(event: e.IrregularityResolved, moment: Moment) -> str:
    held = moment.before.held
    what = f" of {spaced(held.irregularity)}" if held else ""
    return f"the hold{what} ends: {spaced(event.choice)}{clause_in(event.clause)}"


def _report_withdrawn(event: e.ReportWithdrawn, moment: Moment) -> str:
    return f"the report of {spaced(event.irregularity)} was taken back: it had not happened"


def _asked(event: e.PlayersAsked, moment: Moment) -> str:
    return f"asked after {spaced(event.irregularity)}: {listed([f'{who} on box {box}' for box, who in event.asked])}"


def _answered(event: e.PlayerAnswered, moment: Moment) -> str:
    return f"{event.player} on box {event.box} chose: {spaced(event.choice)}{clause_in(event.clause)}"


def _discarded(event: e.CardDiscarded, moment: Moment) -> str:
    return f"{event.card} went to the discard rack{clause_in(event.clause)}"


_REFUSABLE = {
    "": "",
    "hand": "; the hand may refuse it",
    "player": "; the player may refuse it",
    "dealer": "; the dealer drew it",
}


def _kept(event: e.CardKept, moment: Moment) -> str:
    what = event.card or moment.face(event.commitment)
    return f"{what} lies ready to be the next one{_REFUSABLE[event.refusable]}{clause_in(event.clause)}"


def _kept_turned(event: e.KeptTurnedUp, moment: Moment) -> str:
    return f"the card that lies ready is {event.opened.card}"


def _accepted(event: e.CardAccepted, moment: Moment) -> str:
    return f"{hand_at(event.box, event.hand)} takes the card that lies ready"


def _refused(event: e.CardRefused, moment: Moment) -> str:
    no_more = listed([hand_at(*each) for each in event.hands])
    ending = f"; no more cards in this round for {no_more}" if event.hands else ""
    return f"{hand_at(event.box, event.hand)} refuses the card that lies ready{ending}{clause_in(event.clause)}"


def _kept_discarded(event: e.KeptDiscarded, moment: Moment) -> str:
    what = event.card or "unseen"
    return f"the card that lay ready ({what}) went to the discard rack{clause_in(event.clause)}"


def _removed(event: e.FaceDownRemoved, moment: Moment) -> str:
    return f"the {event.opened.card} that lay face down is no card of this set and left the table"


def _second_deferred(event: e.SecondCardDeferred, moment: Moment) -> str:
    return f"box {event.box} was passed over: it gets its second card after all others{clause_in(event.clause)}"


def _hand_deferred(event: e.HandDeferred, moment: Moment) -> str:
    return f"{hand_at(event.box, event.hand)} was passed over: it is served after all others{clause_in(event.clause)}"


def _passed_over(event: e.HandPassedOver, moment: Moment) -> str:
    where = hand_at(event.box, event.hand)
    return f"{where} was passed over: the cards since then lie with the others{clause_in(event.clause)}"


def _resumed(event: e.HandResumed, moment: Moment) -> str:
    return f"{hand_at(event.box, event.hand)} goes on with the cards that it has"


def _absent(event: e.PlayerAbsent, moment: Moment) -> str:
    does = "are drawn to twelve" if event.does == "draw" else "stand"
    return f"nobody decides for box {event.box}: its hands {does}{clause_in(event.clause)}"


def _control_passed(event: e.ControlPassed, moment: Moment) -> str:
    return f"{event.player} decides for box {event.box} from here on{clause_in(event.clause)}"


def _reopened(event: e.OffersReopened, moment: Moment) -> str:
    return f"missed before, {offers_in_words(event.insurance, event.surrender)}{clause_in(event.clause)}"


def _set_aside(event: e.ReaderSetAside, moment: Moment) -> str:
    out = "is out of use, and what it said of this round does not count"
    words = "counts for nothing in this round" if event.round_only else out
    return f"the card reader {words}{clause_in(event.clause)}"


def _cleared(event: e.HandsCleared, moment: Moment) -> str:
    return f"the cards of {listed([hand_at(*each) for each in event.hands])} lie in the discard rack"


def _stopped(event: e.ShoeStopped, moment: Moment) -> str:
    what = "the cards of the discard rack" if event.refill == "discards" else "the cards left in it"
    return f"the shoe is filled again in the middle of the round, with {what}{clause_in(event.clause)}"


def _refilled(event: e.ShoeRefilled, moment: Moment) -> str:
    return f"the shuffled cards are in the shoe, {moment.after.shoe.left} of them, and the round goes on"


def _counted(event: e.ShoeCounted, moment: Moment) -> str:
    return f"{event.cards} cards were counted in the shoe, as many as the record has"


def _count_corrected(event: e.CountCorrected, moment: Moment) -> str:
    what = f"{event.missing} cards are missing from" if event.missing > 0 else f"{-event.missing} cards too many are in"
    return f"{what} the shoe; play goes on with {moment.after.shoe.left}{clause_in(event.clause)}"


def _damaged(event: e.CardDamaged, moment: Moment) -> str:
    return f"{event.card} is damaged, and replaced when the round is over{clause_in(event.clause)}"


def _replaced(event: e.CardReplaced, moment: Moment) -> str:
    return f"the damaged {event.card} was replaced by one of its kind"


def _late_wager(event: e.LateWagerRefused, moment: Moment) -> str:
    wanted = f"place {money(event.cents)} {spaced(event.kind)}" if event.cents else "withdraw"
    late = f"{event.player} wanted to {wanted} on box {event.box} after the end of betting"
    return f"{late}: refused{clause_in(event.clause)}"


def _wagers_voided(event: e.WagersVoided, moment: Moment) -> str:
    hands = [hand_at(*each) for each in event.hands]
    wagers = [f"{who}'s {spaced(kind)} on box {box}" for box, _, who, kind in event.wagers]
    what = listed([*hands, *wagers]) or "nothing more"
    return f"void for {spaced(event.reason)}: {what}{clause_in(event.clause)}{_what_goes_back(event)}"


def _round_voided(event: e.RoundVoided, moment: Moment) -> str:
    return f"the round is void for {spaced(event.reason)}{clause_in(event.clause)}{_what_goes_back(event)}"


def _what_goes_back(event: e.WagersVoided | e.RoundVoided) -> str:
    undone = f"\nsettled before, and undone:\n{lines_in_words(event.withdrawn)}" if event.withdrawn else ""
    return (f"\n{lines_in_words(event.lines)}" if event.lines else "") + undone


_CAUSES = {
    "correction": "the dealer put the record right",
    "undo": "the dealer took back the last tap",
    "irregularity": "an error at the table changed how the round is read",
    "reconstruction": "supervisors reconstructed the round",
}


def _rewritten(event: e.RoundRewritten, moment: Moment) -> str:
    return f"{_CAUSES[event.cause]}: {_reason(event)}{clause_in(event.clause)}"


_TAPS = {
    "Insure": "insure",
    "Surrender": "surrender",
    "Hit": "hit",
    "Double": "double",
    "Split": "split",
    "Stand": "stand",
    "TakeBackDouble": "rescue",
    "Proceed": "close the offers",
    "AcceptCard": "accept the card",
    "RefuseCard": "refuse the card",
    "PlaceWager": "place a wager",
    "WithdrawWagers": "withdraw wagers",
    "PermitSqueeze": "permit a squeeze",
}


def _reason(event: e.RoundRewritten) -> str:
    return _TAPS.get(event.reason, event.reason) if event.cause == "undo" else spaced(event.reason)


def _amended(event: e.EarlierRoundAmended, moment: Moment) -> str:
    what = "is void" if event.what == "void" else "was reconstructed"
    return f"round {event.round} {what} for {spaced(event.reason)}{clause_in(event.clause)}"


def _signed(event: e.RemedySigned, moment: Moment) -> str:
    words = event.remedy.words if isinstance(event.remedy, Void) else ""
    return f"{event.by} signed: {spaced(event.what)}, of round {event.round}{f': {words}' if words else ''}"


WORDS: dict[type, Words] = {
    e.TableHeld: _held,
    e.IrregularityResolved: _resolved,
    e.ReportWithdrawn: _report_withdrawn,
    e.PlayersAsked: _asked,
    e.PlayerAnswered: _answered,
    e.CardDiscarded: _discarded,
    e.CardKept: _kept,
    e.KeptTurnedUp: _kept_turned,
    e.CardAccepted: _accepted,
    e.CardRefused: _refused,
    e.KeptDiscarded: _kept_discarded,
    e.FaceDownRemoved: _removed,
    e.HandPassedOver: _passed_over,
    e.HandResumed: _resumed,
    e.SecondCardDeferred: _second_deferred,
    e.HandDeferred: _hand_deferred,
    e.DealerDeferred: by_clause("the dealer missed his own card: he takes it after the players"),
    e.PlayerAbsent: _absent,
    e.ControlPassed: _control_passed,
    e.OffersReopened: _reopened,
    e.ReaderSetAside: _set_aside,
    e.HandsCleared: _cleared,
    e.ShoeStopped: _stopped,
    e.ShoeRefilled: _refilled,
    e.ShoeCounted: _counted,
    e.CountCorrected: _count_corrected,
    e.ShoeEndsAfterRound: by_clause("the cards are shuffled when the round is over"),
    e.SetTakenAway: by_clause("the set in use leaves the table, and another has to be brought"),
    e.MachineTakenAway: by_clause("the shuffling machine is out of use: the cards are shuffled by hand"),
    e.CardDamaged: _damaged,
    e.CardReplaced: _replaced,
    e.LateWagerRefused: _late_wager,
    e.WagersVoided: _wagers_voided,
    e.RoundVoided: _round_voided,
    e.RoundRewritten: _rewritten,
    e.EarlierRoundAmended: _amended,
    e.RemedySigned: _signed,
}
