"""One round with whatever goes wrong in it.

Everything that happened lies on a tape. To put a record right, the tape is changed and the round is played again.
"""

from copy import deepcopy
from dataclasses import dataclass, field

from .acts import ACTS, play_act
from .books import Book
from .cards import is_picture, rank
from .choices import CHOICES, MAY_BE_REFUSED, MISPLACED, SG_DEALING_ERRORS, VOIDS
from .errors import NotCovered, Refused
from .moments import lines_now, stake_is_settled, without_result
from .pay import Line
from .script import Action, TableKeys, Wager, read_number
from .table import READER_SAYS, Box, Hand, Table, is_player_pontoon, is_void, make_boxes
from .voids import find_hands, live_players, who_else_decides

DECISIONS = ["insure", "surrender", "hit", "stand", "double", "split", "rescue", "proceed", "accept", "refuse"]
# NZ 16.2, MA 15(c): its face was not seen. SG 5.11: it is the next card.
NOBODY_REFUSES = ["error_card_unseen", "face_up_card", "burnt_in_error"]
NO_BOX = ["missed_dealer_card", "misplaced_card"]
SG, MA = "sg-pontoon-plus-v5", "ma-pontoon-21-v3"
OPENING_ACTS = ["late_second", "dealer_last"]
# A card came: that has happened, whatever is said of it. A count may have been wrong.
CAME_WITH_A_CARD = [
    "face_up_card",
    "foreign_card",
    "impossible_card",
    "card_not_awaited",
    "error_card_unseen",
    "two_cards_at_once",
]


@dataclass
class Done:
    """One thing on the tape, and whom it was for."""

    action: Action
    hand: Hand | None
    in_play: bool  # after the initial deal
    asked_for: bool  # the card of a hit, a double or a split
    ready_dealt: list[tuple[str, Hand | None, bool]]  # cards that lay ready, the hand that they went to, and in play?


@dataclass
class Trouble:
    code: str
    line: int
    facts: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)  # lying apart until it is resolved
    taken_back: Action | None = None
    box: str | None = None
    player: str | None = None
    choice: str | None = None
    lies: str | None = None  # where a misplaced card lies
    settled: bool | None = None  # whether money moved on the felt, S18
    dealer_drew: bool | None = None  # whether the dealer has a second card there


def is_one_of(hand: Hand | None, hands: list[Hand]) -> bool:
    return any(hand is other for other in hands)


