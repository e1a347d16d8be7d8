"""What was done in a round, and doing it again.

An act is the command that an event came of. Events that follow by themselves (settlements, ends of hands) have none:
they follow again. Events that a supervisor's resolution caused have no command of their own: they are acts as they are,
facts that are put back where they stood.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.consequences import advance, deal_without_passed_over, go_on_unsettled
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.core.kinds import COMMANDS, EVENTS
from app.game.core.message import message
from app.game.core.records import Command, Event, replace
from app.game.core.rejections import Rejected, refusal_as
from app.game.core.seals import seal
from app.game.core.state import DEALER, Held, Line, Round, Table, box_of, place_of, the_box, void_place
from app.game.core.turn import lies_unseen
from app.game.ordinary_play import play_on
from app.game.rules.ruleset import Ruleset
from app.game.subjects.cards.decide import misfit_of
from app.game.subjects.irregularities.rulings import CONDITIONS
from app.game.subjects.irregularities.shoe_refill import stop_shoe
from app.game.subjects.offers.open_offers import close_offers
from app.game.subjects.remedies.voids import next_in_control, void_again
from app.game.subjects.settlement.sidebets import open_sides
from app.game.subjects.wagers.betting_end import close_betting

_QUESTIONS = (e.PlayersAsked, e.PlayerAnswered)
# After the second an event of the first kind was forced by it, and is a fact.
_FORCES: dict[type, type] = {e.HoleTurnedUp: e.ReaderSetAside, e.PreparationBegun: e.MachineTakenAway}


class Step(NamedTuple):
    """An act, and the place of its event in the record."""

    act: Act
    at: int


def steps_of(record: tuple[Event, ...]) -> list[Step]:
    """What was done, in order."""
    steps = []
    for at in range(len(record)):
        act = _act_at(record, at)
        if act is not None:
            steps.append(Step(act, at))
    return steps


def last_step(record: tuple[Event, ...]) -> Step | None:
    """What was done last."""
    for at in range(len(record) - 1, -1, -1):
        act = _act_at(record, at)
        if act is not None:
            return Step(act, at)
    return None


def _act_at(record: tuple[Event, ...], at: int) -> Act | None:
    event = record[at]
    kind = type(event)
    if kind in _FORCES and at > 0 and isinstance(record[at - 1], _FORCES[kind]):
        return event
    act = EVENTS[kind].act
    return act(event) if act is not None else None


def acts_of(record: tuple[Event, ...]) -> tuple[Act, ...]:
    """What was done in the round, without where it stands."""
    return tuple([step.act for step in steps_of(record)])


class Stopped(NamedTuple):
    """An act that cannot be done, counted from 1, and why."""

    step: int
    rejected: Rejected


def amounts_first(acts: Iterable[Act]) -> list[Act]:
    """The acts, with amounts that came late at the end of betting: their wagers lay there all the time, and as the
    round goes now they may be needed sooner."""
    done = list(acts)
    closed = next((at for at, act in enumerate(done, 1) if isinstance(act, e.BetsClosed)), len(done))
    late = [act for act in done[closed:] if isinstance(act, c.PlaceWager)]
    return [*done[:closed], *late, *[act for act in done[closed:] if not isinstance(act, c.PlaceWager)]]


def replay(opening: Table, rules: Ruleset, acts: Iterable[Act]) -> Draft | Stopped:
    """The round played again from its opening, or where that ends."""
    draft = Draft(replace(opening, opening=opening), rules)
    for step, act in enumerate(amounts_first(acts), 1):
        refused = do_act(draft, act)
        if refused is not None:
            return Stopped(step, refused)
    return draft


def settle_what_waited(draft: Draft) -> None:
    """The side bets that waited for the players' answers, as the round would have settled them at their time, but for
    those that were taken back."""
    round_, rules = draft.round, draft.rules
    waits = round_.dealt and any([open_sides(round_, place) for place in round_.places])
    if draft.table.held is not None or not waits:
        return
    assert draft.table.opening is not None
    acts = [act for act in acts_of(draft.table.record) if not isinstance(act, _QUESTIONS)]
    again = replay(draft.table.opening, rules, acts)
    settled = again.round.lines if isinstance(again, Draft) else ()
    lines = tuple([line for line in settled if _is_open_side(round_, line)])
    if lines:
        draft.emit(e.Settled(lines))


def _is_open_side(round_: Round, line: Line) -> bool:
    places = [place for place in round_.places if (place.box, place.player) == (line.box, line.player)]
    return any([line.wager == kind for place in places for kind, _ in open_sides(round_, place)])


def do_act(draft: Draft, act: Act) -> Rejected | None:
    """One act; a card that nothing awaits is refused here, since nobody could say what becomes of it."""
    if _plays_on(act):
        go_on_unsettled(draft)
        deal_without_passed_over(draft)
    if isinstance(act, c.DiscardCard):
        return _discarded(draft, act)
    if isinstance(act, Event):
        return _put_back(draft, act)
    refused = play_on(draft, act)
    held = draft.table.held
    if refused is None and held is not None and not held.asked:
        return refusal_as(draft.rules, held.irregularity, message("why_not.not_awaited", card=held.card))
    return refused


def _plays_on(act: Act) -> bool:
    """Whether play goes on with this: a deal in which only a hand that was passed over still had a card to come was
    over. What was declared meanwhile says nothing of that."""
    return isinstance(act, e.CardDealt) or (isinstance(act, Command) and COMMANDS[type(act)].plays_on)


def _discarded(draft: Draft, act: c.DiscardCard) -> Rejected | None:
    misfit = misfit_of(draft.table, act.card)
    if misfit is not None:
        return refusal_as(draft.rules, misfit.irregularity, message("why_not.not_of_this_shoe", card=act.card))
    return _put_back(draft, e.CardDiscarded(act.card, draft.rules.clauses["remedies.reconstruct"]))


def _put_back(draft: Draft, fact: Any) -> Rejected | None:
    if isinstance(fact, e.BetsClosed):
        refused = close_betting(draft, implied=True) if not draft.round.bets_closed else None
        advance(draft)  # a card that lay ready is the first
        return refused
    if isinstance(fact, e.HandsCleared):
        return None  # which hands are off the layout is seen when the shoe stops
    refused = _nothing_there(draft, fact)
    if refused is not None:
        return refused
    if isinstance(fact, e.ShoeStopped):
        stop_shoe(draft, fact.refill, fact.dealt_before, fact.clause)
    elif isinstance(fact, e.WagersVoided):
        void_again(draft, fact)
    elif isinstance(fact, e.OffersReopened):
        _reopened(draft, fact)
    elif isinstance(fact, e.ControlPassed):
        _control_passed(draft, fact)
    elif isinstance(fact, e.CardDealt):
        close_offers(draft)
        draft.emit(fact)
    else:
        draft.emit(fact)
    if isinstance(fact, e.PlayerAnswered):
        settle_what_waited(draft)
    advance(draft)
    return None


def _nothing_there(draft: Draft, fact: Event) -> Rejected | None:
    """Whether what the fact is about does not lie here."""
    if not all([_there(draft, *each) for each in _hands_of(fact)]):
        return draft.refuse("no_such_hand.declared")
    if isinstance(fact, e.FaceDownRemoved) and not lies_unseen(draft.table, seal(fact.opened)):
        return draft.refuse("wrong_card.removed", {"card": fact.opened.card})
    return None


def _reopened(draft: Draft, fact: e.OffersReopened) -> None:
    """An offer that had been missed, as far as it is one in the round as it goes now."""
    round_ = draft.round
    open_ = round_.dealt and not round_.complete and len(round_.dealer) == 1 and round_.hole_read is None
    first = round_.dealer[0][0] if open_ else ""
    insurance = tuple([each for each in fact.insurance if first == "A" and _not_void(draft, each)])
    undrawn = [
        box
        for box in fact.surrender
        if CONDITIONS["undrawn"](draft.table, Held(None, "missed_surrender_offer", box=box))
    ]
    surrender = tuple(undrawn) if first and first in draft.rules.play.surrender_against else ()
    if insurance or surrender:
        draft.emit(e.OffersReopened(insurance, surrender, fact.clause))


def _control_passed(draft: Draft, fact: e.ControlPassed) -> None:
    """Somebody else decides: whoever the book names, with the wagers as they lie in the round as it goes now."""
    box = the_box(draft.round, fact.box)
    player = next_in_control(draft.round, draft.rules, box) or fact.player
    draft.emit(replace(fact, player=player))


def _not_void(draft: Draft, bettor: tuple[int, str]) -> bool:
    place = place_of(draft.round, *bettor)
    return place is not None and not void_place(draft.round, place)


def _hands_of(fact: Any) -> list[tuple[int, int]]:
    """The hands that the fact is about."""
    if isinstance(fact, e.WagersVoided):
        return list(fact.hands) if fact.of == "hands" else []
    if isinstance(fact, e.CardDealt):
        return [hand for hand in ((fact.box, fact.hand), fact.meant_for) if hand is not None and hand[0] != DEALER]
    return [(fact.box, fact.hand)] if isinstance(fact, e.HandDeferred | e.HandPassedOver | e.HandResumed) else []


def _there(draft: Draft, number: int, hand: int) -> bool:
    box = box_of(draft.round, number)
    return box is not None and hand <= len(box.hands)


def cards_in(acts: Sequence[Act], others: Sequence[Act] = ()) -> list[str]:
    """Every card that leaves the shoe in these acts, sorted; one that is turned up, in them or the others, by its name,
    else by its commitment."""
    found: list[str] = []
    known = turned_up((*acts, *others))
    removed = {seal(act.opened) for act in (*acts, *others) if isinstance(act, e.FaceDownRemoved)}
    for act in acts:
        if isinstance(act, c.DrawCard | c.DiscardCard | e.CardDiscarded | e.CardDealt):
            found.append(str(act.card))
        elif isinstance(act, c.DrawFaceDown | c.BurnCard | e.CardBurnt) and act.commitment not in removed:
            found.append(known.get(act.commitment, act.commitment))
        elif isinstance(act, e.CardKept):
            commitment = act.commitment or ""
            found.append(act.card or known.get(commitment, commitment))
    return sorted(found)


def turned_up(acts: Sequence[Act]) -> Mapping[str, str]:
    """The cards that were face down, by their commitments."""
    one = (c.TurnUpHole, c.TurnUpKept, e.FaceDownRemoved, e.HoleTurnedUp)
    opened = [act.opened for act in acts if isinstance(act, one)]
    opened += [each for act in acts if isinstance(act, c.TurnUpBox) for each in act.opened]
    return {seal(each): each.card for each in opened}
