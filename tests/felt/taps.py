"""Offers that nobody made, taps that nobody decided, and voids."""

from tests.felt.felt import Felt, Refused
from tests.felt.game import Game
from tests.felt.remedies import ACT, NZ, NZ2, SG, Deed, Mistake, book_of, by_sequence, hand_void
from tests.second_settlement.cards import rank
from tests.second_settlement.table import is_void


def missed_insurance_offer(game: Game) -> Mistake | None:
    """Nobody asked a bettor whether to insure: NZ 16.11 until the dealer's second card; SG, MA, ACT until a card."""
    felt, table = game.felt, game.felt.table
    if not felt.deal_is_over or felt.is_over() or rank(table.dealer[0]) != "A" or len(felt.dealer()) > 1:
        return None
    if table.ready or table.an_offer_waits() or (table.cards_in_play and book_of(game) not in NZ) or table.peeked:
        return None
    for box in game.chance.sample(table.boxes, len(table.boxes)):
        if len(box.hands) > 1 or is_void(box.hands[0]) or box.hands[0].surrendered:
            continue
        for stake in box.hands[0].stakes:
            line = f"insure {box.number} {stake.player} {stake.placed // 2}"
            trial = felt.copy()
            trial.table.late_insurance = (box.number, stake.player)
            if stake.rescued or felt.has_result(box.hands[0], stake) or not trial.allows(line):
                continue
            game.record.say(f"report missed_insurance_offer {box.number} {stake.player}")
            return Mistake("missed_insurance_offer", {"offer_late": _insured_late(box.number, stake.player, line)})
    return None


def _insured_late(box: int, player: str, line: str) -> Deed:
    def do(game: Game) -> None:
        game.record.say("resolve offer_late")
        game.felt.table.late_insurance = (box, player)
        game.tap(line)
        game.felt.table.late_insurance = None

    return do


def missed_surrender_offer(game: Game) -> Mistake | None:
    """NZ 16.12 with A11: no further card to that player, nor the dealer's second; SG, ACT: until a card."""
    felt, table = game.felt, game.felt.table
    if not felt.deal_is_over or felt.is_over() or table.book.surrender_at_turn or len(table.dealer) > 1:
        return None
    if table.ready or table.an_offer_waits() or (table.cards_in_play and book_of(game) not in NZ):
        return None
    if not table.first_may_make_pontoon():
        return None
    for box in table.boxes:
        hand = box.hands[0]
        if len(box.hands) > 1 or len(hand.cards) != 2 or hand.doubled or hand.decided or hand.surrendered:
            continue
        if is_void(hand) or any(felt.has_result(hand, stake) for stake in hand.stakes):
            continue
        game.record.say(f"report missed_surrender_offer {box.number}")
        return Mistake("missed_surrender_offer", {"offer_late": _surrendered_late(box.number)})
    return None


def _surrendered_late(box: int) -> Deed:
    def do(game: Game) -> None:
        game.record.say("resolve offer_late")
        game.felt.table.late_surrender = box
        game.tap(f"surrender {box}")

    return do


def wrong_tap(game: Game) -> Mistake | None:
    """The dealer taps what nobody decided, and takes it back."""
    felt = game.felt
    hand = felt.hand_in_turn()
    if hand is None or felt.table.ready or hand.card_owed or len(hand.cards) < 2:
        return None
    taps = [f"{word} {hand.box}" for word in ("hit", "stand", "double", "split")]
    lines = [line for line in taps if felt.allows(line) and not _shows_the_hole_card(felt, line)]
    if not lines:
        return None
    game.record.say(game.chance.choice(lines))
    return Mistake("wrong_tap", {"undo": lambda branch: branch.record.say("undo")})


def _shows_the_hole_card(felt: Felt, line: str) -> bool:
    """Whether the dealer turns his face-down card up because of it."""
    after = felt.copy()
    after.tap(line)
    return felt.table.hole is not None and after.hand_in_turn() is None


def untapped_stand(game: Game) -> Mistake | None:
    """The hand stands, the dealer does not tap it; the next card is the next hand's, or the dealer's."""
    felt = game.felt
    hand = felt.hand_in_turn()
    if hand is None or felt.table.ready or not felt.allows(f"stand {hand.box}"):
        return None
    if hand.card_owed or len(hand.cards) < 2:
        return None
    name = felt.name_of(hand)
    felt.tap(f"stand {hand.box}")
    card = felt.draw()
    try:
        felt.deal(card)
    except Refused:
        felt.drawn -= 1
        game.record.say(f"stand {hand.box}")
        return None
    game.record.say(f"cards {card}")
    return Mistake("untapped_stand", {"stood": lambda branch: branch.record.say(f"correct stood {name}")})


def tapped_stand(game: Game) -> Mistake | None:
    """The hand asks for a card, the dealer taps a stand; the card lies on that hand."""
    felt = game.felt
    hand = felt.hand_in_turn()
    if hand is None or felt.table.ready or not felt.allows(f"stand {hand.box}"):
        return None
    if hand.card_owed or len(hand.cards) < 2 or felt.table.total(hand) >= 21:
        return None
    name, stood = felt.name_of(hand), felt.copy()
    stood.tap(f"stand {hand.box}")
    card = felt.draw()
    if by_sequence(stood, [card]) is None:
        felt.drawn -= 1
        return None
    felt.deal(card)
    game.record.say(f"stand {hand.box}")
    game.record.say(f"cards {card}")
    return Mistake("tapped_stand", {"hit": lambda branch: branch.record.say(f"correct hit {name}")})


def a_void(game: Game) -> Mistake | None:
    """Supervisors void what the book lets them void."""
    felt, book = game.felt, book_of(game)
    if felt.table.ready or felt.is_over():
        return None
    names = [name for name, cards in felt.hands().items() if cards]
    if not names:
        return None
    remedies: dict[str, Deed] = {}
    if book in (*NZ, SG):
        name = game.chance.choice(names)
        remedies["hand"] = hand_void(name, f"void {name} other")
    if book in (NZ2, SG, ACT):
        remedies["round"] = _all_void
    return Mistake("void", remedies) if remedies else None


def _all_void(game: Game) -> None:
    game.record.say("void round other")
    game.felt.void_everything()
