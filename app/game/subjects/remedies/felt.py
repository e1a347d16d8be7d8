"""The felt is right: where the cards lie when it is not where the record put them.

A hand that was passed over got no card: what the record gave it, and all that came after, lies one place further, until
the error came to light. A misplaced card lies where the report says, or else with the next hand that draws.
"""

from typing import Any, NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.consequences import deal_without_passed_over
from app.game.core.acts import Act
from app.game.core.apply import apply
from app.game.core.draft import Draft
from app.game.core.message import Message, message
from app.game.core.records import replace
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import DEALER, Held, Line, Table, hand_of
from app.game.core.turn import offers_open, size, turn
from app.game.rules.ruleset import Ruleset
from app.game.subjects.dealer.needs import stands
from app.game.subjects.irregularities.rulings import decided
from app.game.subjects.remedies.actual_payments import lines_ticked
from app.game.subjects.remedies.card_positions import places_of
from app.game.subjects.remedies.hole_card_timing import additional, discarded, turned_up_in_time
from app.game.subjects.remedies.rewriting import insert_before_card, insert_before_the_deal
from app.game.subjects.remedies.round_replay import Stopped, acts_of, amounts_first, do_act, replay, steps_of
from app.game.targets import hole_awaited, hole_ready, kept_target, next_target

# Of these the record has the cards where they should have gone, and the felt has not.
LIE_ELSEWHERE = ("missed_card", "missed_hit", "missed_dealer_card", "misplaced_card")
_DECISIONS = (c.Hit, c.Stand, c.Double, c.Split, c.Surrender)
_OF_A_HAND = (c.TakeBackDouble, c.AcceptCard, c.RefuseCard)
# An offer that was taken, while it was open.
_TAKEN = (c.Insure, c.Surrender)
_CARDS = (c.DrawCard, c.DrawFaceDown, e.CardDealt)
Spot = tuple[int, int]
# What was done, and what is then still to be said.
Lie = tuple[list[Act], tuple[e.Event, ...]]


class Lies(NamedTuple):
    """What was done, as the cards lie; what is then still to be said; and the round that it makes."""

    acts: list[Act]
    ending: tuple[e.Event, ...]
    again: Draft


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
    if [event.kept for event in table.record if isinstance(event, e.CardDealt) and event.box == held.box][-1]:
        return [*acts_of(table.record), fact]  # one that lay ready was nobody else's
    return insert_before_card(table, held.box, -1, fact)


def as_it_could_be(table: Table, rules: Ruleset, acts: list[Act], since: int, box: int | None = None) -> list[Act]:
    """The acts as far as they could be done after the one at this place: a tap for a hand that is not there to decide
    falls, a card that the dealer had drawn lies with the dealer, needed or not, unless that hand was completed, and an
    offer was taken before the card that would have ended it."""
    assert table.opening is not None
    draft = Draft(replace(table.opening, opening=table.opening), rules)
    done, left = list[Act](), amounts_first(acts)
    while left:
        act, *left = left
        before, after = draft.table, len(done) > since
        instead = (
            additional(draft, act) or _offers_ended(draft, act) or turned_up_in_time(draft, act, left)
            if after
            else None
        )
        refused = do_act(draft, act) if instead is None else None
        if instead is None and refused is None:
            done.append(act)
            continue
        drawn = _ready_one_drawn(table, draft, act, done, since) if after and instead is None else None
        if drawn is not None:
            return as_it_could_be(table, rules, [*drawn, act, *left], since, box)
        if after and instead is None and isinstance(act, _TAKEN) and act != c.Surrender(box or 0):
            earlier = _before_last_card(done, act, since)
            return acts if earlier is None else as_it_could_be(table, rules, [*earlier, *left], since, box)
        draft.table = before
        instead = _instead(draft, act, box, refused) if after and refused is not None else instead
        if instead is None:
            return acts
        left = [*instead, *left]
    return done


