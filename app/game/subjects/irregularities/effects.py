"""What each choice does, once it has been taken."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.consequences import advance
from app.game.core.acts import Act
from app.game.core.cards import Card
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.seals import seal
from app.game.core.state import DEALER, Held, Table, box_of, every_hand, the_box
from app.game.core.turn import cards_out, stage
from app.game.rules.ruleset import Ruling
from app.game.subjects.cards.decide import draw_card, draw_face_down
from app.game.subjects.devices.pushed_back import take_back
from app.game.subjects.irregularities.shoe_refill import stop_shoe
from app.game.subjects.remedies.felt import (
    does_not_fit,
    in_right_order,
    lay_as_it_lies,
    lies_at,
    misplaced,
    missed_hand,
    only_the_dealer_has_more,
    rewrite_in_right_order,
    with_fact,
)
from app.game.subjects.remedies.reported_cards import Told, arrangements, told_now, used_up
from app.game.subjects.remedies.rewriting import rewrite
from app.game.subjects.remedies.round_replay import acts_of
from app.game.subjects.remedies.typed_cards import paid_already, put_right
from app.game.subjects.remedies.voids import Hands, next_in_control, void_wagers, wagers_on
from app.game.subjects.shoe.decide import burn_card
from app.game.subjects.shoe.preparation_steps import parts_of_shuffle
from app.game.subjects.wagers.missing_amounts import amounts_due
from app.game.targets import hole_awaited, next_target


class Chosen(NamedTuple):
    """A choice that was taken: of what, by which row, with which arguments."""

    held: Held
    ruling: Ruling
    command: c.Resolve


Effect = Callable[[Draft, Chosen], Rejected | None]


# --- cards


def _discard(draft: Draft, chosen: Chosen) -> None:
    if chosen.held.commitment is not None:
        draft.emit(e.CardBurnt(chosen.held.commitment, in_error=True))
    for card in chosen.held.cards:
        draft.emit(e.CardDiscarded(card, chosen.ruling.clause))


def _keep(draft: Draft, chosen: Chosen, card: Card | None) -> None:
    draft.emit(e.CardKept(card, chosen.held.commitment, chosen.ruling.refusable, chosen.ruling.clause))


def _use_as_next(draft: Draft, chosen: Chosen) -> None:
    """The card is the next one; of two that came at once the first, for whoever draws next, and then the other."""
    for card in chosen.held.cards or (None,):
        _keep(draft, chosen, card)


def _deal_first(draft: Draft, chosen: Chosen, cards: tuple[Card, ...]) -> Rejected | None:
    """The card that the player takes goes to that hand, the other lies ready."""
    refused = draw_card(draft, c.DrawCard(cards[0]))
    assert refused is None, "a card was awaited when the two came out"
    _keep(draft, chosen, cards[1])
    return None


def _choose(draft: Draft, chosen: Chosen) -> Rejected | None:
    cards = chosen.held.cards
    if chosen.command.card not in cards:
        return draft.refuse("choice_unknown.between_cards", {"cards": cards})
    return _deal_first(draft, chosen, cards if chosen.command.card == cards[0] else cards[::-1])


def _remove(draft: Draft, chosen: Chosen) -> None:
    for opened in [each for each in chosen.held.opened if each.card == chosen.held.card]:
        draft.emit(e.FaceDownRemoved(opened))


def _reconstruct(draft: Draft, chosen: Chosen) -> Rejected | None:
    """The cards go where the record has them; one that was taken back is the next one again, and one that lay on no
    box goes to the hand that it was drawn for."""
    held = chosen.held
    if held.irregularity == "card_to_empty_box" and held.card is not None:
        return draw_card(draft, c.DrawCard(held.card))
    if held.from_shoe:
        _keep(draft, chosen, held.card)
    elif chosen.ruling.verdict != "then_players":
        return rewrite_in_right_order(draft, held, chosen.ruling.clause)
    return None


def _continue(draft: Draft, chosen: Chosen) -> Rejected | None:
    """Nothing changes but the count, if that was wrong; a card that was taken back stays where it was dealt."""
    if chosen.held.irregularity in ("cards_missing", "cards_in_excess"):
        missing = chosen.held.felt or 0
        more = chosen.held.irregularity == "cards_in_excess"
        draft.emit(e.CountCorrected(-missing if more else missing, chosen.ruling.clause))
    if chosen.held.detail == "keyed_not_told" and draft.table.keyed:
        draft.emit(e.KeyedConfirmed(len(draft.table.keyed)))
    held = chosen.held
    if not held.from_shoe or held.card is None:
        return None
    if held.irregularity in ("card_to_empty_box", "burnt_in_error"):
        _stays_away(draft, chosen, held.card)
        return None
    if draft.table.kept:  # it cannot be dealt before the one that lies ready
        _keep(draft, chosen, held.card)
        return None
    return draw_card(draft, c.DrawCard(held.card))


def _stays_away(draft: Draft, chosen: Chosen, card: Card) -> None:
    """The card that was taken back stays in the rack, or with nobody; its player may decide again."""
    target = next_target(draft.table, draft.rules)
    draft.emit(e.CardDiscarded(card, chosen.ruling.clause))
    if target is not None and target.box != DEALER:
        draft.emit(e.HandPassedOver(target.box, target.hand, chosen.ruling.clause))
        draft.emit(e.HandResumed(target.box, target.hand))


# --- who was passed over


def _void_hand(draft: Draft, chosen: Chosen) -> Rejected | None:
    """The hands that are named, or the one in question, are void; the others keep the cards that they got."""
    held, command = chosen.held, chosen.command
    in_question = _in_question(draft, held) if not command.hands else ()
    hands = _hands_named(draft, command.hands or in_question)
    if isinstance(hands, Rejected):
        return hands
    refused = LIE_AS_DEALT[held.irregularity](draft, chosen, hands)
    if refused is not None:
        return refused
    hands = tuple([each for each in hands if lies_at(draft.table, *each)])
    if hands:
        of: e.Declared = "hands" if any([hand is not None for _, hand in command.hands or in_question]) else "boxes"
        void_wagers(draft, hands, wagers_on(draft.round, hands), held.irregularity, chosen.ruling.clause, of)
    return None


def _in_question(draft: Draft, held: Held) -> Hands:
    """The hand that the report is about; of a misplaced card the one with which it lies, if not with the dealer."""
    if held.irregularity == "misplaced_card":
        return ((held.box, held.hand or 1),) if held.box else ()
    return ((held.box, missed_hand(draft.table, held)),) if held.box is not None else ()


def _passed_and_void(draft: Draft, chosen: Chosen, hands: Hands) -> Rejected | None:
    """Where the book has the dealer's hand rebuilt, a card of the void hand that lies with the dealer goes with it."""
    held, clause = chosen.held, chosen.ruling.clause
    assert held.box is not None
    if (held.box, missed_hand(draft.table, held)) not in hands:
        return lay_as_it_lies(draft, held, clause)
    if chosen.ruling.verdict != "dealer_rebuilt" or not only_the_dealer_has_more(
        draft.table, draft.rules, held, clause
    ):
        return _dead_hand(draft, chosen)
    acts = in_right_order(draft.table, draft.rules, held, _void(draft, chosen))
    return _rewritten(draft, chosen, acts) if acts != list(acts_of(draft.table.record)) else None


