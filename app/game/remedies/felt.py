"""The felt is right: where the cards lie when it is not where the record put them.

A hand that was passed over got no card: what the record gave it, and all that came after, lies one place further, until
the error came to light. A misplaced card lies where the report says, or else with the next hand that draws.
"""

from collections.abc import Sequence
from typing import Any

from app.game import commands as c
from app.game import events as e
from app.game.apply import apply
from app.game.cards import Card
from app.game.dealer import stands
from app.game.draft import Draft
from app.game.flow import deal_without_passed_over, hole_ready, next_target
from app.game.irregularities import decided, row_for
from app.game.rejections import Rejected
from app.game.remedies.record import Act, Stopped, acts_of, amounts_first, do_act, replay, steps_of
from app.game.remedies.rewriting import insert_before_card, insert_before_the_deal
from app.game.rules.ruleset import Ruleset
from app.game.sidebets import open_sides
from app.game.state import DEALER, Held, Line, Place, Table, every_hand, hand_of
from app.game.turn import size, turn

# Of these the record has the cards where they should have gone, and the felt has not.
LIE_ELSEWHERE = ("missed_card", "missed_hit", "missed_dealer_card", "misplaced_card")
_DECISIONS = (c.Hit, c.Stand, c.Double, c.Split, c.Surrender)
# An offer that was taken, while it was open.
_TAKEN = (c.Insure, c.Surrender)
_CARDS = (c.DrawCard, c.DrawFaceDown, e.CardDealt)
Spot = tuple[int, int]
# What was done, and what is then still to be said.
Lie = tuple[list[Act], tuple[e.Event, ...]]


# --- who was passed over


def missed_hand(table: Table, held: Held) -> int:
    """The hand that was to be served: whose turn it is, or that of the box's last card."""
    assert table.round is not None
    now = turn(table.round)
    if held.felt is not None:
        return 1
    if now is not None and _waits_for_card(table, held.box or 0):
        return now.number
    given = [event for event in table.record if isinstance(event, e.CardDealt) and event.box == held.box]
    drawn = [event for event in given if event.meant_for is None]
    return (drawn or given)[-1].hand


def passed_over(table: Table, held: Held, fact: e.Event) -> list[Act]:
    """The round with this fact where the hand was passed over: before the card that the record gave it all the same."""
    assert held.box is not None
    if held.felt is not None:
        return insert_before_card(table, held.box, held.felt + 1, fact)
    if _waits_for_card(table, held.box) or not _has_drawn(table, held.box):
        return [*acts_of(table.record), fact]
    return insert_before_card(table, held.box, -1, fact)


def as_it_could_be(table: Table, rules: Ruleset, acts: list[Act], since: int, box: int | None = None) -> list[Act]:
    """The acts as far as they could be done after the one at this place: a tap for a hand that is not there to decide
    falls, a card that the dealer had drawn lies with the dealer, needed or not, unless that hand was completed, and an
    offer was taken before the card that would have ended it."""
    assert table.opening is not None
    draft = Draft(table.opening._replace(opening=table.opening), rules)
    done, in_order = list[Act](), amounts_first(acts)
    for at, act in enumerate(in_order):
        before = draft.table
        refused = do_act(draft, act)
        if refused is not None and at > since:
            draft.table = before
            if _was_earlier(draft, act, box):
                earlier = _earlier(draft, done, in_order[at:], since)
                return acts if earlier is None else as_it_could_be(table, rules, earlier, since, box)
            act = _instead(draft, act, box, refused)
            refused = do_act(draft, act) if act is not None else None
        if refused is not None:
            return acts
        done += [act] if act is not None else []
    return done


def _was_earlier(draft: Draft, act: Act, box: int | None) -> bool:
    """Whether something was done earlier on the felt: this act, or another card that comes before it."""
    if isinstance(act, c.DrawCard):
        return _seen_ready(draft.table) is not None or hole_ready(draft.table, draft.rules)
    return isinstance(act, _TAKEN) and act != c.Surrender(box or 0)