def _before_last_card(done: list[Act], act: Act, since: int) -> list[Act] | None:
    """The acts with this one before the last card among them, if that came after the place."""
    cards = [at for at, each in enumerate(done) if isinstance(each, _CARDS)]
    if not cards or cards[-1] <= since:
        return None
    return [*done[: cards[-1]], act, *done[cards[-1] :]]


def _ready_one_drawn(table: Table, draft: Draft, act: Act, done: list[Act], since: int) -> list[Act] | None:
    """What was done, if a card is drawn while another lies ready that has lain there in the record, too: on the felt
    that was the next one that was drawn."""
    ready = draft.table.kept[0].card if draft.table.kept else None
    if not isinstance(act, c.DrawCard) or ready is None:
        return None
    put = [at for at, each in enumerate(done) if isinstance(each, e.CardKept) and each.card == ready][-1]
    if put <= since or done[put] not in table.record:
        return None
    return [*done[:put], *done[put + 1 :], c.DrawCard(ready)]


def in_right_order(table: Table, rules: Ruleset, held: Held, *then: Act) -> list[Act]:
    """What was done, with each card where it should have gone: a hand that had asked for a card and got none did not
    stand, whatever was tapped: the next card is its own. `then`: what is declared of the hand with that card."""
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
    return as_it_could_be(table, rules, [*acts[:at], c.Hit(held.box), *cards, *then, *since], at)


def rewrite_in_right_order(draft: Draft, held: Held, clause: str) -> Rejected | None:
    """Let the record have each card where it should have gone, if it has not."""
    acts = in_right_order(draft.table, draft.rules, held)
    return lay_acts(draft, held, clause, acts) if acts != list(acts_of(draft.table.record)) else None


def lay_acts(draft: Draft, held: Held, clause: str, acts: list[Act]) -> Rejected | None:
    """Let these have been the acts, if the cards can lie so."""
    lies = played(draft.table, draft.rules, (acts, ()))
    if isinstance(lies, Rejected):
        return lies
    lay(draft, held, clause, lies)
    return None


def _has_drawn(table: Table, box: int) -> bool:
    """Whether the box had a card after the initial deal that was not laid there by mistake."""
    cards = [event for event in _after_the_deal(table) if isinstance(event, e.CardDealt) and event.box == box]
    return any([event.meant_for is None for event in cards])


def _instead(draft: Draft, act: Act, box: int | None, refused: Rejected) -> list[Act] | None:
    """What is done instead of an act that cannot be; None: nobody knows."""
    if isinstance(act, c.DrawCard) and (refused.code == "card_not_awaited" or _over_with_the_shoe(draft, refused)):
        return [_drawn_by_the_dealer(draft, act)]
    if isinstance(act, c.DrawCard) and draft.table.kept and refused.code == "error_card":
        return [e.CardKept(act.card, None, draft.table.kept[-1].refusable, draft.table.kept[-1].clause)]
    if isinstance(act, c.ReadHole) and offers_open(draft.round):
        return [c.Proceed()]  # it was read all the same
    falls = isinstance(act, (c.Hit, c.Stand, c.Proceed, c.ReadHole, c.TurnUpHole, c.TurnUpKept)) or (
        isinstance(act, (*_DECISIONS, *_OF_A_HAND)) and act.box == box
    )
    return [] if falls else None


def _over_with_the_shoe(draft: Draft, refused: Rejected) -> bool:
    """Whether the round is over without the card, and so is the shoe, which was to end with it."""
    return refused.code == "shuffle_due" and draft.round.complete


def _drawn_by_the_dealer(draft: Draft, act: c.DrawCard) -> Act:
    """A card that nothing awaited; on the dealer's completed hand it is an additional one, and counts for nothing."""
    if not stands(draft.round, draft.rules):
        return e.CardDealt(act.card, DEALER, 1, source=act.source, meant_for=(DEALER, 1))
    return discarded(draft, act.card)


