"""The open questions: who may answer what now, within which limits, by which clause.

Prompts, buttons and bots ask here; decisions rest on the same rooms (options, flow, wagered, preparing), so that what
is offered is what is taken. A question's id changes only when what is asked changes, so that a tap answers a question
and not a version of the table. What a supervisor or a device may do at any time (order a shuffle, relieve the dealer,
report the cutting card) is not a question and stands in docs/commands.md.
"""

from typing import Literal

from app.game import citations
from app.game.core.records import Part, replace
from app.game.core.state import (
    DEALER,
    Held,
    Place,
    Preparation,
    Round,
    Table,
    hand_of,
    numbered_hands,
    place_of,
    the_box,
)
from app.game.core.turn import Target, cards_out, deals_on, down_boxes, lies_face_down, may_deal, peek_due, size, turn
from app.game.routing import NextCard, next_card, next_in_round
from app.game.rules.ruleset import AnyIrregularity, HouseChoice, Remedy, Ruleset, Ruling
from app.game.subjects.devices.pushed_back import TAKEN_BACK, can_be_taken_back
from app.game.subjects.hands.options import (
    Decision,
    Limits,
    absent_on,
    choices,
    double_limits,
    double_unit,
    in_control,
    insurance_limits,
    insurance_unit,
    keeping_choices,
    may_proceed,
    needs_card,
    present,
)
from app.game.subjects.irregularities.rulings import rulings
from app.game.subjects.shoe.cutters import offered_to
from app.game.subjects.shoe.preparation_steps import (
    change_of_shoe,
    config_now,
    cut_allowed,
    cut_due,
    due_preparation,
    parts_missing,
    parts_open,
    steps_due,
)
from app.game.subjects.wagers.missing_amounts import (
    amount_limits,
    amount_unit,
    amounts_due,
    amounts_missing,
    to_be_signed,
)
from app.game.subjects.wagers.placed_wagers import betting_open, unplayable
from app.game.targets import hole_ready, kept_due, may_be_refused

QuestionKind = Literal[
    "resolve", "shoe", "bets", "card", "hole", "turn_up", "peek", "decide", "insure", "surrender", "rescue", "proceed",
    "amount",
]  # fmt: skip
# What a player may choose for a hand, and of what lies ready or went wrong.
Choice = Decision | Remedy | HouseChoice | Literal["accept", "refuse"]


class Option(Part):
    """A way to deal with an irregularity, and the clause that allows or forbids it; `fits`: whether it can be worked
    out from the cards, or the round cannot have gone as was reported, and two supervisors say what lies where."""

    choice: Choice
    """The choice."""
    clause: str
    allowed: bool
    """Whether the clause allows it."""
    fits: bool = True
    """Whether it can be worked out from the cards; else two supervisors say what lies where."""


class Question(Part):
    """One open question. Fields that do not apply to its kind are None or empty. `away`: bettors on the hand who have
    left: their money is not doubled, and at a split it stays on the first hand unless `keeps` has another.
    `to_be_signed`: the answer takes the signature of a supervisor who does not deal."""

    id: str
    """The id that an answer names; it changes only when what is asked changes."""
    question: QuestionKind
    """What kind of question it is."""
    clause: str | None
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    choices: tuple[Choice, ...] = ()
    """What may be answered."""
    limits: tuple[Limits, ...] = ()
    """Within which limits each bettor may add, or a missing amount keeps every limit."""
    keeps: tuple[tuple[str, str], ...] = ()
    """Bettors who keep their one wager on one hand: name, and which hand."""
    unit_cents: int | None = None
    """The unit in which the amount can be paid, in cents."""
    step: str | None = None
    """The step of the procedure."""
    irregularity: AnyIrregularity | None = None
    options: tuple[Option, ...] = ()
    """What may be done about it, and what not, each with its clause."""
    detail: str = ""
    """More of what it is about."""
    away: tuple[str, ...] = ()
    """Bettors on the hand who have left: nobody doubles for them, and they split for no more."""
    to_be_signed: bool = False
    """Whether the answer takes the signature of a supervisor who does not deal."""


def open_questions(table: Table, rules: Ruleset) -> tuple[Question, ...]:
    """Every question that is open now, in the order in which the dealer would put them."""
    if table.held is not None:
        return resolutions(table, rules, table.held)
    if not table.ruleset_hash or table.closed:
        return ()
    if (table.shoe.burn_due or table.shoe.refill) and cards_out(table):
        return tuple(_shoe_questions(table, rules))
    questions = [*_shoe_questions(table, rules), *_betting_questions(table, rules), *_first_card(table, rules)]
    round_ = table.round
    if round_ is None or not round_.bets_closed or round_.complete:
        return tuple(questions)
    return (*questions, *_round_questions(table, round_, rules))


