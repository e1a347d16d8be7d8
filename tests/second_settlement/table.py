"""The round on the table: who gets which card, and who may do what when."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from .books import Book
from .cards import count, is_ace_and_picture, is_card, is_picture, low_value, rank, suit
from .errors import NotCovered, Refused
from .limits import counted_wagers, in_multiples
from .script import Action, TableKeys, Wager, read_number

AFTER_EVERYTHING = 1000
READER_SAYS = {True: "blackjack", False: "no_blackjack"}


@dataclass
class Stake:
    """One bettor's wager on one hand."""

    player: str
    placed: int  # the chips put down
    base: Fraction  # what they count for
    original: bool  # False: the extra wager of a split
    double: Fraction = Fraction(0)
    rescued: bool = False
    void: bool = False
    void_after_pontoon: bool = False  # what the pontoon took of the others stands


@dataclass
class Hand:
    box: int
    cards: list[str]
    stakes: list[Stake]
    from_split: bool = False
    one_card_only: bool = False  # a split ace where the book gives it one card
    doubled: bool = False
    card_owed: bool = False  # hit or double was called, its card has not come yet
    surrendered: bool = False
    decided: bool = False
    stood: bool = False
    refused: bool = False  # its player would not take a card drawn in error
    late: bool = False  # served after all others, MA 15(i)
    passed: bool = False  # passed over by mistake, while the cards lie with the others, S19, S20
    done: bool = False
    done_by_itself: bool = False


@dataclass
class Box:
    number: int
    controller: str | None
    hands: list[Hand]
    seated: str | None = None  # who decided when betting closed, SG 4.1.2
    suited_sevens_split: bool = False
    first_two: list[str] = field(default_factory=list)  # the cards of the initial deal
    sides_settled: bool = False
    absent: bool = False  # nobody is there to decide
    void: bool = False  # all its hands are void
    away: list[str] = field(default_factory=list)  # who did not decide when he should have
    answered: list[str] = field(default_factory=list)  # who decided: S17, what was offered to him has its answer


@dataclass
class Insurance:
    box: int
    player: str
    amount: Fraction
    void: bool = False


@dataclass
class Ready:
    """A card out of the shoe that is used as the next one."""

    card: str
    may_be_refused: bool
    unseen: bool = False


def was_in(stake: Stake) -> bool:
    """Whether it was in when the dealer's pontoon came."""
    return not stake.void or stake.void_after_pontoon


def is_void(hand: Hand) -> bool:
    return all(stake.void for stake in hand.stakes)


def is_pair(hand: Hand) -> bool:
    return len(hand.cards) == 2 and low_value(hand.cards[0]) == low_value(hand.cards[1])


def fixed_ones(book: Book, hand: Hand) -> list[int]:
    """Positions in a doubled hand where an ace may only be 1."""
    if not hand.doubled or book.ace_is_one_when_doubled == "no":
        return []
    if book.ace_is_one_when_doubled == "initial_deal" and hand.from_split:
        return [0]
    return [0, 1]


def hand_total(book: Book, hand: Hand) -> tuple[int, bool]:
    return count(hand.cards, fixed_ones(book, hand))


def is_player_pontoon(hand: Hand) -> bool:
    if hand.from_split or len(hand.cards) != 2:
        return False
    return is_ace_and_picture(hand.cards)


def find_controller(book: Book, bettors: list[Wager]) -> str | None:
    seated: list[str] = []
    for position, wager in enumerate(bettors):
        sits = wager.seated
        if sits is None:
            sits = position == 0
        if sits:
            seated.append(wager.player)
    if len(seated) > 1:
        raise Refused(0, f"wager {bettors[0].number}: two seated players on one box")
    if seated:
        return seated[0]
    if book.unseated_control == "nobody":
        return None
    if book.unseated_control == "nearest":
        return bettors[0].player
    best = bettors[0]
    for wager in bettors:
        if wager.main > best.main:
            best = wager
    return best.player


def make_boxes(book: Book, keys: TableKeys, wagers: list[Wager]) -> list[Box]:
    numbers: list[int] = []
    for wager in wagers:
        if wager.has_main and wager.box not in numbers:
            numbers.append(wager.box)
    boxes: list[Box] = []
    for number in sorted(numbers):
        bettors = [w for w in wagers if w.box == number and w.has_main]
        counted = counted_wagers(book, keys, bettors)
        stakes: list[Stake] = []
        for wager, amount in zip(bettors, counted, strict=True):
            stakes.append(Stake(wager.player, wager.main, amount, True))
        hand = Hand(number, [], stakes)
        decides = find_controller(book, bettors)
        boxes.append(Box(number, decides, [hand], decides))
    return boxes