def _earlier(draft: Draft, done: list[Act], rest: list[Act], since: int) -> list[Act] | None:
    """An offer was taken before the last card, if that came after the place; the face-down card was turned up before
    the dealer drew; and a card that lay ready was the next one that was drawn."""
    card = _seen_ready(draft.table)
    if card is not None and isinstance(rest[0], c.DrawCard):
        put = [at for at, each in enumerate(done) if isinstance(each, e.CardKept) and each.card == card][-1]
        return [*done[:put], *done[put + 1 :], c.DrawCard(card), *rest] if put > since else None
    if isinstance(rest[0], c.DrawCard):
        hole = [act for act in rest if isinstance(act, c.TurnUpHole)]
        return [*done, *hole, *[act for act in rest if act not in hole]] if hole else None
    cards = [at for at, each in enumerate(done) if isinstance(each, _CARDS)]
    if not cards or cards[-1] <= since:
        return None
    return [*done[: cards[-1]], rest[0], *done[cards[-1] :], *rest[1:]]


def _seen_ready(table: Table) -> Card | None:
    """The card that lies ready, if its face is known."""
    return table.kept[0].card if table.kept else None


def in_right_order(table: Table, rules: Ruleset, held: Held) -> list[Act]:
    """What was done, with each card where it should have gone: a hand that had asked for a card and got none did not
    stand, whatever was tapped: the next card is its own."""
    acts = list(acts_of(table.record))
    if held.irregularity != "missed_hit" or held.box is None or _has_drawn(table, held.box):
        return acts
    stood = [at for at, act in enumerate(acts) if act == c.Stand(held.box)]
    if not stood:
        return acts
    at, since = stood[-1], acts[stood[-1] + 1 :]
    cards = [act for act in since if isinstance(act, (c.DrawCard, c.TurnUpKept, e.CardKept))][:1]
    for card in cards:
        since.remove(card)
    return as_it_could_be(table, rules, [*acts[:at], c.Hit(held.box), *cards, *since], at)


def rewrite_in_right_order(draft: Draft, held: Held, clause: str) -> None:
    """Let the record have each card where it should have gone, if it has not."""
    acts = in_right_order(draft.table, draft.rules, held)
    if acts != list(acts_of(draft.table.record)):
        _lay(draft, held, clause, acts, ())


def _has_drawn(table: Table, box: int) -> bool:
    """Whether the box had a card after the initial deal that was not laid there by mistake."""
    cards = [event for event in _after_the_deal(table) if isinstance(event, e.CardDealt) and event.box == box]
    return any([event.meant_for is None for event in cards])


def _instead(draft: Draft, act: Act, box: int | None, refused: Rejected) -> Act | None:
    """What is done instead of an act that cannot be."""
    if isinstance(act, c.DrawCard) and refused.code == "card_not_awaited":
        return _drawn_by_the_dealer(draft, act)
    falls = isinstance(act, (c.Hit, c.Stand, c.ReadHole, c.TurnUpHole, c.TurnUpKept)) or (
        isinstance(act, _DECISIONS) and act.box == box
    )
    return None if falls else act


def _drawn_by_the_dealer(draft: Draft, act: c.DrawCard) -> Act:
    """A card that nothing awaited; on the dealer's completed hand it is an additional one, and counts for nothing."""
    if not stands(draft.round, draft.rules):
        return e.CardDealt(act.card, DEALER, 1, source=act.source, meant_for=(DEALER, 1))
    row = row_for(draft.table, draft.rules, Held(act.card, "card_not_awaited"), "discard")
    assert row is not None, "every book has an additional card discarded"
    return e.CardDiscarded(act.card, row.clause)


def _after_the_deal(table: Table) -> tuple[Any, ...]:
    """What has happened since the initial deal."""
    kinds = [type(event) for event in table.record]
    return table.record[kinds.index(e.InitialDealCompleted) :]


def _waits_for_card(table: Table, box: int) -> bool:
    assert table.round is not None
    now = turn(table.round)
    return now is not None and now.box.number == box and (now.hand.wants_card or size(now.hand) == 1)


def _acts_on_the_felt(table: Table, rules: Ruleset, held: Held, clause: str) -> Lie | None:
    """What was done, as it lies on the felt, and what is then still to be said; None: the cards lie as recorded."""
    if held.irregularity == "misplaced_card":
        moved = misplaced(table, rules, held)
        return None if moved is None else (moved, ())
    if held.irregularity == "missed_dealer_card":
        deferred = e.DealerDeferred(clause)
        acts = insert_before_the_deal(table, deferred)
        return as_it_could_be(table, rules, acts, acts.index(deferred)), ()
    assert held.box is not None
    hand = held.box, missed_hand(table, held)
    fact, resumed = e.HandPassedOver(*hand, clause), e.HandResumed(*hand)
    acts = passed_over(table, held, fact)
    since = acts.index(fact) + 1
    for at, act in enumerate(acts[since:], since):
        if isinstance(act, _DECISIONS) and act.box == held.box:
            return as_it_could_be(table, rules, [*acts[:at], resumed, *acts[at:]], since - 1), ()
    ready = _still_ready(table, acts)
    if ready is not None and ready >= since:
        return as_it_could_be(table, rules, [*acts[:ready], resumed, *acts[ready:]], since - 1), ()
    return as_it_could_be(table, rules, acts, since - 1), (resumed,)


