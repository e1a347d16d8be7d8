"""The Super Bonus for three suited sevens against a seven, and the fixed payment that it brings to others."""

from collections.abc import Callable

from app.game.core.cards import Card, ranks, same_suit
from app.game.core.state import Box, Hand, Line, Place, Round, Stake, void_place
from app.game.rules.ruleset import Ruleset

Winners = frozenset[tuple[int, str]]


def super_bonus_lines(rules: Ruleset, round_: Round) -> tuple[Line, ...]:
    """What winners get, then what the others get; nothing when there is no winner."""
    won = [
        Line(box.number, number, stake.player, "super_bonus", 0, "win", None, cents, 0, rules.outcomes["super_bonus"])
        for box in round_.boxes
        for number, hand in enumerate(box.hands, 1)
        for stake in hand.stakes
        if (cents := _prize(rules, round_, box, hand, stake))
    ]
    if not won:
        return ()
    winners = frozenset([(line.box, line.player) for line in won])
    cents, clause = rules.pay.super_bonus_others_cents, rules.outcomes["super_bonus_others"]
    others = [
        Line(place.box, 1, place.player, "super_bonus_others", 0, "win", None, cents, 0, clause)
        for place in OTHERS[rules.pay.super_bonus_others](round_, winners)
    ]
    return (*won, *others)


def _suited_sevens(cards: tuple[Card, ...]) -> bool:
    return set(ranks(cards)) == {"7"} and same_suit(cards)


def never(box: Box, hand: Hand) -> bool:
    """A split hand wins no Super Bonus."""
    return hand.split


def unless_suited_sevens(box: Box, hand: Hand) -> bool:
    """No hand of a box wins it at which sevens of one suit were split."""
    return any([_suited_sevens(pair) for pair in box.pairs_split])


BARRED: dict[str, Callable[[Box, Hand], bool]] = {"never": never, "unless_suited_sevens": unless_suited_sevens}


def _prize(rules: Ruleset, round_: Round, box: Box, hand: Hand, stake: Stake) -> int:
    """The Super Bonus of one wager, 0 if it wins none."""
    if not round_.dealer or round_.dealer[0][0] != "7" or len(hand.cards) != 3 or not _suited_sevens(hand.cards):
        return 0
    if stake.outcome != "win" or BARRED[rules.pay.super_bonus_on_split](box, hand):
        return 0
    if stake.double_cents or (hand.doubled and rules.play.undoubled_behind == "even_money"):
        return 0
    prizes = [prize for least, prize in rules.pay.super_bonus_tiers if stake.base_cents >= least]
    return prizes[-1] if prizes else 0


def _losers_of(round_: Round, winners: Winners) -> list[Place]:
    losers = [place for place in round_.places if place.effective_cents and (place.box, place.player) not in winners]
    return [place for place in losers if not void_place(round_, place)]


def every_wager(round_: Round, winners: Winners) -> list[Place]:
    """Each main wager that won no Super Bonus."""
    return _losers_of(round_, winners)


def seated_of_each_box(round_: Round, winners: Winners) -> list[Place]:
    """For each box the bettor who decided for it when betting closed, unless that wager won."""
    controllers = {(box.number, box.away[0] if box.away else box.controller) for box in round_.boxes}
    return [place for place in _losers_of(round_, winners) if (place.box, place.player) in controllers]


def every_other_person(round_: Round, winners: Winners) -> list[Place]:
    """Each person without a Super Bonus, once, at the first box of theirs."""
    first: dict[str, Place] = {}
    won = {player for _, player in winners}
    for place in _losers_of(round_, winners):
        if place.player not in won:
            first.setdefault(place.player, place)
    return list(first.values())


OTHERS: dict[str, Callable[[Round, Winners], list[Place]]] = {
    "every_wager": every_wager,
    "seated_of_each_box": seated_of_each_box,
    "every_other_person": every_other_person,
}
