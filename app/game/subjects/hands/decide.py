"""Decisions on a hand: hit, stand, double, split."""

from app.game.citations import of_absent
from app.game.core.draft import Draft
from app.game.core.hands import same_value
from app.game.core.message import message
from app.game.core.rejections import Rejected, refusal_as, rejected
from app.game.core.turn import Turn, down_boxes, peek_due, size, turn
from app.game.subjects.hands import commands as c
from app.game.subjects.hands import events as e
from app.game.subjects.hands.options import (
    absent_on,
    double_limits,
    double_may_be_made,
    double_unit,
    in_control,
    must_draw,
    not_in_units,
    present,
    split_may_be_made,
)
from app.game.subjects.offers.open_offers import answer_own


def on_turn(draft: Draft, box: int) -> Turn | Rejected:
    """The hand of this box whose turn it is, when decisions are being taken."""
    round_ = draft.table.round
    if round_ is not None and round_.complete:
        return draft.refuse("round_over")
    if down_boxes(draft.table):
        return draft.refuse("turn_up_first.of_boxes")
    if round_ is None or not round_.dealt:
        return draft.refuse("not_this_hand.after_the_deal")
    if peek_due(draft.table):
        return draft.refuse("peek_first")
    now = turn(round_)
    if now is None or now.box.number != box:
        return _not_on_turn(draft, box, now)
    if now.box.absent:
        return rejected("player_absent.nobody_decides", {"box": box}, of_absent(now.box, draft.rules))
    return now


def _not_on_turn(draft: Draft, box: int, now: Turn | None) -> Rejected:
    if now is None:
        return draft.refuse("not_this_hand.all_complete", {"box": box})
    return draft.refuse("not_this_hand.another_decides", {"box": box, "decides": now.box.number})


def _awaits_card(draft: Draft, now: Turn, code: str) -> Rejected | None:
    """A hand whose card is on its way has nothing to decide."""
    if now.hand.wants_card or len(now.hand.cards) < 2:
        waits = message("why_not.waits_for_card", box=now.box.number, hand=now.number)
        return refusal_as(draft.rules, code, waits, "one_card_only" if now.hand.doubled else None)
    return None


def hit(draft: Draft, command: c.Hit) -> Rejected | None:
    """Ask for a card; where one has to be drawn anyway this is accepted too."""
    now = on_turn(draft, command.box)
    if isinstance(now, Rejected):
        return now
    refused = _awaits_card(draft, now, "hit_not_allowed")
    if refused is None:
        answer_own(draft, now)
        draft.emit(e.HitCalled(now.box.number, now.number))
    return refused


def stand(draft: Draft, command: c.Stand) -> Rejected | None:
    """Take no more cards."""
    now = on_turn(draft, command.box)
    if isinstance(now, Rejected):
        return now
    if now.hand.wants_card or size(now.hand) < 2:
        return draft.refuse(
            "stand_not_allowed.waits_for_card", {"box": command.box, "hand": now.number}, "hit_not_allowed"
        )
    if must_draw(now.hand, draft.rules):
        return draft.refuse("stand_not_allowed.has_to_draw", {"box": command.box})
    answer_own(draft, now)
    draft.emit(e.HandCompleted(now.box.number, now.number, "stand"))
    return None


def double(draft: Draft, command: c.Double) -> Rejected | None:
    """Double the hand whose turn it is; bettors who are not named do not double."""
    now = on_turn(draft, command.box)
    if isinstance(now, Rejected):
        return now
    refused = _double_refused(draft, now) or _awaits_card(draft, now, "double_not_allowed")
    if refused is not None:
        return refused
    amounts = _double_amounts(draft, now, command)
    if isinstance(amounts, Rejected):
        return amounts
    answer_own(draft, now)
    draft.emit(e.HandDoubled(now.box.number, now.number, amounts, draft.rules.play.doubled_aces_hard))
    return None


def _double_refused(draft: Draft, now: Turn) -> Rejected | None:
    if double_may_be_made(draft.table, now, draft.rules):
        return None
    reason = "absent_double" if _nobody_there(now) else "double_not_allowed"
    reason = "double_on_split_aces" if now.hand.split_aces else reason
    return draft.refuse("double_not_allowed", {"box": now.box.number}, reason)