@dataclass
class Table:
    book: Book
    keys: TableKeys
    boxes: list[Box]
    wagers: list[Wager]
    dealer: list[str] = field(default_factory=list)
    hole: str | None = None
    drawn: list[str] = field(default_factory=list)
    places: list[Hand | None] = field(default_factory=list)  # None: the dealer
    insurances: list[Insurance] = field(default_factory=list)
    offers_open: bool = False
    rescue_hand: Hand | None = None
    peeked: bool = False
    reader_was_wrong: bool = False  # by the cards as they lie now
    over: bool = False
    acted_up_to: int = 0  # the highest box that had a decision or a card in its turn
    line: int = 0
    back_in_the_shoe: list[str] | None = None  # the discards, once they went back
    ready: list[Ready] = field(default_factory=list)
    ready_waits: bool = False  # while players say whether they go on, SG 5.7
    before_cards: list[list[Stake]] = field(default_factory=list)  # what had no result before each card
    had_no_result: list[Stake] | None = None  # when players were asked; None: nobody was, as in a reconstruction
    late_insurance: tuple[int, str] | None = None  # NZ 16.11
    late_surrender: int | None = None  # NZ 16.12
    reader_out: bool = False  # MA 15(m)
    cards_in_play: int = 0  # drawn after the initial deal
    last_hand: Hand | None = None  # whom the last line was for
    ready_dealt: list[tuple[str, Hand | None, bool]] = field(default_factory=list)  # by the last line; in play?
    dealer_is_last: bool = False  # he missed his own card
    dealer_counts: int | None = None  # so many of the dealer's cards are his hand; None: all
    deal_ended: bool = False
    ended_without_one: bool = False  # the offers were open before the hand that was passed over was served again
    void_sides: list[tuple[int, str, str]] = field(default_factory=list)
    never_counted: list[tuple[int, str, str]] = field(default_factory=list)  # side bets void before the first card
    void: bool = False

    def __post_init__(self) -> None:
        if not self.boxes:
            raise Refused(0, "no box has a main wager")
        if self.book.name != "ma-pontoon-21-v3" and self.keys.hole_card != "none":
            raise Refused(0, "this book has no hole card")
        if self.keys.hole_card not in ["none", "blind", "reader"]:
            raise Refused(0, "unknown hole_card")
        for box in self.boxes:
            self.places.append(box.hands[0])
        self.places.append(None)
        for box in self.boxes:
            self.places.append(box.hands[0])

    # ------------------------------------------------------------ looking around

    def refuse(self, reason: str) -> Refused:
        return Refused(self.line, reason)

    def find_box(self, text: str) -> Box:
        number = read_number(self.line, text)
        for box in self.boxes:
            if box.number == number:
                return box
        raise self.refuse(f"no wager on box {number}")

    def box_of(self, hand: Hand) -> Box:
        return self.find_box(str(hand.box))

    def all_hands(self) -> list[Hand]:
        hands: list[Hand] = []
        for box in self.boxes:
            for hand in box.hands:
                hands.append(hand)
        return hands

    def current_hand(self) -> Hand | None:
        for late in [False, True]:
            for hand in self.all_hands():
                if hand.late == late and not hand.done and not hand.passed:
                    return hand
        return None

    def is_all_void(self) -> bool:
        return all(is_void(hand) for hand in self.all_hands())

    def total(self, hand: Hand) -> int:
        return hand_total(self.book, hand)[0]

    def first_may_make_pontoon(self) -> bool:
        if not self.dealer:
            return False
        return rank(self.dealer[0]) == "A" or is_picture(self.dealer[0])

    def hole_is_missing(self) -> bool:
        return self.keys.hole_card != "none" and self.hole is None and not self.is_all_void()

    def initial_deal_is_over(self) -> bool:
        """Not while a hand that was passed over may still have its card before players draw."""
        return self.all_others_are_dealt() and (self.deal_ended or not self.somebody_is_passed_over())

    def all_others_are_dealt(self) -> bool:
        return not self.places and not self.hole_is_missing()

    def somebody_is_passed_over(self) -> bool:
        return any(hand.passed for hand in self.all_hands())

    def need_initial_deal(self) -> None:
        if not self.initial_deal_is_over():
            raise self.refuse("the initial deal is not over")

    # ------------------------------------------------------------ one line of the script

    def play(self, action: Action) -> None:
        self.line = action.line
        self.last_hand = None
        if self.over:
            raise self.refuse("the reader has ended the round")
        if action.word == "card":
            self.take_card(action.rest[0])
        elif action.word == "hole":
            self.do_hole(action.rest)
        elif action.word == "proceed":
            self.do_proceed()
        else:
            if not (self.ended_without_one and action.word in ["insure", "surrender"]):
                self.need_initial_deal()
            self.play_decision(action)
        self.finish_hands()
        self.deal_ready()
        self.settle_late_sides()

    def play_decision(self, action: Action) -> None:
        if action.word == "peek":
            self.do_peek(action.rest)
            return
        if not action.rest:
            raise self.refuse("which box?")
        if action.word == "rescue":
            self.do_rescue(action.rest)
            return
        box = self.find_box(action.rest[0])
        if action.word == "insure":
            self.do_insure(box, action.rest)
        elif action.word == "surrender":
            self.do_surrender(box)
        elif action.word == "hit":
            self.do_hit(box)
        elif action.word == "stand":
            self.do_stand(box)
        elif action.word == "double":
            self.do_double(box, action.rest[1:])
        elif action.word == "split":
            self.do_split(box, action.rest[1:])

    # ------------------------------------------------------------ cards

    def card_trouble(self, card: str) -> str | None:
        """Why this card can go to no hand."""
        if not is_card(card):
            raise self.refuse(f"not a card: {card}")
        if rank(card) == "T":
            return "foreign_card"
        if self.out_of_the_shoe(card) >= self.keys.decks:
            return "impossible_card"
        if self.is_complete():
            return "card_not_awaited"
        return None

    def is_one_too_many(self, cards: list[str]) -> bool:
        """Whether the shoe has each of these cards, but not all of them together."""
        return any(self.out_of_the_shoe(card) + cards.count(card) > self.keys.decks and is_card(card) for card in cards)

    def out_of_the_shoe(self, card: str) -> int:
        return self.drawn.count(card) - (self.back_in_the_shoe or []).count(card)

    def note_card(self, card: str) -> None:
        if not is_card(card) or rank(card) == "T":
            raise self.refuse(f"not a card of the set: {card}")
        self.drawn.append(card)

    def take_card(self, card: str) -> None:
        if self.ready:
            self.close_offers()
            self.give_ready_to_forced_hand()
            self.deal_ready()
        if self.ready:
            raise self.refuse("a card lies ready, and it goes first")
        self.note_card(card)
        self.place_card(card)

    def place_card(self, card: str) -> None:
        if self.places:
            self.place_first_cards(card)
            return
        if self.hole_is_missing():
            raise self.refuse("the dealer's face-down card comes first")
        self.close_offers()
        self.cards_in_play = self.cards_in_play + 1
        hand = self.current_hand()
        self.last_hand = hand
        if hand is None:
            self.take_dealer_card(card)
        else:
            self.take_player_card(hand, card)
        self.finish_hands()

    def place_first_cards(self, card: str) -> None:
        place = self.places.pop(0)
        self.last_hand = place
        if place is None:
            self.dealer.append(card)
        else:
            place.cards.append(card)
            self.box_of(place).first_two.append(card)
        self.end_deal()

    def end_deal(self) -> None:
        if self.initial_deal_is_over():
            self.after_initial_deal()

    def close_offers(self) -> None:
        self.offers_open = False
        self.rescue_hand = None
        self.late_insurance = None
        self.late_surrender = None

    def end_late_offers_to_nobody(self) -> None:
        """Nothing is offered on a void wager, or to somebody who has left."""
        if self.late_insurance is not None:
            number, player = self.late_insurance
            box = self.find_box(str(number))
            live = [stake.player for hand in box.hands for stake in hand.stakes if not stake.void]
            out = [*box.away, *([box.controller] if box.absent else [])]
            if player not in live or player in out:
                self.late_insurance = None
        if self.late_surrender is not None:
            box = self.find_box(str(self.late_surrender))
            if box.absent or is_void(box.hands[0]):
                self.late_surrender = None

    def an_offer_waits(self) -> bool:
        """Whether anybody could still say yes; a 21 that has been paid is not rescued any more."""
        hand = self.rescue_hand
        if hand is not None and self.book.player_21_wins_at_once and self.total(hand) == 21:
            hand = None
        if hand is not None:
            away = self.box_of(hand).away
            waiting = [stake for stake in hand.stakes if stake.double and not stake.rescued and not stake.void]
            if all(stake.player in away for stake in waiting):
                hand = None  # everybody who could has taken it back
        if hand is not None or self.late_insurance is not None or self.late_surrender is not None:
            return True
        return any(self.may_surrender_now(box) or self.who_may_insure(box) for box in self.boxes)

    def may_surrender_now(self, box: Box) -> bool:
        """S17: until a card comes, or the box decides otherwise. MA 8(a): a box's own choice, not an offer to it."""
        hand = box.hands[0]
        if not self.offers_open or self.book.surrender_at_turn or self.is_unattended(box):
            return False
        if not self.first_may_make_pontoon() or is_void(hand) or is_player_pontoon(hand):
            return False
        return not hand.surrendered and not hand.decided and len(hand.cards) == 2

    def who_may_insure(self, box: Box) -> list[str]:
        """Until a card comes; what a box decides answers for who decides there."""
        hand = box.hands[0]
        if not self.offers_open or rank(self.dealer[0]) != "A":
            return []
        if is_player_pontoon(hand) and not self.book.pontoon_may_insure:
            return []
        insured = [each.player for each in self.insurances if each.box == box.number]
        players = [
            stake.player
            for each in box.hands
            for stake in each.stakes
            if not stake.void and self.most_insurance(stake.base) >= self.least_insurance()
        ]
        out = [*insured, *box.away, *box.answered, *([box.controller] if box.absent else [])]
        return [player for player in dict.fromkeys(players) if player not in out]

    # ------------------------------------------------------------ a card that lies ready

    def deal_ready(self) -> None:
        while self.ready and not self.ready_waits and self.ready_is_due():
            if self.hole_is_missing() and not self.places:
                self.hole = self.ready.pop(0).card  # nobody saw it: it lies face down as any other
                self.end_deal()
            else:
                self.deal_first_ready()

    def deal_first_ready(self) -> None:
        in_play, card = self.initial_deal_is_over(), self.ready.pop(0).card
        self.place_card(card)
        self.ready_dealt.append((card, self.last_hand, in_play))

    def ready_is_due(self) -> bool:
        if self.places:
            return True
        if self.hole_is_missing():
            return self.ready[0].unseen
        hand = self.current_hand()
        if self.reader_waits() or self.is_complete() or (hand is None and self.dealer_is_finished()):
            return False
        if hand is not None and hand.card_owed and len(hand.cards) > 1:
            return True  # a decision called for it: an offer to somebody else does not hold it up
        if self.an_offer_waits():
            return False
        if hand is None or self.box_of(hand).absent:
            return True
        if len(hand.cards) < 2:
            return True  # the split asked for it
        if self.ready[0].may_be_refused:
            return False
        return self.must_draw(hand) and not self.may_still_double(hand) and not self.may_still_split(hand)

    def must_draw(self, hand: Hand) -> bool:
        return self.total(hand) < self.book.must_draw_below

    def may_still_double(self, hand: Hand) -> bool:
        """Whether who decides has the chips for it: NZ 12.3(b), ACT 3.3."""
        if len(hand.cards) != 2 and self.book.double_only_on_two_cards:
            return False
        decides = self.decides_on(self.box_of(hand), hand)
        unit, least = 1, 1
        if self.book.doubles_in_multiples:
            unit = lcm(self.keys.increment or 1, self.keys.smallest_chip or 1)
        if self.book.double_at_least_increment:
            least = self.keys.increment or 1
        wagers = [stake.base for stake in hand.stakes if stake.player == decides and not stake.void]
        return any(least <= int(wager) // unit * unit and int(wager) >= unit for wager in wagers)

    def may_still_split(self, hand: Hand) -> bool:
        return is_pair(hand) and len(self.box_of(hand).hands) < self.book.most_hands

    def give_ready_to_forced_hand(self) -> None:
        """The player of a hand that must draw may still double or split; he did neither."""
        hand = self.current_hand()
        while self.ready and not self.ready[0].may_be_refused and hand is not None:
            if hand.done or not self.must_draw(hand):
                return
            self.deal_first_ready()

    def do_hole(self, rest: list[str]) -> None:
        if self.places or not self.hole_is_missing() or len(rest) != 1:
            raise self.refuse("no face-down card is dealt here")
        if self.card_trouble(rest[0]) is not None:
            raise NotCovered("something is wrong with the face-down card")
        self.note_card(rest[0])
        self.hole = rest[0]
        self.end_deal()

    def end_deal_without_passed_over(self) -> None:
        """On the felt the deal was over without that hand as soon as play went on."""
        if self.drawn and not self.deal_ended and self.all_others_are_dealt() and self.somebody_is_passed_over():
            self.ended_without_one = True
            self.after_initial_deal()

    def after_initial_deal(self) -> None:
        self.deal_ended = True
        for box in self.boxes:
            box.sides_settled = len(box.first_two) == 2
        self.finish_hands()
        if self.book.surrender_at_turn:
            self.offers_open = self.current_hand() is not None or rank(self.dealer[0]) == "A"
            return
        if not self.first_may_make_pontoon():
            return
        for hand in self.all_hands():
            if not is_player_pontoon(hand) and not is_void(hand):
                self.offers_open = True
        if self.book.pontoon_may_insure and rank(self.dealer[0]) == "A":
            self.offers_open = True

    def take_player_card(self, hand: Hand, card: str) -> None:
        self.need_the_reader_first()
        self.acted_up_to = max(self.acted_up_to, hand.box)
        hand.cards.append(card)
        self.note_late_first_card(hand, card)
        hand.card_owed = False
        if hand.doubled:
            hand.done = True
            if self.total(hand) <= 21:
                self.rescue_hand = hand

    def note_late_first_card(self, hand: Hand, card: str) -> None:
        """Of a hand that was passed over in the deal."""
        box = self.box_of(hand)
        if len(box.first_two) < 2 and not hand.from_split:
            box.first_two.append(card)

    def settle_late_sides(self) -> None:
        """Of a box that had its second card after the deal; not while its players are asked."""
        for box in self.boxes:
            box.sides_settled = box.sides_settled or (self.deal_ended and len(box.first_two) == 2)

    def need_the_reader_first(self) -> None:
        if self.reader_waits():
            raise self.refuse("the reader comes before any further card")

    def reader_waits(self) -> bool:
        if self.keys.hole_card != "reader" or self.peeked or self.reader_out:
            return False
        played = any(not is_void(hand) and not is_player_pontoon(hand) for hand in self.all_hands())
        return played and self.first_may_make_pontoon()  # S15: not for blackjacks alone

    def finish_hands(self) -> None:
        """Hands that can take no more are done without a word."""
        for box in self.boxes:
            for hand in box.hands:
                if is_void(hand):
                    hand.done = True
                if hand.done or hand.card_owed or len(hand.cards) < 2 or not self.initial_deal_is_over():
                    continue
                if hand.passed:
                    continue
                total = self.total(hand)
                unattended = self.is_unattended(box) and total >= self.book.must_draw_below
                if total >= 21 or hand.one_card_only or unattended:
                    hand.done = True
                    hand.done_by_itself = True

    def is_unattended(self, box: Box) -> bool:
        return box.controller is None or box.absent

    # ------------------------------------------------------------ the dealer's hand

    def dealer_needs(self) -> str:
        """What the wagers still hang on: "nothing", "second" or "all" of his cards."""
        need = "nothing"
        for insurance in self.insurances:
            if not insurance.void:
                need = "second"
        for hand in self.all_hands():
            wanted = self.hand_needs(hand)
            if wanted == "all":
                return "all"
            if wanted == "second":
                need = "second"
        for box in self.boxes:
            if self.pontoon_would_spare(box):
                need = "second"
        return need

    def pontoon_would_spare(self, box: Box) -> bool:
        """MA 9(c), 10(d): a blackjack gives back whatever is lost beyond one original wager."""
        if self.book.pontoon_takes_after_split != "one_in_all":
            return False
        if self.peeked or not self.first_may_make_pontoon():
            return False
        lost: dict[str, Fraction] = {}
        for hand in box.hands:
            for stake in hand.stakes:
                if stake.void:
                    continue
                before = lost.get(stake.player, Fraction(0))
                if stake.rescued:
                    lost[stake.player] = before + stake.base
                elif self.total(hand) > 21:
                    lost[stake.player] = before + stake.base + stake.double
                if lost.get(stake.player, Fraction(0)) > stake.base:
                    return True
        return False

    def hand_needs(self, hand: Hand) -> str:
        if is_void(hand):
            return "nothing"
        if hand.surrendered:
            if self.book.draws_out_for_surrender:
                return "all"
            return "second" if self.first_may_make_pontoon() else "nothing"
        if all(stake.rescued or stake.void or stake.base == 0 for stake in hand.stakes):
            return "nothing"
        total = self.total(hand)
        if total > 21:
            return "nothing"
        if total < 21:
            return "all"
        if self.book.player_21_wins_at_once or is_player_pontoon(hand):
            return "nothing"
        # MA 5(b): 21 in more than two cards still loses to a blackjack
        if self.first_may_make_pontoon() and not self.peeked:
            return "second"
        return "nothing"

    def dealer_cards(self) -> list[str]:
        """His cards as they lie once the players are done: a hole card that is needed is turned up."""
        if self.hole is not None and len(self.dealer) == 1 and self.dealer_needs() != "nothing":
            return [self.dealer[0], self.hole]
        return self.dealer

    def dealer_is_finished(self) -> bool:
        need = self.dealer_needs()
        if need == "nothing":
            return True
        cards = self.dealer_cards()
        if need == "second" or len(cards) < 2:
            return len(cards) >= 2
        total, soft = count(cards, [])
        if soft and total == 17 and self.book.dealer_hits_soft_17:
            return False
        return total >= 17

    def dealer_hand_is_completed(self) -> bool:
        """By his cards: a pontoon, or what he stands on."""
        total, soft = count(self.dealer, [])
        hits = soft and total == 17 and self.book.dealer_hits_soft_17
        return is_ace_and_picture(self.dealer) or (total >= 17 and not hits)

    def turn_up_hole(self) -> None:
        self.dealer = list(self.dealer_cards())

    def take_dealer_card(self, card: str) -> None:
        self.acted_up_to = AFTER_EVERYTHING
        if self.dealer_is_finished():
            raise self.refuse("the dealer takes no card")
        self.turn_up_hole()
        self.dealer.append(card)

    def is_complete(self) -> bool:
        if self.void or self.is_all_void():
            return True
        if not self.initial_deal_is_over():
            return False
        if self.over:
            return True
        if self.somebody_is_passed_over():
            return False
        return self.current_hand() is None and self.dealer_is_finished()

    def phase(self) -> str:
        if self.void:
            return "void"
        if self.is_complete():
            if not self.over and self.initial_deal_is_over():
                self.turn_up_hole()
            return "complete"
        if not self.initial_deal_is_over():
            return "initial_deal"
        if self.current_hand() is not None:
            return "offers" if self.offers_open else "hands"
        self.turn_up_hole()
        return "dealer"

    # ------------------------------------------------------------ offers

    def do_peek(self, said: list[str]) -> None:
        """What the reader said stands, whatever the cards turn out to be."""
        if self.keys.hole_card != "reader" or self.hole is None or self.peeked:
            raise self.refuse("there is nothing to read")
        if not self.first_may_make_pontoon():
            raise NotCovered("the reader used under a card that calls for none")
        if self.cards_in_play > 0 or self.reader_out:
            raise self.refuse("too late for the reader")
        self.peeked = True
        self.close_offers()
        blackjack = is_ace_and_picture([self.dealer[0], self.hole])
        self.reader_was_wrong = bool(said) and said != [READER_SAYS[blackjack]]
        if blackjack and not self.reader_was_wrong:
            self.dealer.append(self.hole)
            self.over = True

    def do_proceed(self) -> None:
        """One word of the dealer closes whatever is open; it may be one too many since the last card."""
        if not self.an_offer_waits() and not self.offers_open and self.rescue_hand is None:
            raise self.refuse("no offer is open")
        made_late = self.late_insurance is not None or self.late_surrender is not None
        rescue = self.rescue_hand if made_late and not self.ready else None
        self.close_offers()
        self.rescue_hand = rescue  # NZ 12.8: until a further card is drawn, whatever else was on offer meanwhile

    def do_insure(self, box: Box, rest: list[str]) -> None:
        if len(rest) != 3:
            raise self.refuse("insure needs box, player and amount")
        late = self.late_insurance == (box.number, rest[1])
        if late:
            self.late_insurance = None
        if not (self.offers_open or late) or rank(self.dealer[0]) != "A":
            raise self.refuse("insurance is not open")
        hand = self.hand_with_wager(box, rest[1])
        if is_player_pontoon(hand) and not self.book.pontoon_may_insure:
            raise self.refuse("a pontoon may not be insured")
        for insurance in self.insurances:
            if insurance.box == box.number and insurance.player == rest[1]:
                raise self.refuse("insured already")
        stake = self.find_stake(hand, rest[1])
        amount = read_number(self.line, rest[2])
        most = self.most_insurance(Fraction(stake.placed))
        if amount <= 0 or amount > most:
            raise self.refuse("insurance is at most half the wager")
        chip = self.keys.smallest_chip
        if rest[1] in box.away:
            raise self.refuse("nobody insures for an absent bettor")
        if self.book.insurance_may_go_to_next_chip and amount % (chip or 1) != 0:
            raise self.refuse("insurance does not come out in chips")
        if self.book.insurance_in_whole_chips and amount % (chip or 1) != 0:
            raise self.refuse("insurance does not come out in chips")
        if self.book.insurance_must_be_payable_in_chips and chip:
            if (2 * amount) % chip != 0:
                raise self.refuse("insurance does not come out in chips")
        counts_for = min(Fraction(amount), self.most_insurance(stake.base))
        self.insurances.append(Insurance(box.number, rest[1], counts_for))

    def least_insurance(self) -> int:
        """What twice of can be paid in chips, where it has to be."""
        chip = self.keys.smallest_chip or 1
        if not self.book.insurance_must_be_payable_in_chips:
            return 1
        return chip if chip % 2 or self.book.insurance_in_whole_chips else chip // 2

    def most_insurance(self, wager: Fraction) -> Fraction:
        half = wager / 2
        if not self.book.insurance_may_go_to_next_chip:
            return half
        chip = self.keys.smallest_chip or 1
        chips = half // chip
        if chips * chip < half:
            chips = chips + 1
        return Fraction(chips * chip)

    def do_surrender(self, box: Box) -> None:
        hand = box.hands[0]
        late = self.late_surrender == box.number
        self.last_hand = hand
        if self.is_unattended(box):
            raise self.refuse("nobody decides for this box")
        if len(box.hands) > 1 or len(hand.cards) != 2 or hand.surrendered or is_void(hand):
            raise self.refuse("too late to surrender")
        if hand.decided and not late:
            raise self.refuse("too late to surrender")
        if late:
            self.late_surrender = None
        elif self.book.surrender_at_turn:
            if self.acted_up_to > box.number and not hand.late:
                raise self.refuse("too late to surrender")
            if is_player_pontoon(hand):
                raise self.refuse("a blackjack is passed over")
        else:
            if not self.offers_open or not self.first_may_make_pontoon():
                raise self.refuse("surrender is not open")
            if is_player_pontoon(hand):
                raise self.refuse("a paid hand cannot surrender")
        if self.book.surrender_at_turn and self.current_hand() is hand:
            self.acted_up_to = max(self.acted_up_to, box.number)
        hand.surrendered = True
        hand.done = True

    # ------------------------------------------------------------ decisions on a hand

    def find_stake(self, hand: Hand, player: str) -> Stake:
        for stake in hand.stakes:
            if stake.player == player and not stake.void:
                return stake
        raise self.refuse(f"{player} has no wager on this hand")

    def hand_with_wager(self, box: Box, player: str) -> Hand:
        for hand in box.hands:
            for stake in hand.stakes:
                if stake.player == player and not stake.void:
                    return hand
        raise self.refuse(f"{player} has no wager on this box")

    def hand_in_turn(self, box: Box) -> Hand:
        """The hand a decision is for; S17: an offer to somebody else stays open until a card comes."""
        self.deal_ready()
        hand = self.current_hand()
        self.answer_own(box)
        if hand is None or hand.box != box.number:
            raise self.refuse("it is not this box's turn")
        if self.is_unattended(box):
            raise self.refuse("nobody decides for this box")
        if len(hand.cards) < 2 or hand.card_owed:
            raise self.refuse("a card comes first")
        self.last_hand = hand
        self.acted_up_to = max(self.acted_up_to, box.number)
        return hand

    def answer_own(self, box: Box) -> None:
        """A box that decides does not take what was offered to it late."""
        if self.late_insurance is not None and self.late_insurance == (box.number, box.controller):
            self.late_insurance = None
        if self.late_surrender == box.number:
            self.late_surrender = None
        if box.controller is not None:
            box.answered.append(box.controller)

    def do_hit(self, box: Box) -> None:
        hand = self.current_hand()
        if hand is not None and hand.box == box.number and self.is_forced(box, hand):
            self.last_hand = hand
            if self.ready:
                hand.card_owed = True
            return
        hand = self.hand_in_turn(box)
        hand.decided = True
        hand.card_owed = True

    def is_forced(self, box: Box, hand: Hand) -> bool:
        """The next card comes whether asked for or not; asking does no harm."""
        if len(hand.cards) < 2:
            return True
        return self.is_unattended(box) and self.total(hand) < self.book.must_draw_below

    def do_stand(self, box: Box) -> None:
        hand = self.current_hand()
        if hand is None or hand.box != box.number or len(hand.cards) < 2:
            if self.stand_was_needless(box):
                return
        hand = self.hand_in_turn(box)
        self.need_the_reader_first()
        self.give_ready_to_forced_hand()
        if hand.done:
            raise self.refuse("this hand is finished")
        if self.must_draw(hand):
            raise self.refuse("this hand must draw")
        hand.decided = True
        hand.stood = True
        hand.done = True

    def stand_was_needless(self, box: Box) -> bool:
        if self.acted_up_to > box.number:
            return False
        for hand in box.hands:
            if hand.done_by_itself and self.total(hand) <= 21:
                self.last_hand = hand
                return True
        return False

    def decides_on(self, box: Box, hand: Hand) -> str | None:
        """Who decides for the box; has he no wager on the hand, the nearest or the highest of the others."""
        live = [stake for stake in hand.stakes if not stake.void]
        if not live or any(stake.player == box.controller for stake in live):
            return box.controller
        present = [stake for stake in live if stake.player not in box.away] or live
        best = present[0]
        for stake in present:
            if self.book.unseated_control == "highest" and stake.base > best.base:
                best = stake
        return best.player

    def do_double(self, box: Box, rest: list[str]) -> None:
        hand = self.hand_in_turn(box)
        if self.book.double_only_on_two_cards and len(hand.cards) != 2:
            raise self.refuse("this book doubles on two cards only")
        named: dict[str, int] = {}
        for word in rest:
            player, _, amount = word.partition("=")
            named[player] = read_number(self.line, amount)
            self.find_stake(hand, player)
            if player in box.away:
                raise self.refuse("nobody doubles for an absent bettor")
        if self.decides_on(box, hand) in box.away:
            raise self.refuse("nobody with a wager on the hand is there")
        if rest and self.decides_on(box, hand) not in named:
            raise self.refuse("the player in control does not double")
        for stake in hand.stakes:
            if stake.void or stake.player in box.away:
                continue
            if not rest:
                self.double_in_full(stake)
            elif stake.player in named:
                self.put_double(stake, named[stake.player])
        hand.decided = True
        hand.doubled = True
        hand.card_owed = True

    def double_in_full(self, stake: Stake) -> None:
        """As much as the wager, in the multiples that the book wants; a bettor who cannot does not."""
        amount, unit = stake.placed, 1
        if self.book.doubles_in_multiples:
            unit = lcm(self.keys.increment or 1, self.keys.smallest_chip or 1)
            # A wager over the maximum counts up to it, and so does its double.
            amount = int(min(Fraction(amount), stake.base)) // unit * unit
        least = self.keys.increment if self.book.double_at_least_increment else None
        if amount > 0 and amount >= (least or 0):
            self.put_double(stake, amount)

    def put_double(self, stake: Stake, amount: int) -> None:
        if amount <= 0 or amount > stake.placed:
            raise self.refuse("a double is at most the original wager")
        if self.book.doubles_in_multiples and not in_multiples(self.keys, amount):
            raise self.refuse("a double in no multiple of the chips")
        least = self.keys.increment
        if self.book.double_at_least_increment and least and amount < least:
            raise self.refuse("a double is at least the increment")
        stake.double = min(Fraction(amount), stake.base)

    def do_split(self, box: Box, rest: list[str]) -> None:
        hand = self.hand_in_turn(box)
        if self.decides_on(box, hand) in box.away:
            raise self.refuse("nobody with a wager on the hand is there")
        if not is_pair(hand):
            raise self.refuse("not a pair")
        if len(box.hands) >= self.book.most_hands:
            raise self.refuse("no more hands may be formed")
        keeps = self.read_keeps(box, hand, rest)
        new = Hand(box.number, [hand.cards[1]], [], from_split=True, late=hand.late)
        staying: list[Stake] = []
        for stake in hand.stakes:
            kept = "first" if stake.void else keeps.get(stake.player)
            if kept == "second":
                new.stakes.append(stake)
                continue
            staying.append(stake)
            if kept is None:
                new.stakes.append(Stake(stake.player, stake.placed, stake.base, False))
                self.note_split_bet(stake, new.stakes[-1])
        self.note_split_cards(box, hand, new)
        hand.cards = [hand.cards[0]]
        hand.stakes = staying
        hand.from_split = True
        hand.decided = True
        hand.card_owed = True
        for position, other in enumerate(box.hands):
            if other is hand:
                box.hands.insert(position + 1, new)
                break

    def note_split_bet(self, stake: Stake, more: Stake) -> None:
        """SG 5.7.3: what goes back to whoever had no result then is the whole bet, on every hand that it is on now."""
        for known in [*self.before_cards, self.had_no_result or []]:
            if any(each is stake for each in known) and not any(each is more for each in known):
                known.append(more)

    def note_split_cards(self, box: Box, hand: Hand, new: Hand) -> None:
        first, second = hand.cards
        if rank(first) == "A" and self.book.split_aces_one_card:
            hand.one_card_only = True
            new.one_card_only = True
        if rank(first) == "7" and suit(first) == suit(second):
            box.suited_sevens_split = True

    def read_keeps(self, box: Box, hand: Hand, rest: list[str]) -> dict[str, str]:
        keeps: dict[str, str] = {}
        for word in rest:
            player, _, choice = word.partition("=")
            self.find_stake(hand, player)
            if choice not in ["first", "second"]:
                raise self.refuse("first or second?")
            if player == self.decides_on(box, hand):
                raise self.refuse("the player in control covers both hands")
            if choice == "second" and not self.book.may_choose_second_hand:
                raise self.refuse("a single wager stays on the first hand")
            keeps[player] = choice
        for player in box.away:
            keeps.setdefault(player, "first")
        return keeps

    def do_rescue(self, rest: list[str]) -> None:
        if len(rest) != 2:
            raise self.refuse("rescue needs box and player")
        place, _, number = rest[0].partition(".")
        box = self.find_box(place)
        hand = self.rescue_hand
        if hand is None or hand.box != box.number:
            raise self.refuse("no rescue is open on this box")
        if self.book.player_21_wins_at_once and self.total(hand) == 21:
            raise self.refuse("it has been paid")
        if number:
            position = read_number(self.line, number)
            if not 1 <= position <= len(box.hands) or box.hands[position - 1] is not hand:
                raise self.refuse("no rescue is open on this hand")
        stake = self.find_stake(hand, rest[1])
        if stake.double == 0 or stake.rescued:
            raise self.refuse("nothing to take back")
        stake.rescued = True
