"""Making cards ready: bringing a set, inspecting it, shuffling.

A preparation goes through these gates, each with its clause:

  steps of the checklist  ->  parts of a hand shuffle  ->  shuffled  ->  cut  ->  cutting card in  ->  loaded  ->  burn
"""

from app.game.citations import of_part
from app.game.core.draft import Draft
from app.game.core.message import Message, message
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import Preparation, Table
from app.game.core.turn import cards_out
from app.game.rules.ruleset import Steps
from app.game.subjects.shoe import commands as c
from app.game.subjects.shoe import events as e
from app.game.subjects.shoe.preparation_steps import (
    due_preparation,
    new_set_steps,
    parts_missing,
    parts_of_shuffle,
    parts_open,
    riffles_before_strip,
    steps_due,
    two_sets,
)
from app.game.subjects.wagers.decide import collect_cards


def bring_set(draft: Draft, command: c.BringSet) -> Rejected | None:
    """A set of cards comes to the table and has to be inspected; on a running table it replaces the one in use."""
    table = draft.table
    if table.shoe.refill:
        return draft.refuse("round_not_over.refill")
    if two_sets(table.config):
        refused = _wrong_second_set(draft, command)
        if refused is not None:
            return refused
    elif cards_out(draft.table):
        return draft.refuse("round_not_over.new_cards")
    else:
        collect_cards(draft)
    draft.emit(e.SetBrought(command.set_id, command.colour, _replaced_sets(table, command), command.replaces))
    replaced = table.set_in_use is not None and (command.replaces or not two_sets(table.config))
    steps = new_set_steps(draft.rules, table.config, replaced)
    parts = parts_of_shuffle(draft.rules, table.config, fresh=True)
    first = table.set_in_use is None
    draft.emit(e.PreparationBegun(command.set_id, steps, parts, anybody_cuts=first, replaced=replaced))
    return None


def _replaced_sets(table: Table, command: c.BringSet) -> tuple[str, ...]:
    """The sets that this one is brought for: any other; of two, the one of its colour, or else the one that rests."""
    if not two_sets(table.config):
        return tuple([each.id for each in table.sets])
    if not command.replaces:
        return ()
    same = [each.id for each in table.sets if each.colour.lower() == command.colour.lower()]
    resting = [each.id for each in table.sets if each.id != table.set_in_use]
    return tuple([*same, *resting][:1])


def _wrong_second_set(draft: Draft, command: c.BringSet) -> Rejected | None:
    """Why this set cannot be one of the two that take turns."""
    table = draft.table
    others = [each for each in table.sets if each.id not in (command.set_id, *_replaced_sets(table, command))]
    if command.set_id == table.set_in_use:
        return draft.refuse("wrong_set.in_the_shoe", {"set": command.set_id})
    if cards_out(table) and table.set_in_use in _replaced_sets(table, command):
        return draft.refuse("wrong_set.between_rounds")
    if len(others) > 1:
        return draft.refuse("wrong_set.two_already")
    if any([each.colour.lower() == command.colour.lower() for each in others]):
        return draft.refuse("wrong_set.same_colour")
    return None


def _preparation(draft: Draft) -> Preparation | Rejected:
    """The preparation under way; a due reshuffle begins with its first step."""
    table = draft.table
    if table.preparation is not None:
        return table.preparation
    beside = two_sets(table.config)
    if table.set_in_use is None or (table.shoe.shuffle_due is None and not beside):
        return draft.refuse("step_not_due.no_preparation")
    due = due_preparation(draft.rules, table)
    if due is None:
        return draft.refuse("wrong_set.other_set")
    if cards_out(draft.table) and not beside:
        return draft.refuse("round_not_over.shuffle")
    if not beside:
        collect_cards(draft)
    draft.emit(e.PreparationBegun(due.set_id, due.steps, due.parts_due, due.anybody_cuts, replaced=False))
    return due


def do_step(draft: Draft, command: c.DoStep) -> Rejected | None:
    """A step of the checklist, or a part of a hand shuffle, was done."""
    preparation = _preparation(draft)
    if isinstance(preparation, Rejected):
        return preparation
    step = command.step if command.who is None else f"{command.step}:{command.who}"
    due = steps_due(preparation)
    if step in [name for name, _ in due]:
        return _done(draft, preparation, step, command.by)
    if due or preparation.shuffled or step not in preparation.parts_due:
        return _not_due(draft, due, message("why_not.step_not_due", step=_named(step)))
    if step not in parts_open(draft.rules, preparation):
        return draft.refuse(
            "step_not_due.strip_after_riffles", {"riffles": riffles_before_strip(draft.rules)}, "strip_too_early"
        )
    draft.emit(e.ShufflePartDone(step))
    return None


def _done(draft: Draft, preparation: Preparation, step: str, by: str) -> Rejected | None:
    """A step that the book wants of several people is done by so many, where they are known."""
    same = [name for name, who in preparation.people if who == by and name.split(":")[0] == step.split(":")[0]]
    if by and same:
        what = step.split(":")[0]
        clause = next(clause for name, clause in preparation.steps if name == step)
        return rejected("same_person.step", {"by": by, "what": what}, clause)
    draft.emit(e.StepDone(step, by))
    return None


def _not_due(draft: Draft, due: Steps, what: Message) -> Rejected:
    """A step out of order: what is due instead, and the clause of that."""
    if not due:
        return rejected("step_not_due.nothing_due", {"what": what}, draft.rules.refusals.get("not_shuffled"))
    steps = tuple([_named(name) for name, _ in due])
    return rejected("step_not_due.others_due", {"what": what, "steps": steps}, due[0][1])


def _named(step: str) -> Message:
    """A step, with the role that does it if the book names one."""
    return message("why_not.step", step=tuple(step.split(":")))


def finish_shuffle(draft: Draft, command: c.FinishShuffle) -> Rejected | None:
    """The cards are shuffled and stacked."""
    preparation = _preparation(draft)
    if isinstance(preparation, Rejected):
        return preparation
    due = steps_due(preparation)
    if due or preparation.shuffled:
        return _not_due(draft, due, message("why_not.shuffle_not_due"))
    missing = parts_missing(preparation)
    if missing:
        return rejected("step_not_due.shuffle_needs", {"parts": missing}, of_part(missing[0], draft.rules))
    draft.emit(e.CardsShuffled())
    return None


def report_exposure(draft: Draft, command: c.ReportExposure) -> Rejected | None:
    """A card was seen before it entered the shoe: shuffle again."""
    if draft.table.preparation is None:
        return draft.refuse("step_not_due.no_preparation")
    draft.emit(e.ExposureReported(draft.rules.shoe.after_exposure))
    return None
