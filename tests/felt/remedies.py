"""What the books let be done about a mistake: each remedy as a deed on the felt, and as the record is told of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.felt.felt import Felt, Refused
from tests.felt.game import Differs, Game
from tests.second_settlement.table import Ready, Stake, Table
from tests.second_settlement.voids import hands_on, take_back

NZ0, NZ2 = "nz-division-15", "nz-gazette-2000"
SG, ACT, MA = "sg-pontoon-plus-v5", "act-canberra-2005", "ma-pontoon-21-v3"
NZ = (NZ0, NZ2)

Deed = Callable[[Game], None]


@dataclass
class Mistake:
    """One that was made and reported: the remedies by name, each a deed on a game of its own."""

    what: str
    remedies: dict[str, Deed]
    # SG 5.10.1: not after a settlement. What has a result may have been settled; what is said to be paid was.
    optional: set[str] = field(default_factory=set)
    forbidden: set[str] = field(default_factory=set)


def book_of(game: Game) -> str:
    return game.felt.table.book.name


def reconstructed(proper: Felt, before: Felt) -> Deed:
    """NZ 16.5, ACT 15.4, SG 5.9: every card where the sequence would have had it."""

    def do(game: Game) -> None:
        game.record.say("resolve reconstruct")
        game.felt = proper.copy()
        asked(game, before)

    return do


def left_as_it_lies(before: Felt, passed_over: str) -> Deed:
    """SG 5.7.1, S19. The hand has its two cards before others get a third; in play its player may decide again."""

    def do(game: Game) -> None:
        game.record.say("resolve continue")
        hand = game.felt.hand_named(passed_over)
        if before.table.places:
            game.felt.table.places.insert(0, hand)
        elif not hand.doubled:
            hand.card_owed = False
        asked(game, before)

    return do


def hand_void(name: str, line: str = "resolve void_hand") -> Deed:
    """NZ 16.5: that hand is void; S20: the others keep what they received."""

    def do(game: Game) -> None:
        game.record.say(line)
        game.felt.void(name)

    return do


def dealers_hand_rebuilt(name: str, meant_for_it: str) -> Deed:
    """NZ 16.5(b): the card that was the void hand's, and lies with the dealer, is not the dealer's."""

    def do(game: Game) -> None:
        game.record.say(f"resolve void_hand {name}")
        felt = game.felt
        felt.table.dealer.remove(meant_for_it)
        felt.rack.append(meant_for_it)
        if not felt.table.dealer:
            felt.table.places.insert(0, None)
        felt.void(name)

    return do


def round_void(game: Game) -> None:
    """NZ 16.5 of 2000, ACT 17.3."""
    game.record.say("resolve void_round")
    game.felt.void_everything()


def withdrawn(proper: Felt) -> Deed:
    """It had not happened: the cards lie where the rules send them."""

    def do(game: Game) -> None:
        game.record.say("undo")
        game.felt = proper.copy()

    return do


def asked(game: Game, before: Felt) -> None:
    """SG 5.7, 1.18: everybody with an open bet goes on or has it back; which were open is as of before the error."""
    if book_of(game) != SG:
        return
    open_before = open_bets(before)
    must = {place for place in open_before if place in open_bets(game.felt)}
    places = game.record.asked()
    missing = must - set(places)
    if missing:
        raise Differs(f"not asked (5.7): {sorted(missing)}, but {places}")
    for box, player in places:
        if game.chance.random() < 0.25:
            open_then = open_before.get((box, player), [])
            if game.paid:
                open_then = [name for name in open_then if not _ended_before_the_last_card(game.felt, box, name)]
            game.felt.table.had_no_result = stakes_on(game.felt.table, box, open_then)
            take_back(game.felt.table, box, player, open_then)
            game.record.say(f"resolve take_back {box} {player}")
        else:
            game.record.say(f"resolve continue {box} {player}")
    game.felt.table.ready_waits = False
    game.felt.settle_down()
    game.felt.table.deal_ready()


def _ended_before_the_last_card(felt: Felt, box: int, name: str) -> bool:
    """Whether this hand has its result by an earlier card: what was paid for that stays so. A surrendered one has it
    by the dealer's second card."""
    hand = felt.hand_named(f"{box}.{name}") if name.isdigit() else None
    if hand is None or hand.surrendered:
        return False
    over = all(felt.has_result(hand, stake) for stake in hand.stakes)
    return over and not felt.is_over() and hand.cards[-1] != felt.shoe[felt.drawn - 1]


