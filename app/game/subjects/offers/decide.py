"""Answers to offers: insurance, surrender, taking back a double; and the dealer's "proceed"."""

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import MAKES_PONTOON
from app.game.core.draft import Draft
from app.game.core.message import Parts
from app.game.core.rejections import Rejected
from app.game.core.state import Place, box_of, every_hand, is_away, place_of, the_box, void_place
from app.game.core.turn import Turn, offers_open, size
from app.game.subjects.hands.decide import on_turn
from app.game.subjects.hands.options import (
    insurance_limits,
    insurance_unit,
    may_proceed,
    rescue_may_be_closed,
    surrender_allowed,
)
from app.game.subjects.settlement.settle import rescue_line, surrender_lines


def insure(draft: Draft, command: c.Insure) -> Rejected | None:
    """Insure against the dealer's pontoon."""
    round_ = draft.table.round
    place = place_of(round_, command.box, command.player) if round_ else None
    if place is None:
        return draft.refuse("no_such_player.on_the_box", {"player": command.player, "box": command.box})
    if place.insurance_cents:
        return draft.refuse("already_insured", {"player": command.player, "box": command.box})
    if draft.round.complete or (command.box, command.player) not in draft.round.insurance_open:
        return draft.refuse("insurance_not_offered", reason=_why_not_offered(draft, place))
    refused = _amount_refused(draft, place, command.cents)
    if refused is None:
        draft.emit(e.InsurancePlaced(command.box, command.player, command.cents))
    return refused


def _why_not_offered(draft: Draft, place: Place) -> str:
    box = box_of(draft.round, place.box)
    if box is not None and is_away(draft.round, place):
        return "absent_insurance"
    offered = bool(draft.round.insurance_open or draft.round.answered)
    if box is not None and box.hands[0].done == "pontoon" and offered:
        return "insurance_barred"
    return "insurance_late" if _was_offered(draft, place) else "insurance_not_offered"


def _was_offered(draft: Draft, place: Place) -> bool:
    """Whether this bettor could have insured, and the time for it is over."""
    round_ = draft.round
    if not round_.dealt or round_.insurance_open or round_.dealer[0][0] != "A" or void_place(round_, place):
        return False
    return insurance_limits(draft.table, place, draft.rules).most_cents > 0


def _amount_refused(draft: Draft, place: Place, cents: int) -> Rejected | None:
    """Whether it is more than the book allows, or else does not come out in its units."""
    limits = insurance_limits(draft.table, place, draft.rules)
    unit = insurance_unit(draft.table.config, draft.rules)
    if not 0 < cents <= max(limits.most_cents, place.effective_cents // 2):
        parts: Parts = {"player": place.player, "most": limits.most_cents, "cents": cents}
        return draft.refuse("insurance_amount.most", parts)
    if cents % unit:
        return draft.refuse("insurance_amount.steps", {"unit": unit}, "insurance_unit")
    return None


def surrender(draft: Draft, command: c.Surrender) -> Rejected | None:
    """Give up half of every wager on the box."""
    if draft.rules.play.surrender == "window":
        return _surrender_in_window(draft, command.box)
    return _surrender_at_own_turn(draft, command.box)


def _surrender_in_window(draft: Draft, number: int) -> Rejected | None:
    round_ = draft.table.round
    offered = round_ is not None and number in round_.surrender_open
    if not offered or the_box(draft.round, number).surrendered or the_box(draft.round, number).absent:
        return draft.refuse("surrender_not_offered.in_window", {"box": number}, _why_no_surrender(draft, number))
    draft.emit(e.BoxSurrendered(number))
    return None


def _why_no_surrender(draft: Draft, number: int) -> str | None:
    box = box_of(draft.table.round, number) if draft.table.round is not None else None
    if box is not None and len(box.hands) > 1 and "surrender_of_split" in draft.rules.refusals:
        return "surrender_of_split"
    return "surrender_late" if _further_card(draft) else None


def _further_card(draft: Draft) -> bool:
    """Whether a card has been dealt since the first ones."""
    round_ = draft.table.round
    more = round_ is not None and any([size(hand) > 2 or hand.split for _, _, hand in every_hand(round_)])
    return more or (round_ is not None and len(round_.dealer) > 1)


def _surrender_at_own_turn(draft: Draft, number: int) -> Rejected | None:
    now = on_turn(draft, number)
    if isinstance(now, Rejected):
        return now
    if now.hand.wants_card or not surrender_allowed(draft.table, now, draft.rules):
        return draft.refuse("surrender_not_offered.at_own_turn", {"box": number})
    draft.emit(e.BoxSurrendered(number))
    _settle_at_once(draft, now)
    return None


def _settle_at_once(draft: Draft, now: Turn) -> None:
    """Nothing to wait for when the dealer cannot have pontoon."""
    if draft.round.dealer[0][0] not in MAKES_PONTOON:
        draft.emit(e.Settled(surrender_lines(draft.rules, the_box(draft.round, now.box.number), "surrender_at_once")))


def take_back_double(draft: Draft, command: c.TakeBackDouble) -> Rejected | None:
    """Take back the double and forfeit the original wager."""
    offer = draft.table.round.rescue if draft.table.round else None
    fits = offer is not None and offer.box == command.box and command.hand in (None, offer.hand)
    if offer is None or not fits or command.player not in offer.players:
        return draft.refuse("rescue_not_offered", {"player": command.player, "box": command.box})
    draft.emit(e.DoubleTakenBack(offer.box, offer.hand, command.player))
    if draft.rules.interim.rescue_at_once:
        draft.emit(e.Settled((rescue_line(draft.rules, the_box(draft.round, offer.box), offer.hand, command.player),)))
    return None


def proceed(draft: Draft, command: c.Proceed) -> Rejected | None:
    """Close the open offers, but not a rescue that the next card ends; when they have ended by their answers, there is
    nothing left to do."""
    round_ = draft.table.round
    if round_ is not None and round_.answered and not offers_open(round_):
        return None
    if not may_proceed(draft.table, draft.rules):
        return draft.refuse("nothing_to_proceed")
    stays = draft.round.rescue is not None and not rescue_may_be_closed(draft.table, draft.rules)
    draft.emit(e.OffersClosed(rescue_stays=stays))
    return None
