"""What goes back when hands, wagers or a round are void: a line for each, in the place of any line that it had."""

from app.game import events as e
from app.game.core.apply import apply
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.state import (
    Box,
    Line,
    Place,
    Round,
    Table,
    box_of,
    every_hand,
    hand_of,
    numbered_hands,
    others_on,
    place_of,
    the_box,
    void_place,
)
from app.game.rules.ruleset import Ruleset
from app.game.subjects.settlement.sidebets import open_sides
from app.game.subjects.settlement.superbonus import super_bonus_lines
from app.game.subjects.wagers.limits import UNSEATED_CONTROLLER

Hands = tuple[tuple[int, int], ...]
Wagers = tuple[tuple[int, int, str, str], ...]
SUPER_BONUS = ("super_bonus", "super_bonus_others")


def _line(box: int, hand: int, player: str, wager: str, cents: int, clause: str) -> Line:
    return Line(box, hand, player, wager, cents, "void", None, 0, 0, clause)


def _open_sides(round_: Round, place: Place) -> list[str]:
    return [kind for kind, _ in open_sides(round_, place)]


def wagers_on(round_: Round, hands: Hands) -> Wagers:
    """All wagers on these hands; of a box without any other hand its insurance and open side wagers too."""
    found: list[tuple[int, int, str, str]] = []
    for box, number in hands:
        stakes = [stake for stake in hand_of(round_, box, number).stakes if stake.outcome != "void"]
        found += [(box, number, stake.player, "main") for stake in stakes]
    for box in dict.fromkeys([box for box, _ in hands]):
        if all([(box, n) in hands or hand.done == "void" for n, hand in enumerate(the_box(round_, box).hands, 1)]):
            for place in [each for each in round_.places if each.box == box]:
                found += [(box, 1, place.player, kind) for kind in _beside_main(round_, place)]
    return tuple(found)


def _beside_main(round_: Round, place: Place) -> list[str]:
    return (["insurance"] if place.insurance_cents else []) + _open_sides(round_, place)


def wagers_of(round_: Round, box: int, player: str) -> Wagers:
    """The wagers of one bettor on a box that have no result yet."""
    place = place_of(round_, box, player)
    assert place is not None
    hands = numbered_hands(round_, box)
    main = [(box, number, player, "main") for number, hand in hands for each in hand.live if each.player == player]
    insured = ["insurance"] if place.insurance_cents and not place.insurance_settled else []
    return (*main, *[(box, 1, player, kind) for kind in (*insured, *_open_sides(round_, place))])


def wagers_named(round_: Round, rules: Ruleset, number: int, player: str, kind: str) -> Wagers:
    """The wager of this kind that is not void yet: a main wager on every hand that it is on, and what falls with it."""
    place, box = place_of(round_, number, player), box_of(round_, number)
    if place is None:
        return ()
    if kind == "main":
        hands = enumerate(box.hands if box else (), 1)
        on = [n for n, hand in hands if any([s.player == player and s.outcome != "void" for s in hand.stakes])]
        main = tuple([(number, n, player, kind) for n in on])
        return (*main, *_beside(round_, rules, number, player)) if main else ()
    known = dict(place.sides) | ({"insurance": place.insurance_cents} if place.insurance_cents else {})
    return ((number, 1, player, kind),) if kind in known and not _is_void(round_, place, kind) else ()


def _is_void(round_: Round, place: Place, kind: str) -> bool:
    """Whether the side wager or the insurance that lies there is void already."""
    if kind != "insurance":
        return kind in place.void_sides
    lines = [line for line in round_.lines if (line.box, line.player, line.wager) == (place.box, place.player, kind)]
    return any([line.outcome == "void" for line in lines])


def _lines_of_what_lies_there(round_: Round) -> tuple[Line, ...]:
    """The lines of the round without those of side wagers that were void before betting closed: they were taken off the
    layout, and what lies there since is another wager."""
    lines: list[Line] = []
    void = {(place.box, place.player, kind) for place in round_.places for kind in place.void_sides}
    for line in reversed(round_.lines):
        wager = line.box, line.player, line.wager
        if line.outcome != "void" or line.wager in ("main", "insurance") or wager in void:
            lines.append(line)
            void.discard(wager)
    return tuple(reversed(lines))


def _beside(round_: Round, rules: Ruleset, box: int, player: str) -> Wagers:
    """What falls with a main wager: the insurance of it, and side wagers that need it and have no result yet."""
    needing = [kind for kind, bet in rules.side_bets.items() if bet.needs == "own_main"]
    beside = [wager for wager in wagers_of(round_, box, player) if wager[3] != "main"]
    return tuple([wager for wager in beside if wager[3] == "insurance" or wager[3] in needing])


def void_again(draft: Draft, fact: e.WagersVoided) -> None:
    """What was declared void, in a round that may have gone otherwise: what falls with it now, if anything."""
    hands, wagers = _declared(draft, fact)
    if wagers or hands:
        event = voided(draft.table, draft.rules, hands, wagers, fact.reason, fact.clause, fact.sides_clause)
        draft.emit(replace(event, of=fact.of))
        pass_control(draft)


def _declared(draft: Draft, fact: e.WagersVoided) -> tuple[Hands, Wagers]:
    """What these words mean in the round as it goes now."""
    round_ = draft.round
    if fact.of in ("hands", "boxes"):
        boxes = dict.fromkeys([box for box, _ in fact.hands])
        hands = fact.hands if fact.of == "hands" else hands_left(round_, *boxes)
        return hands, wagers_on(round_, hands)
    box, _, player, kind = fact.wagers[0]
    if fact.of == "wager":
        return with_what_falls(round_, wagers_named(round_, draft.rules, box, player, kind))
    return with_what_falls(round_, wagers_of(round_, box, player) or _still_there(round_, fact.wagers))