def open_bets(felt: Felt) -> dict[tuple[int, str], list[str]]:
    """By box and player, what of the bets there has no result."""
    found: dict[tuple[int, str], list[str]] = {}
    table = felt.table
    if felt.is_over():
        return found
    for box in table.boxes:
        for number, hand in enumerate(box.hands, 1):
            for stake in hand.stakes:
                if not felt.has_result(hand, stake):
                    found.setdefault((box.number, stake.player), []).append(str(number))
    for wager in felt.wagers:
        if wager.sides and not felt.deal_is_over:
            found.setdefault((wager.box, wager.player), []).append("sides")
    for insurance in table.insurances:
        if not insurance.void and len(table.dealer) < 2:
            found.setdefault((insurance.box, insurance.player), []).append("insurance")
    return found


def told(game: Game, before: Felt, report: str) -> tuple[set[str], set[str]]:
    """The dealer reports it, and may say that money had been paid or taken: then nothing is reconstructed in SG."""
    could_be = before.something_has_a_result() or game.felt.something_has_a_result()
    settled = book_of(game) == SG and could_be
    paid = settled and game.chance.random() < 0.5
    game.paid = paid
    game.record.say(f"{report} paid" if paid else report)
    return ({"reconstruct"} if paid else set()), ({"reconstruct"} if settled and not paid else set())


def by_sequence(before: Felt, cards: list[str]) -> Felt | None:
    """What the felt would be, had these cards gone where they belong; None if they could not."""
    proper = before.copy()
    proper.drawn += len(cards)
    try:
        for card in cards:
            proper.deal(card)
    except Refused:
        return None
    return proper


def wrong_place(game: Game, before: Felt, proper: Felt, hand: str, report: str) -> Mistake:
    """Remedies where cards lie elsewhere than they should; `hand` is the one that was passed over."""
    book, what = book_of(game), report.split()[1]
    forbidden, optional = told(game, before, report)
    void = f"resolve void_hand {hand}"
    remedies: dict[str, dict[str, Deed]] = {
        NZ0: {"reconstruct": reconstructed(proper, before), "void_hand": hand_void(hand, void)},
        NZ2: {
            "reconstruct": reconstructed(proper, before),
            "void_hand": hand_void(hand, void),
            "void_round": round_void,
        },
        ACT: {"reconstruct": reconstructed(proper, before), "void_round": round_void},
        SG: {"reconstruct": reconstructed(proper, before), "continue": left_as_it_lies(before, hand)},
        MA: {},
    }
    return Mistake(what, {**remedies[book], "undo": withdrawn(proper)}, optional, forbidden)


def lies_ready(card: str, *, refusable: bool, unseen: bool = False, before: Felt | None = None) -> Deed:
    """It is the next card."""

    def do(game: Game) -> None:
        choice = "reconstruct" if before is not None and not unseen else "use_as_next"
        game.record.say(f"resolve {choice}")
        next_cards(game, [card], refusable=refusable, unseen=unseen, before=before)

    return do


def stakes_on(table: Table, box: int, numbers: list[str]) -> list[Stake]:
    """On the hands of these numbers."""
    return [
        stake for number, hand in enumerate(hands_on(table, box), 1) if str(number) in numbers for stake in hand.stakes
    ]


def next_cards(
    game: Game, cards: list[str], *, refusable: bool, unseen: bool = False, before: Felt | None = None
) -> None:
    """They lie ready for whoever draws next."""
    felt = game.felt
    felt.table.ready += [Ready(each, refusable, unseen) for each in cards]
    felt.table.ready_waits = before is not None
    if before is not None:
        asked(game, before)
    felt.table.deal_ready()


def stays_away(card: str, choice: str, before: Felt | None = None) -> Deed:
    """ACT 15.2, 15.3: it remains discarded. SG 5.10.1, 5.10.3, S19: it is nobody's. Who waited for it gets the next."""

    def do(game: Game) -> None:
        game.record.say(f"resolve {choice}")
        game.felt.rack.append(card)
        if before is not None:
            asked(game, before)

    return do


def somebody_gets_a_card(felt: Felt) -> bool:
    """Whether the next card is one that a player waits for."""
    if felt.table.ready:
        return False
    if felt.table.places:
        return True
    hand = felt.table.current_hand()
    return hand is not None and (hand.card_owed or len(hand.cards) < 2)
