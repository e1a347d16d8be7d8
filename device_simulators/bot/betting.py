"""What is bet in a round: which boxes, by whom, how much, and on which side bets; always within the limits shown."""

from dataclasses import dataclass
from random import Random

from device_simulators.bot.habits import Habits, happens
from device_simulators.bot.pay.played import Bettor
from device_simulators.bot.view import View

DOLLAR_CENTS = 100
NO_LIMIT_CENTS = 500_00
# What is on a box beside the dealer's limits: the amounts that decide about a Super Bonus are among them.
LIKED_CENTS = (5_00, 7_35, 10_00, 12_50, 15_00, 24_50, 25_00, 40_00, 99_00, 100_00, 135_00, 250_00)
SIDES_CENTS = (5_00, 10_00, 12_00, 25_00)
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "lea", "max", "nan")


@dataclass(frozen=True, slots=True)
class Limits:
    """What the table allows."""

    boxes: int
    bettors_per_box: int
    least_cents: int
    most_cents: int
    unit_cents: int
    boxes_per_player: int

    @classmethod
    def of(cls, view: View) -> "Limits":
        """The limits that the view states."""
        config = view.config
        return cls(
            boxes=config["boxes"],
            bettors_per_box=config["bettors_per_box"] or 3,
            least_cents=config["minimum_cents"] or DOLLAR_CENTS,
            most_cents=min(config["player_maximum_cents"] or NO_LIMIT_CENTS, config["maximum_cents"] or NO_LIMIT_CENTS),
            unit_cents=config["increment_cents"] or config["smallest_chip_cents"],
            boxes_per_player=config["boxes_per_player"] or 2,
        )


def boxes_taken(limits: Limits, habits: Habits, dice: Random) -> list[int]:
    """The boxes on which somebody bets this round; at least one."""
    numbers = range(1, limits.boxes + 1)
    if happens(dice, habits.alone):
        return [dice.choice(numbers)]
    return [number for number in numbers if happens(dice, habits.box_taken)] or [dice.choice(numbers)]


def bettors(view: View, boxes: list[int], habits: Habits, dice: Random) -> list[Bettor]:
    """Everybody who bets on these boxes, those nearest the dealer first."""
    limits = Limits.of(view)
    placed: list[Bettor] = []
    for box in boxes:
        room = limits.most_cents
        for seat in range(limits.bettors_per_box):
            if seat and not happens(dice, habits.bettor_behind):
                break
            cents = _amount(limits, room, dice)
            if cents is None:
                break
            room -= cents
            placed.append(_bettor(view, placed, box, seat, cents, habits, dice))
    return placed


def _bettor(view: View, placed: list[Bettor], box: int, seat: int, cents: int, habits: Habits, dice: Random) -> Bettor:
    seated = seat == 0 and not happens(dice, habits.unseated)
    player = _player(placed, box, Limits.of(view).boxes_per_player, habits, dice)
    return Bettor(box, player, seated, cents, _sides(view, cents, habits, dice))


def _player(placed: list[Bettor], box: int, most: int, habits: Habits, dice: Random) -> str:
    """Somebody new, or now and then somebody who bets on another box already."""
    names = [each.player for each in placed]
    again = [
        each.player for each in placed if names.count(each.player) < most and (box, each.player) not in _places(placed)
    ]
    if again and happens(dice, habits.player_on_two_boxes):
        return dice.choice(again)
    unused = [name for name in NAMES if name not in names]
    return unused[0] if unused else f"guest{len(names)}"


def _places(placed: list[Bettor]) -> set[tuple[int, str]]:
    return {(each.box, each.player) for each in placed}


def _amount(limits: Limits, room: int, dice: Random) -> int | None:
    """An amount that people like, in whole units, or None where no room is left."""
    fitting = [cents for cents in LIKED_CENTS if limits.least_cents <= cents <= room and cents % limits.unit_cents == 0]
    return dice.choice(fitting) if fitting else None


def _sides(view: View, main_cents: int, habits: Habits, dice: Random) -> dict[str, int]:
    least = view.config["side_minimum_cents"] or 0
    most = min(view.config["side_maximum_cents"] or main_cents, main_cents)
    unit = Limits.of(view).unit_cents
    fitting = [cents for cents in SIDES_CENTS if least <= cents <= most and cents % unit == 0]
    taken = [name for name in view.config["side_bets"] if fitting and happens(dice, habits.side_bet)]
    return {name: dice.choice(fitting) for name in taken}