def _still_there(round_: Round, wagers: Wagers) -> Wagers:
    """What a bettor took back, where all that he has on the box has its result: he took it back all the same."""
    return tuple(
        [wager for wager in wagers if wager[1] <= len(numbered_hands(round_, wager[0])) and wager[3] == "main"]
    )


def hands_left(round_: Round, *boxes: int) -> Hands:
    """The hands of these boxes that are not void."""
    return tuple([(number, n) for number in boxes for n, hand in numbered_hands(round_, number) if hand.done != "void"])


def with_what_falls(round_: Round, wagers: Wagers) -> tuple[Hands, Wagers]:
    """The hands that no wager is left on when these are void, and all that falls with them."""
    hands = _emptied(round_, wagers)
    return hands, tuple(dict.fromkeys((*wagers, *wagers_on(round_, hands))))


def _emptied(round_: Round, wagers: Wagers) -> Hands:
    gone = {(box, hand, player) for box, hand, player, kind in wagers if kind == "main"}
    return tuple(
        [
            (box.number, number)
            for box, number, hand in every_hand(round_)
            if hand.done != "void"
            and any([(box.number, number, stake.player) in gone for stake in hand.stakes])
            and all([stake.outcome == "void" or (box.number, number, stake.player) in gone for stake in hand.stakes])
        ]
    )


def voided(
    table: Table,
    rules: Ruleset,
    hands: Hands,
    wagers: Wagers,
    reason: str,
    clause: str,
    sides_clause: str | None = None,
) -> e.WagersVoided:
    """The event by which these hands and wagers are void; after the round the Super Bonus is looked at again."""
    round_ = table.round
    assert round_ is not None
    clauses = {"main": clause, "insurance": insurance_clause(rules, clause)}
    mains = [wager[3] for wager in wagers if wager[3] == "main"]
    sides = sides_clause if sides_clause is not None and mains else clause
    lines = tuple([_void_line(round_, *wager, clauses.get(wager[3], sides)) for wager in wagers])
    there = _lines_of_what_lies_there(round_)
    withdrawn = tuple([line for line in there if (line.box, line.hand, line.player, line.wager) in wagers])
    event = e.WagersVoided(hands, wagers, reason, clause, lines, withdrawn, sides_clause)
    if not round_.complete:
        return event
    bonus = tuple([line for line in round_.lines if line.wager in SUPER_BONUS])
    after = apply(table, event).round
    assert after is not None
    again = super_bonus_lines(rules, after)
    if again == bonus:
        return event
    return replace(event, lines=(*lines, *again), withdrawn=(*withdrawn, *bonus))


def void_wagers(
    draft: Draft,
    hands: Hands,
    wagers: Wagers,
    reason: str,
    clause: str,
    of: e.Declared = "hands",
) -> None:
    """Let these be void; where nothing is left of the wager of who decides for a box, the next bettor does."""
    draft.emit(replace(voided(draft.table, draft.rules, hands, wagers, reason, clause), of=of))
    pass_control(draft)


def pass_control(draft: Draft) -> None:
    """Nobody decides for a box on which nothing of his counts any more."""
    for event in _passes(draft.round, draft.rules):
        draft.emit(event)


def _passes(round_: Round, rules: Ruleset) -> list[e.ControlPassed]:
    clause, passes = rules.clauses["wagers.unseated_controller"], []
    for box in round_.boxes:
        place = place_of(round_, box.number, box.controller)
        other = next_in_control(round_, rules, box)
        if place is not None and void_place(round_, place) and other is not None:
            passes.append(e.ControlPassed(box.number, other, clause, by_itself=True))
    return passes


def next_in_control(round_: Round, rules: Ruleset, box: Box) -> str | None:
    """Who decides for the box after who does now: the book says whether the highest or the nearest bettor."""
    others = others_on(box)
    places = [place for place in round_.places if place.box == box.number and place.player in others]
    policy = UNSEATED_CONTROLLER[rules.wagers.unseated_controller]
    return policy(places).player if places else None


def _void_line(round_: Round, box: int, hand: int, player: str, kind: str, clause: str) -> Line:
    place = place_of(round_, box, player)
    assert place is not None
    if kind == "main":
        stakes = [stake for stake in hand_of(round_, box, hand).stakes if stake.player == player]
        cents = stakes[0].at_risk_cents
    else:
        cents = place.insurance_cents if kind == "insurance" else dict(place.sides)[kind]
    return _line(box, hand, player, kind, cents, clause)


def insurance_clause(rules: Ruleset, clause: str) -> str:
    """The clause of an insurance wager that is void with its hand: its own, where the book has one."""
    own = rules.remedies.insurance_of_void_hand == "own_clause"
    return rules.clauses["remedies.insurance_of_void_hand"] if own else clause


def round_voided(round_: Round, rules: Ruleset, reason: str, clause: str) -> e.RoundVoided:
    """The event by which the whole round is void; before the cards, all wagers that lie there."""
    main = [
        _line(place.box, 1, place.player, "main", place.main_cents, clause)
        for place in round_.places
        if place.has_main and not round_.boxes
    ] + [
        _line(box.number, number, stake.player, "main", stake.at_risk_cents, clause)
        for box, number, hand in every_hand(round_)
        for stake in hand.stakes
    ]
    insured = [
        _line(place.box, 1, place.player, "insurance", place.insurance_cents, insurance_clause(rules, clause))
        for place in round_.places
        if place.insurance_cents
    ]
    sides = [
        _line(place.box, 1, place.player, kind, cents, clause) for place in round_.places for kind, cents in place.sides
    ]
    lines = (*main, *insured, *sides)
    return e.RoundVoided(reason, clause, lines, _lines_of_what_lies_there(round_))