class Round:
    def __init__(self, book: Book, keys: TableKeys, wagers: list[Wager]) -> None:
        self.book = book
        self.keys = keys
        self.wagers = wagers
        self.tape: list[Done] = []
        self.troubles: list[Trouble] = []
        self.open: Trouble | None = None
        self.too_many = 0  # cards in the shoe, by the last count; below 0: too few
        self.betting_is_closed = False  # before, a bettor takes his wager back as he likes
        # SG 5.7: who has not answered yet, and which of his wagers on the box have no result
        self.asked: dict[tuple[int, str], list[str]] = {}
        self.was_asked: dict[tuple[int, str], list[str]] = {}
        self.when_asked: list[str] = []  # how many cards, counted from the last, are part of the error, if any is
        self.table = self.new_table()

    def new_table(self) -> Table:
        return Table(self.book, self.keys, make_boxes(self.book, self.keys, self.wagers), self.wagers)

    # ------------------------------------------------------------ the tape

    def add(self, action: Action) -> None:
        if action.word == "card":
            self.betting_is_closed = True
        if action.word in ["card", "hole", "laid", "peek", *DECISIONS]:
            self.table.end_deal_without_passed_over()
        in_play = self.table.initial_deal_is_over()
        hand = self.table.current_hand()
        asked_for = action.word == "card" and in_play and hand is not None and hand.card_owed
        self.table.ready_dealt = []
        if action.word in ["card", "laid", "hole"]:
            self.table.before_cards.append(without_result(self.table))
        idle = action.word == "stand" and (hand is None or str(hand.box) != action.rest[0])
        if action.word in ACTS:
            play_act(self.table, action)
        else:
            self.table.play(action)
        if action.word == "peek" and not action.rest:
            action = Action(action.line, "peek", [READER_SAYS[self.table.over]])
        if idle:
            return  # a tap for a hand that had finished: nobody did anything
        self.tape.append(Done(action, self.table.last_hand, in_play, asked_for, self.table.ready_dealt))

    def act(self, line: int, word: str, *rest: str) -> None:
        self.add(Action(line, word, list(rest)))

    def play_again(self, line: int, actions: list[Action]) -> None:
        """Play the whole round again with another tape."""
        opening = [action for word in OPENING_ACTS for action in actions if action.word == word]
        others = [action for action in actions if action.word not in OPENING_ACTS]
        self.tape = []
        self.table = self.new_table()
        try:
            for action in opening + others:
                self.once_more(action)
        except Refused as error:
            raise NotCovered(f"line {line}: put right, line {error.line} does not fit: {error.reason}") from None

    def can_be_put_back(self, act: Action) -> bool:
        """An offer that was open again is so only where it can be made; an insurance is void if there is one."""
        table = self.table
        if act.word == "void_wager" and act.rest[2] == "insurance":
            return any([str(each.box), each.player] == act.rest[:2] for each in table.insurances)
        if act.word not in ["offer_insurance", "offer_surrender"]:
            return True
        if not table.initial_deal_is_over() or table.is_complete() or len(table.dealer) > 1:
            return False
        if act.word == "offer_insurance":
            return rank(table.dealer[0]) == "A"
        return self.is_untouched(table.find_box(act.rest[0])) and table.first_may_make_pontoon()

    def actions(self) -> list[Action]:
        return [done.action for done in self.tape]

    # ------------------------------------------------------------ one line of the script

    def play(self, action: Action, following: Action | None = None) -> None:
        """`following` is the next line: a choice that stands there is not taken by itself."""
        self.table.line = action.line
        if self.table.void:
            raise Refused(action.line, "the round is void")
        if self.open is not None and action.word == "undo":
            self.withdraw(action.line, self.open)
            return
        if self.open is not None or self.asked:
            if action.word != "resolve":
                raise Refused(action.line, "the table holds")
        if action.word == "cards":
            for card in action.rest:
                if self.open is not None:
                    raise Refused(action.line, "the table holds")
                self.play_card(action.line, card)
        elif action.word == "resolve":
            self.resolve(action)
        elif action.word == "report":
            self.report(action)
        elif action.word in ["faceup", "short", "interrupt", "together", "error_down"]:
            self.declare(action, following)
        elif action.word == "void":
            self.void(action)
        elif action.word == "correct":
            self.correct(action)
        elif action.word == "undo":
            self.undo(action)
        elif action.word == "peek" and self.reader_is_misused():
            self.hold(Trouble("reader_misused", action.line))
        else:
            self.add(action)

    def play_card(self, line: int, card: str) -> None:
        code = self.table.card_trouble(card)
        if code is not None and self.hole_is_next():
            self.act(line, "hole_up")  # S17: whatever leaves the shoe ends what is on offer
            code = self.table.card_trouble(card)
        if code is None:
            self.act(line, "card", card)
        else:
            self.hold(Trouble(code, line, cards=[card]))

    def reader_is_misused(self) -> bool:
        """MA 15(l): read although the first card calls for no reading."""
        table = self.table
        if self.keys.hole_card == "none" or table.hole is None or len(table.dealer) != 1:
            return False
        return rank(table.dealer[0]) != "A" and not is_picture(table.dealer[0])

    # ------------------------------------------------------------ something went wrong

    def declare(self, action: Action, following: Action | None) -> None:
        codes = {
            "faceup": "face_up_card",
            "short": "shoe_empty",
            "interrupt": "interruption",
            "together": "two_cards_at_once",
            "error_down": "error_card_unseen",
        }
        number = {"faceup": 1, "short": 0, "interrupt": 0, "together": 2, "error_down": 1}
        to_dealer = action.word == "error_down" and action.rest[1:] == ["dealer"]
        if to_dealer:
            action = Action(action.line, action.word, action.rest[:1])
        if len(action.rest) != number[action.word]:
            raise Refused(action.line, f"{action.word} has {number[action.word]} cards")
        for card in action.rest:
            code = self.table.card_trouble(card)
            if code in ["foreign_card", "impossible_card"]:
                self.hold(Trouble(code, action.line, cards=[card]))
                return
        if self.table.is_one_too_many(action.rest):
            self.hold(Trouble("impossible_card", action.line, cards=[action.rest[1]]))
            return
        trouble = Trouble(codes[action.word], action.line, cards=list(action.rest))
        if to_dealer:
            trouble.code = "early_dealer_card"
            self.need_players_to_be_served(trouble)
        if action.word == "together" and self.hole_is_next():
            self.act(action.line, "hole_up")
        if action.word == "together" and self.two_cards_have_no_place():
            raise NotCovered(f"line {action.line}: two cards at once while something else is due")
        self.hold(trouble)
        chosen_by_the_script = following is not None and following.word == "resolve"
        if action.word in ["faceup", "short", "interrupt"] and not chosen_by_the_script:
            choices = self.choices(trouble)
            if len(choices) == 1:
                self.choose(trouble, choices[0], [])

    def hole_is_next(self) -> bool:
        """The dealer's next cards come after the hole card, and that ends an offer."""
        table = self.table
        if table.hole is None or len(table.dealer) != 1 or not table.initial_deal_is_over():
            return False
        ready = table.current_hand() is None and not table.reader_waits() and table.dealer_needs() != "nothing"
        return ready and table.an_offer_waits()

    def turn_up_by_itself(self, line: int, following: Action | None) -> None:
        """A script has nobody to wait for: once a later hand has stood the hole card turns itself up, unless the next
        line takes a double back."""
        if self.open is not None or self.asked or (following is not None and following.word == "rescue"):
            return
        hands = self.table.all_hands()
        after = [number for number, hand in enumerate(hands) if hand is self.table.rescue_hand]
        later = hands[after[0] + 1 :] if after else hands
        if self.hole_is_next() and any(hand.stood and hand.done for hand in later):
            self.act(line, "hole_up")

    def two_cards_have_no_place(self) -> bool:
        if self.table.ready or self.table.is_complete():
            return True
        return not self.table.places and self.table.hole_is_missing()

    def report(self, action: Action) -> None:
        if not action.rest:
            raise Refused(action.line, "report what?")
        code = action.rest[0]
        if code == "count_shoe":
            self.count_shoe(action)
            return
        trouble = Trouble(code, action.line)
        rest = action.rest
        paid = rest[-1] == "paid"
        if paid:
            rest = rest[:-1]
        if code == "misplaced_card" and len(rest) > 1:
            trouble.lies = rest[1]
        if code in ["missed_card", "missed_hit", "absent_player", "missed_insurance_offer", "missed_surrender_offer"]:
            if len(action.rest) < 2:
                raise Refused(action.line, "which box?")
            trouble.box = action.rest[1]
            self.table.find_box(trouble.box)
        if code == "missed_insurance_offer":
            trouble.player = action.rest[2]
        if code == "missed_card":
            trouble.facts.append("no_card" if action.rest[2] == "0" else "one_card")
            trouble.facts += ["first_card"] * (rest[-1] == "first")
        choices = self.choices(trouble)
        if code == "misplaced_card" and "reconstruct" not in choices and "continue" not in choices:
            self.take_last_card_back(trouble)
        if code == "card_to_empty_box" and ("reconstruct" not in choices or self.book.name == SG):
            trouble.facts.extend(self.facts(trouble))
            self.take_last_card_back(trouble)
        if code == "missed_hit":
            trouble.dealer_drew = self.dealer_drew(trouble)
        if code in MISPLACED:
            trouble.settled = paid or self.money_moved(trouble)
        elif paid:
            trouble.settled = True
        if code == "early_dealer_card":
            self.take_last_card_back(trouble)
            self.need_players_to_be_served(trouble)
        if code in ["error_card", "burnt_in_error"]:
            trouble.facts.extend(self.facts(trouble))
            self.take_last_card_back(trouble)
        self.hold(trouble)

    def need_players_to_be_served(self, trouble: Trouble) -> None:
        """S22: afterwards the card is the dealer's own."""
        if self.table.initial_deal_is_over() and self.table.current_hand() is None:
            raise Refused(trouble.line, "the players have finished")

    def count_shoe(self, action: Action) -> None:
        """MA 7(c): one card of a fresh shoe is burnt. NZ 3.3, SG 2.2.1, ACT 2.1, MA 2(a): 48 cards in a deck."""
        if self.table.back_in_the_shoe is not None:
            raise NotCovered(f"line {action.line}: the discards are in the shoe again")
        burnt = 1 if self.book.name == "ma-pontoon-21-v3" else 0
        left = 48 * self.keys.decks - burnt - len(self.table.drawn) + self.too_many
        counted = read_number(action.line, action.rest[1])
        if counted != left:
            self.hold(Trouble("cards_missing" if counted < left else "cards_in_excess", action.line))
            self.too_many = self.too_many + counted - left  # what was counted is what is there

    def hold(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)
        self.open = trouble
        if not self.choices(trouble):
            raise Refused(trouble.line, f"{trouble.code}: nothing of the kind here")

    def take_last_card_back(self, trouble: Trouble) -> None:
        self.leave_out_waits()
        while self.tape and self.tape[-1].action.word == "hole_up":
            self.tape.pop()  # it is not turned up yet without that card
        self.need_a_card_to_take_back(trouble)
        card = self.tape[-1].action.rest[0]
        trouble.taken_back = Action(self.tape[-1].action.line, "card", [card])
        trouble.cards = [card]
        self.play_again(trouble.line, self.actions()[:-1])

    def leave_out_waits(self) -> None:
        """Whether players were asked before, and nothing came of it, matters no more."""
        while self.tape and self.tape[-1].action.word in ["ready_waits", "ready_goes_on"]:
            self.tape.pop()
        self.table.ready_waits = False

    def need_a_card_to_take_back(self, trouble: Trouble) -> None:
        if not self.tape or self.tape[-1].action.word not in ["card", "laid"]:
            raise Refused(trouble.line, "no card to take back")
        if trouble.code != "error_card":
            return  # burnt, or laid where it does not belong: it may have been anybody's
        if self.tape[-1].asked_for:
            raise Refused(trouble.line, "that card had been asked for")

    def withdraw(self, line: int, trouble: Trouble) -> None:
        """It was reported, and had not happened."""
        if trouble.code in CAME_WITH_A_CARD:
            raise Refused(line, "the table holds")
        self.open = None
        self.troubles.remove(trouble)
        if trouble.taken_back is not None:
            self.add(trouble.taken_back)

    # ------------------------------------------------------------ what may be chosen

    def choices(self, trouble: Trouble) -> list[str]:
        facts = trouble.facts + self.facts(trouble)
        found: list[str] = []
        for when, choice in CHOICES[self.book.name].get(trouble.code, []):
            if all(name in facts for name in when.split()):
                found.append(choice)
        return found

    def facts(self, trouble: Trouble) -> list[str]:
        table = self.table
        facts = ["always"]
        one = self.dealer_shows_one_card() if trouble.dealer_drew is None else not trouble.dealer_drew
        facts.append("dealer_one" if one else "dealer_more")
        earlier = [other for other in self.troubles if other.code == trouble.code and other is not trouble]
        facts.append("again" if earlier else "first")
        decided = self.something_is_decided() if trouble.settled is None else trouble.settled
        if trouble.code in ["interruption", "shuffler_fault"]:
            decided = decided or self.a_bet_is_conclusive()
        facts.append("decided" if decided else "undecided")
        facts.append("after_deal" if table.initial_deal_is_over() else "initial_deal")
        reader = table.hole is not None and table.reader_waits() and table.dealer_needs() == "all"
        over = table.is_complete() and not table.an_offer_waits() and not reader
        if table.initial_deal_is_over() and table.cards_in_play == 0 and not table.peeked and not over:
            facts.append("no_additional_card")
        facts.append("in_round" if table.drawn and not over else "between")
        facts.append("no_round" if over else "round_open")
        by_hand = any(other.choice == "manual_shoe" for other in self.troubles)  # ACT 19.3
        facts.append("continuous" if self.keys.continuous and not by_hand else "plain_shoe")
        facts.append("visible" if self.keys.reader_visible else "hidden")
        facts.append("for_dealer" if self.next_card_is_the_dealers() else "for_hand")
        if trouble.box is not None:
            box = table.find_box(trouble.box)
            if live_players(box):
                facts.append("others_on_box" if who_else_decides(box) else "alone")
            facts.append("untouched" if self.is_untouched(box) else "touched")
        return facts

    def dealer_shows_one_card(self) -> bool:
        """A hole card is turned up when no offer is open any more and no hand is left to play."""
        table = self.table
        if table.hole is None or len(table.dealer) != 1:
            return len(table.dealer) <= 1
        waits = table.an_offer_waits() or table.current_hand() is not None or not table.initial_deal_is_over()
        return waits or len(table.dealer_cards()) == 1

    def dealer_drew(self, trouble: Trouble) -> bool | None:
        """S18: on the felt, where a hole card that nothing has followed may lie face down still."""
        tape = self.tape_as_it_lies(trouble) or []
        if [action.word for action in tape[-2:]] == ["hole_up", "goes_on"]:
            tape = tape[:-2]  # it turned itself up
        try:
            felt = self.played_up_to(tape)
        except NotCovered:
            return None
        return len(felt.table.dealer) > 1

    def something_is_decided(self) -> bool:
        dealer = list(self.table.dealer)
        lines = lines_now(self.table, self.wagers)
        self.table.dealer = dealer  # an open rescue may still wait: looking turns no hole card up
        return any(line["outcome"] != "void" for line in lines)

    def a_bet_is_conclusive(self) -> bool:
        """SG 5.4.1: any bet has "conclusively won or lost", paid or not: a pontoon (3.16), or a side bet on a box that
        has its two cards (3.14, 3.15)."""
        for box in self.table.boxes:
            hand = box.hands[0]
            if len(box.hands) > 1 or len(hand.cards) != 2:
                continue
            if is_player_pontoon(hand) and any(not stake.void for stake in hand.stakes):
                return True
            for wager in self.wagers:
                sides = [(box.number, wager.player, kind) for kind in wager.sides if wager.box == box.number]
                if any(side not in self.table.void_sides for side in sides):
                    return True
        return False

    def next_card_is_the_dealers(self) -> bool:
        if self.table.places:
            return self.table.places[0] is None
        return self.table.current_hand() is None

    def is_untouched(self, box: Box) -> bool:
        """NZ 16.12: the box has its first two cards and nothing more, and the dealer one."""
        hand = box.hands[0]
        if len(box.hands) > 1 or len(hand.cards) != 2 or hand.doubled or hand.surrendered:
            return False
        if len(self.table.dealer) > 1:
            return False
        return not any(stake_is_settled(self.table, hand, stake) for stake in hand.stakes)

    # ------------------------------------------------------------ resolving

    def resolve(self, action: Action) -> None:
        if not action.rest:
            raise Refused(action.line, "resolve how?")
        choice, rest = action.rest[0], action.rest[1:]
        if self.open is not None:
            trouble = self.open
            if choice == "void_earlier":
                raise NotCovered(f"line {action.line}: void_earlier")
            if choice not in self.choices(trouble):
                raise Refused(action.line, f"{trouble.code}: {choice} may not be chosen")
            self.table.line = action.line
            self.choose(trouble, choice, rest)
        elif self.asked:
            self.answer(action.line, choice, rest)
        elif choice == "no_reader" and self.table.reader_was_wrong:
            self.act(action.line, "no_reader")  # MA 15(m): that shows as soon as the hole card is up
        elif choice in ["accept", "refuse"] and len(rest) == 1:
            self.act(action.line, choice, rest[0])
        else:
            raise Refused(action.line, "there is nothing to resolve")

    def choose(self, trouble: Trouble, choice: str, rest: list[str]) -> None:
        trouble.choice = choice
        self.open = None
        line = self.table.line
        everybody_is_asked = self.book.name == "sg-pontoon-plus-v5" and trouble.code in SG_DEALING_ERRORS
        everybody_is_asked = everybody_is_asked and (self.betting_is_closed or len(trouble.cards) == 2)
        asked = self.asked_about(trouble, choice) if everybody_is_asked else {}
        if everybody_is_asked:
            self.act(line, "ready_waits", *self.when_asked)
        if choice == "discard":
            for card in trouble.cards:
                self.act(line, "burn", card)
        elif choice == "use_as_next":
            self.use_as_next(trouble)
        elif choice == "reconstruct":
            if trouble.taken_back is not None and trouble.code == "card_to_empty_box":
                self.add(trouble.taken_back)  # it goes to the hand that it was drawn for
            elif trouble.taken_back is not None:
                self.act(line, "ready", trouble.cards[0], "nobody_is_asked")
            else:
                self.move_cards_on(line, self.in_right_order(trouble))
        elif choice == "continue":
            self.leave_it_there(trouble)
        elif choice == "choose":
            self.one_of_two(trouble, rest)
        elif choice == "void_hand":
            self.void_the_hands(trouble, rest)
        elif choice == "dead_hand":
            self.dead_hand(trouble)
        elif choice == "void_round":
            self.act(line, "void_round")
        elif choice in ["draw_to_twelve", "stand"] and trouble.box is not None:
            self.act(line, "absent", trouble.box)
        elif choice == "other_decides" and trouble.box is not None:
            self.act(line, "other_decides", trouble.box)
        elif choice == "offer_late":
            self.offer_late(trouble)
        elif choice == "late_card":
            self.late_card(trouble)
        elif choice == "deal_after_players":
            last = Action(line, "dealer_last", [])
            self.move_cards_on(line, self.as_it_could_be([last, *self.actions()], 1, None))
        elif choice == "shuffle_discards":
            self.act(line, "reshuffled")
        elif choice == "no_reader":
            self.act(line, "no_reader")
        # the others ("remove", "replace_after_round", ...) change nothing in this round
        self.asked, self.was_asked = asked, dict(asked)
        if everybody_is_asked and not asked:
            self.act(line, "ready_goes_on")

    def use_as_next(self, trouble: Trouble) -> None:
        line = self.table.line
        refusable = self.book.name in MAY_BE_REFUSED and trouble.code not in NOBODY_REFUSES
        if not self.table.initial_deal_is_over():
            refusable = False
        how = "may_be_refused" if refusable else "nobody_is_asked"
        if trouble.code == "two_cards_at_once":
            for card in trouble.cards:  # S21
                self.act(line, "ready", card, how)
        elif trouble.code == "error_card_unseen":
            self.act(line, "ready", trouble.cards[0], how, "unseen")
        else:
            self.act(line, "ready", trouble.cards[0], how)

    def one_of_two(self, trouble: Trouble, rest: list[str]) -> None:
        """SG 5.12: the player says which of the two he has first."""
        line = self.table.line
        if len(rest) != 1 or rest[0] not in trouble.cards:
            raise Refused(line, "which of the two cards?")
        other = trouble.cards[1] if rest[0] == trouble.cards[0] else trouble.cards[0]
        self.act(line, "card", rest[0])
        self.act(line, "ready", other, "nobody_is_asked")

    def void_the_hands(self, trouble: Trouble, rest: list[str]) -> None:
        names = rest
        if trouble.box is not None and not names:
            names = [self.hand_in_question(trouble)]
        if not names:
            raise Refused(self.table.line, "which hands?")
        for name in names:
            find_hands(self.table, name)
        self.lay_as_dealt(trouble, names)
        names = [name for name in names if self.is_still_played(name)]
        if names:
            self.act(self.table.line, "void_hand", *names)

    def is_still_played(self, name: str) -> bool:
        """As the cards lie, a box may not have been split as often."""
        box, _, number = name.partition(".")
        hands = self.table.find_box(box).hands
        hands = hands[int(number) - 1 : int(number)] if number else hands
        return any(not is_void(hand) for hand in hands)

    # ------------------------------------------------------------ S18 to S20: where the cards lie

    def hand_in_question(self, trouble: Trouble) -> str:
        return self.hand_served_at(self.passed_over_at(trouble), trouble.box or "")

    def leave_it_there(self, trouble: Trouble) -> None:
        """S19: every card stays where it lies."""
        if trouble.code in MISPLACED and self.book.name == SG:
            self.try_tape(self.tape_as_it_lies(trouble))
        elif trouble.taken_back is not None and trouble.code in ["card_to_empty_box", "burnt_in_error"]:
            hand = self.table.places[0] if self.table.places else self.table.current_hand()
            self.act(trouble.line, "burn", trouble.cards[0])
            if hand is not None:
                self.act(trouble.line, "lets_go", self.name_of(hand))
        elif trouble.taken_back is not None:
            self.add(trouble.taken_back)

    def lay_as_dealt(self, trouble: Trouble, names: list[str]) -> None:
        """NZ 16.5, S20: what the others received stays theirs; in Division 15 the dealer's hand is rebuilt."""
        if trouble.code not in MISPLACED:
            return
        rebuilt = self.book.name == "nz-division-15"
        if trouble.box is not None:
            missed = self.hand_in_question(trouble)
            if missed in names or trouble.box in names:
                if not (rebuilt and self.only_the_dealer_has_more(trouble, missed)):
                    self.dead_hand(trouble)
                elif (right := self.in_right_order(trouble, missed)) != self.actions():
                    self.play_again(trouble.line, right)  # the card that it had asked for is not the dealer's
                return
        if trouble.code == "missed_dealer_card" and rebuilt:
            first = next((self.name_of(box.hands[0]) for box in self.table.boxes if not is_void(box.hands[0])), "")
            if first in names or first.partition(".")[0] in names:
                self.dead_hand(Trouble("missed_card", trouble.line, facts=["one_card"], box=first.partition(".")[0]))
                return
        actions = self.tape_as_it_lies(trouble)
        misplaced = rebuilt and trouble.code == "misplaced_card"
        if misplaced and any(action.word == "laid" and action.rest[1] == "dealer" for action in actions or []):
            return  # 16.5(b): it is not the dealer's
        self.try_tape(actions)

    def only_the_dealer_has_more(self, trouble: Trouble, missed: str) -> bool:
        """The cards of the hand that was passed over lie with the dealer, and nobody else's have moved."""
        actions = self.tape_as_it_lies(trouble)
        try:
            felt = self.played_up_to(actions or [])
            right = self.played_up_to(self.in_right_order(trouble, missed))
        except NotCovered:
            return False
        mine, theirs = right.numbers_of_cards(), felt.numbers_of_cards()
        if actions is None or mine.get("dealer") == theirs.get("dealer"):
            return False
        return all(mine.get(name) == theirs.get(name) for name in [*mine, *theirs] if name not in [missed, "dealer"])

    def numbers_of_cards(self) -> dict[str, list[int]]:
        """Which cards each hand was dealt, counted as they left the shoe: two of them may look alike."""
        found: dict[str, list[int]] = {}
        for place, done in enumerate(self.tape):
            for card, hand, _ in done.ready_dealt:
                found.setdefault(self.name_of(hand), []).append(self.put_ready(card, place))
            if done.action.word in ["card", "laid"]:
                name = done.action.rest[1] if done.action.word == "laid" else self.name_of(done.hand)
                found.setdefault(name, []).append(place)
        cards = [place for place, done in enumerate(self.tape) if done.action.word in ["card", "laid", "ready", "burn"]]
        numbers = {name: [cards.index(place) for place in places] for name, places in found.items()}
        if "dealer" in numbers:  # an additional card that was laid to him is discarded
            numbers["dealer"] = numbers["dealer"][: len(self.table.dealer)]
        return numbers

    def tape_as_it_lies(self, trouble: Trouble) -> list[Action] | None:
        if trouble.code == "missed_dealer_card":
            return self.as_it_could_be([Action(trouble.line, "dealer_last", []), *self.actions()], 1, None)
        if trouble.code == "misplaced_card":
            return self.tape_with_last_card_elsewhere(trouble)
        if "first_card" in trouble.facts:
            return self.tape_with_the_second_there(trouble)
        place = self.passed_over_at(trouble)
        name = self.hand_served_at(place, trouble.box or "")
        actions = self.actions()
        later = actions[place:]
        passed, resumed = Action(trouble.line, "passed_over", [name]), Action(trouble.line, "goes_on", [name])
        for number, action in enumerate(later):
            if action.word in ["hit", "stand", "double", "split", "surrender"] and action.rest[0] == trouble.box:
                later = [*later[:number], resumed, *later[number:]]
                return self.as_it_could_be([*actions[:place], passed, *later], place, None)
        ready = [number for number, action in enumerate(later) if action.word == "ready"]
        if self.table.ready and len(ready) >= len(self.table.ready):  # nobody has it, on the felt either
            first = ready[-len(self.table.ready)]
            return self.as_it_could_be([*actions[:place], passed, *later[:first], resumed, *later[first:]], place, None)
        return self.as_it_could_be([*actions[:place], passed, *later, resumed], place, None)

    def tape_with_the_second_there(self, trouble: Trouble) -> list[Action]:
        """The box was passed over at its first card, served in its turn for the second, and waits for the other."""
        name, place = (
            f"{trouble.box}.1",
            self.passed_over_at(Trouble("missed_card", trouble.line, facts=["no_card"], box=trouble.box)),
        )
        passed, resumed = Action(trouble.line, "passed_over", [name]), Action(trouble.line, "goes_on", [name])
        done = [*self.actions()[:place], passed]
        waiting = [resumed, passed]
        for action in self.actions()[place:]:
            table = self.played_up_to(done).table
            mine = table.find_box(trouble.box or "").hands[0]
            before = [box.hands[0] for box in table.boxes if box.number < mine.box]
            come = bool(table.dealer) and all(len(hand.cards) > 1 or is_void(hand) for hand in before)
            if waiting and (mine.cards if len(waiting) == 1 else come):
                done.append(waiting.pop(0))
            done.append(action)
        return [*done, resumed]

    def as_it_could_be(self, actions: list[Action], start: int, box: str | None) -> list[Action]:
        """From there on a tap for a hand that has nothing to decide falls, and so does one for this box; a card that
        nobody waits for was the dealer's. If that is not enough, the actions as they are."""
        so_far = Round(self.book, self.keys, self.wagers)
        done: list[Action] = []
        last_card = -1
        for number, action in enumerate(actions):
            before = deepcopy((so_far.table, so_far.tape))
            try:
                so_far.once_more(action)
                done.append(action)
            except (Refused, NotCovered):
                so_far.table, so_far.tape = before
                own_surrender = action.word == "surrender" and action.rest[0] == box
                if number >= start and action.word in ["insure", "surrender"] and not own_surrender:
                    if last_card < start:
                        return actions
                    earlier = [*done[:last_card], action, *done[last_card:], *actions[number + 1 :]]
                    return self.as_it_could_be(earlier, start, box)  # it was taken while it was open
                put = so_far.put_at(done) if action.word == "card" else -1
                if put >= start and done[put] in self.actions():  # what had lain ready was the next card
                    drawn = Action(action.line, "card", [done[put].rest[0]])
                    earlier = [*done[:put], *done[put + 1 :], drawn, *actions[number:]]
                    return self.as_it_could_be(earlier, start, box)
                if action.word == "card" and number >= start and so_far.ready_waits_for_offers():
                    ended = [*done, Action(action.line, "proceed", []), *actions[number:]]
                    return self.as_it_could_be(ended, start, box)  # S17: the next card ends what is on offer
                instead = so_far.instead_of_card(action) if action.word == "card" else None
                if number < start or not (self.may_fall(action, box) or instead):
                    return actions
                if instead:
                    done.append(instead)
                    so_far.add(done[-1])
            if done and done[-1].word in ["card", "hole", "laid"]:
                last_card = len(done) - 1
        return done

    def ready_waits_for_offers(self) -> bool:
        """Whether the card that lies ready would be dealt if nothing were on offer."""
        if not self.table.ready or not self.table.an_offer_waits():
            return False
        table = deepcopy(self.table)
        table.close_offers()
        return not table.ready_waits and table.ready_is_due()

    def put_at(self, done: list[Action]) -> int:
        """The place of the card that lies ready now, if it was seen."""
        if not self.table.ready or self.table.ready[0].unseen:
            return -1
        card = self.table.ready[0].card
        return max(number for number, act in enumerate(done) if act.word == "ready" and act.rest[0] == card)

    def in_right_order(self, trouble: Trouble, void: str | None = None) -> list[Action]:
        """A box that asked for a card and got none had not stood: the next card is its own; then it may be void."""
        actions = self.actions()
        if trouble.code != "missed_hit" or self.last_served(self.table.find_box(trouble.box or "").hands) is not None:
            return actions
        stood = [n for n, each in enumerate(actions) if each.word == "stand" and each.rest[0] == trouble.box]
        cards = [n for n, each in enumerate(actions) if stood and n > stood[-1] and each.word == "card"]
        if not stood:
            return actions
        at, card = stood[-1], cards[0] if cards else len(actions)
        hit = Action(actions[at].line, "hit", [trouble.box or ""])
        rest = [*actions[at + 1 : card], *actions[card + 1 :]]
        then = [Action(trouble.line, "void_hand", [void])] if void is not None else []
        return self.as_it_could_be([*actions[:at], hit, *actions[card : card + 1], *then, *rest], at, None)

    def once_more(self, action: Action) -> None:
        if action.word == "card" and self.table.card_trouble(action.rest[0]) is not None:
            raise NotCovered("the card would go to nobody")
        if self.can_be_put_back(action):
            self.add(action)

    def nobody_waits_for_a_card(self) -> bool:
        table = self.table
        if table.places or table.hole_is_missing() or table.current_hand() is not None:
            return False
        return table.is_complete() or table.dealer_is_finished()

    def instead_of_card(self, card: Action) -> Action | None:
        """What becomes of a card that cannot be dealt: behind one that waits for an answer it is the next after that
        (S21); one that nobody waits for was the dealer's."""
        if self.table.ready and self.table.ready[-1].may_be_refused:
            return Action(card.line, "ready", [card.rest[0], "may_be_refused"])
        if not self.nobody_waits_for_a_card():
            return None
        if self.table.dealer_hand_is_completed():  # an additional card is discarded, whatever is corrected afterwards
            return Action(card.line, "burn", [card.rest[0]])
        return Action(card.line, "laid", [card.rest[0], "dealer", "dealer"])

    def may_fall(self, action: Action, box: str | None) -> bool:
        if action.word in ["hit", "stand", "peek", "proceed"]:
            return True
        falls = action.word in ["double", "split", "surrender", "rescue", "accept", "refuse"]
        return falls and action.rest[0].partition(".")[0] == box

    def tape_with_last_card_elsewhere(self, trouble: Trouble) -> list[Action] | None:
        """Where the report says; if it does not, with the next hand that draws."""
        cards = [n for n, done in enumerate(self.tape) if done.action.word in ["card", "laid"] or done.ready_dealt]
        if not cards or self.tape[cards[-1]].action.word != "card" or self.tape[cards[-1]].ready_dealt:
            return None
        before, after = self.actions()[: cards[-1]], self.actions()[cards[-1] + 1 :]
        so_far = self.played_up_to(before)
        meant = so_far.name_of(so_far.next_hand())
        lies = trouble.lies or so_far.who_draws_after(meant)
        if lies != "dealer" and "." not in lies:
            lies = f"{lies}.1"
        if lies == meant:
            return None
        laid = Action(trouble.line, "laid", [self.tape[cards[-1]].action.rest[0], lies, meant])
        return self.as_it_could_be([*before, laid, *after], len(before) + 1, None)

    def played_up_to(self, actions: list[Action]) -> "Round":
        so_far = Round(self.book, self.keys, self.wagers)
        so_far.play_again(self.table.line, actions)
        return so_far

    def next_hand(self) -> Hand | None:
        return self.table.places[0] if self.table.places else self.table.current_hand()

    def who_draws_after(self, meant: str) -> str:
        if meant == "dealer":
            return meant
        self.act(0, "passed_over", meant)
        self.table.end_deal_without_passed_over()
        nobody = not self.table.places and (self.table.hole_is_missing() or self.nobody_waits_for_a_card())
        return meant if nobody else self.name_of(self.next_hand())

    def name_of(self, hand: Hand | None) -> str:
        for box in self.table.boxes:
            for number, other in enumerate(box.hands, start=1):
                if other is hand:
                    return f"{box.number}.{number}"
        return "dealer"

    def try_tape(self, actions: list[Action] | None) -> None:
        """Where the cards cannot lie so, the record stays as it is."""
        if actions is not None:
            self.move_cards_on(self.table.line, actions)

    def money_moved(self, trouble: Trouble) -> bool:
        """S18: what is settled by the record, and by the felt as well."""
        by_record = self.lines_of(self)
        if trouble.code == "missed_dealer_card" and not self.play_had_begun():
            return False  # on the felt the dealer has no card yet
        actions = self.tape_as_it_lies(trouble) if trouble.box is not None or trouble.code in NO_BOX else None
        if actions is None:
            return bool(by_record)
        if actions and actions[-1].word == "goes_on":
            actions = actions[:-1]  # it is only asked whether it shall
        try:
            felt = self.played_up_to(actions)
        except NotCovered:
            return bool(by_record)
        return any(line in by_record for line in self.lines_of(felt))

    def play_had_begun(self) -> bool:
        decisions = ["hit", "stand", "double", "split", "surrender"]
        return self.table.cards_in_play > 0 or any(done.action.word in decisions for done in self.tape)

    def lines_of(self, played: "Round") -> list[Line]:
        dealer = list(played.table.dealer)
        lines = lines_now(played.table, played.wagers)
        played.table.dealer = dealer
        return [line for line in lines if line["outcome"] != "void"]

    def offer_late(self, trouble: Trouble) -> None:
        line = self.table.line
        if trouble.box is None:
            raise Refused(line, "which box?")
        if trouble.code == "missed_insurance_offer" and trouble.player is not None:
            self.act(line, "offer_insurance", trouble.box, trouble.player)
        else:
            self.act(line, "offer_surrender", trouble.box)

    # ------------------------------------------------------------ MA: a card that comes late

    def late_card(self, trouble: Trouble) -> None:
        line = self.table.line
        if trouble.box is None:
            raise Refused(line, "which box?")
        place, actions = self.passed_over_at(trouble), self.actions()
        if trouble.code == "missed_card" and "first_card" in trouble.facts:
            tape = [*(self.tape_as_it_lies(trouble) or []), Action(line, "late_second", [trouble.box])]
        elif trouble.code == "missed_card":
            tape, place = [Action(line, "late_second", [trouble.box]), *actions], 1
        else:
            name = self.hand_served_at(place, trouble.box)
            tape = [*actions[:place], Action(line, "late_hit", [name]), *actions[place:]]
        self.play_again(line, self.as_it_could_be(tape, place, trouble.box))

    def move_cards_on(self, line: int, actions: list[Action]) -> None:
        """The cards since then lie with the others, if the round fits; otherwise the record stays as it is."""
        before = self.actions()
        try:
            self.play_again(line, actions)
        except NotCovered:
            self.play_again(line, before)

    def dead_hand(self, trouble: Trouble) -> None:
        """MA 15(h), 15(i): the hand was passed over and is dead; its later cards lie with the others."""
        line = self.table.line
        place = self.passed_over_at(trouble)
        name = self.hand_served_at(place, trouble.box or "")
        actions = self.actions()
        void = Action(line, "void_hand", [name])
        if "first_card" in trouble.facts:
            self.play_again(line, [*(self.tape_as_it_lies(trouble) or []), void])
            return
        tape = [*actions[:place], void, *actions[place:]]
        if self.book.name == MA and trouble.code == "missed_card":
            tape = [*actions[:place], void, *self.without_cards_too_many([*actions[:place], void], place)]
        others = [hand for hand in self.table.all_hands() if not is_void(hand) and self.name_of(hand) != name]
        try:
            self.play_again(line, self.as_it_could_be(tape, place, trouble.box))
        except NotCovered:
            if others:
                raise
            self.play_again(line, actions)  # then it is all the same where the cards lie
            self.act(line, "void_hand", name)

    def without_cards_too_many(self, before: list[Action], place: int) -> list[Action]:
        """MA 15(d), S21: a card of the initial deal that finds it over without the dead hand is drawn in error."""
        so_far = self.played_up_to(before)
        after: list[Action] = []
        left = self.tape[place:]
        while any(done.action.word == "card" and not done.in_play for done in left):
            done, *left = left
            action = done.action
            table = so_far.table
            over = table.initial_deal_is_over() or (not table.places and table.hole_is_missing())
            if action.word == "card" and not done.in_play and over:
                action = Action(action.line, "ready", [action.rest[0], "may_be_refused"])
            after.append(action)
            try:
                so_far.once_more(action)
            except (Refused, NotCovered):
                return self.actions()[place:]
        return [*after, *[done.action for done in left]]

    def passed_over_at(self, trouble: Trouble) -> int:
        """The place on the tape of the card that the box should not have had."""
        if trouble.code not in ["missed_card", "missed_hit"]:
            return len(self.tape)
        hands = self.table.find_box(trouble.box or "").hands
        if trouble.code == "missed_hit":
            now = self.table.current_hand()
            waits = now is not None and (now.card_owed or len(now.cards) == 1)
            if waits and any(now is hand for hand in hands):
                return len(self.tape)
            place = self.last_served(hands)
            return len(self.tape) if place is None else place
        cards = 0 if "no_card" in trouble.facts else 1
        for place, done in enumerate(self.tape):
            served = [
                self.put_ready(card, place)
                for card, hand, late in done.ready_dealt
                if is_one_of(hand, hands) and not late
            ]
            if done.action.word == "card" and not done.in_play and any(done.hand is hand for hand in hands):
                served.append(place)
            if cards < len(served):
                return served[cards]
            cards = cards - len(served)
        return len(self.tape)

    def hand_served_at(self, place: int, box: str) -> str:
        """BOX.HAND of the hand that was to have the card at this place of the tape."""
        so_far = Round(self.book, self.keys, self.wagers)
        so_far.play_again(self.table.line, self.actions()[:place])
        now = so_far.table.current_hand()
        for number, hand in enumerate(so_far.table.find_box(box).hands, start=1):
            if hand is now:
                return f"{box}.{number}"
        return f"{box}.1"

    def last_card_of(self, hands: list[Hand]) -> int | None:
        for place in range(len(self.tape) - 1, -1, -1):
            done = self.tape[place]
            if done.action.word == "card" and done.in_play and any(done.hand is hand for hand in hands):
                return place
        return None

    def last_served(self, hands: list[Hand]) -> int | None:
        """The place of the card that these hands had last; one that lay ready had been put there before."""
        for place in range(len(self.tape) - 1, -1, -1):
            done = self.tape[place]
            if done.action.word == "card" and done.in_play and any(done.hand is hand for hand in hands):
                return place
            for card, served, in_play in done.ready_dealt:
                if in_play and any(served is hand for hand in hands):
                    return self.put_ready(card, place)
        return None

    def put_ready(self, card: str, place: int) -> int:
        """Where the card that was dealt at this place had been put."""
        put = [n for n in range(place + 1) if self.tape[n].action.word == "ready"]
        return [n for n in put if self.tape[n].action.rest[0] == card][-1]

    def without_decisions_of(self, start: int, hands: list[Hand]) -> list[Action]:
        kept: list[Action] = []
        for done in self.tape[start:]:
            if done.action.word in DECISIONS and any(done.hand is hand for hand in hands):
                continue
            kept.append(done.action)
        return kept

    # ------------------------------------------------------------ SG 5.7: every player chooses

    def asked_about(self, trouble: Trouble, choice: str) -> dict[tuple[int, str], list[str]]:
        """What follows from the last card, where it lies now, waits for the answers."""
        self.when_asked = []
        if trouble.code not in MISPLACED:
            return self.live_bettors()
        found = self.tape_as_it_lies(trouble) if choice == "continue" else self.in_right_order(trouble)
        if found is None:
            return self.live_bettors()
        while found and found[-1].word in ["ready_waits", "ready_goes_on"]:
            found = found[:-1]
        try:
            whole = self.played_up_to(found)
            moved = self.first_to_move(trouble, whole) if choice == "reconstruct" else None
        except NotCovered:
            return self.live_bettors()
        cards = [place for place, action in enumerate(found) if action.word in ["card", "laid", "hole"]]
        if moved is not None and (asked := self.asked_before(found, cards[moved], cards[-1])):
            self.when_asked = [str(len(cards) - moved)]
            return asked
        while found and (found[-1].word == "goes_on" or self.stands_idly(found)):
            found = found[:-1]
        if found and found[-1].word in ["card", "laid", "hole"]:
            before = self.played_up_to(found[:-1])
            before.table.end_deal_without_passed_over()
            if before.live_bettors():
                self.when_asked = ["1"]
                return before.live_bettors()
        return whole.live_bettors()

    def first_to_move(self, trouble: Trouble, in_order: "Round") -> int | None:
        """Which of the cards is the first that does not lie with that hand on the felt."""
        felt = self.tape_as_it_lies(trouble)
        cards = [place for place, action in enumerate(felt or []) if action.word in ["card", "laid", "hole"]]
        waits = [(place, action) for place, action in enumerate(felt or []) if action.word == "ready_waits"]
        if felt is None or any(place < cards[-1] or action.rest for place, action in waits):
            return None  # they have been asked about another card
        lying = self.played_up_to(felt).cards_in_order()
        dealt = in_order.cards_in_order()
        return next((at for at, card in enumerate(dealt) if [card] != lying[at : at + 1]), None)

    def cards_in_order(self) -> list[tuple[str, str]]:
        """Each card that was dealt, and the hand that has it."""
        dealt = [done for done in self.tape if done.action.word in ["card", "laid", "hole"]]
        return [(done.action.rest[0], self.name_of(done.hand)) for done in dealt]

    def asked_before(self, found: list[Action], moved: int, last: int) -> dict[tuple[int, str], list[str]]:
        """S18: where the cards that are to move would have ended a hand or side bets before the last one, their
        bettors, too; nobody, where they would not."""
        first, then = self.played_up_to(found[:moved]), self.played_up_to(found[:last])
        then.table.end_deal_without_passed_over()
        asked = then.live_bettors()
        before, ended = first.live_bettors(), False
        for place, names in before.items():
            ended_here = [name for name in names if name not in asked.get(place, []) and not then.is_off(place, name)]
            if ended_here:
                ended = True
                asked[place] = [*ended_here, *asked.get(place, [])]
        return {place: names for place, names in asked.items() if not self.is_all_void(*place)} if ended else {}

    def is_all_void(self, box: int, player: str) -> bool:
        """Whether every main wager of this bettor there is void by now, and no side bet is left."""
        hands = self.table.find_box(str(box)).hands
        stakes = [stake for hand in hands for stake in hand.stakes if stake.player == player]
        return bool(stakes) and all(stake.void for stake in stakes) and self.is_off((box, player), "sides")

    def is_off(self, place: tuple[int, str], name: str) -> bool:
        """Whether what this name says is not there, or has been declared void: a hand by its number, side bets,
        insurance."""
        if name == "insurance":
            return all(each.void for each in self.table.insurances if (each.box, each.player) == place)
        if name != "sides":
            return is_void(self.table.find_box(str(place[0])).hands[int(name) - 1])
        kinds = [kind for wager in self.wagers if (wager.box, wager.player) == place for kind in wager.sides]
        return all((*place, kind) in self.table.void_sides for kind in kinds)

    def stands_idly(self, actions: list[Action]) -> bool:
        """Whether the last of these is a tap to stand on a box that had finished."""
        if actions[-1].word != "stand":
            return False
        now = self.played_up_to(actions[:-1]).table.current_hand()
        return now is None or str(now.box) != actions[-1].rest[0]

    def live_bettors(self) -> dict[tuple[int, str], list[str]]:
        """By box and player: the hands on which a main wager has no result yet, and what else has none.

        It is asked before the card of the error is dealt: what that card does is part of the error.
        """
        found: dict[tuple[int, str], list[str]] = {}
        if self.table.is_complete():
            return found
        for box in self.table.boxes:
            for number, hand in enumerate(box.hands, start=1):
                for stake in hand.stakes:
                    if not stake_is_settled(self.table, hand, stake):
                        found.setdefault((box.number, stake.player), []).append(str(number))
        for wager in self.wagers:
            place = (wager.box, wager.player)
            if self.has_open_sides(wager):
                found.setdefault(place, []).append("sides")
        for insurance in self.table.insurances:
            if not insurance.void and len(self.table.dealer) < 2:
                found.setdefault((insurance.box, insurance.player), [])
        for names in found.values():
            if len(self.table.dealer) < 2:
                names.append("insurance")
        return found

    def has_open_sides(self, wager: Wager) -> bool:
        """SG 5.7 with 1.18: a side bet alone is enough to be asked."""
        boxes = [box for box in self.table.boxes if box.number == wager.box]
        if not boxes or boxes[0].sides_settled:
            return False
        return any((wager.box, wager.player, kind) not in self.table.void_sides for kind in wager.sides)

    def answer(self, line: int, choice: str, rest: list[str]) -> None:
        if len(rest) != 2 or choice not in ["continue", "take_back"]:
            raise Refused(line, "continue or take_back, with box and player")
        place = (read_number(line, rest[0]), rest[1])
        if place not in self.asked:
            raise Refused(line, "he is not asked")
        what = self.asked.pop(place)
        if choice == "take_back":
            self.act(line, "take_back", rest[0], rest[1], *what)
            self.take_sides_off_an_empty_box(line, place[0])
            self.asked = {each: names for each, names in self.asked.items() if self.has_something_left(each, names)}
        if not self.asked:
            self.act(line, "ready_goes_on")

    def take_sides_off_an_empty_box(self, line: int, box: int) -> None:
        """SG 5.15, 5.7.3: what was open when the players were asked is no bet on a hand that is invalidated."""
        hands = [hand for each in self.table.boxes if each.number == box for hand in each.hands]
        for place, what in self.was_asked.items():
            if place[0] == box and "sides" in what and all(is_void(hand) for hand in hands):
                self.act(line, "take_back", str(box), place[1], "sides")

    def has_something_left(self, place: tuple[int, str], names: list[str]) -> bool:
        """Whether it has not all fallen with somebody else's."""
        for box in self.table.boxes:
            for number, hand in enumerate(box.hands, start=1):
                for stake in hand.stakes:
                    if (box.number, stake.player) == place and str(number) in names and not stake.void:
                        return True
        insured = [each for each in self.table.insurances if (each.box, each.player) == place and not each.void]
        if insured and "insurance" in names:
            return True
        sides = [(*place, kind) for wager in self.wagers for kind in wager.sides if (wager.box, wager.player) == place]
        return "sides" in names and any(side not in self.table.void_sides for side in sides)

    # ------------------------------------------------------------ voids and corrections

    def void(self, action: Action) -> None:
        rest = action.rest
        allowed = VOIDS[self.book.name]
        if len(rest) < 2:
            raise Refused(action.line, "void what, and why?")
        if rest[0] == "earlier":
            raise NotCovered(f"line {action.line}: void earlier")
        if rest[0] == "round":
            self.need_reason(action.line, allowed.get("round", []), rest[1])
            self.act(action.line, "void_round")
        elif rest[0] == "wager":
            if len(rest) != 5:
                raise Refused(action.line, "void wager BOX PLAYER KIND REASON")
            self.need_reason(action.line, allowed.get("wager", []), rest[4])
            if not self.is_void_by_itself(rest[1], rest[2], rest[3]):
                self.act(action.line, "void_wager", rest[1], rest[2], rest[3])
        else:
            self.need_reason(action.line, allowed.get("hand", []), rest[1])
            self.act(action.line, "void_hand", rest[0])

    def need_reason(self, line: int, allowed: list[str], reason: str) -> None:
        if "any" not in allowed and reason not in allowed:
            raise Refused(line, "this book does not allow that void")

    def is_void_by_itself(self, box: str, player: str, kind: str) -> bool:
        """A side bet on a box where nobody has a main wager: it goes back anyway."""
        for wager in self.wagers:
            if str(wager.box) == box and wager.player == player and kind in wager.sides:
                return all(str(other.number) != box for other in self.table.boxes)
        return False

    def correct(self, action: Action) -> None:
        if len(action.rest) != 2 or action.rest[0] not in ["stood", "hit"]:
            raise Refused(action.line, "correct stood or hit, and the hand")
        place, _, number = action.rest[1].partition(".")
        box = self.table.find_box(place)
        hands = box.hands
        if number:
            if not number.isdigit() or not 1 <= int(number) <= len(hands):
                raise Refused(action.line, "no such hand")
            hands = [hands[int(number) - 1]]
        if action.rest[0] == "stood":
            self.correct_stood(action.line, place, hands)
        else:
            self.correct_hit(action.line, hands)

    def correct_stood(self, line: int, box: str, hands: list[Hand]) -> None:
        """The hand had stood: its last card belongs to the next."""
        place = self.last_card_of(hands)
        if place is None:
            raise Refused(line, "that hand had no card in play")
        hand = self.tape[place].hand
        before, asked = self.actions()[:place], list[Action]()
        while before[-1].word == "ready_waits":
            asked.insert(0, before.pop())
        if self.tape[place].asked_for and before[-1].word in ["double", "split"]:
            raise Refused(line, "that card had been asked for")
        if self.tape[place].asked_for and before[-1].word == "hit":
            before = before[:-1]
        stood = [*before, Action(line, "stand", [box]), *asked]
        actions = self.actions()
        without = self.without_decisions_of(place, [hand] if hand is not None else [])
        try:
            # what was tapped afterwards was tapped before the felt, where another hand lay
            self.play_again(line, self.with_burnt([*stood, *actions[place:]]))
        except NotCovered:
            self.play_again(line, self.with_burnt([*stood, *without]))

    def with_burnt(self, actions: list[Action]) -> list[Action]:
        """MA 15(e): a card for which the dealer, who has a hole card, has no use is burnt."""
        so_far = Round(self.book, self.keys, self.wagers)
        done: list[Action] = []
        for action in actions:
            if action.word == "card" and so_far.table.hole is not None and so_far.nobody_waits_for_a_card():
                action = Action(action.line, "burn", action.rest)
            try:
                so_far.once_more(action)
            except (Refused, NotCovered):
                return actions
            done.append(action)
        return done

    def correct_hit(self, line: int, hands: list[Hand]) -> None:
        """The hand had not stood: the card drawn then is its own."""
        for place in range(len(self.tape) - 1, -1, -1):
            done = self.tape[place]
            if done.action.word == "stand" and any(done.hand is hand for hand in hands):
                actions = self.actions()
                self.play_again(line, self.with_burnt(actions[:place] + actions[place + 1 :]))
                return
        raise Refused(line, "that hand had not stood")

    def undo(self, action: Action) -> None:
        self.leave_out_waits()
        if not self.tape or self.tape[-1].action.word not in DECISIONS:
            raise Refused(action.line, "nothing to undo")
        self.play_again(action.line, self.actions()[:-1])

    # ------------------------------------------------------------ afterwards

    def phase(self) -> str:
        if self.open is not None or self.asked:
            return "hold"
        return self.table.phase()

    def cards_that_left_the_shoe(self) -> list[str]:
        cards = list(self.table.drawn)
        if self.open is not None and self.open.code not in ["foreign_card", "impossible_card"]:
            cards.extend(self.open.cards)
        return cards
