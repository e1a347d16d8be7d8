"""A card that was due lies elsewhere: with the next hand, on another box, or where nobody has a bet."""

from tests.felt.felt import Felt, Refused
from tests.felt.game import Game
from tests.felt.remedies import (
    ACT,
    MA,
    NZ,
    NZ0,
    NZ2,
    SG,
    Deed,
    Mistake,
    asked,
    book_of,
    by_sequence,
    dealers_hand_rebuilt,
    hand_void,
    lies_ready,
    reconstructed,
    round_void,
    somebody_gets_a_card,
    stays_away,
    told,
    wrong_place,
)
from tests.second_settlement.table import Hand, is_void


def missed_hit(game: Game) -> Mistake | None:
    """A hand that is to have a card gets none; the next one gets it, or the dealer."""
    felt = game.felt
    hand = felt.hand_in_turn()
    if hand is None or felt.table.ready or felt.table.total(hand) >= 21:
        return None
    box = felt.box_of(hand)
    if box.absent or len(box.hands) > 1:
        return None  # which hand of a split box is meant, the report does not say
    before = felt.copy()
    if not hand.card_owed and game.chance.random() < 0.5:
        game.tap(f"hit {hand.box}")
        before = felt.copy()
    name = felt.name_of(hand)
    hand.done = True
    proper = before.copy()
    cards: list[str] = []
    while len(cards) < game.chance.choice((1, 1, 2, 3)):
        card = felt.draw()
        longer = by_sequence(before, [*cards, card])
        if longer is None or (cards and not _last_of_it_was(proper, name, len(before.hand_named(name).cards) + 1)):
            felt.drawn -= 1
            break
        try:
            felt.deal(card)
        except Refused:
            felt.drawn -= 1
            break
        proper, cards = longer, [*cards, card]
    hand.done = False
    if not cards:
        return None
    game.record.say(f"cards {' '.join(cards)}")
    return _passed_over_in_play(game, before, proper, name)


def _last_of_it_was(proper: Felt, name: str, cards: int) -> bool:
    """Whether the hand would have been finished with its card, so that the next was somebody else's."""
    hand = proper.hand_named(name)
    return hand.done and len(hand.cards) == cards


def _passed_over_in_play(game: Game, before: Felt, proper: Felt, name: str) -> Mistake:
    to_dealer = len(game.felt.table.dealer) > len(before.table.dealer)
    mistake = wrong_place(game, before, proper, name, f"report missed_hit {name.partition('.')[0]}")
    if book_of(game) == MA:
        mistake.remedies["dead_hand"] = hand_void(name, "resolve dead_hand")
        if not to_dealer:
            mistake.remedies["late_card"] = _served_late(name)  # 15(i): before the dealer's second card
    if to_dealer:
        mistake.what += " (to the dealer)"
        since = game.felt.shoe[before.drawn : game.felt.drawn]
        if book_of(game) == NZ0 and game.felt.table.dealer[len(before.dealer()) :] == since:
            mistake.remedies["void_hand"] = dealers_hand_rebuilt(name, since[0])
    return mistake


def _served_late(name: str) -> Deed:
    """MA 15(i): after all other players."""

    def do(game: Game) -> None:
        game.record.say("resolve late_card")
        hand = game.felt.hand_named(name)
        hand.late, hand.card_owed = True, True

    return do


def misplaced_card(game: Game) -> Mistake | None:
    """A card is laid on another hand than it was drawn for, or in play before the dealer."""
    felt, table = game.felt, game.felt.table
    if not somebody_gets_a_card(felt):
        return None
    meant = table.places[0] if table.places else table.current_hand()
    others: list[Hand | None] = [hand for hand in table.all_hands() if hand is not meant and not _is_off(hand)]
    others += [None] if felt.deal_is_over else []
    before, proper = felt.copy(), by_sequence(felt, felt.shoe[felt.drawn : felt.drawn + 1])
    if not others or proper is None:
        return None
    wrong, card = game.chance.choice(others), felt.draw()
    _lay(felt, wrong, card)
    name, meant_for = _place(felt, wrong), None if meant is None else felt.name_of(meant)
    game.record.say(f"cards {card}")
    forbidden, optional = told(game, before, f"report misplaced_card {name}")
    remedies = _for_a_misplaced(game, before, proper, card, (name, meant_for))
    return Mistake("misplaced_card", remedies, optional, forbidden)


