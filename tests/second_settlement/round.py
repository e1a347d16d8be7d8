"""One round with whatever goes wrong in it.

Everything that happened lies on a tape. To put a record right, the tape is changed and the round is played again.
"""

from dataclasses import dataclass, field

from .acts import ACTS, play_act
from .books import Book
from .cards import is_picture, rank
from .choices import CHOICES, MAY_BE_REFUSED, SG_DEALING_ERRORS, VOIDS
from .errors import NotCovered, Refused
from .moments import lines_now, stake_is_settled
from .script import Action, TableKeys, Wager, read_number
from .table import Box, Hand, Table, make_boxes
from .voids import live_players, who_else_decides

DECISIONS = ["insure", "surrender", "hit", "stand", "double", "split", "rescue", "proceed", "accept", "refuse"]
# NZ 16.2, MA 15(c): its face was not seen. SG 5.11: it is the next card.
NOBODY_REFUSES = ["error_card_unseen", "face_up_card", "burnt_in_error"]
OPENING_ACTS = ["late_second", "dealer_last"]
# A card came, or the shoe was counted: that has happened, whatever is said of it.
CAME_WITH_A_CARD = [
    "face_up_card",
    "foreign_card",
    "impossible_card",
    "card_not_awaited",
    "error_card_unseen",
    "two_cards_at_once",
    "shoe_empty",
    "cards_missing",
    "cards_in_excess",
]


