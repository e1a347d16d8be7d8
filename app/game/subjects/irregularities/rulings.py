"""What a book says may be done about what went wrong: the rows of the ruleset that hold at this moment.

A row holds when all of its conditions do. They are asked of the table and of the hold, which says which box, player and
card the irregularity is about.
"""

from collections.abc import Callable

from app.game import events as e
from app.game.core.hands import is_pontoon, total
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import DEALER, VOID, Hand, Held, Round, Table, box_of, numbered_hands, others_on
from app.game.core.turn import size
from app.game.routing import next_card
from app.game.rules.ruleset import Ruleset, Ruling
from app.game.subjects.devices.keyed_cards import keyed_in_the_round
from app.game.subjects.settlement.sidebets import open_sides

Condition = Callable[[Table, Held], bool]
# Of these a card that the record gave to a hand is the matter: the last one that left the shoe.
ABOUT_THE_LAST_CARD = ("error_card", "burnt_in_error", "misplaced_card", "card_to_empty_box", "early_dealer_card")


# What a device's line leaves open is not in any book: the cards on the table are compared with the record, and nothing
# is decided by it. Whatever a book has for what comes to light then is reported, voided or reconstructed as ever.
HOUSE_CLAUSE = "house"
# What asks for the outcome of a wager, and not for its settlement.
INTERRUPTED = ("interruption", "shuffler_fault")
LEAVES_THE_SHOE = (e.CardDealt, e.CardDealtDown, e.CardBurnt, e.CardKept, e.CardDiscarded)
HOUSE: dict[str, tuple[Ruling, ...]] = {
    "device_doubt": (
        Ruling(("always",), "continue", HOUSE_CLAUSE, "allowed"),
        Ruling(("always",), "enter_card", HOUSE_CLAUSE, "allowed"),
        Ruling(("always",), "taken_back", HOUSE_CLAUSE, "allowed"),
    ),
    "keyed_differs": (
        Ruling(("always",), "same_card", HOUSE_CLAUSE, "allowed"),
        Ruling(("always",), "another_card", HOUSE_CLAUSE, "allowed"),
        Ruling(("always",), "as_told", HOUSE_CLAUSE, "allowed"),
    ),
}


def rulings(table: Table, rules: Ruleset, held: Held) -> tuple[Ruling, ...]:
    """What the book allows and forbids of what holds the table, or would hold it."""
    if held.irregularity in HOUSE:
        may = {
            "enter_card": _may_be_entered(table, rules),
            "taken_back": _may_be_taken_back(table, held),
            "as_told": bool(keyed_in_the_round(table)),
        }
        return tuple([row for row in HOUSE[held.irregularity] if may.get(row.choice, True)])
    rows = rules.irregularities["asked_players" if held.asked else held.irregularity]
    return tuple([row for row in rows if all([CONDITIONS[name](table, held) for name in row.when])])


def _may_be_entered(table: Table, rules: Ruleset) -> bool:
    """Whether a card that lies on the table, and not in the record, could be put into the record now."""
    found = next_card(replace(table, held=None), rules)
    if isinstance(found, Rejected) or (found is not None and found.how in ("burn", "hole") and table.shoe.left == 0):
        return False
    return not table.kept or (found is not None and found.how == "burn")


def _may_be_taken_back(table: Table, held: Held) -> bool:
    """Whether the shoe says that a card is in it again, and the round has one that could be it."""
    if held.detail != "card_pushed_back" or table.round is None or table.round.void is not None:
        return False
    return left_the_shoe(table) > 0


def left_the_shoe(table: Table) -> int:
    """How many cards have left the shoe in the round, as far as the record has them."""
    return sum([isinstance(each, LEAVES_THE_SHOE) and not getattr(each, "kept", False) for each in table.record])


def decided(round_: Round | None) -> bool:
    """Whether any wager of the round has won or lost; what a surrender costs is known with the dealer's second card."""
    if round_ is None:
        return False
    surrendered = any([box.surrendered and bool(box.hands[0].live) for box in round_.boxes])
    return any([line.outcome != "void" for line in round_.lines]) or (surrendered and len(round_.dealer) > 1)


def _always(table: Table, held: Held) -> bool:
    return True


def _again(table: Table, held: Held) -> bool:
    """Whether it had come before in this round; what holds the table now is the last of the list."""
    before = table.irregularities if table.held is None else table.irregularities[:-1]
    return any([incident.code == held.irregularity for incident in before])


def _decided(table: Table, held: Held) -> bool:
    if held.settled is not None:
        return held.settled
    return decided(table.round) or (held.irregularity in INTERRUPTED and _conclusive(table.round))


def _conclusive(round_: Round | None) -> bool:
    """Whether the cards of some box say already how a wager ends that is settled when everybody has two: a pontoon, or
    a side wager."""
    boxes = round_.boxes if round_ is not None else ()
    two = {box.number: box.hands[0] for box in boxes if len(box.hands) == 1 and len(box.hands[0].cards) == 2}
    if round_ is None or any([hand.live and is_pontoon(hand.cards) for hand in two.values()]):
        return round_ is not None
    return any([open_sides(round_, place) for place in round_.places if place.box in two])