# --- errors at the table


def resolutions(table: Table, rules: Ruleset, held: Held) -> tuple[Question, ...]:
    """What may be done about what holds the table: the supervisor's to say, or each player's who is asked."""
    rows = _can_be_taken(table, rules, rulings(table, rules, held))
    options = tuple([Option(row.choice, row.clause, row.allowed, row.choice not in held.unfit) for row in rows])
    choices = tuple(dict.fromkeys([row.choice for row in rows if row.allowed and row.choice not in held.unfit]))
    clause = next((row.clause for row in rows if row.allowed), None)
    id_ = f"hold {table.holds}.{held.irregularity}"
    asked = held.asked or _in_control(table, held, rows)
    if not asked:
        question = Question(id_, "resolve", clause, choices=choices, irregularity=held.irregularity, options=options)
        return (replace(question, detail=held.detail),)
    return tuple(
        [
            Question(
                f"{id_}.{box}.{player}",
                "resolve",
                clause,
                box,
                player=player,
                choices=choices,
                irregularity=held.irregularity,
                options=options,
            )
            for box, player in asked
        ]
    )


def _can_be_taken(table: Table, rules: Ruleset, rows: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """Without those that the round as it is would not bear."""
    if not any([row.choice == TAKEN_BACK for row in rows]) or can_be_taken_back(table, rules):
        return rows
    return tuple([row for row in rows if row.choice != TAKEN_BACK])


def _in_control(table: Table, held: Held, rows: tuple[Ruling, ...]) -> tuple[tuple[int, str], ...]:
    """The player who decides for the box that it is about, where the choice is his."""
    if table.round is None or not held.box or not any([row.of_player for row in rows if row.allowed]):
        return ()
    return ((held.box, the_box(table.round, held.box).controller),)


def _take_or_refuse(table: Table, round_: Round, rules: Ruleset) -> Question | None:
    """The card that lies ready, and whose player may refuse it."""
    now = turn(round_) if round_.dealt and not peek_due(table) else None
    if now is None or not may_be_refused(table, Target(now.box.number, now.number)):
        return None
    kept = table.kept[0]
    id_ = f"{round_.number}.ready.{now.box.number}.{now.number}.{size(now.hand)}"
    options = (Option("accept", kept.clause, allowed=True), Option("refuse", kept.clause, allowed=True))
    at = kept.clause, now.box.number, now.number, in_control(now, rules)
    return Question(id_, "resolve", *at, ("accept", "refuse"), irregularity="error_card", options=options)


# --- the shoe


def _shoe_questions(table: Table, rules: Ruleset) -> list[Question]:
    if table.shoe.burn_due and deals_on(table):
        return [Question(f"shoe {table.preparations}.burn.{table.shoe.left}", "shoe", table.shoe.burn_due, step="burn")]
    if table.preparation is not None:
        return [_step_question(table, step, clause) for step, clause in _steps_open(table, table.preparation, rules)]
    if not table.shoe.decks:
        return [_step_question(table, "set", citations.of_set(table, rules))]
    replacement = _replacement(table)
    if deals_on(table):
        return replacement
    due = due_preparation(rules, table)
    if due is None:
        return [*replacement, _step_question(table, "set", citations.of_set(table, rules))]
    return [*replacement, *[_step_question(table, step, clause) for step, clause in _steps_open(table, due, rules)]]


def _replacement(table: Table) -> list[Question]:
    """The damaged card that has to be replaced before the next one is dealt."""
    if not table.damaged or cards_out(table):
        return []
    card, clause = table.damaged[0]
    return [Question(f"shoe {table.preparations}.replace.{card}", "shoe", clause, step=f"replace_card {card}")]


def _step_question(table: Table, step: str, clause: str) -> Question:
    preparation = table.preparation
    if preparation is None:
        return Question(f"shoe {table.preparations + 1}.{step}.0.0", "shoe", clause, step=step)
    often, offered = preparation.parts.count(step), len(preparation.declined)
    return Question(f"shoe {table.preparations}.{step}.{often}.{offered}", "shoe", clause, step=step)


def _steps_open(table: Table, preparation: Preparation, rules: Ruleset) -> list[tuple[str, str]]:
    """The steps that may be done next, each with its clause."""
    clauses = rules.clauses
    if due := steps_due(preparation):
        return [(step.replace(":", " "), clause) for step, clause in due]
    if not preparation.shuffled:
        parts = [(part, citations.of_part(part, rules)) for part in parts_open(rules, preparation)]
        clause = citations.of_shuffle(table, preparation, rules)
        return parts if parts_missing(preparation) else [*parts, ("shuffle", clause)]
    if not change_of_shoe(table):
        return []
    if rules.shoe.cut == "optional":
        return _optional_steps(table, preparation, rules)
    if cut_due(rules, config_now(table)) and not preparation.cut:
        cutter = offered_to(table, rules)
        return [("cut" if cutter is None else f"cut {cutter}", citations.of_cut(table, rules))]
    if cut_due(rules, config_now(table)) and not preparation.cut_card:
        return [("cut_card", clauses["shoe.cut_card_most_per_deck"])]
    return [("load", citations.of_load(table, rules))]


def _optional_steps(table: Table, preparation: Preparation, rules: Ruleset) -> list[tuple[str, str]]:
    """Where the book leaves the cut open: it may be cut, the cutting card may go in, the shoe may be loaded."""
    allowed = cut_allowed(rules, config_now(table))
    cut = allowed and not preparation.cut and not preparation.cut_card
    card = allowed and not preparation.cut_card
    clause = rules.clauses["shoe.cut"]
    steps = (("cut", cut, clause), ("cut_card", card, clause), ("load", True, citations.of_load(table, rules)))
    return [(step, why) for step, open_, why in steps if open_]


# --- betting


def _betting_questions(table: Table, rules: Ruleset) -> list[Question]:
    if not betting_open(table):
        return []
    number = table.rounds_opened + (table.round is None or table.round.complete)
    return [Question(f"{number}.bets", "bets", rules.questions["bets"])]


def _first_card(table: Table, rules: Ruleset) -> list[Question]:
    """The first card of the round, which also says "no more bets"."""
    round_ = table.round
    if round_ is None or round_.bets_closed or round_.complete or not may_deal(table) or unplayable(table, rules):
        return []
    if table.kept and table.kept[0].card is None:
        return [Question(f"{round_.number}.turn_up.ready", "turn_up", table.kept[0].clause)]
    found = next_card(table, rules)
    if not isinstance(found, NextCard) or found.target is None or found.target.hole:
        return []  # after "no more bets" cards lie ready of which one has to be turned up before
    box = found.target.box
    how_far = "0" if box == DEALER else "1.0"
    return [Question(f"{round_.number}.card.{box}.1.{how_far}", "card", found.clause, box, 1)]


# --- the round


def _round_questions(table: Table, round_: Round, rules: Ruleset) -> list[Question]:
    """An amount that is missing may be entered at any time; once it is due nothing else goes on but a rescue."""
    due, missing = amounts_due(table, rules), amounts_missing(table)
    if not due:
        return [*_play_questions(table, round_, rules), *[_amount(table, round_, place, rules) for place in missing]]
    first = [*due, *[place for place in missing if place not in due]]
    amounts = [_amount(table, round_, place, rules) for place in first]
    return [*amounts, *_rescues(round_, rules), *_proceed(table, round_, rules)]


def _amount(table: Table, round_: Round, place: Place, rules: Ruleset) -> Question:
    id_ = f"{round_.number}.amount.{place.box}.{place.player}"
    limits, unit = amount_limits(table, rules, place), amount_unit(table, rules)
    clause = citations.of_amount(rules)
    signed = to_be_signed(round_, place.box)
    return Question(
        id_, "amount", clause, place.box, player=place.player, limits=limits, unit_cents=unit, to_be_signed=signed
    )


def _proceed(table: Table, round_: Round, rules: Ruleset) -> list[Question]:
    if not may_proceed(table, rules):
        return []
    return [Question(f"{round_.number}.proceed.{_offered(round_)}", "proceed", citations.of_proceed(round_, rules))]


def _play_questions(table: Table, round_: Round, rules: Ruleset) -> list[Question]:
    down = [_turn_up(round_, box, rules) for box in down_boxes(table)]
    if down:
        return down
    if hole_ready(table, rules):
        turn_up = Question(f"{round_.number}.turn_up.hole", "turn_up", rules.questions["turn_up"], box=DEALER)
        return [*_offers(table, round_, rules), *_proceed(table, round_, rules)] or [turn_up]
    if kept_due(table, rules):
        return [Question(f"{round_.number}.turn_up.ready", "turn_up", table.kept[0].clause)]
    questions = [*_offers(table, round_, rules), *_proceed(table, round_, rules)]
    if round_.dealt and peek_due(table):
        return [*questions, Question(f"{round_.number}.peek", "peek", rules.questions["peek"])]
    ready = _take_or_refuse(table, round_, rules)
    now = _hand_or_card(table, round_, rules)
    if ready is not None:
        questions.append(ready)
    return [*questions, now] if now else questions


def _turn_up(round_: Round, number: int, rules: Ruleset) -> Question:
    hand, down = next(each for each in numbered_hands(round_, number) if lies_face_down(each[1]))
    id_ = f"{round_.number}.turn_up.{number}.{hand}.{size(down)}"
    return Question(id_, "turn_up", rules.questions["turn_up"], number, hand)


def _offers(table: Table, round_: Round, rules: Ruleset) -> list[Question]:
    number, surrenders = round_.number, citations.of_offer(round_, "surrender", rules)
    insure = [_insure(table, round_, box, player, rules) for box, player in round_.insurance_open]
    surrender = [
        Question(f"{number}.surrender.{box.number}", "surrender", surrenders, box.number)
        for box in round_.boxes
        if box.number in round_.surrender_open and not box.surrendered and not box.absent
    ]
    return [*[each for each in insure if each], *surrender, *_rescues(round_, rules)]


def _rescues(round_: Round, rules: Ruleset) -> list[Question]:
    offer, clause = round_.rescue, rules.questions["rescue"]
    if offer is None:
        return []
    at = f"{round_.number}.rescue.{offer.box}.{offer.hand}"
    return [Question(f"{at}.{player}", "rescue", clause, offer.box, offer.hand, player) for player in offer.players]


def _insure(table: Table, round_: Round, box: int, player: str, rules: Ruleset) -> Question | None:
    place = place_of(round_, box, player)
    assert place is not None
    if place.insurance_cents:
        return None
    return Question(
        f"{round_.number}.insure.{box}.{player}",
        "insure",
        citations.of_offer(round_, "insure", rules),
        box,
        player=player,
        limits=(insurance_limits(table, place, rules),),
        unit_cents=insurance_unit(table.config, rules),
    )


def _hand_or_card(table: Table, round_: Round, rules: Ruleset) -> Question | None:
    """The decision that is open, or else the card that is."""
    number = round_.number
    now = turn(round_) if round_.dealt else None
    if now is not None and not needs_card(table, now, rules):
        hand = now.hand
        options = choices(table, now, rules)
        limits = [double_limits(table, stake, rules) for stake in present(now)] if "double" in options else []
        limits = [each for each in limits if each.least_cents <= each.most_cents]
        id_ = f"{number}.decide.{now.box.number}.{now.number}.{len(now.box.hands)}.{len(hand.cards)}"
        keeps = keeping_choices(now, rules) if "split" in options else ()
        at = citations.of_decision(now, rules), now.box.number, now.number, in_control(now, rules)
        unit = double_unit(table.config, rules) if limits else None
        return Question(id_, "decide", *at, options, tuple(limits), keeps, unit, away=absent_on(now))
    found = next_in_round(table, rules) if may_deal(table) else None
    if not isinstance(found, NextCard) or found.target is None:
        return None
    target = found.target
    kind: Literal["hole", "card"] = "hole" if target.hole else "card"
    forced = now is not None and not now.hand.wants_card and size(now.hand) >= 2 and not now.box.absent
    called: tuple[Choice, ...] = ("hit",) if forced else ()
    id_ = f"{number}.{kind}.{target.box}.{target.hand}.{_dealt(round_, target)}"
    return Question(id_, kind, found.clause, target.box, target.hand, choices=called)


def _dealt(round_: Round, target: Target) -> str:
    """How far the dealer, or the box, is: its hands, and the cards of this one."""
    if target.box == DEALER:
        return f"{len(round_.dealer)}"
    return f"{len(numbered_hands(round_, target.box))}.{size(hand_of(round_, target.box, target.hand))}"


def _offered(round_: Round) -> str:
    """What kind of offer is open."""
    return f"rescue.{round_.rescue.box}.{round_.rescue.hand}" if round_.rescue else "offers"
