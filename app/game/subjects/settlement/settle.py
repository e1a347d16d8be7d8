"""The settlement of main wagers and insurance: pure arithmetic in integer cents.

A wager is judged in this order: rescued, surrendered, bust, pontoon, the dealer's pontoon, 21, and then the totals.
What a dealer's pontoon takes from a bettor with doubled or split hands is a policy (pontoon.py); all else is here.
"""

from typing import NamedTuple

from app.game.core.cards import ranks, same_suit
from app.game.core.hands import is_pontoon, total
from app.game.core.money import half_forfeited, payment
from app.game.core.state import Box, Hand, Line, Outcome, Place, Round, Stake
from app.game.rules.ruleset import Ruleset
from app.game.subjects.settlement.dealer_pontoon import PONTOON_TAKES, Entry


class Result(NamedTuple):
    """What becomes of a wager, before odds: the outcome and the reason for it."""

    outcome: Outcome
    reason: str


BONUS = "bonus"


def bonus_kind(hand: Hand) -> str:
    """The row of the pay table for a 21 that is no pontoon."""
    count = len(hand.cards)
    if count >= 5:
        return {5: "five_cards", 6: "six_cards"}.get(count, "seven_cards")
    kind = {"678": "six_seven_eight", "777": "three_sevens"}.get(ranks(hand.cards))
    if kind is None:
        return "other"
    if not same_suit(hand.cards):
        return kind
    return kind + ("_spades" if hand.cards[0][1] == "S" else "_suited")


def _odds_row(hand: Hand, stake: Stake, rules: Ruleset, reason: str) -> tuple[str, str]:
    """The pay table's row for a winning wager, and the reason that decides it."""
    if hand.done == "pontoon":
        return "pontoon", "pontoon"
    if stake.double_cents:
        return "doubled", "doubled_win"
    if hand.doubled and rules.play.undoubled_behind == "even_money":
        return "doubled", "undoubled_win"
    row = bonus_kind(hand) if total(hand.cards, hand.hard_aces).points == 21 else "other"
    if hand.doubled:
        return row, "undoubled_win"
    return row, reason if row == "other" else BONUS


def _line(at: Entry, rules: Ruleset, result: Result, takes: int = 0) -> Line:
    """The settlement line of one main wager."""
    stake, outcome, reason = at.stake, result.outcome, result.reason
    if outcome != "win":
        clause = rules.outcomes[reason]
        return Line(at.box, at.number, stake.player, "main", stake.at_risk_cents, outcome, None, 0, takes, clause)
    row, reason = _odds_row(at.hand, stake, rules, reason)
    odds = rules.pay.odds[row]
    pays = payment(stake.at_risk_cents, odds)
    clause = rules.clauses[f"pay.odds.{row}"] if reason == BONUS else rules.outcomes[reason]
    return Line(at.box, at.number, stake.player, "main", stake.at_risk_cents, outcome, odds, pays, takes, clause)


def at_once(rules: Ruleset, box: Box, number: int) -> tuple[Line, ...]:
    """The lines of a hand whose result does not wait for the dealer: pontoon, 21 or bust."""
    hand = box.hands[number - 1]
    entries = [Entry(box.number, number, hand, stake) for stake in hand.live]
    if hand.done == "bust":
        return tuple([_bust(at, rules) for at in entries])
    won = Result("win", "split_twenty_one" if hand.split else "twenty_one")
    return tuple([_line(at, rules, won) for at in entries])


def _bust(at: Entry, rules: Ruleset) -> Line:
    """A hand over 21 loses all that is on it."""
    reason = "split_bust" if at.hand.split else "doubled_bust" if at.stake.double_cents else "bust"
    return _line(at, rules, Result("lose", reason), at.stake.at_risk_cents)


def rescue_line(rules: Ruleset, box: Box, number: int, player: str) -> Line:
    """The line of a bettor who took back the double."""
    hand = box.hands[number - 1]
    stake = next(each for each in hand.stakes if each.player == player)
    return _line(Entry(box.number, number, hand, stake), rules, Result("rescue", "rescue"), stake.base_cents)