def _dealer_passed(draft: Draft, chosen: Chosen, hands: Hands) -> Rejected | None:
    """The dealer's first card lies on the first box that was dealt to after it: where that hand is void and the book
    has the dealer's hand rebuilt, the dealer has it back."""
    first = next(((box.number, 1) for box, _, hand in every_hand(draft.round) if hand.done != "void"), None)
    if first in hands and chosen.ruling.verdict == "dealer_rebuilt":
        return _dead_hand(draft, chosen._replace(held=replace(chosen.held, box=first[0], felt=1)))
    return lay_as_it_lies(draft, chosen.held, chosen.ruling.clause)


def _misplaced_and_void(draft: Draft, chosen: Chosen, hands: Hands) -> Rejected | None:
    """The card stays with the hand that it was laid to; where the book has the dealer's hand rebuilt, not with that."""
    acts = misplaced(draft.table, draft.rules, chosen.held)
    laid = next((act for act in acts or () if isinstance(act, e.CardDealt)), None)
    rebuilt = chosen.ruling.verdict == "dealer_rebuilt"
    if acts is None or laid is None or (laid.box == DEALER and rebuilt):
        return None
    return _rewritten(draft, chosen, acts)


def _rewritten(draft: Draft, chosen: Chosen, acts: list[Act]) -> Rejected | None:
    """The round with these acts, or why the cards cannot lie like that."""
    refused = rewrite(draft, acts, "irregularity", chosen.held.irregularity, chosen.ruling.clause)
    return does_not_fit(refused.message) if refused is not None else None


def _dead_hand(draft: Draft, chosen: Chosen) -> Rejected | None:
    """The hand that was passed over is dead; the cards since then stand where they were dealt, if they can."""
    fact = _void(draft, chosen)
    refused = _moved_on(draft, chosen, fact)
    others = [(box.number, number) for box, number, hand in every_hand(draft.round) if hand.done != "void"]
    if refused is None or set(others) - set(fact.hands):
        return refused
    void_wagers(draft, fact.hands, wagers_on(draft.round, fact.hands), chosen.held.irregularity, fact.clause)
    return None  # with no other hand in play it is all the same where the cards since then lie


