"""What follows by itself.

`advance` runs after every accepted command until somebody has to do something: it completes the initial deal,
pays and takes what the book wants paid and taken at that moment, and ends the round.
"""

from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.hands import is_pontoon, total
from app.game.core.records import replace
from app.game.core.state import (
    DEALER,
    Done,
    Hand,
    Line,
    Round,
    WhyDone,
    every_hand,
    hand_of,
    is_away,
    the_box,
    void_place,
)
from app.game.core.turn import (
    Turn,
    all_void,
    any_face_down,
    any_passed_over,
    initial_target,
    offers_open,
    peek_due,
    size,
    turn,
)
from app.game.rules.ruleset import Ruleset
from app.game.subjects.dealer.needs import dealer_wants, stands
from app.game.subjects.hands.options import ABSENT_DRAWS_TO, insurance_limits
from app.game.subjects.offers.open_offers import close_offers, end_answered
from app.game.subjects.settlement.settle import at_once, final_lines, insurance_lines
from app.game.subjects.settlement.sidebets import side_lines
from app.game.subjects.settlement.superbonus import super_bonus_lines
from app.game.subjects.wagers.missing_amounts import INITIAL_CARDS, amounts_due
from app.game.targets import kept_target


def advance(draft: Draft) -> None:
    """Let everything happen that waits for nobody."""
    while _step(draft):
        pass


def go_on_unsettled(draft: Draft) -> None:
    """What follows in a round that went on, while players are asked about it: every wager waits for the answers."""
    held = draft.table.held
    if held is None or not held.asked:
        return
    trial = Draft(replace(draft.table, held=None), draft.rules)
    advance(trial)
    for event in _before_its_end(trial.events):
        if not isinstance(event, e.Settled):
            draft.emit(event)


def _before_its_end(events: list[e.Event]) -> list[e.Event]:
    """The events before the round's last settlements and its end, if it ends."""
    ends = [at for at, event in enumerate(events) if isinstance(event, e.RoundCompleted)]
    before = events[: ends[0]] if ends else events
    while ends and before and isinstance(before[-1], e.Settled):
        before = before[:-1]
    return before


def _step(draft: Draft) -> bool:
    """One thing that happens by itself; False when somebody has to act first."""
    round_ = draft.table.round
    if draft.table.held is not None or round_ is None or not round_.boxes:
        return False
    if round_.complete:
        clear_ready(draft)
        return False
    if all_void(round_):
        _complete_round(draft)
        return True
    if not round_.dealt:
        waits = any_face_down(round_) or any_passed_over(round_)
        return deal_kept(draft) or (not waits and _complete_initial_deal(draft))
    return not any_face_down(round_) and _play_step(draft, round_)


def _play_step(draft: Draft, round_: Round) -> bool:
    """One thing of the play itself."""
    if amounts_due(draft.table, draft.rules):
        return False
    if end_answered(draft) or _settle_ended(draft):
        return True
    now = turn(round_)
    if now is not None and (_settle_late_sides(draft, now) or _complete_hand(draft, now)):
        return True
    if any([_complete_hand(draft, each) for each in _full_out_of_turn(round_)[:1]]):
        return True
    if _settle_insurance(draft) or deal_kept(draft):
        return True
    if now is not None or offers_open(round_) or peek_due(draft.table) or any_passed_over(round_):
        return False
    if dealer_wants(draft.table, draft.rules) != "nothing":
        return False
    _complete_round(draft)
    return True


# --- the card that lies ready


def deal_kept(draft: Draft) -> bool:
    """Deal the card that lies ready where it is due; one whose face nobody saw has to be turned up first, unless it is
    to lie face down."""
    target = kept_target(draft.table, draft.rules)
    if target is None:
        return False
    kept = draft.table.kept[0]
    if kept.card is not None:
        close_offers(draft)
        draft.emit(e.CardDealt(kept.card, target.box, target.hand, kept=True))
    elif target.hole and kept.commitment is not None:
        draft.emit(e.CardDealtDown(kept.commitment, target.box, target.hand, kept=True))
    return kept.card is not None or target.hole


