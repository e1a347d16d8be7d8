"""What the bot keeps of the round that it plays: its wagers and decisions, and the cards that it sees.

The hands of a box are numbered from left to right as they lie, so a split moves those to its right one further.
"""

from device_simulators.bot.pay.played import Bettor, Box, Hand, PlayedRound, Stake
from device_simulators.bot.view import View


class LostTrack(Exception):
    """The felt does not show what the bot did."""


class Record:
    """The round in play, as the bot knows it."""

    def __init__(self) -> None:
        self.played = PlayedRound([], [])

    def bet(self, bettor: Bettor) -> None:
        """A main wager was placed."""
        self.played.bettors.append(bettor)

    def deal(self) -> None:
        """Betting is over: every box with a wager has a hand."""
        for number in sorted({each.box for each in self.played.bettors}):
            stakes = [Stake(each.player, each.main_cents) for each in self.played.on_box(number)]
            self.played.boxes.append(Box(number, [Hand(stakes)]))

    def see(self, view: View) -> None:
        """The cards as they lie now."""
        self.played.dealer = view.dealer
        felt = view.boxes
        for box in self.played.boxes:
            hands = felt.get(box.number, [()])
            if len(hands) != len(box.hands):
                raise LostTrack(
                    f"box {box.number} has {len(hands)} hands on the felt, and {len(box.hands)} by the record"
                )
            for hand, cards in zip(box.hands, hands, strict=True):
                hand.cards = cards
            if len(box.hands) == 1:
                box.initial = box.hands[0].cards[:2]

    def insure(self, box: int, player: str, cents: int) -> None:
        """The bettor insured."""
        self.played.bettor(box, player).insurance_cents = cents

    def surrender(self, box: int) -> None:
        """The box was surrendered."""
        self.played.box(box).surrendered = True

    def double(self, box: int, hand: int, amounts: dict[str, int]) -> None:
        """The hand was doubled by these bettors."""
        doubled = self.played.box(box).hands[hand - 1]
        doubled.doubled = True
        for stake in doubled.stakes:
            stake.double_cents = amounts.get(stake.player, 0)

    def split(self, box: int, hand: int, keeps: dict[str, str]) -> None:
        """The hand was split; those in `keeps` left their one wager on its first or second half."""
        hands = self.played.box(box).hands
        pair = hands[hand - 1]
        self.played.box(box).pairs_split.append(pair.cards)
        first = [stake for stake in pair.stakes if keeps.get(stake.player) != "second"]
        moved = [stake for stake in pair.stakes if keeps.get(stake.player) == "second"]
        added = [Stake(stake.player, stake.base_cents, original=False) for stake in first if stake.player not in keeps]
        hands[hand - 1 : hand] = [
            Hand(first, pair.cards[:1], split=True),
            Hand(_in_order(pair, added + moved), pair.cards[1:], split=True),
        ]

    def rescue(self, box: int, hand: int, player: str) -> None:
        """The bettor took the double back."""
        for stake in self.played.box(box).hands[hand - 1].stakes:
            if stake.player == player:
                stake.rescued = True


class Unrecorded(Record):
    """A round of which nothing is kept: its settlement is not worked out."""

    def bet(self, bettor: Bettor) -> None:
        """Not kept."""

    def deal(self) -> None:
        """Not kept."""

    def see(self, view: View) -> None:
        """Not kept."""

    def insure(self, box: int, player: str, cents: int) -> None:
        """Not kept."""

    def surrender(self, box: int) -> None:
        """Not kept."""

    def double(self, box: int, hand: int, amounts: dict[str, int]) -> None:
        """Not kept."""

    def split(self, box: int, hand: int, keeps: dict[str, str]) -> None:
        """Not kept."""

    def rescue(self, box: int, hand: int, player: str) -> None:
        """Not kept."""


def _in_order(pair: Hand, stakes: list[Stake]) -> list[Stake]:
    order = [stake.player for stake in pair.stakes]
    return sorted(stakes, key=lambda stake: order.index(stake.player))
