"""What was in a round, so that a run can say what it has tried."""

from collections.abc import Callable

from device_simulators.bot.pay.books import Book
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.main_wager import hand_points, is_pontoon
from device_simulators.bot.pay.played import Box, Hand, PlayedRound
from device_simulators.bot.pay.points import TWENTY_ONE, ace_and_picture, points, same_suit


def features(played: PlayedRound, lines: list[Line], book: Book) -> set[str]:
    """The names of all that this round had."""
    found = {name for name, there in _ROUND.items() if there(played)}
    for box in played.boxes:
        for hand in box.hands:
            found |= {name for name, there in _HAND.items() if there(hand)} | _of_21(hand, book)
    return found | _of_lines(lines)


def _hands(played: PlayedRound) -> list[Hand]:
    return [hand for box in played.boxes for hand in box.hands]


def _on_one_half(box: Box) -> bool:
    """Whether the box was split, and somebody's wager stayed on one hand."""
    players = [stake.player for hand in box.hands for stake in hand.stakes]
    return len(box.hands) > 1 and any(players.count(player) == 1 for player in players)


_ROUND: dict[str, Callable[[PlayedRound], bool]] = {
    "dealer bust": lambda played: points(played.dealer) > TWENTY_ONE,
    "dealer pontoon": lambda played: ace_and_picture(played.dealer),
    "pontoon both": lambda played: ace_and_picture(played.dealer) and any(map(is_pontoon, _hands(played))),
    "split against pontoon": lambda played: ace_and_picture(played.dealer) and any(h.split for h in _hands(played)),
    "double against pontoon": lambda played: ace_and_picture(played.dealer) and any(h.doubled for h in _hands(played)),
    "split, a hand over 21, against pontoon": lambda played: (
        ace_and_picture(played.dealer) and any(h.split and points(h.cards) > TWENTY_ONE for h in _hands(played))
    ),
    "split, a hand with 21, against pontoon": lambda played: (
        ace_and_picture(played.dealer) and any(h.split and points(h.cards) == TWENTY_ONE for h in _hands(played))
    ),
    "rescue against pontoon": lambda played: (
        ace_and_picture(played.dealer) and any(each.rescued for h in _hands(played) for each in h.stakes)
    ),
    "surrender": lambda played: any(box.surrendered for box in played.boxes),
    "surrender against pontoon": lambda played: (
        ace_and_picture(played.dealer) and any(box.surrendered for box in played.boxes)
    ),
    "split": lambda played: any(len(box.hands) > 1 for box in played.boxes),
    "split not covered by all": lambda played: any(map(_on_one_half, played.boxes)),
    "three hands": lambda played: any(len(box.hands) == 3 for box in played.boxes),
    "four hands": lambda played: any(len(box.hands) == 4 for box in played.boxes),
    "bettors behind": lambda played: len(played.bettors) > len(played.boxes),
    "one player on two boxes": lambda played: len({each.player for each in played.bettors}) < len(played.bettors),
}

_HAND: dict[str, Callable[[Hand], bool]] = {
    "pontoon": is_pontoon,
    "double": lambda hand: hand.doubled,
    "double of a split hand": lambda hand: hand.doubled and hand.split,
    "double not followed by all": lambda hand: hand.doubled and any(not each.double_cents for each in hand.stakes),
    "double for less": lambda hand: any(0 < each.double_cents < each.base_cents for each in hand.stakes),
    "rescue": lambda hand: any(each.rescued for each in hand.stakes),
    "rescue of a split hand": lambda hand: hand.split and any(each.rescued for each in hand.stakes),
}


def _of_21(hand: Hand, book: Book) -> set[str]:
    if hand_points(hand, book) != TWENTY_ONE or hand.doubled:
        return set()
    if len(hand.cards) >= 5:
        return {f"21 in {min(len(hand.cards), 7)} cards"}
    ranks = "".join(sorted(card[0] for card in hand.cards))
    if ranks not in ("678", "777"):
        return set()
    suit = "mixed" if not same_suit(hand.cards) else "spades" if hand.cards[0][1] == "S" else "suited"
    return {f"{ranks} {suit}"}


def _of_lines(lines: list[Line]) -> set[str]:
    """Wagers other than the main one, won or lost."""
    return {f"{each.wager} {'won' if each.pays_cents else 'lost'}" for each in lines if each.wager != "main"}