def _place(felt: Felt, hand: Hand | None) -> str:
    return "dealer" if hand is None else felt.name_of(hand)


def _is_off(hand: Hand) -> bool:
    """Whether it has its result, or no card comes to it any more."""
    return is_void(hand) or hand.surrendered or hand.doubled or (hand.done and hand.done_by_itself)


def _lay(felt: Felt, hand: Hand | None, card: str) -> None:
    """In the initial deal it counts as one of the hand's first two; afterwards it ends what is on offer."""
    if felt.deal_is_over:
        felt.table.close_offers()
        felt.table.cards_in_play += 1
    if hand is None:
        felt.table.turn_up_hole()
        felt.table.dealer.append(card)
        return
    places, first = felt.table.places, felt.box_of(hand).first_two
    later = [at for at, place in enumerate(places) if at and place is hand]
    if later:
        places.pop(later[0])
    if places and len(first) < 2:
        first.append(card)
    hand.cards.append(card)


def _for_a_misplaced(
    game: Game, before: Felt, proper: Felt, card: str, where: tuple[str, str | None]
) -> dict[str, Deed]:
    book, (name, meant_for) = book_of(game), where
    if book == MA and before.deal_is_over:
        return {"use_as_next": _back_and_ready(before, card)}
    remedies = {"reconstruct": reconstructed(proper, before)}
    if book in (NZ2, ACT):
        remedies["void_round"] = round_void
    if book in NZ and name != "dealer":
        remedies["void_hand with it"] = hand_void(name, f"resolve void_hand {name}")
    if book in NZ and meant_for is not None and name != "dealer":
        remedies["void_hand without it"] = hand_void(meant_for, f"resolve void_hand {meant_for}")
    if book == SG:
        remedies["continue"] = _stays_there(before, meant_for)
    return remedies


def _back_and_ready(before: Felt, card: str) -> Deed:
    """MA 15(d): it is the next card, and may be refused."""

    def do(game: Game) -> None:
        drawn = game.felt.drawn
        game.felt = before.copy()
        game.felt.drawn = drawn
        lies_ready(card, refusable=True)(game)

    return do


def _stays_there(before: Felt, meant_for: str | None) -> Deed:
    """SG 5.7.1, S19: who waited for it has the next card of the deal; in play he may decide again."""

    def do(game: Game) -> None:
        game.record.say("resolve continue")
        hand = game.felt.hand_named(meant_for) if meant_for is not None else None
        if hand is not None and not hand.doubled:
            hand.card_owed = False
        asked(game, before)

    return do


def card_to_empty_box(game: Game) -> Mistake | None:
    """The card lies where nobody has a bet."""
    felt = game.felt
    if not somebody_gets_a_card(felt):
        return None
    before, in_deal = felt.copy(), not felt.deal_is_over
    card = felt.draw()
    proper = by_sequence(before, [card])
    if proper is None:
        return None
    game.record.say(f"cards {card}")
    forbidden, optional = told(game, before, "report card_to_empty_box")
    remedies: dict[str, Deed] = {}
    book = book_of(game)
    if book == MA and not in_deal:
        remedies["use_as_next"] = lies_ready(card, refusable=True)
    else:
        remedies["reconstruct"] = reconstructed(proper, before)
    if book == SG and not forbidden:
        remedies["continue"] = stays_away(card, "continue", before)
    if book == SG and (optional or forbidden):
        remedies["discard"] = stays_away(card, "discard", before)
        optional = optional and {"reconstruct", "continue", "discard"}
    return Mistake("card_to_empty_box", remedies, optional, forbidden)
