"""What an irregularity does to the table, one small act at a time."""

from .cards import rank, suit
from .moments import stake_is_settled, without_result
from .script import Action
from .table import Hand, Ready, Table, is_void
from .voids import (
    find_hands,
    live_players,
    next_in_control,
    take_back,
    void_hands,
    void_round,
    void_wager,
    who_else_decides,
)

# These stand on the tape beside the lines of the script. A script cannot write them.
ACTS = [
    "dealer_last",
    "late_second",
    "late_hit",
    "passed_over",
    "goes_on",
    "hole_up",
    "laid",
    "lets_go",
    "burn",
    "ready",
    "ready_waits",
    "ready_goes_on",
    "accept",
    "refuse",
    "absent",
    "other_decides",
    "offer_insurance",
    "offer_surrender",
    "no_reader",
    "reshuffled",
    "void_round",
    "void_hand",
    "void_wager",
    "take_back",
]


def play_act(table: Table, action: Action) -> None:
    table.line = action.line
    table.last_hand = None
    word, rest = action.word, action.rest
    if word == "dealer_last":
        dealer_last(table)
    elif word == "late_second":
        late_second(table, rest[0])
    elif word == "late_hit":
        late_hit(table, rest[0])
    elif word == "passed_over":
        passed_over(table, rest[0])
    elif word == "goes_on":
        goes_on(table, rest[0])
    elif word == "hole_up":
        table.close_offers()
        if table.current_hand() is None:  # put right since: then it lies face down still
            table.turn_up_hole()
    elif word == "laid":
        table.note_card(rest[0])
        laid(table, rest[0], rest[1])
        let_go(table, rest[2])
    elif word == "lets_go":
        let_go(table, rest[0])
    elif word == "burn":
        table.note_card(rest[0])
    elif word == "ready":
        table.note_card(rest[0])
        table.ready.append(Ready(rest[0], rest[1] == "may_be_refused", rest[-1] == "unseen"))
    elif word == "ready_waits":
        table.ready_waits = True
        table.had_no_result = table.before_cards[-int(rest[0])] if rest else without_result(table)
    elif word == "ready_goes_on":
        table.ready_waits = False
        table.settle_late_sides()
    elif word == "accept":
        accept(table, rest[0])
    elif word == "refuse":
        refuse(table, rest[0])
    elif word == "absent":
        table.find_box(rest[0]).absent = True
        table.end_late_offers_to_nobody()
    elif word == "other_decides":
        box = table.find_box(rest[0])
        others = who_else_decides(box) or [
            each for each in live_players(box) if each not in [box.controller, *box.away]
        ]
        if others:  # otherwise, in a reconstruction, nothing is left to decide
            if box.controller is not None:
                box.away.append(box.controller)
            box.controller = next_in_control(table, box, others)
            table.end_late_offers_to_nobody()
    elif word == "offer_insurance":
        table.late_insurance = (table.find_box(rest[0]).number, rest[1])
    elif word == "offer_surrender":
        table.late_surrender = table.find_box(rest[0]).number
    elif word == "no_reader":
        table.reader_out = True
        table.peeked = False  # nobody goes by what it said
    elif word == "reshuffled":
        put_discards_back(table)
    elif word == "void_round":
        void_round(table)
        return
    elif word == "void_hand":
        void_hands(table, rest)
    elif word == "void_wager":
        void_wager(table, int(rest[0]), rest[1], rest[2])
    elif word == "take_back":
        take_back(table, int(rest[0]), rest[1], rest[2:])
    table.finish_hands()
    table.deal_ready()


def dealer_last(table: Table) -> None:
    """MA 15(f): the players have their two cards before the dealer has his."""
    table.dealer_is_last = True
    table.places = [place for place in table.places if place is not None] + [None]


# ---------------------------------------------------------------- S19, S20: the cards stay where they lie


def passed_over(table: Table, name: str) -> None:
    """The next cards are the others'."""
    complete = table.is_complete()
    for hand in find_hands(table, name):
        hand.passed = True
        if not (complete or hand.surrendered or hand.refused or is_void(hand)):
            hand.done = False  # it had not stood
        table.places = [place for place in table.places if place is not hand]
    let_go(table, name)


def goes_on(table: Table, name: str) -> None:
    """It has what it has; of the first two cards it gets those that it has not before players draw, or else in its
    turn."""
    for hand in find_hands(table, name):
        hand.passed = False
        if len(hand.cards) < 2 and not hand.from_split and not is_void(hand) and not table.cards_in_play:
            deal_to(table, hand)
    if table.drawn and not table.deal_ended:
        table.end_deal()


