"""Whose turn it is and which stage the round is in, told from the facts in the state.

betting  ->  initial deal  ->  offers  ->  play, hand by hand  ->  dealer  ->  complete
"""

from typing import NamedTuple

from app.game.core.cards import MAKES_PONTOON
from app.game.core.state import DEALER, Box, Hand, Phase, Round, Table
from app.game.rules.ruleset import Ruleset


class Turn(NamedTuple):
    """The hand whose turn it is."""

    box: Box
    number: int
    hand: Hand


class Target(NamedTuple):
    """Where the next card goes; the hole card is the dealer's, face down."""

    box: int
    hand: int
    hole: bool = False
    implied_hit: bool = False


def turn(round_: Round) -> Turn | None:
    """The first hand with a decision open, from the dealer's left, those that were passed over last; none once the
    dealer has blackjack."""
    if round_.hole_read:
        return None
    late = None
    for box in round_.boxes:
        for index, hand in enumerate(box.hands):
            if not hand.done and not hand.late:
                return Turn(box, index + 1, hand)
            if not hand.done and late is None:
                late = Turn(box, index + 1, hand)
    return late


def size(hand: Hand) -> int:
    """The cards of the hand, face up or down."""
    return len(hand.cards) + len(hand.down)


def initial_target(round_: Round, hole: bool) -> Target | None:
    """Where the next card of the initial deal goes: boxes, dealer, boxes, and the hole card last.

    A box that was passed over has its second card after the others, and a dealer who passed himself over after them.
    """
    waiting = []
    for box in round_.boxes:
        hand = box.hands[0]
        if hand.done not in ("void", "passed"):
            cards = len(hand.cards) + len(hand.down)
            if cards == 0:
                return Target(box.number, 1)
            waiting.append((cards, box))
    if not round_.dealer and not round_.dealer_late:
        return Target(DEALER, 1)
    second = [box for cards, box in waiting if cards == 1]
    if second:
        return Target(min(second, key=_passed_over).number, 1)
    if not round_.dealer:
        return Target(DEALER, 1)
    if hole and round_.hole is None:
        return Target(DEALER, 1, hole=True)
    return None


def _passed_over(box: Box) -> bool:
    return box.second_late


def all_void(round_: Round) -> bool:
    """Whether no hand of the round is left to be played."""
    return all([hand.done == "void" for box in round_.boxes for hand in box.hands])


def lies_face_down(hand: Hand) -> bool:
    """Whether the hand has face-down cards that are to be turned up."""
    return bool(hand.down) and hand.done != "void"


def any_face_down(round_: Round) -> bool:
    """Whether any hand has face-down cards that are to be turned up."""
    return any([hand.down and hand.done != "void" for box in round_.boxes for hand in box.hands])


def any_passed_over(round_: Round) -> bool:
    """Whether a hand was passed over and has not gone on yet."""
    return any([hand.done == "passed" for box in round_.boxes for hand in box.hands])


def lies_unseen(table: Table, commitment: str) -> bool:
    """Whether this card lies in the rack, as the dealer's face-down one, or ready."""
    hole = table.round.hole if table.round is not None else None
    return commitment in (*table.shoe.burnt, hole, *[each.commitment for each in table.kept])


def down_boxes(table: Table) -> list[int]:
    """The boxes whose face-down cards may be turned up now."""
    round_ = table.round
    if round_ is None or initial_target(round_, table.config.hole_card != "none") is not None:
        return []
    return [box.number for box in round_.boxes if any(map(lies_face_down, box.hands))]


def peek_due(table: Table) -> bool:
    """Whether the card reader has to be used before play goes on."""
    round_ = table.round
    assert round_ is not None
    reader = table.config.hole_card == "reader" and not table.reader_off
    if (
        not reader
        or round_.unread
        or round_.hole_read is not None
        or not round_.dealt
        or round_.complete
        or round_.hole is None
    ):
        return False
    undecided = any([box.hands[0].done not in ("pontoon", "void") for box in round_.boxes])
    return undecided and round_.dealer[0][0] in MAKES_PONTOON


def offers_open(round_: Round) -> bool:
    """Whether an offer waits for answers."""
    return bool(round_.insurance_open or round_.surrender_open or round_.rescue)


def cards_out(table: Table) -> bool:
    """Whether cards of the round in play have left the shoe."""
    round_ = table.round
    if round_ is None or round_.complete:
        return False
    return bool(round_.dealer) or any([box.hands[0].cards or box.hands[0].down for box in round_.boxes])


def shoe_ready(table: Table) -> bool:
    """Whether a card can be dealt from the shoe."""
    return table.shoe.burn_due is None and deals_on(table)


def may_deal(table: Table) -> bool:
    """Whether a card can be dealt, and no damaged one has to be replaced before."""
    return shoe_ready(table) and (not table.damaged or cards_out(table))


def deals_on(table: Table) -> bool:
    """Whether this shoe goes on: it is loaded, no shuffle has to come first, and its cards are not being replaced."""
    at_table = any([each.id == table.set_in_use for each in table.sets])
    goes_on = cards_out(table) or table.shoe.shuffle_due is None
    return table.shoe.decks > 0 and at_table and goes_on and not table.shoe.refill


def in_final_rounds(table: Table, rules: Ruleset) -> bool:
    """Whether the round in play, or the next, is one of the announced last three."""
    last, length = table.last_final_round, rules.deal.final_rounds
    return last is not None and last - length < current_round(table) <= last


def current_round(table: Table) -> int:
    """The number of the round in play, or else of the next."""
    playing = table.round is not None and table.round.bets_closed and not table.round.complete
    return table.rounds_dealt if playing else table.rounds_dealt + 1


def stage(table: Table) -> Phase:
    """Where the table stands, in one word."""
    if table.closed:
        return "closed"
    round_ = table.round
    if table.held is not None:
        return "hold"
    if round_ is not None and round_.complete:
        return "complete" if round_.void is None else "void"
    if round_ is None or not round_.bets_closed:
        return "betting" if shoe_ready(table) else "shoe"
    if not round_.dealt:
        return "initial_deal"
    if round_.insurance_open or round_.surrender_open:
        return "offers"
    return "play" if turn(round_) is not None else "dealer"
