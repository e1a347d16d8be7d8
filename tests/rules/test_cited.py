"""Every clause that is cited is the exact paragraph of the document: held against a table written from the documents,
over all scripts and a run of random ones, and over every figure of the books."""

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from app.books.clauses import clauses_of
from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.core.apply import EMPTY, apply
from app.game.core.state import DEALER, Round, Table, hand_of, the_box
from app.game.core.turn import size
from app.game.events import Event
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.rulings import HOUSE_CLAUSE
from app.game.subjects.payments.payment_list import payments_shown
from app.game.views.checklist import shoe_view
from app.game.views.prompts import prompts
from app.roundscript.read import read_script
from app.roundscript.runner import run_script
from tests.folders import made_once
from tests.fuzz.scripts import Writer
from tests.rules.expectations import script_at, script_files
from tests.rules.paragraphs import ASKED, NOT_OF_THE_BOOK, REFUSED, RULED, WHOLE, spelt

FUZZED = 60
# What no script waits for: elsewhere than in Massachusetts a dealer who passed himself over is a thing of the past.
SELDOM = {book: set() if book == "ma-pontoon-21-v3" else {"dealer's late card"} for book in ruleset_ids()}
# By what an irregularity may end beside its own rows: a void that two people signed.
VOIDED = {
    "nz-division-15": {"16.5(a)"},
    "nz-gazette-2000": {"16.5"},
    "act-canberra-2005": {"17.1", "17.2(a)", "17.3", "15.4", "15.5"},
    "ma-pontoon-21-v3": {"15(h)", "15(i)"},
    "sg-pontoon-plus-v5": {"5.19(a)", "5.7.1", "5.7.2", "5.7.3"},
}
Seen = dict[str, set[str]]


def kind_of(table: Table, question: Question) -> str:
    """What kind of question it is, in the words of the table of paragraphs."""
    match question.question:
        case "card":
            assert table.round is not None
            return _dealers(table.round) if question.box == DEALER else _boxes(table.round, question)
        case "decide":
            assert table.round is not None and question.box is not None and question.hand is not None
            split = hand_of(table.round, question.box, question.hand).split
            return "decision on a split hand" if split else "decision"
        case "insure" | "surrender":
            name = {"insure": "insurance", "surrender": "surrender"}[question.question]
            return f"{name} offered late" if table.round is not None and table.round.offered_late else name
        case "proceed":
            return _ended(table.round)
        case "turn_up":
            return {None: "unseen card turned up", DEALER: "hole card turned up"}.get(
                question.box, "squeezed cards turned up"
            )
        case "shoe":
            return f"shoe {(question.step or '').split()[0]}"
        case kind:
            return {"hole": "hole card", "peek": "card reader"}.get(kind, kind)


def _dealers(round_: Round) -> str:
    if not round_.dealer:
        return "dealer's late card" if round_.dealer_late else "dealer's first card"
    return "dealer's second card" if len(round_.dealer) == 1 else "dealer's further card"


def _boxes(round_: Round, question: Question) -> str:
    assert question.box is not None and question.hand is not None
    if not round_.bets_closed:
        return "first card"
    box, hand = the_box(round_, question.box), hand_of(round_, question.box, question.hand)
    if not round_.dealt or not size(hand):
        second = "late second card" if box.second_late else "second card"
        return second if size(hand) else "first card"
    if size(hand) == 1:
        return "card of a split ace" if hand.split_aces else "card of a split hand"
    if hand.doubled:
        return "card of a double"
    if question.choices:
        return "card that must be drawn"
    if not hand.wants_card:
        return "card for an absent player"
    return "late card called for" if hand.late else "card called for"


def _ended(round_: Round | None) -> str:
    assert round_ is not None
    if round_.rescue:
        return "end of a rescue"
    if round_.offered_late:
        return "end of a late offer"
    return "end of insurance" if round_.insurance_open else "end of surrender"