def _after_deal(table: Table, held: Held) -> bool:
    return table.round is not None and table.round.dealt


def _no_card(table: Table, held: Held) -> bool:
    return held.felt == 0


def _one_card(table: Table, held: Held) -> bool:
    return held.felt == 1


def _others_on_box(table: Table, held: Held) -> bool:
    box = box_of(table.round, held.box) if table.round is not None and held.box is not None else None
    return box is not None and bool(others_on(box))


def row_for(table: Table, rules: Ruleset, held: Held, choice: str) -> Ruling | None:
    """What the book says of this choice now: the row that allows it, or else one that forbids it."""
    rows = [row for row in rulings(table, rules, held) if row.choice == choice]
    return next((row for row in rows if row.allowed), rows[0] if rows else None)


def _dealer_more(table: Table, held: Held) -> bool:
    if held.dealer_drew is not None:
        return held.dealer_drew
    return table.round is not None and len(table.round.dealer) > 1


def _dealer_17(table: Table, held: Held) -> bool:
    return table.round is not None and total(table.round.dealer).points >= 17


def _further_card(table: Table, held: Held) -> bool:
    """Whether any card but the first ones has been dealt, or the hole card read; or the round was over without one."""
    round_ = table.round
    if round_ is None or round_.complete or len(round_.dealer) > 1 or round_.hole_read is not None:
        return True
    return any([sum([size(hand) for hand in box.hands]) > 2 for box in round_.boxes])


def _in_round(table: Table, held: Held) -> bool:
    return table.round is not None and table.round.bets_closed and not table.round.complete


def _later_round(table: Table, held: Held) -> bool:
    """Whether a round has begun after the one in question, which is the one before if none is named."""
    return table.rounds_dealt > (1 if held.felt is None else held.felt)


def _last_open(table: Table, held: Held) -> bool:
    """Whether bets are being placed and no card of the next round has been dealt."""
    round_ = table.round
    return table.last is not None and (round_ is None or not round_.bets_closed)


def _void_before(table: Table, held: Held) -> bool:
    """Whether an earlier round is void already."""
    return VOID in dict(table.amended).values() or (table.last is not None and table.last.void)


def _round_open(table: Table, held: Held) -> bool:
    """Whether there are wagers of a round that is not over."""
    return table.round is not None and bool(table.round.places) and not table.round.complete


def _for_dealer(table: Table, held: Held) -> bool:
    return held.box == DEALER


def _continuous(table: Table, held: Held) -> bool:
    return table.config.shuffler == "continuous" and not table.shoe.manual


def _visible(table: Table, held: Held) -> bool:
    return table.config.reader_visible


def _untouched(table: Table, held: Held) -> bool:
    """The box has its first two cards and nothing else, nor called for any, and the dealer one."""
    return _undrawn(table, held) and not any([hand.wants_card for _, hand in _hands_of(table, held)])


def _hands_of(table: Table, held: Held) -> list[tuple[int, Hand]]:
    return numbered_hands(table.round, held.box) if table.round is not None and held.box is not None else []


def _undrawn(table: Table, held: Held) -> bool:
    """The box has its first two cards on one hand that is not doubled, and the dealer one."""
    round_ = table.round
    box = box_of(round_, held.box) if round_ is not None and held.box is not None else None
    if round_ is None or box is None or len(box.hands) > 1 or len(round_.dealer) > 1:
        return False
    hand = box.hands[0]
    return len(hand.cards) == 2 and not hand.doubled and bool(hand.live)


def _rebuilt(table: Table, held: Held) -> bool:
    return held.rebuilt


def _not(condition: Condition) -> Condition:
    def inverted(table: Table, held: Held) -> bool:
        return not condition(table, held)

    return inverted


CONDITIONS: dict[str, Condition] = {
    "always": _always,
    "first": _not(_again),
    "again": _again,
    "decided": _decided,
    "undecided": _not(_decided),
    "initial_deal": _not(_after_deal),
    "after_deal": _after_deal,
    "no_card": _no_card,
    "one_card": _one_card,
    "alone": _not(_others_on_box),
    "others_on_box": _others_on_box,
    "dealer_one": _not(_dealer_more),
    "dealer_more": _dealer_more,
    "in_round": _in_round,
    "between": _not(_in_round),
    "later_round": _later_round,
    "last_open": _last_open,
    "void_before": _void_before,
    "none_void": _not(_void_before),
    "round_open": _round_open,
    "no_round": _not(_round_open),
    "for_hand": _not(_for_dealer),
    "for_dealer": _for_dealer,
    "plain_shoe": _not(_continuous),
    "continuous": _continuous,
    "visible": _visible,
    "hidden": _not(_visible),
    "untouched": _untouched,
    "touched": _not(_untouched),
    "undrawn": _undrawn,
    "drawn": _not(_undrawn),
    "dealer_17": _dealer_17,
    "dealer_less": _not(_dealer_17),
    "no_further_card": _not(_further_card),
    "further_card": _further_card,
    "rebuilt": _rebuilt,
    "not_rebuilt": _not(_rebuilt),
}
