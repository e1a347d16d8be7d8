"""How the players of the bot are: how often they do what, all drawn from one seed."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Habits:
    """Shares between 0 and 1 of the occasions on which something is done."""

    box_taken: float = 0.5
    alone: float = 0.1
    bettor_behind: float = 0.3
    unseated: float = 0.1
    player_on_two_boxes: float = 0.15
    side_bet: float = 0.3
    squeeze: float = 0.15
    insure: float = 0.4
    surrender: float = 0.12
    double: float = 0.25
    double_for_less: float = 0.3
    behind_follows: float = 0.6
    split: float = 0.7
    rescue: float = 0.3
    deviate: float = 0.08
    draws_without_asking: float = 0.2
    new_dealer: float = 0.02
    new_shoe: float = 0.01
    new_set: float = 0.1
    decline_cut: float = 0.3
    stacked: float = 0.1


ORDINARY = Habits()
# For tests: what chance hardly ever brings comes often.
EVENTFUL = Habits(alone=0.3, stacked=0.6, split=0.45)


def happens(dice: Random, share: float) -> bool:
    """Whether it is done this time."""
    return dice.random() < share