def asked_at(table: Table, rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Each clause that is shown now: of what sort, for what, and which."""
    questions = open_questions(table, rules)
    for question in questions:
        if question.question == "resolve":
            ruled = "asked_players" if table.held is not None and table.held.asked else question.irregularity or ""
            yield from (("ruled", ruled, option.clause) for option in question.options)
        else:
            yield "asked", kind_of(table, question), question.clause or ""
    yield from (("asked", prompt.code, prompt.clause) for prompt in prompts(table, rules))
    yield from (("line", line.wager, line.clause) for line in (table.round.lines if table.round else ()))
    yield from (("ruled", each.code, each.clause) for each in table.irregularities if each.clause)
    yield from (
        ("line", "before cards", clause) for each in payments_shown(table, rules) for clause in each.before_cards
    )
    preparation = shoe_view(table, rules, questions).preparation  # as the dealer is shown it
    yield from (("step", step.step, step.clause) for step in (preparation.steps if preparation is not None else ()))


def walked(events: tuple[Event, ...], rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """What is cited at every point of a script."""
    table = EMPTY
    for event in events:
        table = apply(table, event)
        yield from asked_at(table, rules)


@cache
def cited(book: str) -> dict[str, Seen]:
    """What all scripts of the book cite, and a run of random ones: found once a run."""
    kept = json.loads(made_once(f"cited-{book}", partial(_keep, book)).read_text())
    found: dict[str, Seen] = defaultdict(lambda: defaultdict(set))
    for sort, names in kept.items():
        found[sort] = defaultdict(set, {name: set(clauses) for name, clauses in names.items()})
    return found


def _keep(book: str, file: Path) -> None:
    file.write_text(json.dumps(_cited(book), default=sorted))


def _cited(book: str) -> dict[str, Seen]:
    rules = load_ruleset(book)
    found: dict[str, Seen] = defaultdict(lambda: defaultdict(set))
    scripts = [script_at(path) for path in script_files(book)]
    scripts += [read_script(Writer(rules, seed).written().text) for seed in range(FUZZED)]
    for script in scripts:
        outcome = run_script(script, rules)
        for sort, name, clause in walked(outcome.events, rules):
            found[sort][name].add(clause)
        if outcome.refusal is not None:
            found["refused"][outcome.refusal.code].add(outcome.refusal.clause or "")
    return found


def figures(rules: Ruleset) -> set[str]:
    """Every clause that stands in the book for a question, a refusal, a result, a remedy, a payment or a step."""
    shown = {
        clause
        for option, clause in rules.clauses.items()
        if option.split(".")[0] in ("pay", "side_bets", "interim", "remedies")
    }
    tables = (rules.questions, rules.refusals, rules.outcomes)
    rows = {row.clause for each in rules.irregularities.values() for row in each}
    voids = {clause for void in rules.voids.values() for clause in (void.forbidden, *void.reasons.values())}
    return shown.union(rows, voids, *[table.values() for table in tables])


def everything(book: str) -> set[str]:
    """Whatever can be cited, as a figure or at a table."""
    seen = {clause for sort in cited(book).values() for clauses in sort.values() for clause in clauses}
    return (figures(load_ruleset(book)) | seen) - {"", HOUSE_CLAUSE}


def test_the_tables_are_of_every_book() -> None:
    assert set(ASKED) == set(RULED) == set(REFUSED) == set(WHOLE) == set(ruleset_ids())


@pytest.mark.parametrize("book", ruleset_ids())
def test_what_is_cited_is_a_paragraph_of_the_document(book: str) -> None:
    assert everything(book) - {clause.clause for clause in clauses_of(book)} == set()


@pytest.mark.parametrize("book", ruleset_ids())
def test_no_paragraph_is_cited_for_one_of_its_own(book: str) -> None:
    known = [clause.clause for clause in clauses_of(book)]
    coarse = {each for each in everything(book) if any(other.startswith((f"{each}(", f"{each}.")) for other in known)}
    assert coarse - set(WHOLE[book]) == set()
    assert {each for each in WHOLE[book] if each not in known} == set()


@pytest.mark.parametrize("book", ruleset_ids())
def test_questions_cite_what_the_document_says(book: str) -> None:
    wanted = {kind: spelt(clauses) for kind, clauses in ASKED[book].items()}
    found = cited(book)["asked"]
    assert {kind: clauses for kind, clauses in found.items() if not clauses <= wanted.get(kind, set())} == {}
    assert set(wanted) - set(found) <= SELDOM[book]


@pytest.mark.parametrize("book", ruleset_ids())
def test_remedies_cite_what_the_document_says(book: str) -> None:
    wanted = {kind: spelt(clauses) for kind, clauses in RULED[book].items()}
    rows = {code: {row.clause for row in each} for code, each in load_ruleset(book).irregularities.items() if each}
    assert rows == wanted
    amended = {kind: clauses - {HOUSE_CLAUSE} for kind, clauses in cited(book)["ruled"].items()}
    assert {kind: each for kind, each in amended.items() if not each <= wanted.get(kind, set()) | VOIDED[book]} == {}


@pytest.mark.parametrize("book", ruleset_ids())
def test_refusals_cite_what_the_document_says(book: str) -> None:
    found = cited(book)["refused"]
    wanted = {code: clauses or {""} for code, clauses in REFUSED[book].items()} | {
        code: {""} for code in NOT_OF_THE_BOOK
    }
    assert {code: clauses for code, clauses in found.items() if not clauses <= wanted.get(code, set())} == {}
