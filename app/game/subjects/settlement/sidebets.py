"""Side bets on the first cards: what each pair of cards is called, and what that pays."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.game.core.cards import RED, TEN_VALUED, Card, same_suit
from app.game.core.money import payment
from app.game.core.state import Line, Place, Round, box_of
from app.game.rules.ruleset import Ruleset

Pair = tuple[Card, ...]


def perfect_pairs(pair: Pair, upcard: Card) -> str | None:
    """A pair of one rank: of one suit, of one colour, or mixed."""
    first, second = pair
    if first[0] != second[0]:
        return None
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in RED) == (second[1] in RED) else "mixed"


def player_pair(pair: Pair, upcard: Card) -> str | None:
    """A pair of one rank."""
    return "pair" if pair[0][0] == pair[1][0] else None


def bonus(pair: Pair, upcard: Card) -> str | None:
    """Pairs, and an ace with anything."""
    first, second = pair[0][0], pair[1][0]
    if first == second == "A":
        return "aces_suited" if same_suit(pair) else "aces"
    if first == second:
        return "high_pair" if first in TEN_VALUED else "low_pair"
    if "A" not in (first, second):
        return None
    other = second if first == "A" else first
    return "ace_picture" if other in TEN_VALUED else "ace_low"


def match_super_bonus(pair: Pair, upcard: Card) -> str | None:
    """Either card, or both, of the rank of the dealer's card, in its suit or not."""
    matches = [card for card in pair if card[0] == upcard[0]]
    suited = sum(card[1] == upcard[1] for card in matches)
    return _MATCHES.get((suited, len(matches) - suited))


_MATCHES = {
    (2, 0): "two_suited",
    (1, 1): "one_suited_one_unsuited",
    (1, 0): "one_suited",
    (0, 2): "two_unsuited",
    (0, 1): "one_unsuited",
}


class SideBet(NamedTuple):
    """What is true of a side bet: how it calls two cards beside the dealer's, and what each of these names means. What
    it pays, and whether it is offered at all, is the book's."""

    classify: Callable[[Pair, Card], str | None]
    wins: Mapping[str, str]


SIDE_BETS = {
    "perfect_pairs": SideBet(
        perfect_pairs,
        {
            "perfect": "Two alike in rank and suit",
            "coloured": "A pair of one colour, in two suits",
            "mixed": "A pair of two colours",
        },
    ),
    "player_pair": SideBet(player_pair, {"pair": "A pair"}),
    "bonus": SideBet(
        bonus,
        {
            "aces_suited": "Two aces of one suit",
            "aces": "Two aces of two suits",
            "high_pair": "A pair of jacks, queens or kings",
            "ace_picture": "An ace with a jack, queen or king",
            "low_pair": "A pair of twos to nines",
            "ace_low": "An ace with a two to nine",
        },
    ),
    "match_super_bonus": SideBet(
        match_super_bonus,
        {
            "two_suited": "Both match the dealer's card in rank and suit",
            "one_suited_one_unsuited": "Both match in rank, one of them in suit",
            "one_suited": "One matches in rank and suit",
            "two_unsuited": "Both match in rank, in other suits",
            "one_unsuited": "One matches in rank, in another suit",
        },
    ),
}


def side_lines(rules: Ruleset, round_: Round) -> tuple[Line, ...]:
    """Every open side wager of a box that has its two cards, once the initial deal lies open: losers first, then
    winners."""
    dealt = [box.number for box in round_.boxes if len(box.hands) > 1 or len(box.hands[0].cards) > 1]
    places = [place for place in round_.places if place.sides and place.box in dealt]
    open_ = [(place, kind, cents) for place in places for kind, cents in open_sides(round_, place)]
    lines = [_side_line(rules, round_, *each) for each in open_]
    return tuple([line for line in lines if line.takes_cents] + [line for line in lines if not line.takes_cents])


def open_sides(round_: Round, place: Place) -> list[tuple[str, int]]:
    """The side wagers of this bettor that have no result yet; one that was void before may have been placed again."""
    here = [line for line in round_.lines if (line.box, line.player) == (place.box, place.player)]
    settled = [line.wager for line in here if line.outcome != "void"]
    return [side for side in place.sides if side[0] not in settled and side[0] not in place.void_sides]


def _side_line(rules: Ruleset, round_: Round, place: Place, kind: str, cents: int) -> Line:
    box = box_of(round_, place.box)
    assert box is not None
    category = SIDE_BETS[kind].classify(box.hands[0].cards[:2], round_.dealer[0])
    if category is None:
        return Line(place.box, 1, place.player, kind, cents, "lose", None, 0, cents, rules.outcomes[kind + "_lose"])
    odds = rules.side_bets[kind].pays[category]
    clause = rules.clauses[f"side_bets.{kind}.pays.{category}"]
    return Line(place.box, 1, place.player, kind, cents, "win", odds, payment(cents, odds), 0, clause)