def _offers_ended(draft: Draft, act: Act) -> list[Act] | None:
    """What is done instead, if this is a card with which the dealer went on to his own hand: the round's next card ends
    what is on offer, though it is not the dealer's first, since one lies ready or his face-down card is not up."""
    if not isinstance(act, c.DrawCard) or not offers_open(draft.round):
        return None
    closed = apply(draft.table, e.OffersClosed())
    waits = kept_target(closed, draft.rules) is not None or hole_ready(draft.table, draft.rules)
    return [c.Proceed(), act] if waits else None


def _after_the_deal(table: Table) -> tuple[Any, ...]:
    """What has happened since the initial deal."""
    kinds = [type(event) for event in table.record]
    return table.record[kinds.index(e.InitialDealCompleted) :]


def _waits_for_card(table: Table, box: int) -> bool:
    assert table.round is not None
    now = turn(table.round)
    return now is not None and now.box.number == box and (now.hand.wants_card or size(now.hand) == 1)


def on_the_felt(table: Table, rules: Ruleset, held: Held, clause: str = "") -> Lies | Rejected | None:
    """The round as it lies on the felt by what was reported, or why it cannot lie so; None: it lies as recorded."""
    found = _acts_on_the_felt(table, rules, held, clause)
    lies = played(table, rules, found) if found is not None else None
    if held.first and isinstance(lies, Lies) and len(hand_of(lies.again.round, held.box or 0, 1).cards) != 1:
        return does_not_fit(message("why_not.no_second_card", box=held.box))
    return lies


def played(table: Table, rules: Ruleset, found: Lie) -> Lies | Rejected:
    """The round that these acts make, or that the cards cannot lie so."""
    assert table.opening is not None
    acts, ending = found
    while isinstance(last := acts[-1], e.HandResumed):
        acts, ending = acts[:-1], (last, *ending)
    again = replay(table.opening, rules, acts)
    return does_not_fit(again.rejected.message) if isinstance(again, Stopped) else Lies(acts, ending, again)


def does_not_fit(why: Message) -> Rejected:
    """The round cannot have gone as somebody said."""
    return rejected("cards_do_not_fit", {"why": why})


def _acts_on_the_felt(table: Table, rules: Ruleset, held: Held, clause: str) -> Lie | None:
    """What was done, as it lies on the felt, and what is then still to be said; None: the cards lie as recorded."""
    if held.irregularity == "misplaced_card":
        moved = misplaced(table, rules, held)
        return None if moved is None else (moved, ())
    if held.irregularity == "missed_dealer_card":
        deferred = e.DealerDeferred(clause)
        acts = insert_before_the_deal(table, deferred)
        return as_it_could_be(table, rules, acts, _place_of(deferred, acts)), ()
    assert held.box is not None
    hand = held.box, missed_hand(table, held)
    fact, resumed = e.HandPassedOver(*hand, clause), e.HandResumed(*hand)
    if held.first:
        return _second_came(table, rules, insert_before_card(table, held.box, 1, fact), fact), (resumed,)
    acts = passed_over(table, held, fact)
    since = _place_of(fact, acts) + 1
    for at, act in enumerate(acts[since:], since):
        if isinstance(act, _DECISIONS) and act.box == held.box:
            return as_it_could_be(table, rules, [*acts[:at], resumed, *acts[at:]], since - 1), ()
    ready = _still_ready(table, acts)
    if ready is not None and ready >= since:
        return as_it_could_be(table, rules, [*acts[:ready], resumed, *acts[ready:]], since - 1), ()
    return as_it_could_be(table, rules, acts, since - 1), (resumed,)


def _place_of(fact: e.Event, acts: list[Act]) -> int:
    """Where this very fact stands: the same may have been said of an earlier card."""
    return next(at for at, act in enumerate(acts) if act is fact)


def _is_among_acts(fact: e.Event, acts: list[Act]) -> bool:
    return any([act is fact for act in acts])


