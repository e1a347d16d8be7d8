"""Wagers placed, changed and withdrawn while betting is open."""

from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.message import message
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.results import last_round
from app.game.core.state import cards_of, place_of
from app.game.subjects.wagers import commands as c
from app.game.subjects.wagers.late_amounts import enter_amount, is_missing
from app.game.subjects.wagers.placed_wagers import betting_open
from app.game.subjects.wagers.placing import main_refused, make_room, place_refused, player_refused, side_refused


def open_betting(draft: Draft, command: c.OpenBetting) -> Rejected | None:
    """Open a new round."""
    round_ = draft.table.round
    if round_ is not None and not round_.complete:
        return draft.refuse("round_not_over.betting")
    if draft.table.config.licences and not _licensed(draft, command.day):
        dealer, day = draft.table.dealer or message("why_not.nobody"), command.day or message("why_not.unknown_day")
        return draft.refuse("dealer_not_licensed", {"dealer": dealer, "day": day})
    collect_cards(draft)
    paper = draft.table.paper
    draft.emit(e.RoundOpened(draft.table.rounds_opened + 1, paper.by if paper is not None else ()))
    return None


def _licensed(draft: Draft, day: str | None) -> bool:
    """Whether who deals is licensed on this day."""
    through = draft.table.licensed_through
    return bool(draft.table.dealer) and day is not None and through is not None and day <= through


def round_is_on(draft: Draft) -> bool:
    """Whether there is a round that somebody has wagered on and that is not over."""
    round_ = draft.table.round
    return round_ is not None and not round_.complete and (round_.bets_closed or bool(round_.places))


def leave_round(draft: Draft) -> None:
    """The table goes on to something else: a round on which nobody has wagered is none, of another the cards go."""
    if draft.table.round is not None and not draft.table.round.complete:
        draft.emit(e.RoundAbandoned())
    collect_cards(draft)


def collect_cards(draft: Draft) -> None:
    """The cards of a finished round go to the discard rack, or back into a continuous shuffler."""
    if draft.table.round is not None and draft.table.round.complete:
        returned = draft.table.config.shuffler == "continuous"
        round_ = draft.table.round
        draft.emit(e.CardsCollected(cards_of(round_), returned, last_round(round_)))


# So many attempts of one round are kept.
LATE_WAGERS_KEPT = 50


def _refused_as_closed(draft: Draft, box: int, player: str, kind: str, cents: int) -> Rejected | None:
    """After the end of betting a wager is refused, and the attempt is kept."""
    if betting_open(draft.table):
        return None
    refused = draft.refuse("bets_closed.no_more", reason=_why_closed(draft, box, player, kind))
    known = kind in ("main", *draft.rules.side_bets) and 1 <= box <= draft.table.config.boxes
    if not known or cents < 0 or len(draft.round.late_wagers) >= LATE_WAGERS_KEPT:
        return refused
    return replace(refused, recorded=(e.LateWagerRefused(box, player, kind, cents, refused.clause),))


def _why_closed(draft: Draft, box: int, player: str, kind: str) -> str | None:
    """Whether a wager that lies there would change, or a new one be made, and of which kind."""
    place = place_of(draft.round, box, player)
    if place is not None and (kind in dict(place.sides) or (kind == "main" and place.has_main)):
        return "wager_frozen"
    return "side_bet_late" if kind in draft.rules.side_bets else None


def place_wager(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Place a wager of one kind, change its amount, or enter the one that is missing."""
    if command.missing and (command.cents or command.kind != "main"):
        return draft.refuse("bad_amount.follows_later")
    if is_missing(draft, command):
        return enter_amount(draft, command)
    refused = _refused_as_closed(draft, command.box, command.player, command.kind, command.cents)
    if refused is None and (draft.table.round is None or draft.table.round.complete):
        refused = open_betting(draft, c.OpenBetting())
    if refused is not None:
        return refused
    refused = place_refused(draft, command) or player_refused(draft, command)
    refused = refused or (main_refused if command.kind == "main" else side_refused)(draft, command)
    if refused is None:
        _place(draft, command)
    return refused


def _place(draft: Draft, command: c.PlaceWager) -> None:
    if _takes_the_last_off(draft, command):
        draft.emit(e.WagersWithdrawn(command.box, command.player))
        return
    if command.kind == "main":
        make_room(draft, command)
    at = command.box, command.player, command.kind, command.cents
    draft.emit(e.WagerPlaced(*at, command.seated, command.noticed, command.missing))


def _takes_the_last_off(draft: Draft, command: c.PlaceWager) -> bool:
    """Whether nothing of this bettor's is left on the box when this side wager is none."""
    place = place_of(draft.round, command.box, command.player)
    if place is None or command.missing or command.cents or place.has_main:
        return False
    return all([kind == command.kind for kind, _ in place.sides])


def withdraw_wagers(draft: Draft, command: c.WithdrawWagers) -> Rejected | None:
    """Take all of a bettor's wagers off a box."""
    refused = _refused_as_closed(draft, command.box, command.player, "main", 0)
    if refused is not None:
        return refused
    round_ = draft.table.round
    if round_ is None or round_.complete or place_of(round_, command.box, command.player) is None:
        return draft.refuse("no_such_player.on_the_box", {"player": command.player, "box": command.box})
    draft.emit(e.WagersWithdrawn(command.box, command.player))
    return None


def permit_squeeze(draft: Draft, command: c.PermitSqueeze) -> Rejected | None:
    """Permit that the cards still to come to a box are dealt face down."""
    round_ = draft.table.round
    if not draft.rules.deal.squeeze or round_ is None or round_.complete:
        return draft.refuse("squeeze_not_allowed.not_here")
    if all(place.box != command.box for place in round_.places) or command.box in round_.squeezing:
        return draft.refuse("squeeze_not_allowed.nobody_there", {"box": command.box})
    draft.emit(e.SqueezePermitted(command.box))
    return None