def deal_to(table: Table, hand: Hand) -> None:
    """Whoever has no card first, then the dealer, then all who have not two."""
    waiting = [other for other in table.all_hands() if other is hand or any(other is each for each in table.places)]
    firsts: list[Hand | None] = [other for other in waiting if not other.cards]
    seconds: list[Hand | None] = [other for other in waiting if len(other.cards) < 2]
    dealer = [None] if None in table.places else []
    table.places = [*firsts, *seconds, *dealer] if table.dealer_is_last else [*firsts, *dealer, *seconds]


def laid(table: Table, card: str, name: str) -> None:
    """In the initial deal it is one of that hand's two."""
    if table.initial_deal_is_over():
        table.close_offers()
        table.cards_in_play = table.cards_in_play + 1
    if name == "dealer":
        if not table.places:
            table.turn_up_hole()
        if table.dealer_hand_is_completed():
            return  # NZ 16.3, SG 5.10.2, ACT 15.3, MA 15(e): an additional card is discarded
        if table.is_complete() and table.hole is not None and len(table.dealer) == 1:
            return  # his second card lies face down, and nothing hangs on what he has
        if table.is_complete() and table.dealer_counts is None:
            table.dealer_counts = len(table.dealer)  # SG 5.10.2: the round was settled without it
        table.dealer.append(card)
        table.places = [place for place in table.places if place is not None]
        return
    hand = find_hands(table, name)[0]
    take_out_of_the_deal(table, hand, 1)
    box = table.box_of(hand)
    if table.initial_deal_is_over():
        table.note_late_first_card(hand, card)
    elif len(box.first_two) < 2:
        box.first_two.append(card)
    hand.cards.append(card)


def take_out_of_the_deal(table: Table, hand: Hand, start: int) -> None:
    for place in range(start, len(table.places)):
        if table.places[place] is hand:
            table.places.pop(place)
            return


def let_go(table: Table, name: str) -> None:
    """The card that it was to have is not on its way: its player may decide again, if he has not doubled."""
    if name == "dealer":
        return
    for hand in find_hands(table, name):
        if not hand.doubled:
            hand.card_owed = False


def late_second(table: Table, box_text: str) -> None:
    """MA 15(h): this box has its second card after all other players."""
    hand = table.find_box(box_text).hands[0]
    seconds = [place for place, other in enumerate(table.places) if other is hand]
    table.places.pop(seconds[-1])
    table.places.append(hand)


def late_hit(table: Table, hand_text: str) -> None:
    """MA 15(i): this hand is served after all others."""
    for hand in find_hands(table, hand_text):
        hand.late = True
        if len(hand.cards) >= 2 and not hand.doubled and not hand.surrendered and not hand.refused:
            hand.done = False  # he had asked for a card, whatever the record has; see finish_hands


def hand_that_is_asked(table: Table, box_text: str) -> Hand:
    hand = table.current_hand()
    if hand is None or hand.box != table.find_box(box_text).number:
        raise table.refuse("this box is not asked")
    if not table.ready or not table.ready[0].may_be_refused or not table.initial_deal_is_over():
        raise table.refuse("no card lies ready that may be refused")
    return hand


def accept(table: Table, box_text: str) -> None:
    hand = hand_that_is_asked(table, box_text)
    table.answer_own(table.box_of(hand))
    hand.decided = True
    hand.card_owed = True


def refuse(table: Table, box_text: str) -> None:
    hand = hand_that_is_asked(table, box_text)
    table.answer_own(table.box_of(hand))
    table.last_hand = hand
    table.acted_up_to = max(table.acted_up_to, hand.box)
    refuse_for(hand)
    if table.book.name != "ma-pontoon-21-v3":
        return  # NZ 16.4: "to his/her hand"
    player = table.box_of(hand).controller
    for box in table.boxes:  # MA 15(d): "to him"
        for other in box.hands:
            if box.controller == player and not other.done:
                refuse_for(other)


def refuse_for(hand: Hand) -> None:
    hand.decided = True
    hand.refused = True
    hand.done = True


def put_discards_back(table: Table) -> None:
    """ACT 15.6: all but the cards that still lie on the layout."""
    lying = [
        *table.dealer,
        *([table.hole] if table.hole and len(table.dealer) == 1 else []),
        *[each.card for each in table.ready],
    ]
    for hand in table.all_hands():
        if not is_taken_away(table, hand):
            lying.extend(hand.cards)
    table.back_in_the_shoe = list(table.drawn)
    for card in lying:
        table.back_in_the_shoe.remove(card)


def is_taken_away(table: Table, hand: Hand) -> bool:
    """What was paid or taken; sevens that may have a Super Bonus stay to be seen."""
    if is_void(hand):
        return True
    sevens = [rank(card) for card in [*hand.cards, *table.dealer[:1]]] == ["7"] * 4
    if sevens and len({suit(card) for card in hand.cards}) == 1:
        return False
    return all(stake_is_settled(table, hand, stake) for stake in hand.stakes)