def _still_ready(table: Table, acts: list[Act]) -> int | None:
    """Where the first card was put that lies ready now: nobody has it by the record, and so nobody on the felt."""
    put = [at for at, act in enumerate(acts) if isinstance(act, e.CardKept)]
    return put[-len(table.kept)] if table.kept else None


def lay_as_it_lies(draft: Draft, held: Held, clause: str) -> None:
    """Let the record be what lies on the felt; if the round cannot have gone so, it stays as it is."""
    found = _acts_on_the_felt(draft.table, draft.rules, held, clause)
    assert found is not None, "only a misplaced card may lie where it is recorded"
    _lay(draft, held, clause, *found)


def lay_and_ask(draft: Draft, held: Held, clause: str, *, rebuilt: bool) -> None:
    """The cards as they lie, or as they should have gone, and every player is asked: what follows from the last card
    waits for the answers."""
    as_it_should_be: Lie = in_right_order(draft.table, draft.rules, held), ()
    found = as_it_should_be if rebuilt else _acts_on_the_felt(draft.table, draft.rules, held, clause)
    if found is None or not _lay(draft, held, clause, *found, rebuilt=rebuilt):
        ask_players(draft, held, rebuilt=rebuilt)


def ask_players(draft: Draft, held: Held, *, rebuilt: bool) -> None:
    """Every bettor with a wager that has no result has a choice; nothing happens by itself until all have answered."""
    asked = with_open_wagers(draft.table)
    if asked:
        draft.emit(e.PlayersAsked(held.irregularity, asked, rebuilt))


def with_open_wagers(table: Table) -> tuple[tuple[int, str], ...]:
    """Who has a wager that has no result yet, be it a side bet; a surrendered hand has its own with the dealer's second
    card. Before the first card everybody may take a bet back unasked."""
    round_ = table.round
    if round_ is None or not round_.boxes:
        return ()
    hands = [(box, stake) for box, _, hand in every_hand(round_) for stake in hand.live]
    known = len(round_.dealer) > 1
    main = [(box.number, stake.player) for box, stake in hands if not (box.surrendered and known)]
    sides = [(place.box, place.player) for place in round_.places if open_sides(round_, place) or _insured(place)]
    return tuple(dict.fromkeys((*main, *sides)))


def _insured(place: Place) -> bool:
    return place.insurance_cents > 0 and not place.insurance_settled


def _lay(
    draft: Draft,
    held: Held,
    clause: str,
    acts: Sequence[Act],
    ending: tuple[e.Event, ...],
    *,
    rebuilt: bool | None = None,
) -> bool:
    """Let these have been the acts; `rebuilt`: and the players are asked before anything follows from the last card.
    Whether they are."""
    table = draft.table
    assert table.opening is not None
    while isinstance(acts[-1], e.HandResumed):
        acts, ending = acts[:-1], (acts[-1], *ending)
    again = replay(table.opening, draft.rules, acts)
    if isinstance(again, Stopped):
        return False
    events = tuple(again.events)
    asked = _asked_before_the_end(again, held, rebuilt=rebuilt) if _ends_with_a_card(again, acts) else ()
    draft.emit(e.RoundRewritten("irregularity", held.irregularity, clause, (*(asked or events), *ending)))
    return bool(asked)


def _ends_with_a_card(again: Draft, acts: Sequence[Act]) -> bool:
    """Whether the last that was done dealt a card; one that lay ready is dealt by itself. Questions are not counted."""
    done = [act for act in amounts_first(acts) if not isinstance(act, (e.PlayersAsked, e.PlayerAnswered))]
    if isinstance(done[-1], e.CardKept):
        return not again.table.kept
    return isinstance(done[-1], (*_CARDS, c.TurnUpKept))