def _still_ready(table: Table, acts: list[Act]) -> int | None:
    """Where the first card was put that lies ready now: nobody has it by the record, and so nobody on the felt."""
    put = [at for at, act in enumerate(acts) if isinstance(act, e.CardKept)]
    return put[-len(table.kept)] if table.kept else None


def with_fact(table: Table, rules: Ruleset, held: Held, fact: e.Event) -> list[Act] | Rejected:
    """What was done, with this fact about the hand that was passed over: where that was, or, where it has had its
    second card, at the end."""
    if held.first:
        lies = on_the_felt(table, rules, held)
        return (
            lies if isinstance(lies, Rejected) else [*(lies.acts if lies else ()), *(lies.ending if lies else ()), fact]
        )
    late = isinstance(fact, e.SecondCardDeferred)
    acts = insert_before_the_deal(table, fact) if late else passed_over(table, held, fact)
    if held.irregularity == "missed_card" and isinstance(fact, e.WagersVoided):
        acts = _without_cards_too_many(table, rules, acts, fact)
    return as_it_could_be(table, rules, acts, _place_of(fact, acts), held.box)


def _without_cards_too_many(table: Table, rules: Ruleset, acts: list[Act], fact: e.Event) -> list[Act]:
    """The acts, where a card that was drawn for the initial deal finds it over without the dead hand: nobody asked for
    it, and it is the next card as one drawn in error, if the book lets players refuse such a card."""
    assert table.opening is not None
    draft, done = Draft(replace(table.opening, opening=table.opening), rules), list[Act]()
    left, cards = amounts_first(acts), _cards_of_the_deal(table)
    while left and cards:
        act, *left = left
        if isinstance(act, c.DrawCard):
            cards -= 1
            act = _too_many(draft, act) if _is_among_acts(fact, done) else act
        if do_act(draft, act) is not None:
            return acts
        done.append(act)
    return [*done, *left]


def _cards_of_the_deal(table: Table) -> int:
    """How many cards the record has drawn face up for the initial deal."""
    kinds = [type(event) for event in table.record]
    over = kinds.index(e.InitialDealCompleted) if e.InitialDealCompleted in kinds else len(kinds)
    return len([step for step in steps_of(table.record[:over]) if isinstance(step.act, c.DrawCard)])


def _too_many(draft: Draft, act: c.DrawCard) -> Act:
    rows = [row for row in draft.rules.irregularities["error_card"] if row.refusable == "player"]
    if not rows or not (draft.round.dealt or hole_awaited(draft.table, draft.rules)):
        return act
    return e.CardKept(act.card, None, rows[0].refusable, rows[0].clause)


def _second_came(table: Table, rules: Ruleset, acts: list[Act], missed: e.HandPassedOver) -> list[Act]:
    """The acts with the hand passed over at its first card, served at its second, and passed over again since."""
    assert table.opening is not None
    draft, done = Draft(replace(table.opening, opening=table.opening), rules), list[Act]()
    waiting: list[Act] = [e.HandResumed(missed.box, missed.hand), missed]
    for act in amounts_first(acts):
        if waiting and _is_among_acts(missed, done) and _is_due(draft, waiting, missed):
            done.append(waiting.pop(0))
            do_act(draft, done[-1])
        if do_act(draft, act) is not None:
            return acts
        done.append(act)
    return done


def _is_due(draft: Draft, waiting: list[Act], missed: e.HandPassedOver) -> bool:
    """Whether the hand's turn for a second card has come, and then whether it has had it."""
    if len(waiting) == 1:
        return bool(hand_of(draft.round, missed.box, missed.hand).cards)
    before = [box.hands[0] for box in draft.round.boxes if box.number < missed.box]
    return bool(draft.round.dealer) and all([size(hand) > 1 or hand.done == "void" for hand in before])


def lay_as_it_lies(draft: Draft, held: Held, clause: str) -> Rejected | None:
    """Let the record be what lies on the felt."""
    lies = on_the_felt(draft.table, draft.rules, held, clause)
    assert lies is not None, "only a misplaced card may lie where it is recorded"
    if isinstance(lies, Rejected):
        return lies
    lay(draft, held, clause, lies)
    return None


