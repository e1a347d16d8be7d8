"""A round on the felt, with the record told of it: players decide by what they see on the felt."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from app.game.core.cards import DECK
from app.game.rules.ruleset import Ruleset
from tests.felt.felt import Felt
from tests.felt.record import Record
from tests.second_settlement.acts import accept, refuse
from tests.second_settlement.books import find_book
from tests.second_settlement.cards import low_value
from tests.second_settlement.script import read_table, read_wagers
from tests.second_settlement.table import Hand, Table, make_boxes

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
DECKS = 8
MAINS = (10_00, 15_00, 20_00, 25_00, 50_00, 100_00)
# What a shoe leans to, by rank; and the dealer's first card.
LEANINGS = ("A23456789JQK", "A23456789JQK", "88883KA", "AK9", "2345A", "56A4K", "777768", "KQJ9")
DEALERS = ("", "", "A", "KQJ", "7")
MOST_CARDS = 90


class Differs(Exception):
    """The record is not as the felt is."""


@dataclass
class Game:
    """Felt and record of one round, and who decides. `paid`: the report said that money had been paid or taken."""

    felt: Felt
    record: Record
    chance: Random
    paid: bool = False

    def branch(self, name: str) -> "Game":
        """The same round, from here on by itself."""
        return Game(self.felt.copy(), self.record.copy(), Random(name), self.paid)

    # ------------------------------------------------------------ what happens

    def card(self) -> None:
        """The next card, where it belongs."""
        card = self.felt.draw()
        self.felt.deal(card)
        self.record.say(f"cards {card}")

    def tap(self, line: str) -> None:
        """A decision, and the dealer's tap for it."""
        self.felt.tap(line)
        self.record.say(line)

    def step(self) -> bool:
        """One card or one decision; whether there was any."""
        felt = self.felt
        if felt.table.an_offer_waits() and self._answers_an_offer():
            return True
        if felt.is_over():
            return False
        hand = felt.table.current_hand()
        if felt.hole_is_due():
            self.tap(f"hole {felt.draw()}")
        elif felt.reader_is_due():
            self.tap("peek")
        elif felt.table.places or hand is None or self._card_is_due(hand):
            self.card()
        elif felt.table.ready:
            self._decide_with_a_card_ready(hand)
        else:
            self._decide(hand)
        return True

    def _card_is_due(self, hand: Hand) -> bool:
        table = self.felt.table
        if table.ready:
            return False
        return hand.card_owed or len(hand.cards) < 2 or table.is_unattended(self.felt.box_of(hand))

    def _answers_an_offer(self) -> bool:
        """Whether somebody took an offer, or the dealer had to close them for something that waits."""
        lines = self._offers()
        if lines and self.chance.random() < 0.3:
            self.tap(self.chance.choice(lines))
            return True
        if self.felt.is_over() or self.felt.table.ready:
            self.tap("proceed")
            return True
        return False

    def _offers(self) -> list[str]:
        table = self.felt.table
        lines = [f"surrender {box.number}" for box in table.boxes if table.may_surrender_now(box)]
        for box in table.boxes:
            for player in table.who_may_insure(box):
                stake = next(each for hand in box.hands for each in hand.stakes if each.player == player)
                lines.append(f"insure {box.number} {player} {stake.placed // 2}")
        hand = table.rescue_hand
        if hand is not None:
            lines += [
                f"rescue {self.felt.name_of(hand)} {stake.player}"
                for stake in hand.stakes
                if stake.double and not stake.rescued and not stake.void
            ]
        return [line for line in lines if self.felt.allows(line)]

    def _decide(self, hand: Hand) -> None:
        choice = self.chance.choice(self._choices(hand))
        if choice == "card":
            self.card()
        else:
            self.tap(choice)

    def _choices(self, hand: Hand) -> list[str]:
        """A bare card is a hit for which nobody tapped."""
        box, table = hand.box, self.felt.table
        low = table.total(hand) < 17
        choices = ["card", f"hit {box}"] if table.total(hand) < 21 else []
        if not table.must_draw(hand):
            choices += [f"stand {box}"] * (1 if low else 6)
        if self.chance.random() < 0.25 and self.felt.allows(f"double {box}"):
            choices.append(f"double {box}")
        if self._is_pair(hand) and self.felt.allows(f"split {box}"):
            choices += [f"split {box}"] * 6
        if table.book.surrender_at_turn and self.chance.random() < 0.1 and self.felt.allows(f"surrender {box}"):
            choices.append(f"surrender {box}")
        return choices

    def _is_pair(self, hand: Hand) -> bool:
        return len(hand.cards) == 2 and low_value(hand.cards[0]) == low_value(hand.cards[1])

    def _decide_with_a_card_ready(self, hand: Hand) -> None:
        table = self.felt.table
        choices = [f"hit {hand.box}"]
        if not table.must_draw(hand):
            choices.append(f"stand {hand.box}")
        if table.ready[0].may_be_refused:
            choices += [f"resolve accept {hand.box}", f"resolve refuse {hand.box}"]
        line = self.chance.choice(choices)
        if not line.startswith("resolve"):
            self.tap(line)
            return
        act = accept if "accept" in line else refuse
        act(table, str(hand.box))
        table.finish_hands()
        table.deal_ready()
        self.record.say(line)

    # ------------------------------------------------------------ to the end

    def play_on(self, until: Callable[["Game"], bool] | None = None) -> None:
        """To the end of the round, or until this holds; the two are compared after every step."""
        for _ in range(300):
            self.compare()
            if (until is not None and until(self)) or not self.step():
                return
        raise AssertionError("a round has an end")

    def compare(self) -> None:
        """Card by card, and at the end cent by cent."""
        if self.record.is_held():
            raise Differs(f"the record waits for {self.record.questions()}")
        if self.felt.table.void:
            return
        self._turn_up_with_the_record()
        self._same("hands", self.felt.hands(), self.record.hands())
        if self.felt.hands():
            self._same("dealer", self.felt.dealer(), self.record.dealer())

    def _turn_up_with_the_record(self) -> None:
        """While somebody may still take an offer it is for the dealer to say when he turns up the card that lies face
        down, and in a script he does so by himself."""
        table = self.felt.table
        done = self.felt.deal_is_over and table.current_hand() is None
        if done and table.hole is not None and self.record.dealer()[:2] == [*table.dealer, table.hole]:
            table.close_offers()
            table.deal_ready()

    def compare_the_end(self) -> None:
        """The round is over: who got what."""
        self.compare()
        self._same("phase", "void" if self.felt.table.void else "complete", self.record.phase())
        lines = self.felt.lines()
        self._same("money", _money(list(lines)), _money(self.record.lines()))
        net = dict.fromkeys([wager.player for wager in self.felt.wagers], 0)
        for line in lines:
            net[line["player"]] += line["pays"] - line["takes"]
        self._same("net", net, self.record.net())

    def _same(self, what: str, felt: object, record: object) -> None:
        if felt != record:
            raise Differs(f"{what}\n    felt   {felt}\n    record {record}")