@dataclass
class Done:
    """One thing on the tape, and whom it was for."""

    action: Action
    hand: Hand | None
    in_play: bool  # after the initial deal
    asked_for: bool  # the card of a hit, a double or a split


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
        self.table = self.new_table()

    def new_table(self) -> Table:
        return Table(self.book, self.keys, make_boxes(self.book, self.keys, self.wagers), self.wagers)

    # ------------------------------------------------------------ the tape

    def add(self, action: Action) -> None:
        if action.word == "card":
            self.betting_is_closed = True
        in_play = self.table.initial_deal_is_over()
        hand = self.table.current_hand()
        asked_for = action.word == "card" and in_play and hand is not None and hand.card_owed
        if action.word in ACTS:
            play_act(self.table, action)
        else:
            self.table.play(action)
        self.tape.append(Done(action, self.table.last_hand, in_play, asked_for))

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
                if action.word == "card" and self.table.card_trouble(action.rest[0]) is not None:
                    raise NotCovered(f"line {line}: put right, a later card would go to nobody")
                if self.can_be_put_back(action):
                    self.add(action)
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
        if action.word == "together" and self.two_cards_have_no_place():
            raise NotCovered(f"line {action.line}: two cards at once while something else is due")
        self.hold(trouble)
        chosen_by_the_script = following is not None and following.word == "resolve"
        if action.word in ["faceup", "short", "interrupt"] and not chosen_by_the_script:
            choices = self.choices(trouble)
            if len(choices) == 1:
                self.choose(trouble, choices[0], [])

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
        if code in ["missed_card", "missed_hit", "absent_player", "missed_insurance_offer", "missed_surrender_offer"]:
            if len(action.rest) < 2:
                raise Refused(action.line, "which box?")
            trouble.box = action.rest[1]
            self.table.find_box(trouble.box)
        if code == "missed_insurance_offer":
            trouble.player = action.rest[2]
        if code == "missed_card":
            trouble.facts.append("no_card" if action.rest[2] == "0" else "one_card")
        if code in ["misplaced_card", "card_to_empty_box"] and "reconstruct" not in self.choices(trouble):
            if "continue" not in self.choices(trouble):
                self.take_last_card_back(trouble)
        if code in ["error_card", "burnt_in_error"]:
            trouble.facts.extend(self.facts(trouble))
            self.take_last_card_back(trouble)
        self.hold(trouble)

    def count_shoe(self, action: Action) -> None:
        """MA 7(c): one card of a fresh shoe is burnt. NZ 3.3, SG 2.2.1, ACT 2.1, MA 2(a): 48 cards in a deck."""
        if not self.table.counting:
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
        self.need_a_card_to_take_back(trouble)
        trouble.taken_back = self.tape[-1].action
        trouble.cards = [trouble.taken_back.rest[0]]
        self.play_again(trouble.line, self.actions()[:-1])

    def leave_out_waits(self) -> None:
        """Whether players were asked before, and nothing came of it, matters no more."""
        while self.tape and self.tape[-1].action.word in ["ready_waits", "ready_goes_on"]:
            self.tape.pop()
        self.table.ready_waits = False

    def need_a_card_to_take_back(self, trouble: Trouble) -> None:
        if not self.tape or self.tape[-1].action.word != "card":
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
        facts.append("dealer_one" if self.dealer_shows_one_card() else "dealer_more")
        earlier = [other for other in self.troubles if other.code == trouble.code and other is not trouble]
        facts.append("again" if earlier else "first")
        facts.append("decided" if self.something_is_decided() else "undecided")
        facts.append("after_deal" if table.initial_deal_is_over() else "initial_deal")
        if table.initial_deal_is_over() and table.cards_in_play == 0 and not table.peeked:
            facts.append("no_additional_card")
        reader = table.hole is not None and table.reader_waits() and table.dealer_needs() == "all"
        over = table.is_complete() and not table.an_offer_waits() and not reader
        facts.append("in_round" if table.drawn and not over else "between")
        facts.append("no_round" if over else "round_open")
        facts.append("continuous" if self.keys.continuous else "plain_shoe")
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

    def something_is_decided(self) -> bool:
        dealer = list(self.table.dealer)
        lines = lines_now(self.table, self.wagers)
        self.table.dealer = dealer  # an open rescue may still wait: looking turns no hole card up
        return any(line["outcome"] != "void" for line in lines)

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
        asked = self.live_bettors() if everybody_is_asked else {}
        if everybody_is_asked:
            self.act(line, "ready_waits")
        if choice == "discard":
            for card in trouble.cards:
                self.act(line, "burn", card)
        elif choice == "use_as_next":
            self.use_as_next(trouble)
        elif choice == "reconstruct":
            if trouble.taken_back is not None:
                self.act(line, "ready", trouble.cards[0], "nobody_is_asked")
        elif choice == "continue":
            if trouble.taken_back is not None:
                self.add(trouble.taken_back)  # it stays where it lies
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
            self.move_cards_on(line, [Action(line, "dealer_last", []), *self.actions()])
        elif choice == "shuffle_discards":
            self.act(line, "reshuffled")
        elif choice == "no_reader":
            self.act(line, "no_reader")
        # the others ("remove", "replace_after_round", ...) change nothing in this round
        self.asked = asked
        if everybody_is_asked and not asked:
            self.act(line, "ready_goes_on")

    def use_as_next(self, trouble: Trouble) -> None:
        line = self.table.line
        refusable = self.book.name in MAY_BE_REFUSED and trouble.code not in NOBODY_REFUSES
        if not self.table.initial_deal_is_over():
            refusable = False
        how = "may_be_refused" if refusable else "nobody_is_asked"
        if trouble.code == "two_cards_at_once":
            self.act(line, "card", trouble.cards[0])
            self.act(line, "ready", trouble.cards[1], how)
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
        if not names and trouble.box is not None:
            names = [trouble.box]
        if not names:
            raise Refused(self.table.line, "which hands?")
        self.act(self.table.line, "void_hand", *names)

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
        if trouble.code == "missed_card":
            self.move_cards_on(line, [Action(line, "late_second", [trouble.box]), *self.actions()])
            return
        place = self.passed_over_at(trouble)
        name = self.hand_served_at(place, trouble.box)
        actions = self.actions()
        self.move_cards_on(line, [*actions[:place], Action(line, "late_hit", [name]), *actions[place:]])

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
        try:
            self.play_again(line, [*actions[:place], Action(line, "void_hand", [name]), *actions[place:]])
        except NotCovered:  # then the cards stay where the record has them
            self.play_again(line, actions)
            self.act(line, "void_hand", name)

    def passed_over_at(self, trouble: Trouble) -> int:
        """The place on the tape of the card that the box should not have had."""
        hands = self.table.find_box(trouble.box or "").hands
        if trouble.code == "missed_hit":
            now = self.table.current_hand()
            if now is not None and now.card_owed and any(now is hand for hand in hands):
                return len(self.tape)
            place = self.last_card_of(hands)
            return len(self.tape) if place is None else place
        cards = 0 if "no_card" in trouble.facts else 1
        for place, done in enumerate(self.tape):
            if done.action.word not in ["card", "ready"] or done.in_play:
                continue
            if any(done.hand is hand for hand in hands):
                if cards == 0:
                    return place
                cards = cards - 1
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

    def without_decisions_of(self, start: int, hands: list[Hand]) -> list[Action]:
        kept: list[Action] = []
        for done in self.tape[start:]:
            if done.action.word in DECISIONS and any(done.hand is hand for hand in hands):
                continue
            kept.append(done.action)
        return kept

    # ------------------------------------------------------------ SG 5.7: every player chooses

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
        for names in found.values():
            if len(self.table.dealer) < 2:
                names.append("insurance")
            if not self.table.initial_deal_is_over():
                names.append("sides")
        return found

    def answer(self, line: int, choice: str, rest: list[str]) -> None:
        if len(rest) != 2 or choice not in ["continue", "take_back"]:
            raise Refused(line, "continue or take_back, with box and player")
        place = (self.table.find_box(rest[0]).number, rest[1])
        if place not in self.asked:
            raise Refused(line, "he is not asked")
        what = self.asked.pop(place)
        if choice == "take_back":
            self.act(line, "take_back", rest[0], rest[1], *what)
        if not self.asked:
            self.act(line, "ready_goes_on")

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
        before = self.actions()[:place]
        if self.tape[place].asked_for and before[-1].word in ["double", "split"]:
            raise Refused(line, "that card had been asked for")
        if self.tape[place].asked_for and before[-1].word == "hit":
            before = before[:-1]
        stood = [*before, Action(line, "stand", [box])]
        actions = self.actions()
        without = self.without_decisions_of(place, [hand] if hand is not None else [])
        try:
            # what was tapped afterwards was tapped before the felt, where another hand lay
            self.play_again(line, [*stood, *actions[place:]])
        except NotCovered:
            self.play_again(line, [*stood, *without])

    def correct_hit(self, line: int, hands: list[Hand]) -> None:
        """The hand had not stood: the card drawn then is its own."""
        for place in range(len(self.tape) - 1, -1, -1):
            done = self.tape[place]
            if done.action.word == "stand" and any(done.hand is hand for hand in hands):
                actions = self.actions()
                self.play_again(line, actions[:place] + actions[place + 1 :])
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
