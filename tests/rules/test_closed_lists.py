"""The closed lists are whole: whatever any script of any book brings is in them, and what was stored before loads."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.state import Done, Outcome, Phase, Table
from app.game.questions import Choice, QuestionKind
from app.game.rules.ruleset import AnyIrregularity, Resolution, Ruleset
from app.game.views.audiences import dealer_view
from app.game.views.checklist import ShoeStep, StepState
from app.game.views.notices import Notice
from app.game.views.prompts import PromptCode
from app.roundscript.runner import run_script
from app.store.codec import decode_record
from tests.rules.expectations import script_at, script_files


def literals(alias: Any) -> set[str]:
    """The values of a literal, or of a union of several."""
    parts = get_args(alias)
    return set().union(*[{part} if isinstance(part, str) else literals(part) for part in parts])


LISTS = {
    "phase": literals(Phase),
    "notice": literals(Notice),
    "question": literals(QuestionKind),
    "choice": literals(Choice),
    "done": literals(Done),
    "outcome": literals(Outcome),
    "irregularity": literals(AnyIrregularity),
    "resolution": literals(Resolution),
    "prompt": literals(PromptCode),
    "step": literals(ShoeStep),
    "state": literals(StepState),
}


def told_by(table: Table, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Every value of a closed list that the dealer is shown now."""
    view = dealer_view(table, rules)
    yield from (("phase", view.sign.phase), ("notice", view.sign.notice))
    for question in view.questions:
        yield "question", question.question
        yield from [("choice", each) for each in (*question.choices, *[option.choice for option in question.options])]
        yield from [("irregularity", question.irregularity)] if question.irregularity else []
    yield from [("prompt", prompt.code) for prompt in view.prompts]
    yield from [("done", hand.done) for box in view.sign.boxes for hand in box.hands]
    yield from [("outcome", line.outcome) for line in view.settlements]
    preparation = view.checklist.preparation
    for step in preparation.steps if preparation is not None else ():
        yield from (("step", step.step), ("state", step.state))


def told_in(event: e.Event) -> Iterator[tuple[str, str]]:
    """What an event carries of them."""
    if isinstance(event, e.TableHeld):
        yield from (("irregularity", event.irregularity), ("phase", event.phase))
    if isinstance(event, e.IrregularityResolved | e.PlayerAnswered):
        yield "resolution", event.choice


@pytest.mark.parametrize("book", ruleset_ids())
def test_whatever_a_script_brings_is_on_its_list(book: str) -> None:
    rules, found = load_ruleset(book), defaultdict(set)
    for path in script_files(book):
        table, seen = EMPTY, run_script(script_at(path), rules)
        for event in seen.events:
            table = apply(table, event)
            for name, value in told_in(event):
                found[name].add(value)
        for name, value in (*told_by(table, rules), *told_by(seen.table, rules)):
            found[name].add(value)
    assert {name: values - LISTS[name] for name, values in found.items() if values - LISTS[name]} == {}
    assert {"question", "choice", "done", "outcome", "irregularity", "resolution"} <= found.keys()


def test_what_was_stored_without_the_last_round_loads() -> None:
    assert decode_record('{"type":"CardsCollected","cards":4,"returned":false}') == e.CardsCollected(4, returned=False)
