"""The felt: what physically lies on the table, in what order it left the shoe, and whose it is."""

from copy import deepcopy
from dataclasses import dataclass, field

from tests.second_settlement.errors import Refused
from tests.second_settlement.pay import Line, all_lines
from tests.second_settlement.script import Action, Wager
from tests.second_settlement.table import Box, Hand, Stake, Table, is_player_pontoon, is_void
from tests.second_settlement.voids import void_hands, void_round, void_side

__all__ = ["Felt", "Refused"]


@dataclass
class Felt:
    """Cards in hand after hand; the shoe is a list, and its first card is the next."""

    table: Table
    wagers: list[Wager]
    shoe: list[str]
    drawn: int = 0
    rack: list[str] = field(default_factory=list)

    def copy(self) -> "Felt":
        """Another felt with the same cards on it; what never changes is shared."""
        table = self.table
        shared = {id(each): each for each in (table.book, table.keys, self.wagers, *self.wagers)}
        return Felt(deepcopy(table, shared), self.wagers, self.shoe, self.drawn, list(self.rack))

    # ------------------------------------------------------------ cards

    def draw(self) -> str:
        """The next card out of the shoe, in the dealer's hand."""
        card = self.shoe[self.drawn]
        self.drawn += 1
        return card

    def deal(self, card: str) -> None:
        """Lay the card where the rules send the next card."""
        self.table.play(Action(0, "card", [card]))

    def tap(self, line: str) -> None:
        """What somebody decided."""
        word, *rest = line.split()
        self.table.play(Action(0, word, rest))

    def allows(self, line: str) -> bool:
        """Whether that may be decided now."""
        try:
            self.copy().tap(line)
        except Refused:
            return False
        return True

    def settle_down(self) -> None:
        """After cards were moved by hand: who can take no more is done, and what is due is dealt."""
        if self.table.places == [] and not self.deal_is_over:
            return
        self.table.finish_hands()

    def hand_in_turn(self) -> Hand | None:
        """The hand that is to be decided or served next, after the initial deal."""
        return self.table.current_hand() if self.deal_is_over and not self.is_over() else None

    @property
    def deal_is_over(self) -> bool:
        """Whether everybody has the cards of the initial deal."""
        return self.table.initial_deal_is_over()

    def reader_is_due(self) -> bool:
        """Whether the hole card has to be read before any further card."""
        return self.deal_is_over and self.table.reader_waits()

    # ------------------------------------------------------------ looking

    def hands(self) -> dict[str, list[str]]:
        """The cards of every hand that has some and is not void."""
        return {
            f"{box.number}.{number}": list(hand.cards)
            for box in self.table.boxes
            for number, hand in enumerate(box.hands, 1)
            if hand.cards and not is_void(hand)
        }

    def dealer(self) -> list[str]:
        """The dealer's cards, face up; a hole card is turned up when the players are done, if anything hangs on it."""
        table = self.table
        done = self.deal_is_over and table.current_hand() is None and not table.an_offer_waits()
        return list(table.dealer_cards() if done else table.dealer)

    def hole_is_due(self) -> bool:
        """Whether the dealer's face-down card is the next."""
        return not self.table.places and self.table.hole_is_missing()

    def name_of(self, wanted: Hand) -> str:
        """BOX.HAND."""
        box = self.box_of(wanted)
        number = next(number for number, hand in enumerate(box.hands, 1) if hand is wanted)
        return f"{box.number}.{number}"

    def hand_named(self, name: str) -> Hand:
        """The hand of this name."""
        box, _, number = name.partition(".")
        return self.table.find_box(box).hands[int(number) - 1]

    def box_of(self, hand: Hand) -> Box:
        """The box that the hand lies on."""
        return self.table.box_of(hand)

    def lines(self) -> list[Line]:
        """Who gets what for what lies here now, when the round is over."""
        self.table.phase()
        for box in self.table.boxes:
            box.first_two += box.hands[0].cards[len(box.first_two) : 2]
        return all_lines(self.table, self.wagers)

    def is_over(self) -> bool:
        """Whether no card and no decision is to come."""
        return self.table.is_complete()

    # ------------------------------------------------------------ what has a result

    def has_result(self, hand: Hand, stake: Stake) -> bool:
        """Whether this main wager was paid, taken or given back by what lies on the felt."""
        table = self.table
        if stake.void or self.is_over():
            return True
        if not self.deal_is_over or table.book.name == "ma-pontoon-21-v3":
            return False
        if stake.rescued or is_player_pontoon(hand):
            return True
        if hand.surrendered:
            return len(table.dealer) > 1 and table.book.name == "sg-pontoon-plus-v5"
        return table.total(hand) >= 21

    def something_has_a_result(self) -> bool:
        """Whether anything could have been paid or collected by what lies on the felt."""
        if self.table.insurances and len(self.table.dealer) > 1:
            return True
        if self.deal_is_over and any(wager.sides for wager in self.wagers):
            return True
        return any(
            self.has_result(hand, stake) and not stake.void for hand in self.table.all_hands() for stake in hand.stakes
        )

    # ------------------------------------------------------------ remedies

    def void(self, *names: str) -> None:
        """Hands declared void: their cards go to the rack, their wagers back."""
        for name in names:
            hands = self.table.find_box(name).hands if "." not in name else [self.hand_named(name)]
            for hand in hands:
                self.rack += hand.cards
        void_hands(self.table, list(names))
        for box in self.table.boxes:
            if len(box.first_two) < 2 and all(is_void(hand) for hand in box.hands):
                self._void_sides(box.number)

    def _void_sides(self, box: int) -> None:
        """Without its first two cards no side wager has a result."""
        for wager in self.wagers:
            for kind in wager.sides:
                if wager.box == box:
                    void_side(self.table, wager, kind)

    def void_everything(self) -> None:
        """The round declared void."""
        void_round(self.table)