def _void(draft: Draft, chosen: Chosen) -> e.WagersVoided:
    """The fact that the hand that was passed over is void."""
    held = chosen.held
    hands = ((held.box or 0, missed_hand(draft.table, held)),)
    return e.WagersVoided(hands, (), held.irregularity, chosen.ruling.clause, (), ())


def _hands_named(draft: Draft, named: tuple[tuple[int, int | None], ...]) -> tuple[tuple[int, int], ...] | Rejected:
    """The hands that are meant, all of a box if none is named."""
    hands: list[tuple[int, int]] = []
    for number, hand in named:
        box = box_of(draft.round, number)
        count = len(box.hands) if box else 0
        wanted = range(1, count + 1) if hand is None else [hand]
        if not count or any([not 1 <= each <= count for each in wanted]):
            return draft.refuse("no_such_hand.at_the_box", {"box": number})
        hands += [(number, each) for each in wanted if box and box.hands[each - 1].done != "void"]
    if not hands:
        return draft.refuse("no_such_hand.which_is_void")
    return tuple(dict.fromkeys(hands))


def _late_card(draft: Draft, chosen: Chosen) -> Rejected | None:
    """The player is served after the others; the cards since then stand where they were dealt."""
    held, clause = chosen.held, chosen.ruling.clause
    assert held.box is not None
    fact: e.Event = e.SecondCardDeferred(held.box, clause)
    if held.irregularity == "missed_hit":
        fact = e.HandDeferred(held.box, missed_hand(draft.table, held), clause)
    return _moved_on(draft, chosen, fact)


def _moved_on(draft: Draft, chosen: Chosen, fact: e.Event) -> Rejected | None:
    """With this fact about the hand that was passed over, the cards since then lie where they were dealt."""
    acts = with_fact(draft.table, draft.rules, chosen.held, fact)
    if isinstance(acts, Rejected):
        return acts
    return _rewritten(draft, chosen, acts)


def _deal_after_players(draft: Draft, chosen: Chosen) -> Rejected | None:
    return lay_as_it_lies(draft, chosen.held, chosen.ruling.clause)


# --- the shoe


def _shuffle_discards(draft: Draft, chosen: Chosen) -> None:
    stop_shoe(draft, "discards", chosen.held.felt or 0, chosen.ruling.clause)


def _manual_shoe(draft: Draft, chosen: Chosen) -> None:
    stop_shoe(draft, "remaining", 0, chosen.ruling.clause)


def _shuffle_after_round(draft: Draft, chosen: Chosen) -> None:
    if cards_out(draft.table):
        draft.emit(e.ShoeEndsAfterRound(chosen.ruling.clause))
    elif draft.table.shoe.shuffle_due is None:
        draft.emit(e.ShuffleFellDue(chosen.held.irregularity, chosen.ruling.clause))


def _replace_after_round(draft: Draft, chosen: Chosen) -> None:
    assert chosen.held.card is not None
    draft.emit(e.CardDamaged(chosen.held.card, chosen.ruling.clause))


def _replace_cards(draft: Draft, chosen: Chosen) -> None:
    draft.emit(e.SetTakenAway(chosen.ruling.clause))


def _hand_shuffle(draft: Draft, chosen: Chosen) -> None:
    """The machine goes; what it was making ready begins anew by hand, or else the cards in use are shuffled next."""
    draft.emit(e.MachineTakenAway(chosen.ruling.clause))
    preparation = draft.table.preparation
    if preparation is None:
        _shuffle_after_round(draft, chosen)
    elif not preparation.shuffled:
        parts = parts_of_shuffle(draft.rules, draft.table.config, fresh=bool(preparation.steps))
        draft.emit(
            e.PreparationBegun(
                preparation.set_id, preparation.steps, parts, preparation.anybody_cuts, preparation.replaced
            )
        )


# --- players, offers, the reader


def _absent(draft: Draft, chosen: Chosen) -> None:
    assert chosen.held.box is not None
    does: Literal["draw", "stand"] = "stand" if chosen.ruling.choice == "stand" else "draw"
    draft.emit(e.PlayerAbsent(chosen.held.box, does, chosen.ruling.clause))


def _other_decides(draft: Draft, chosen: Chosen) -> None:
    assert chosen.held.box is not None
    other = next_in_control(draft.round, draft.rules, the_box(draft.round, chosen.held.box))
    assert other is not None, "the row asks for others on the box"
    draft.emit(e.ControlPassed(chosen.held.box, other, chosen.ruling.clause))


def _offer_late(draft: Draft, chosen: Chosen) -> None:
    box = chosen.held.box
    assert box is not None
    insured = chosen.held.irregularity == "missed_insurance_offer"
    insurance = ((box, chosen.held.player or ""),) if insured else ()
    draft.emit(e.OffersReopened(insurance, () if insured else (box,), chosen.ruling.clause))


