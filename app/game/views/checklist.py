"""The cards between shoes as the dealer works them off: every step in its order, what is done and by whom, what is now.

Nothing here tells how many cards are in a shoe, or which: of a shoe that is in use the dealer knows the rounds, whether
the cutting card is out, and whether this is its last round.
"""

from collections.abc import Sequence
from typing import Literal, cast

from app.game import citations
from app.game.core.records import Part
from app.game.core.state import CardSet, Preparation, Table
from app.game.core.turn import cards_out, deals_on
from app.game.questions import Question
from app.game.rules.ruleset import Ruleset
from app.game.subjects.shoe.cutters import cutters, offered_to
from app.game.subjects.shoe.preparation_steps import (
    config_now,
    cut_allowed,
    cut_card_depths,
    cut_depths,
    cut_due,
    due_preparation,
)

ShoeStep = Literal[
    "set", "inspect", "spread", "turn_down", "turn", "wash", "stack", "riffle", "strip", "plug", "shuffle", "cut",
    "cut_card", "load", "burn", "replace_card",
]  # fmt: skip
StepState = Literal["done", "now", "later"]


class StepView(Part):
    """A step: done, open now, or to come. `who`: the role that the book wants for it; `by`: the person who did it, if
    known; `times`: how often a part of a hand shuffle was done; not `required`: it may be left out."""

    step: ShoeStep
    """The step of the procedure."""
    state: StepState
    """Whether the step is done, open now, or still to come."""
    clause: str
    who: str = ""
    """Which role does the step, where the book wants one."""
    by: str = ""
    """Who did it; empty where nobody is known."""
    times: int = 0
    """How often it was done, if it is a part of a shuffle by hand."""
    required: bool = True
    """Whether the book wants the step."""


class CutView(Part):
    """The cut that is to be made: to which box it is offered, who may cut, and within which depths, in cards. Where the
    shoe is refilled in the middle of a round nobody is told how many cards there are: the depths are unknown."""

    offered: int | None
    """The box to which the cut is offered."""
    boxes: tuple[int, ...]
    """The boxes that may cut."""
    employee: bool
    """Whether an employee may cut."""
    declined: tuple[int, ...]
    """Boxes that did not want to cut."""
    front_least: int | None
    """How many cards from the front the cut is at least; nothing where that is not told."""
    front_most: int | None
    """How many cards from the front the cut is at most; nothing where that is not told."""
    back_least: int | None
    """How many cards from the back the cutting card goes in at least; nothing where that is not told."""
    back_most: int | None
    """How many cards from the back the cutting card goes in at most; nothing where that is not told."""


class PreparationView(Part):
    """The set that is being made ready, or is to be; `begun`: whether anything has been done."""

    set_id: str
    colour: str
    begun: bool
    """Whether anything of it has been done."""
    steps: tuple[StepView, ...]
    """Every step in its order."""
    cut: CutView | None
    """The cut, while it is open."""


class ShoeView(Part):
    """The shoe for the dealer. `last_round`: no further round is dealt from it; `why`: the clause that ends it."""

    set_in_use: str | None
    """The set in the shoe; nothing where none is."""
    sets: tuple[CardSet, ...]
    """The sets of cards at the table."""
    rounds: int
    """How many rounds were dealt."""
    cut_card_out: bool
    """Whether the cutting card has come out."""
    last_round: bool
    """Whether no further round is dealt from this shoe."""
    why: str | None
    """By which clause the shoe ends; nothing while it goes on."""
    burn_due: str | None
    """By which clause a card is to be burnt next."""
    refill: Literal["", "discards", "remaining"]
    """From where the shoe waits for shuffled cards."""
    set_due: bool
    """Whether a set of cards has to be brought."""
    preparation: PreparationView | None
    """The set that is being made ready, or is to be; nothing while none is."""


