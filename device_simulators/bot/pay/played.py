"""A round as the bot saw it and played it: all that a settlement needs."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Stake:
    """One bettor's money on one hand; `original`: it is the wager made before the cards, not one added at a split."""

    player: str
    base_cents: int
    double_cents: int = 0
    original: bool = True
    rescued: bool = False

    @property
    def at_risk_cents(self) -> int:
        """The wager and what was added to double it."""
        return self.base_cents + self.double_cents


@dataclass(slots=True)
class Hand:
    """One hand of a box: its cards in the order dealt, and the money on it."""

    stakes: list[Stake]
    cards: tuple[str, ...] = ()
    split: bool = False
    doubled: bool = False


@dataclass(slots=True)
class Bettor:
    """One bettor on one box, with all wagers made there."""

    box: int
    player: str
    seated: bool
    main_cents: int
    sides: dict[str, int] = field(default_factory=dict)
    insurance_cents: int = 0


@dataclass(slots=True)
class Box:
    """A box that was dealt to; `initial`: its first two cards; `pairs_split`: the cards of each split."""

    number: int
    hands: list[Hand]
    initial: tuple[str, ...] = ()
    surrendered: bool = False
    pairs_split: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(slots=True)
class PlayedRound:
    """A whole round; bettors in the order in which they bet, boxes from the dealer's left."""

    bettors: list[Bettor]
    boxes: list[Box]
    dealer: tuple[str, ...] = ()

    def bettor(self, box: int, player: str) -> Bettor:
        """This bettor on this box."""
        return next(each for each in self.bettors if (each.box, each.player) == (box, player))

    def on_box(self, number: int) -> list[Bettor]:
        """Everybody who bet on the box."""
        return [each for each in self.bettors if each.box == number]

    def box(self, number: int) -> Box:
        """The box of this number."""
        return next(each for each in self.boxes if each.number == number)
