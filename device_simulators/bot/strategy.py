"""How a player decides about a hand: a simple strategy, and now and then something else."""

from random import Random

from device_simulators.bot.habits import Habits, happens
from device_simulators.bot.pay.points import is_soft, points
from device_simulators.bot.view import Cards, Question

LOW_UPCARDS = "23456"


def choose(question: Question, cards: Cards, dealer: Cards, habits: Habits, dice: Random) -> str:
    """One of the choices that are open."""
    open_ = question.choices
    if happens(dice, habits.deviate):
        return dice.choice(open_)
    for choice, share in (("surrender", habits.surrender), ("split", habits.split)):
        if choice in open_ and happens(dice, share):
            return choice
    total = points(cards)
    if "double" in open_ and 9 <= total <= 14 and happens(dice, habits.double):
        return "double"
    return "hit" if "stand" not in open_ or _hits(cards, total, dealer) else "stand"


def _hits(cards: Cards, total: int, dealer: Cards) -> bool:
    """Stand on hard 17, on soft 18, and on hard 12 to 16 against a low card; but five cards want to become six."""
    if len(cards) >= 4 and total <= 17:
        return True
    if is_soft(cards):
        return total <= 17
    return total <= 16 and not (total >= 12 and dealer[0][0] in LOW_UPCARDS)


def doubles(question: Question, controller: str | None, habits: Habits, dice: Random) -> dict[str, int]:
    """Who doubles, and by how much: who decides does, the others as they like."""
    who = {
        player: limits
        for player, limits in question.limits.items()
        if player == controller or happens(dice, habits.behind_follows)
    }
    unit = question.unit_cents
    return {player: _double_cents(least, most, unit, habits, dice) for player, (least, most) in who.items()}


def _double_cents(least: int, most: int, unit: int, habits: Habits, dice: Random) -> int:
    if not happens(dice, habits.double_for_less):
        return most
    return max(least, dice.randint(least, most) // unit * unit)


def keeps(question: Question, habits: Habits, dice: Random) -> dict[str, str]:
    """Who does not cover both hands of a split, and on which hand the one wager stays."""
    offered: dict[str, list[str]] = {}
    for player, hand in question.keeps:
        offered.setdefault(player, []).append(hand)
    declining = {player: hands for player, hands in offered.items() if not happens(dice, habits.behind_follows)}
    return {player: dice.choice(hands) for player, hands in declining.items()}


def insurance(question: Question, habits: Habits, dice: Random) -> int | None:
    """How much is insured, in whole units, or None."""
    (least, most) = next(iter(question.limits.values()))
    if most < least or not happens(dice, habits.insure):
        return None
    units = most // question.unit_cents
    return question.unit_cents * (units if happens(dice, 0.5) else dice.randint(1, units))