# --- the initial deal


def _complete_initial_deal(draft: Draft) -> bool:
    """Side wagers wait for nothing; with pay and offers for main wagers the amounts have to be there."""
    if initial_target(draft.round, draft.table.config.hole_card != "none") is not None:
        return False
    _settle(draft, side_lines(draft.rules, draft.round))
    if amounts_due(draft.table, draft.rules):
        return False
    for box in draft.round.boxes:
        if is_pontoon(box.hands[0].cards) and not box.hands[0].done:
            draft.emit(e.HandCompleted(box.number, 1, "pontoon"))
            if draft.rules.interim.pontoon_at_once:
                _settle_hand(draft, box.number, 1)
    draft.emit(e.InitialDealCompleted(_insurance_offers(draft), _surrender_offers(draft)))
    return True


def deal_without_passed_over(draft: Draft) -> None:
    """On the felt the deal was over without the hand that was passed over, as soon as play went on."""
    round_ = draft.table.round
    waiting = round_ is not None and round_.boxes and not round_.dealt and any_passed_over(round_)
    if waiting and _complete_initial_deal(draft):
        advance(draft)


def _insurance_offers(draft: Draft) -> tuple[tuple[int, str], ...]:
    round_, rules = draft.round, draft.rules
    if round_.dealer[0][0] != "A":
        return ()
    pontoons = [box.number for box in round_.boxes if box.hands[0].done == "pontoon"]
    barred = pontoons if rules.play.insurance_bars_pontoon else []
    return tuple(
        [
            (place.box, place.player)
            for place in round_.places
            if place.box not in barred
            and insurance_limits(draft.table, place, rules).most_cents > 0
            and not void_place(round_, place)
            and not is_away(round_, place)
        ]
    )


def _surrender_offers(draft: Draft) -> tuple[int, ...]:
    play = draft.rules.play
    if play.surrender != "window" or draft.round.dealer[0][0] not in play.surrender_against:
        return ()
    return tuple([box.number for box in draft.round.boxes if _has_its_two(box.hands[0]) and not box.absent])


def _has_its_two(hand: Hand) -> bool:
    """Whether it waits with the first two cards; one that was laid to it in error has made them three."""
    return not hand.done and size(hand) == INITIAL_CARDS


# --- hands


def _settle_late_sides(draft: Draft, now: Turn) -> bool:
    """The side wagers of a box that had its second card after the initial deal."""
    sides = any([place.sides for place in draft.round.places if place.box == now.box.number])
    lines = side_lines(draft.rules, draft.round) if sides and len(now.hand.cards) == 2 and not now.hand.split else ()
    _settle(draft, lines)
    return bool(lines)


def _complete_hand(draft: Draft, now: Turn) -> bool:
    """End the hand whose turn it is when nothing is left to decide on it."""
    hand = now.hand
    if hand.wants_card or size(hand) < 2:
        return False
    why = _finished(hand, draft.rules) or _stands_absent(now)
    if why is None:
        return False
    draft.emit(e.HandCompleted(now.box.number, now.number, why))
    if _is_settled_at_once(why, draft.rules):
        _settle_hand(draft, now.box.number, now.number)
    _offer_rescue(draft, now.box.number, now.number)
    return True


def _is_settled_at_once(why: Done, rules: Ruleset) -> bool:
    """Whether a hand that ended so does not wait for the dealer."""
    interim = rules.interim
    return (
        (why == "pontoon" and interim.pontoon_at_once)
        or (why == "bust" and interim.bust_at_once)
        or (why == "twenty_one" and interim.twenty_one_at_once)
    )


def _settle_ended(draft: Draft) -> bool:
    """Settle the next hand whose result does not wait for the dealer, but waited until all players had answered."""
    hands = [(box.number, number) for box, number, hand in every_hand(draft.round)
             if hand.live and _is_settled_at_once(hand.done, draft.rules)]  # fmt: skip
    for hand in hands[:1]:
        _settle_hand(draft, *hand)
    return bool(hands)


