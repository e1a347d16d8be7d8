"""Every player is asked about an error, before anything follows from the cards that are laid."""

from itertools import zip_longest

from app.game import commands as c
from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.core.state import Held, Line, Place, Round, Table, every_hand, void_place
from app.game.subjects.remedies.felt import Lies, in_right_order, lay, lay_acts, on_the_felt, played
from app.game.subjects.remedies.round_replay import amounts_first, steps_of
from app.game.subjects.settlement.sidebets import open_sides

_DEALT = (e.CardDealt, e.CardDealtDown)
_SERVED = (e.HandPassedOver, e.HandResumed)
_LAID = (c.DrawCard, c.DrawFaceDown, c.TurnUpKept, e.CardDealt)


def lay_and_ask(draft: Draft, held: Held, clause: str, *, rebuilt: bool) -> Rejected | None:
    """The cards as they lie, or as they should have gone, and every player is asked: what follows from the last card,
    and from each that does not lie where it should, waits for the answers."""
    table, rules = draft.table, draft.rules
    felt = on_the_felt(table, rules, held, clause)
    lies = played(table, rules, (in_right_order(table, rules, held), ())) if rebuilt else felt
    if isinstance(lies, Rejected):
        return lies
    moved = _first_to_move(lies.again, felt) if rebuilt and isinstance(lies, Lies) and isinstance(felt, Lies) else None
    if moved is not None and lies is not None:
        return _lay_in_order(draft, held, clause, lies, moved)
    if lies is None or not _lay_with_question(draft, held, clause, lies, rebuilt=rebuilt):
        ask_players(draft, held, rebuilt=rebuilt)
    return None


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


def _lay_with_question(draft: Draft, held: Held, clause: str, lies: Lies, *, rebuilt: bool) -> bool:
    """Let these have been the acts, and the players be asked before anything follows from the last card. Whether
    anybody is asked."""
    again = lies.again
    last = _last_card(again)
    asked = with_open_wagers(again.tables[last - 1]) if _ends_with_a_card(lies) else ()
    if not asked:
        lay(draft, held, clause, lies)
        return False
    question = e.PlayersAsked(held.irregularity, asked, rebuilt)
    events = (*again.events[:last], question, again.events[last], *lies.ending)
    draft.emit(e.RoundRewritten("irregularity", held.irregularity, clause, events))
    return True


def _lay_in_order(draft: Draft, held: Held, clause: str, lies: Lies, moved: int) -> Rejected | None:
    """Let these have been the acts, and the players be asked before the card that this event deals: all who have a
    wager without a result before the last one, but for those that were paid or taken, or declared void, since."""
    again, last = lies.again, _last_card(lies.again)
    waiting = [(line.box, line.player) for event in again.events[moved:last] for line in _lines(event)]
    open_ = (*with_open_wagers(again.tables[last - 1]), *waiting)
    void = [(place.box, place.player) for place in again.round.places if _is_off(again.round, place)]
    asked = tuple([each for each in with_open_wagers(again.tables[moved - 1]) if each in open_ and each not in void])
    steps = steps_of(tuple(again.events))
    before = [step.act for step in steps if step.at < moved]
    over = _over(again)
    after = [step.act for step in steps if moved <= step.at and not (step.at > over and isinstance(step.act, _SERVED))]
    question = e.PlayersAsked(held.irregularity, asked, rebuilt=True)
    return lay_acts(draft, held, clause, [*before, question, *after, *(() if again.round.complete else lies.ending)])


def _over(again: Draft) -> int:
    """With which event the round was over; whom a card is still due to after it matters no more."""
    kinds = [type(event) for event in again.events]
    return kinds.index(e.RoundCompleted) if e.RoundCompleted in kinds else len(kinds)


def _is_off(round_: Round, place: Place) -> bool:
    """Whether all that this bettor had there is void."""
    return void_place(round_, place) and {kind for kind, _ in place.sides} <= set(place.void_sides)


def _ends_with_a_card(lies: Lies) -> bool:
    """Whether the last that was done dealt a card; one that lay ready is dealt by itself. Questions are not counted."""
    done = [act for act in amounts_first(lies.acts) if not isinstance(act, (e.PlayersAsked, e.PlayerAnswered))]
    if isinstance(done[-1], e.CardKept):
        return not lies.again.table.kept
    return isinstance(done[-1], _LAID)


def _last_card(again: Draft) -> int:
    return max([at for at, event in enumerate(again.events) if isinstance(event, _DEALT)])


def _first_to_move(again: Draft, felt: Lies) -> int | None:
    """Which of the events deals the first card that does not lie there on the felt, if a wager was then paid or
    taken before the last card; None where that one lay ready, or where the players have been asked about a card that
    came after it: their answers stand."""
    lying = [_place(event) for event in felt.again.events if isinstance(event, _DEALT)]
    dealt = [(at, _place(event)) for at, event in enumerate(again.events) if isinstance(event, _DEALT)]
    moves = [at for (at, place), lies in zip_longest(dealt, lying[: len(dealt)]) if place != lies]
    since = again.events[moves[0] : dealt[-1][0]] if moves else []
    first = since[0] if since else None
    if not isinstance(first, _DEALT) or first.kept or not any(map(_lines, since)):
        return None
    return None if any([isinstance(event, e.PlayersAsked) for event in again.events[moves[0] :]]) else moves[0]


def _lines(event: e.Event) -> tuple[Line, ...]:
    return event.lines if isinstance(event, e.Settled) else ()


def _place(event: e.CardDealt | e.CardDealtDown) -> tuple[str, int, int]:
    """Which card, and the hand that has it."""
    return event.card if isinstance(event, e.CardDealt) else event.commitment, event.box, event.hand