def _money(lines: list[Any]) -> list[str]:
    """Line by line what was paid and taken; a hand that is void may have been numbered otherwise."""
    keys = ("box", "hand", "player", "wager", "stake", "outcome", "odds", "pays", "takes")
    shown = [line | {"hand": 0} if line["outcome"] == "void" else line for line in lines]
    return sorted(" ".join(str(line[key]) for key in keys) for line in shown)


def new_game(rules: Ruleset, seed: int) -> Game:
    """A table, wagers and a shoe, all from the seed."""
    chance = Random(f"{rules.id} {seed}")
    book = find_book(rules.id)
    assert book is not None
    fields = {"hole_card": chance.choice(["none", *rules.table.hole_cards])}
    rows = _wagers(chance, list(book.side_bets))
    wagers, keys = read_wagers(rows, book.side_bets), read_table(fields)
    table = Table(book, keys, make_boxes(book, keys, wagers), wagers)
    shoe = _shoe(chance, len(table.boxes))
    return Game(Felt(table, wagers, shoe), Record(rules, fields, rows), chance)


def _wagers(chance: Random, sides: list[str]) -> list[dict[str, Any]]:
    players = chance.sample(PLAYERS, len(PLAYERS))
    rows = []
    for box in sorted(chance.sample(range(1, 8), chance.choice((1, 2, 2, 3, 3, 4)))):
        for number in range(chance.choice((1, 1, 1, 2)) if len(players) > 4 else 1):
            row: dict[str, Any] = {"box": box, "player": players.pop(), "seated": number == 0}
            row["main"] = chance.choice(MAINS)
            row |= {side: 5_00 for side in sides if chance.random() < 0.15}
            rows.append(row)
    return rows


def _shoe(chance: Random, boxes: int) -> list[str]:
    """Its first cards, none more often than it is in the decks; some shoes lean to something."""
    ranks, dealer = chance.choice(LEANINGS), chance.choice(DEALERS)
    even = sorted({card[0] for card in DECK})
    shoe: list[str] = []
    while len(shoe) < MOST_CARDS:
        wanted = list(dealer) if dealer and len(shoe) == boxes else list(ranks) if chance.random() < 0.7 else even
        card = chance.choice(wanted) + chance.choice("SHDC")
        if shoe.count(card) < DECKS:
            shoe.append(card)
    return shoe