def _full_out_of_turn(round_: Round) -> list[Turn]:
    """The hands that are not in turn and have 21 or more, by a card that was laid to them."""
    hands = [Turn(box, number, hand) for box, number, hand in every_hand(round_) if not hand.done]
    return [each for each in hands if size(each.hand) > INITIAL_CARDS and total(each.hand.cards).points >= 21]


def _finished(hand: Hand, rules: Ruleset) -> WhyDone | None:
    points = total(hand.cards, hand.hard_aces).points
    if points > 21:
        return "bust"
    if is_pontoon(hand.cards) and not hand.split:
        return "pontoon"
    if points == 21:
        return "twenty_one"
    if hand.doubled or (hand.split_aces and rules.play.split_aces == "once_one_card"):
        return "one_card"
    return None


def _stands_absent(now: Turn) -> WhyDone | None:
    """A hand whose player is away ends by itself, drawn to twelve or as it lies."""
    drawn = now.box.absent == "stand" or total(now.hand.cards).points >= ABSENT_DRAWS_TO
    return "absent" if now.box.absent and drawn else None


def _offer_rescue(draft: Draft, box: int, number: int) -> None:
    hand = hand_of(draft.round, box, number)
    away = the_box(draft.round, box).away
    players = tuple([stake.player for stake in hand.live if stake.double_cents and stake.player not in away])
    if players and hand.done != "bust":
        draft.emit(e.RescueOffered(box, number, players))


# --- settlements


def _settle(draft: Draft, lines: tuple[Line, ...]) -> None:
    if lines:
        draft.emit(e.Settled(lines))


def _settle_hand(draft: Draft, box: int, number: int) -> None:
    _settle(draft, at_once(draft.rules, the_box(draft.round, box), number))


def _settle_insurance(draft: Draft) -> bool:
    """Settle insurance when the dealer's second card lies open, winners later where the book says so."""
    round_ = draft.round
    if len(round_.dealer) < 2 or round_.hole is not None:
        return False
    pontoon = is_pontoon(round_.dealer)
    if pontoon and draft.rules.dealer.insurance_winners_paid == "after_settlement":
        return False
    lines = insurance_lines(draft.rules, round_, pontoon)
    _settle(draft, lines)
    return bool(lines)


def _complete_round(draft: Draft) -> None:
    _settle(draft, final_lines(draft.rules, draft.round))
    _settle(draft, super_bonus_lines(draft.rules, draft.round))
    _settle(draft, insurance_lines(draft.rules, draft.round, is_pontoon(draft.round.dealer)))
    draft.emit(e.RoundCompleted())
    end_shoe(draft)


def clear_ready(draft: Draft) -> None:
    """After the round a card that could be refused lies ready for nobody; one that the dealer drew needlessly stays
    in the dealer's hand, if the total lets the dealer draw."""
    for kept in draft.table.kept:
        if kept.card is None or not kept.refusable:
            continue
        if kept.refusable == "dealer" and kept == draft.table.kept[0] and not stands(draft.round, draft.rules):
            draft.emit(e.CardDealt(kept.card, DEALER, 1, kept=True))
        else:
            draft.emit(e.KeptDiscarded(kept.card, kept.clause))


def end_shoe(draft: Draft) -> None:
    """After the round: the cards are shuffled if that fell due in it, and those of a failed machine are replaced."""
    shoe = draft.table.shoe
    if shoe.ends_after_round and shoe.shuffle_due is None:
        clause = shoe.ends_clause or draft.rules.clauses["deal.cut_card_during"]
        draft.emit(e.ShuffleFellDue("cut_card", clause))
    if shoe.manual:
        clause = shoe.ends_clause or draft.rules.clauses["table.shufflers"]
        draft.emit(e.SetTakenAway(clause, by_itself=True))
