"""Rounds that chance hardly ever brings: the cards that make them, in the order in which they leave the shoe.

A recipe is for the first box dealt to: its two cards, the dealer's first, and the cards that follow the initial deal.
"""

from random import Random
from typing import NamedTuple


class Recipe(NamedTuple):
    """What the first box and the dealer are to be dealt, and what comes after."""

    box: tuple[str, str]
    dealer: str
    then: tuple[str, ...] = ()


# After a split the cards that follow fall to its hands in turn, as long as nobody asks for more.
RECIPES: tuple[Recipe, ...] = (
    Recipe(("7S", "7S"), "7H", ("7S",)),
    Recipe(("7D", "7D"), "7C", ("7D",)),
    Recipe(("7H", "7H"), "9C", ("7H",)),
    Recipe(("7C", "7C"), "KC", ("7C",)),
    Recipe(("7S", "7H"), "7D", ("7S", "7S")),
    Recipe(("7H", "7C"), "9C", ("7S",)),
    Recipe(("7S", "7D"), "8C", ("7H",)),
    Recipe(("6S", "7S"), "9D", ("8S",)),
    Recipe(("6H", "8H"), "QD", ("7H",)),
    Recipe(("6H", "7D"), "KD", ("8S",)),
    Recipe(("AS", "KD"), "AH"),
    Recipe(("2S", "3D"), "9H", ("2H", "3C", "AS", "KD")),
    Recipe(("2S", "3D"), "KH", ("2H", "3C", "2C", "9D")),
    Recipe(("3S", "2D"), "8H", ("2H", "3C", "2C", "3H", "6D")),
    Recipe(("2H", "3C"), "QH", ("2S", "2D", "3C", "2C", "7D")),
    Recipe(("8S", "8D"), "AH", ("8C", "8H", "KD", "5S")),
    Recipe(("8S", "8D"), "KH", ("5C", "8H", "KD", "5S")),
    Recipe(("KS", "QD"), "AC", ("AS", "9H")),
    Recipe(("AS", "AD"), "KC", ("KS", "9H")),
    Recipe(("9S", "9D"), "AC", ("2S", "JH", "KS")),
    Recipe(("AH", "AH"), "6C", ("KS", "9H")),
    Recipe(("9H", "9H"), "9H"),
    Recipe(("9H", "9D"), "9H"),
    Recipe(("AS", "5D"), "6C", ("4S",)),
    Recipe(("6S", "5D"), "KC", ("9S", "AH")),
)


def stacked(dice: Random, boxes: int, *, hole: bool) -> list[str]:
    """The cards of one recipe as they have to lie, with fillers for the other boxes and the hole card."""
    recipe = dice.choice(RECIPES)
    first, second = recipe.box
    others = boxes - 1
    deal = [first, *_fillers(dice, others), recipe.dealer, second, *_fillers(dice, others)]
    return [*deal, *_fillers(dice, int(hole)), *recipe.then, dice.choice(("AC", "KC", "5H", "9C"))]


def _fillers(dice: Random, count: int) -> list[str]:
    return [dice.choice("23456789JQKA") + dice.choice("SHDC") for _ in range(count)]