def _asked_before_the_end(again: Draft, held: Held, *, rebuilt: bool | None) -> tuple[e.Event, ...]:
    """The round's events up to the last card, before which the players are asked."""
    last = max([at for at, event in enumerate(again.events) if isinstance(event, e.CardDealt | e.CardDealtDown)])
    asked = with_open_wagers(again.tables[last - 1])
    if rebuilt is None or not asked:
        return ()
    question = e.PlayersAsked(held.irregularity, asked, rebuilt)
    return (*again.events[:last], question, again.events[last])


def only_the_dealer_has_more(table: Table, rules: Ruleset, held: Held, clause: str) -> bool:
    """Whether on the felt the cards of the hand that was passed over lie with the dealer, and no other hand differs."""
    assert table.opening is not None
    assert table.round is not None
    found = _acts_on_the_felt(table, rules, held, clause)
    again = replay(table.opening, rules, found[0]) if found is not None else None
    if not isinstance(again, Draft) or again.round.dealer == table.round.dealer:
        return False
    missed = held.box, missed_hand(table, held)
    both = zip(every_hand(table.round), every_hand(again.round), strict=True)
    return all([a.cards == b.cards for (box, n, a), (_, _, b) in both if (box.number, n) != missed])


def money_moved(table: Table, rules: Ruleset, held: Held) -> bool:
    """Whether a wager is settled on the felt too: not what the record alone settled, by cards that lie elsewhere."""
    assert table.opening is not None
    assert table.round is not None
    if held.irregularity == "missed_dealer_card" and not _play_had_begun(table):
        return False  # on the felt the dealer has no card yet
    found = _acts_on_the_felt(table, rules, held, "")
    again = replay(table.opening, rules, found[0]) if found is not None else None
    if not isinstance(again, Draft):
        return decided(table.round)
    both: tuple[Line, ...] = tuple([line for line in again.round.lines if line in table.round.lines])
    return decided(again.round._replace(lines=both))


def _play_had_begun(table: Table) -> bool:
    """Whether the record has a decision, or a card after the initial deal."""
    deal = [at for at, event in enumerate(table.record) if isinstance(event, e.InitialDealCompleted)]
    if any([isinstance(event, e.CardDealt) for event in table.record[deal[0] :]] if deal else []):
        return True
    return any([isinstance(act, _DECISIONS) for act in acts_of(table.record)])


def ticked(table: Table) -> bool:
    """Whether the dealer has ticked off a payment of the round."""
    return table.round is not None and any([each.round == table.round.number for each in table.ticked])


# --- a card that lies elsewhere


def misplaced(table: Table, rules: Ruleset, held: Held) -> list[Act] | None:
    """What was done, with the last card where it was laid, and not with the hand that it was meant for. None: it lies
    where the record has it."""
    assert table.opening is not None
    given = [at for at, event in enumerate(table.record) if isinstance(event, e.CardDealt)]
    last = table.record[given[-1]]
    before, after = _around(table, given[-1])
    again = replay(table.opening, rules, before)
    if isinstance(again, Stopped) or last.kept:
        return None
    meant_for = last.box, last.hand
    at = place_of_misplaced(again.table, rules, held, meant_for)
    if at == meant_for:
        return None
    lies = e.CardDealt(last.card, *at, source=last.source, meant_for=meant_for)
    return as_it_could_be(table, rules, [*before, lies, *after], len(before))


def _around(table: Table, at: int) -> tuple[list[Act], list[Act]]:
    """What was done before the event at this place, and after it; an amount that came later lay there before."""
    steps = steps_of(table.record)
    late = [step.act for step in steps if step.at > at and isinstance(step.act, c.PlaceWager)]
    after = [step.act for step in steps if step.at > at and not isinstance(step.act, c.PlaceWager)]
    return [*[step.act for step in steps if step.at < at], *late], after


def place_of_misplaced(table: Table, rules: Ruleset, held: Held, meant_for: Spot) -> Spot:
    """Where it lies: as the report says, or with the next hand that draws."""
    if held.box is not None:
        return held.box, held.hand or 1
    if meant_for[0] == DEALER:
        return meant_for
    without = Draft(apply(table, e.HandPassedOver(*meant_for, "")), rules)
    deal_without_passed_over(without)
    target = next_target(without.table, rules)
    return (target.box, target.hand) if target is not None else meant_for


def lies_at(table: Table, box: int, hand: int) -> bool:
    """Whether there is such a hand, or it is the dealer's."""
    assert table.round is not None
    if box == DEALER:
        return hand == 1
    boxes = {each.number: each for each in table.round.boxes}
    return box in boxes and 1 <= hand <= len(boxes[box].hands) and hand_of(table.round, box, hand).done != "void"