def surrender_lines(rules: Ruleset, box: Box, reason: str) -> tuple[Line, ...]:
    """Half of every wager on a surrendered box."""
    hand = box.hands[0]
    return tuple([_surrender_line(Entry(box.number, 1, hand, stake), rules, reason) for stake in hand.live])


def _surrender_line(at: Entry, rules: Ruleset, reason: str) -> Line:
    return _line(at, rules, Result("surrender", reason), half_forfeited(at.stake.base_cents))


def insurance_lines(rules: Ruleset, round_: Round, pontoon: bool) -> tuple[Line, ...]:
    """Every insurance wager that is still open, won or lost."""
    waiting = [place for place in round_.places if place.insurance_cents and not place.insurance_settled]
    return tuple([_insurance_line(rules, place, pontoon) for place in waiting])


def _insurance_line(rules: Ruleset, place: Place, won: bool) -> Line:
    cents = place.insurance_cents
    if not won:
        clause = rules.outcomes["insurance_lose"]
        return Line(place.box, 1, place.player, "insurance", cents, "lose", None, 0, cents, clause)
    odds = rules.pay.insurance
    clause = rules.outcomes["insurance_win"]
    return Line(place.box, 1, place.player, "insurance", cents, "win", odds, payment(cents, odds), 0, clause)


def final_lines(rules: Ruleset, round_: Round) -> tuple[Line, ...]:
    """Every main wager that is still open, once the dealer's hand is known or of no effect."""
    lines: list[Line] = []
    pontoon = is_pontoon(round_.dealer)
    dealer = total(round_.dealer).points
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, 1):
            for stake in hand.live:
                at = Entry(box.number, number, hand, stake)
                if pontoon and hand.done != "pontoon":
                    lines.append(_under_pontoon(at, box, rules))
                else:
                    lines.append(_final_line(at, box, dealer, rules))
    return tuple(lines)


def _final_line(at: Entry, box: Box, dealer: int, rules: Ruleset) -> Line:
    """One main wager against a dealer's hand that is no pontoon."""
    if box.surrendered:
        return _surrender_line(at, rules, "surrender")
    if at.stake.rescued:
        return _line(at, rules, Result("rescue", "rescue"), at.stake.base_cents)
    points = total(at.hand.cards, at.hand.hard_aces).points
    if points > 21:
        return _bust(at, rules)
    result = judge(points, dealer, at.hand)
    return _line(at, rules, result, at.stake.at_risk_cents if result.outcome == "lose" else 0)


def judge(points: int, dealer: int, hand: Hand) -> Result:
    """A hand's total of 21 or less against a dealer's total that is no pontoon."""
    if dealer > 21:
        return Result("win", "dealer_bust")
    if points > dealer:
        return Result("win", "higher")
    if points == 21:
        return Result("win", "twenty_one_in_two" if len(hand.cards) == 2 else "twenty_one")
    if points == dealer:
        return Result("stand_off", "stand_off")
    return Result("lose", "lower")


def _under_pontoon(at: Entry, box: Box, rules: Ruleset) -> Line:
    """One main wager against the dealer's pontoon."""
    stake = at.stake
    if box.surrendered:
        return _line(at, rules, Result("lose", "surrender_under_pontoon"), stake.base_cents)
    takes, reason = PONTOON_TAKES[rules.dealer.pontoon_takes](at, entries_of(box, stake.player))
    if stake.rescued and takes:
        return _line(at, rules, Result("rescue", "rescue"), takes)
    if reason == "dealer_pontoon" and total(at.hand.cards).points == 21:
        reason = "twenty_one_under_pontoon"
    return _line(at, rules, Result("lose" if takes else "returned", reason), takes)


def entries_of(box: Box, player: str) -> list[Entry]:
    """All wagers of one bettor on the hands of one box, from the left."""
    return [
        Entry(box.number, number, hand, stake)
        for number, hand in enumerate(box.hands, 1)
        for stake in hand.stakes
        if stake.player == player
    ]