def _no_reader(draft: Draft, chosen: Chosen) -> None:
    draft.emit(e.ReaderSetAside(chosen.ruling.clause))
    for opened in chosen.held.opened:
        draft.emit(e.HoleTurnedUp(opened))


# --- the lines of the devices


def _enter_card(draft: Draft, chosen: Chosen) -> Rejected | None:
    """A card that lies on the table and not in the record is dealt where it belongs; whether it was the only one
    is asked again, but after a card that could not be read."""
    command, held = chosen.command, chosen.held
    refused = _entered(draft, command)
    if refused is not None:
        return refused
    advance(draft)
    if held.detail == "card_unread":
        return None
    if draft.table.held is None and not amounts_due(draft.table, draft.rules):
        draft.emit(e.TableHeld(None, held.irregularity, phase=stage(draft.table), detail=held.detail))
    else:
        draft.emit(e.CameMeanwhile(None, held.detail))
    return None


def _entered(draft: Draft, command: c.Resolve) -> Rejected | None:
    if not command.another and _told_already(draft.table, command):
        return draft.refuse("told_already")
    if command.card is not None:
        return draw_card(draft, c.DrawCard(command.card, "manual"))
    if command.commitment is None:
        return draft.refuse("choice_unknown.which_card")
    if draft.table.shoe.burn_due:
        return burn_card(draft, c.BurnCard(command.commitment, "manual"))
    hole = hole_awaited(draft.table, draft.rules)
    return draw_face_down(draft, c.DrawFaceDown(command.commitment, hole, "manual"))


def _told_already(table: Table, command: c.Resolve) -> bool:
    """Whether a card that waits is the one that is entered: by what opens it; face down, the first that waits."""
    if command.commitment is not None:
        return bool(table.laid_by) and table.laid_by[0].commitment is not None
    waiting = [each.commitment for each in table.laid_by]
    return any([each.card == command.card and seal(each) in waiting for each in command.opened])


def _same_card(draft: Draft, chosen: Chosen) -> None:
    """What was keyed stands; if it is wrong, the record is put right like any other."""
    draft.emit(e.KeyedConfirmed(1))


def _another_card(draft: Draft, chosen: Chosen) -> None:
    """The shoe never saw the cards that were keyed, and the one that it tells of is a further one."""
    draft.emit(e.KeyedConfirmed(len(draft.table.keyed)))
    draft.emit(e.CameMeanwhile(chosen.held.commitment, first=True))


# Where the cards lie when a hand is void for this.
LIE_AS_DEALT: dict[str, Callable[[Draft, Chosen, Hands], Rejected | None]] = {
    "missed_card": _passed_and_void,
    "missed_hit": _passed_and_void,
    "missed_dealer_card": _dealer_passed,
    "misplaced_card": _misplaced_and_void,
}


def _taken_back(draft: Draft, _chosen: Chosen) -> Rejected | None:
    return take_back(draft)


def _as_told(draft: Draft, chosen: Chosen) -> Rejected | None:
    """The shoe is right: the record has its cards, where they lie."""
    opened = {seal(each): each for each in chosen.command.opened}
    told = [Told(commitment, opened.get(commitment)) for commitment in told_now(draft.table, chosen.held)]
    key = chosen.command.arrangement
    ways = arrangements(draft.table, draft.rules, told)
    way = next((each for each in ways if each.key == key or not (key or any(each.forgotten))), None)
    if way is None:
        return draft.refuse("correction_not_offered.as_told")
    refused = paid_already(draft, way.again.round)
    if refused is None:
        used_up(draft, chosen.held, way.keyed)
        put_right(draft, way.again, "as the shoe told")
    return refused


EFFECTS: dict[str, Effect] = {
    "discard": _discard,
    "use_as_next": _use_as_next,
    "choose": _choose,
    "remove": _remove,
    "reconstruct": _reconstruct,
    "continue": _continue,
    "void_hand": _void_hand,
    "dead_hand": _dead_hand,
    "late_card": _late_card,
    "deal_after_players": _deal_after_players,
    "shuffle_discards": _shuffle_discards,
    "manual_shoe": _manual_shoe,
    "shuffle_after_round": _shuffle_after_round,
    "replace_after_round": _replace_after_round,
    "replace_cards": _replace_cards,
    "hand_shuffle": _hand_shuffle,
    "draw_to_twelve": _absent,
    "stand": _absent,
    "other_decides": _other_decides,
    "offer_late": _offer_late,
    "no_reader": _no_reader,
    "enter_card": _enter_card,
    "same_card": _same_card,
    "another_card": _another_card,
    "taken_back": _taken_back,
    "as_told": _as_told,
}
