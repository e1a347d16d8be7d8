"""Cards drawn in error, two at once, and one too many."""

from tests.felt.felt import Felt
from tests.felt.game import Game
from tests.felt.remedies import (
    ACT,
    SG,
    Deed,
    Mistake,
    asked,
    book_of,
    by_sequence,
    lies_ready,
    next_cards,
    somebody_gets_a_card,
    stays_away,
    told,
)


def error_card(game: Game) -> Mistake | None:
    """A card is drawn and seen before the hand in turn asked for one; it lies before that hand."""
    felt = game.felt
    hand = felt.hand_in_turn()
    if hand is None or felt.table.ready or hand.card_owed or len(hand.cards) < 2 or felt.table.must_draw(hand):
        return None
    before = felt.copy()
    card = felt.draw()
    before.drawn = felt.drawn
    game.record.say(f"cards {card}")
    forbidden, optional = told(game, before, "report error_card")
    book = book_of(game)
    if book != SG:
        return Mistake("error_card", {"use_as_next": lies_ready(card, refusable=book != ACT)})
    remedies = {"reconstruct": lies_ready(card, refusable=False, before=before), "continue": _is_a_hit(before, card)}
    return Mistake("error_card", remedies, optional, forbidden)


def _is_a_hit(before: Felt, card: str) -> Deed:
    """SG 5.7.1: it stays on the hand before which it lies."""

    def do(game: Game) -> None:
        game.record.say("resolve continue")
        game.felt.deal(card)
        asked(game, before)

    return do


def error_card_unseen(game: Game) -> Mistake | None:
    """A card is drawn too early, and nobody sees its face."""
    felt = game.felt
    if felt.table.ready or felt.is_over() or not felt.drawn:
        return None
    before = felt.copy()
    card = felt.draw()
    before.drawn = felt.drawn
    game.record.say(f"error_down {card}")
    sg = before if book_of(game) == SG else None
    return Mistake("error_card_unseen", {"use_as_next": lies_ready(card, refusable=False, unseen=True, before=sg)})


def burnt_in_error(game: Game) -> Mistake | None:
    """A card that somebody waited for is burnt."""
    felt = game.felt
    if felt.table.ready or felt.is_over():
        return None
    hand = felt.table.current_hand()
    if felt.deal_is_over and hand is not None and not (hand.card_owed or len(hand.cards) < 2):
        return None
    before = felt.copy()
    if by_sequence(before, felt.shoe[felt.drawn : felt.drawn + 1]) is None:
        return None
    card = felt.draw()
    before.drawn = felt.drawn
    game.record.say(f"cards {card}")
    paid, unclear = told(game, before, "report burnt_in_error")
    book = book_of(game)
    if book == ACT:
        return Mistake("burnt_in_error", {"discard": stays_away(card, "discard")})
    if book != SG:
        return Mistake("burnt_in_error", {"use_as_next": lies_ready(card, refusable=False)})
    unless_paid = {"use_as_next", "continue"}
    remedies: dict[str, Deed] = {
        "use_as_next": lies_ready(card, refusable=False, unseen=True, before=before),
        "continue": stays_away(card, "continue", before),
    }
    if paid or unclear:
        remedies["discard"] = stays_away(card, "discard", before)
    return Mistake("burnt_in_error", remedies, set(remedies) if unclear else set(), unless_paid if paid else set())


def early_dealer_card(game: Game) -> Mistake | None:
    """The dealer draws to his own hand while players are still to be served: ACT 15.3 with 13.1(a), S22."""
    felt = game.felt
    if book_of(game) != ACT or felt.table.ready or felt.is_over() or not felt.drawn:
        return None
    if felt.deal_is_over and felt.hand_in_turn() is None:
        return None
    unseen, card = game.chance.random() < 0.3, felt.shoe[felt.drawn]
    if not unseen and by_sequence(felt, [card]) is None:
        return None
    felt.draw()
    if unseen:
        game.record.say(f"error_down {card} dealer")
    else:
        game.record.say(f"cards {card}")
        game.record.say("report early_dealer_card")
    return Mistake("early_dealer_card", {"discard": stays_away(card, "discard")})


def two_cards_at_once(game: Game) -> Mistake | None:
    """Two cards leave the shoe together, whether or not somebody asked for one; in SG only then (5.12)."""
    felt, book = game.felt, book_of(game)
    if felt.table.ready or felt.is_over() or felt.hole_is_due():
        return None
    in_deal = not felt.deal_is_over
    dealers = in_deal and felt.table.places[0] is None
    if book == SG and (dealers or not somebody_gets_a_card(felt)):
        return None
    before = felt.copy()
    cards = [felt.draw(), felt.draw()]
    before.drawn = felt.drawn
    game.record.say(f"together {' '.join(cards)}")
    if book == SG:
        return Mistake("two_cards_at_once", {f"choose {n + 1}": _chosen(before, cards, n) for n in (0, 1)})
    refusable = book != ACT and not in_deal

    def do(branch: Game) -> None:
        """S21: cards drawn in error, the first before the second."""
        branch.record.say("resolve use_as_next")
        next_cards(branch, cards, refusable=refusable)

    return Mistake("two_cards_at_once", {"use_as_next": do})


def _chosen(before: Felt, cards: list[str], first: int) -> Deed:
    """SG 5.12: this one first, the other is the next card."""

    def do(game: Game) -> None:
        game.record.say(f"resolve choose {cards[first]}")
        game.felt.deal(cards[first])
        next_cards(game, [cards[1 - first]], refusable=False, before=before)

    return do


def card_too_many(game: Game) -> Mistake | None:
    """The dealer's hand is finished, and he draws once more."""
    felt = game.felt
    if not felt.is_over() or felt.table.void or felt.table.ready or not felt.hands() or felt.table.an_offer_waits():
        return None
    card = felt.draw()
    game.record.say(f"cards {card}")
    return Mistake("card_not_awaited", {"discard": stays_away(card, "discard")})