def shoe_view(table: Table, rules: Ruleset, questions: Sequence[Question]) -> ShoeView:
    """What the dealer is shown of the shoe, beside these questions that are open."""
    shoe = table.shoe
    asked = [question.step for question in questions if question.step is not None]
    return ShoeView(
        table.set_in_use,
        table.sets,
        shoe.rounds,
        shoe.cut_cards_out > 0,
        shoe.ends_after_round or shoe.shuffle_due is not None,
        _why(table, rules),
        shoe.burn_due,
        shoe.refill,
        "set" in asked,
        _preparation(table, rules, asked),
    )


def _why(table: Table, rules: Ruleset) -> str | None:
    """The clause that ends this shoe."""
    shoe = table.shoe
    if shoe.shuffle_due is not None or not shoe.ends_after_round:
        return shoe.shuffle_due
    return shoe.ends_clause or rules.clauses["deal.cut_card_during"]


def _preparation(table: Table, rules: Ruleset, asked: list[str]) -> PreparationView | None:
    preparation, begun = table.preparation, table.preparation is not None
    if preparation is None and table.shoe.decks and not deals_on(table) and not cards_out(table):
        preparation = due_preparation(rules, table)
    if preparation is None:
        return None
    colour = next((each.colour for each in table.sets if each.id == preparation.set_id), "")
    cut = _cut(table, rules) if begun and _cut_open(asked) else None
    return PreparationView(preparation.set_id, colour, begun, _steps(table, rules, preparation, asked), cut)


def _cut_open(asked: list[str]) -> bool:
    return any([step.split(" ")[0] in ("cut", "cut_card") for step in asked])


def _cut(table: Table, rules: Ruleset) -> CutView:
    preparation = table.preparation
    assert preparation is not None
    known = not table.shoe.refill
    to_cut = not preparation.cut and not preparation.cut_card
    may = cutters(table, rules) if to_cut else ()
    return CutView(
        offered_to(table, rules) if to_cut else None,
        tuple([box for box in may if box is not None]),
        None in may,
        preparation.declined,
        *(cut_depths(table, rules) if known and to_cut else (None, None)),
        *(cut_card_depths(table, rules) if known else (None, None)),
    )


def _steps(table: Table, rules: Ruleset, preparation: Preparation, asked: list[str]) -> tuple[StepView, ...]:
    steps = [_step(preparation, step, clause, asked) for step, clause in preparation.steps]
    steps += [_part(rules, preparation, part, asked) for part in dict.fromkeys(preparation.parts_due)]
    shuffle = citations.of_shuffle(table, preparation, rules)
    steps.append(StepView("shuffle", _state(preparation.shuffled, "shuffle", asked), shuffle))
    config = config_now(table)
    if cut_allowed(rules, config):
        due, deep = cut_due(rules, config), rules.clauses["shoe.cut_card_most_per_deck"]
        steps.append(
            StepView("cut", _state(preparation.cut, "cut", asked), citations.of_cut(table, rules), required=due)
        )
        steps.append(StepView("cut_card", _state(preparation.cut_card, "cut_card", asked), deep, required=due))
    return (*steps, StepView("load", _state(done=False, step="load", asked=asked), citations.of_load(table, rules)))


def _step(preparation: Preparation, step: str, clause: str, asked: list[str]) -> StepView:
    name, _, who = step.partition(":")
    state = _state(step in preparation.done, step.replace(":", " "), asked)
    return StepView(cast(ShoeStep, name), state, clause, who, dict(preparation.people).get(step, ""))


def _part(rules: Ruleset, preparation: Preparation, part: str, asked: list[str]) -> StepView:
    times = preparation.parts.count(part)
    state = _state(times > 0, part, asked)
    return StepView(cast(ShoeStep, part), state, citations.of_part(part, rules), times=times)


def _state(done: bool, step: str, asked: list[str]) -> StepState:
    if done:
        return "done"
    return "now" if any([each == step or each.startswith(f"{step} ") for each in asked]) else "later"
