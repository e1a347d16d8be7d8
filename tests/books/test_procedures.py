"""The lists of a book: every code has its words, and what may be reported is what the table takes."""

from pathlib import Path
from typing import get_args

import pytest

from app.books.clauses import clauses_of, main, read_page, text_of
from app.books.procedure_words import CHOICE, IRREGULARITY, SCOPE, SHUFFLE, STEP
from app.books.procedures import procedures
from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.commands import ShuffleReason
from app.game.questions import Choice
from app.game.rules.ruleset import IRREGULARITIES, VOID_SCOPES, HouseIrregularity, Resolution
from app.game.subjects.irregularities.decide import ABOUT_A_BOX, NOT_REPORTED
from app.game.subjects.irregularities.reporting import REPORTING
from app.game.subjects.irregularities.rulings import HOUSE
from app.game.views.checklist import ShoeStep

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def literals(alias: object) -> set[str]:
    """The values of a literal, or of a union of several."""
    parts = get_args(alias)
    return set().union(*[{part} if isinstance(part, str) else literals(part) for part in parts])


def test_every_code_has_its_words_and_no_other() -> None:
    assert set(IRREGULARITY) == {*IRREGULARITIES, *get_args(HouseIrregularity)}
    assert set(HOUSE) == set(get_args(HouseIrregularity))
    assert set(CHOICE) == literals(Choice) | literals(Resolution)
    assert set(SCOPE) == set(VOID_SCOPES)
    assert set(SHUFFLE) == set(get_args(ShuffleReason))
    assert set(STEP) == set(get_args(ShoeStep))


def test_the_steps_of_the_books_are_those_of_the_list() -> None:
    for book in ruleset_ids():
        shoe = load_ruleset(book).shoe
        parts = {*shoe.hand_shuffle, *shoe.hand_reshuffle}
        for steps in (shoe.new_cards, shoe.new_cards_by_machine, shoe.replaced_cards, shoe.replaced_cards_by_machine):
            parts |= {step.partition(":")[0] for step, _ in steps}
        parts |= {step.partition(":")[0] for step, _ in (*shoe.idle_cards, *shoe.after_exposure)}
        assert parts <= set(STEP)


def test_what_is_reported_is_what_the_table_takes() -> None:
    by_report = {code for code, reporting in REPORTING.items() if reporting.command == "Report"}
    assert by_report == set(IRREGULARITIES) - set(NOT_REPORTED)
    assert {code for code in by_report if "box" in REPORTING[code].needs} == set(ABOUT_A_BOX)


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_book_tells_its_own_rows_and_reasons(book: str) -> None:
    rules = load_ruleset(book)
    told = procedures(rules)
    assert [each.code for each in told.irregularities] == list(IRREGULARITIES)
    for each in told.irregularities:
        assert [tuple(row) for row in each.rulings] == [
            (row.choice, row.when, row.verdict, row.clause) for row in rules.irregularities[each.code]
        ]
        assert each.rulings or each.report is None
    for void in told.voids:
        assert void.forbidden == rules.voids[void.scope].forbidden
        stated = {row.reason: row.clause for row in void.reasons if not row.when}
        assert stated == rules.voids[void.scope].reasons
        for reason in [row for row in void.reasons if row.when]:
            rows = [(row.clause, row.allowed, row.when) for row in rules.irregularities[reason.reason]]
            assert (reason.clause, reason.allowed, reason.when) in rows
    assert {each.code: each.clause for each in told.refusals if each.clause}.items() <= rules.refusals.items()


@pytest.mark.parametrize("book", ruleset_ids())
def test_the_clauses_in_the_package_are_those_of_the_page(book: str) -> None:
    page = read_page((PAGES / f"{book}.md").read_text("utf-8"))
    assert clauses_of(book) == page, "stale: run python -m app.books.clauses docs/rules"
    assert text_of(page).count("\n") == len(page) + 2
    known = {each.clause for each in page}
    rules = load_ruleset(book)
    assert {*rules.clauses.values(), *rules.refusals.values(), *rules.questions.values()} <= known
    assert all([each.words and not set("`*|") & set(each.words) for each in page])


def test_it_says_where_the_pages_have_to_be() -> None:
    assert main([]) == 2
