"""The initial deal: somebody is passed over."""

from tests.felt.felt import Felt
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
    reconstructed,
    round_void,
    told,
    withdrawn,
    wrong_place,
)
from tests.second_settlement.table import Hand


def missed_card(game: Game) -> Mistake | None:
    """The dealer passes over a box, and goes on for some cards."""
    felt = game.felt
    places = felt.table.places
    if len(places) < 2 or places[0] is None or (places[0].cards and places.count(places[0]) == 2):
        return None
    before = felt.copy()
    hand = places.pop(0)
    assert hand is not None
    cards = [felt.draw() for _ in range(game.chance.randint(1, len(places)))]
    for card in cards:
        felt.deal(card)
    proper = by_sequence(before, cards)
    assert proper is not None
    game.record.say(f"cards {' '.join(cards)}")
    return _passed_over_in_the_deal(game, before, proper, hand)


def _passed_over_in_the_deal(game: Game, before: Felt, proper: Felt, hand: Hand) -> Mistake:
    on_felt, box = len(hand.cards), str(hand.box)
    first_missed_one_lies = on_felt == 1 and not before.hand_named(f"{box}.1").cards
    what = f"report missed_card {box} {on_felt}{' first' if first_missed_one_lies else ''}"
    mistake = wrong_place(game, before, proper, f"{box}.1", what)
    since = game.felt.shoe[before.drawn : game.felt.drawn]
    if book_of(game) == NZ0 and not before.table.dealer and game.felt.table.dealer == since:
        mistake.remedies["void_hand"] = dealers_hand_rebuilt(f"{box}.1", since[0])
    if book_of(game) == MA and on_felt == 0:
        mistake.remedies["dead_hand"] = hand_void(box, "resolve dead_hand")  # 15(h)
    elif book_of(game) == MA:
        mistake.remedies["dead_hand"] = hand_void(box, "resolve dead_hand")
        mistake.remedies["late_card"] = _second_card_late(int(box))
    mistake.what += " (the first)" if first_missed_one_lies else f" ({on_felt} lie)"
    return mistake


def _second_card_late(box: int) -> Deed:
    """MA 15(h): after all other players have their second."""

    def do(game: Game) -> None:
        game.record.say("resolve late_card")
        table = game.felt.table
        hand = table.find_box(str(box)).hands[0]
        table.places = [place for place in table.places if place is not hand] + [hand]

    return do


def missed_dealer_card(game: Game) -> Mistake | None:
    """The dealer passes over his own place."""
    felt = game.felt
    places = felt.table.places
    if len(places) < 2 or places[0] is not None:
        return None
    before = felt.copy()
    places.pop(0)
    cards = [felt.draw() for _ in range(game.chance.randint(1, len(places)))]
    for card in cards[: len(places)]:
        hand = places.pop(0)
        assert hand is not None
        hand.cards.append(card)
        felt.box_of(hand).first_two.append(card)
    proper = by_sequence(before, cards)
    assert proper is not None
    game.record.say(f"cards {' '.join(cards)}")
    forbidden, optional = told(game, before, "report missed_dealer_card")
    remedies: dict[str, Deed] = {"undo": withdrawn(proper)}
    book = book_of(game)
    if book == MA:
        remedies["deal_after_players"] = _dealer_last("deal_after_players")  # 15(f)
    else:
        remedies["reconstruct"] = reconstructed(proper, before)
    if book == SG:
        remedies["continue"] = _dealer_last("continue", before)  # S19
    if book in NZ:
        name = game.chance.choice(list(felt.hands()))
        remedies["void_hand"] = _dealer_without_a_card(name, cards[0])
    if book in (NZ2, ACT):
        remedies["void_round"] = round_void
    return Mistake("missed_dealer_card", remedies, optional, forbidden)


def _dealer_last(choice: str, before: Felt | None = None) -> Deed:
    """The players' first two cards, then his own."""

    def do(game: Game) -> None:
        game.record.say(f"resolve {choice}")
        game.felt.table.places.append(None)
        if before is not None:
            asked(game, before)

    return do


def _dealer_without_a_card(name: str, first: str) -> Deed:
    """NZ 16.5: the others keep what they have (S20). The dealer's first card lies on the first hand that had a second:
    is that hand void, Division 15 gives it back to the dealer (16.5(b)); else he has his own after the players."""

    def do(game: Game) -> None:
        game.record.say(f"resolve void_hand {name}")
        table = game.felt.table
        holder = game.felt.hand_named(name)
        has_it = holder is table.boxes[0].hands[0]
        if has_it and table.book.name == NZ0:
            holder.cards.remove(first)
            table.boxes[0].first_two.remove(first)
            table.dealer.append(first)
        else:
            table.places.append(None)
        game.felt.void(name)

    return do