def lay(draft: Draft, held: Held, clause: str, lies: Lies) -> None:
    """Let these have been the acts."""
    draft.emit(e.RoundRewritten("irregularity", held.irregularity, clause, (*lies.again.events, *lies.ending)))


def only_the_dealer_has_more(table: Table, rules: Ruleset, held: Held, clause: str) -> bool:
    """Whether on the felt the cards of the hand that was passed over lie with the dealer, and no other hand differs."""
    lies = on_the_felt(table, rules, held, clause)
    if not isinstance(lies, Lies):
        return False
    missed = held.box or 0, missed_hand(table, held)
    void = e.WagersVoided((missed,), (), held.irregularity, clause, (), ())
    right = played(table, rules, (in_right_order(table, rules, held, void), ()))
    recorded = places_of(tuple(right.again.events)) if isinstance(right, Lies) else {}
    laid = places_of(tuple(lies.again.events))
    others = {*recorded, *laid} - {missed, (DEALER, 1)}
    dealers = (DEALER, 1)
    return recorded.get(dealers) != laid.get(dealers) and all([recorded.get(at) == laid.get(at) for at in others])


def dealer_drew(table: Table, rules: Ruleset, held: Held) -> bool | None:
    """Whether the dealer has a second card on the felt: one that lies ready for him until the record has seen the
    face-down one is there. That card, where it turned itself up at the very end of the record, may lie there still.
    None: as in the record."""
    lies = on_the_felt(table, rules, held)
    if not isinstance(lies, Lies):
        return None
    again = lies.again
    if len(again.table.kept) > len(table.kept) and hole_ready(again.table, rules):
        return True
    return len(again.round.dealer) > 1 and not isinstance(lies.acts[-1], c.TurnUpHole)


def money_moved(table: Table, rules: Ruleset, held: Held) -> bool:
    """Whether a wager is settled on the felt too: not what the record alone settled, by cards that lie elsewhere."""
    assert table.round is not None
    if held.irregularity == "missed_dealer_card" and not _play_had_begun(table):
        return False  # on the felt the dealer has no card yet
    lies = on_the_felt(table, rules, held)
    if not isinstance(lies, Lies):
        return decided(table.round)
    both = tuple([line for line in lies.again.round.lines if _is_among(line, table.round.lines)])
    return decided(replace(lies.again.round, lines=both))


def _is_among(line: Line, lines: tuple[Line, ...]) -> bool:
    """Whether the wager has this result among these: it is paid or taken alike, by whichever clause."""
    return replace(line, clause="") in [replace(each, clause="") for each in lines]


def doubted(table: Table, rules: Ruleset, held: Held) -> tuple[Line, ...]:
    """What the record has settled and the felt may not have: what does not stand with the cards as they lie, or as they
    should have gone, and is not ticked off."""
    assert table.round is not None
    lies = on_the_felt(table, rules, held)
    right = played(table, rules, (in_right_order(table, rules, held), ()))
    both = [each.again.round.lines for each in (lies, right) if isinstance(each, Lies)]
    stands = both if len(both) == 2 or (both and lies is None) else [()]
    ticked = lines_ticked(table)
    void = [line for line in table.round.lines if line.outcome == "void"]
    sure = [line for line in table.round.lines if all([_is_among(line, lines) for lines in stands])]
    return tuple([line for line in table.round.lines if line not in (*ticked, *void, *sure)])


def _play_had_begun(table: Table) -> bool:
    """Whether the record has a decision, or a card after the initial deal."""
    deal = [at for at, event in enumerate(table.record) if isinstance(event, e.InitialDealCompleted)]
    if any([isinstance(event, e.CardDealt) for event in table.record[deal[0] :]] if deal else []):
        return True
    return any([isinstance(act, _DECISIONS) for act in acts_of(table.record)])


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