def _double_amounts(draft: Draft, now: Turn, command: c.Double) -> tuple[tuple[str, int], ...] | Rejected:
    stakes = {stake.player: stake for stake in now.hand.live}
    limits = [double_limits(draft.table, stake, draft.rules) for stake in present(now)]
    everybody = tuple([(each.player, each.most_cents) for each in limits if each.least_cents <= each.most_cents])
    amounts = everybody if command.amounts is None else command.amounts
    if len(dict(amounts)) != len(amounts):
        return draft.refuse("double_amount.twice")
    for player, cents in amounts:
        if player not in stakes:
            return draft.refuse("no_such_player.on_the_hand", {"player": player})
        if player in now.box.away:
            return draft.refuse("player_absent.double", {"player": player}, "absent_double")
        refused = _not_in_units(draft, cents)
        if refused is not None:
            return refused
        allowed = double_limits(draft.table, stakes[player], draft.rules)
        least, most = allowed.least_cents, allowed.most_cents
        if not least <= cents <= most:
            return draft.refuse(
                "double_amount.limits",
                {"player": player, "least": least, "most": most, "cents": cents},
                "double_least" if cents < least else None,
            )
    controller = in_control(now, draft.rules)
    if controller not in dict(amounts):
        return draft.refuse(
            "controller_declines.double",
            {"controller": controller, "box": now.box.number},
            "double_controller_declines",
        )
    return amounts


def _not_in_units(draft: Draft, cents: int) -> Rejected | None:
    unit = double_unit(draft.table.config, draft.rules)
    why = not_in_units(draft.table.config, unit, cents)
    if not why:
        return None
    reason = "not_a_multiple" if why == "multiple" else "double_not_in_chips"
    return draft.refuse("double_amount.multiples", {"unit": unit}, reason)


def split(draft: Draft, command: c.Split) -> Rejected | None:
    """Split the hand whose turn it is; the named bettors keep their one wager on one of the two."""
    now = on_turn(draft, command.box)
    if isinstance(now, Rejected):
        return now
    refused = _split_refused(draft, now) or _awaits_card(draft, now, "split_not_allowed")
    refused = refused or _keeps_refused(draft, now, command)
    if refused is not None:
        return refused
    answer_own(draft, now)
    stays = [(player, 0) for player in absent_on(now) if player not in dict(command.keeps)]
    moved = [line for line in draft.round.lines if line.box == now.box.number and line.hand > now.number]
    draft.emit(e.HandSplit(now.box.number, now.number, (*command.keeps, *stays), tuple(moved)))
    return None


def _split_refused(draft: Draft, now: Turn) -> Rejected | None:
    if split_may_be_made(now, draft.rules):
        return None
    return draft.refuse("split_not_allowed", {"box": now.box.number}, _why_not(draft, now))


def _nobody_there(now: Turn) -> bool:
    """Whether every bettor with a wager on the hand has left."""
    return not present(now)


def _why_not(draft: Draft, now: Turn) -> str:
    hand = now.hand
    if _nobody_there(now):
        return "absent_split"
    if hand.split_aces and draft.rules.play.split_aces == "once_one_card":
        return "split_aces_again"
    return "split_too_many" if same_value(hand.cards) else "split_not_allowed"


def _keeps_refused(draft: Draft, now: Turn, command: c.Split) -> Rejected | None:
    players = [stake.player for stake in now.hand.live]
    if len(dict(command.keeps)) != len(command.keeps) or any([hand not in (0, 1) for _, hand in command.keeps]):
        return draft.refuse("split_choice.one_of_two")
    for player, hand in command.keeps:
        if player not in players:
            return draft.refuse("no_such_player.on_the_hand", {"player": player})
        if player == in_control(now, draft.rules):
            return draft.refuse("controller_declines.split", {"player": player}, "split_controller_declines")
        if hand == 1 and draft.rules.play.decliners_hand == "first":
            return draft.refuse("split_choice.first_only", {"player": player})
    return None
