"""What a book has for errors, voids, shuffles and refusals, as lists that a screen can work with: code, words, clause.

Everything is read from the ruleset that decides, and every word from one place.
"""

from typing import NamedTuple, get_args

from app.books.procedure_words import (
    CHOICE,
    IRREGULARITY,
    NEED_WORDS,
    REASON,
    SCOPE,
    SHUFFLE,
    STEP,
)
from app.game.awaiting import Choice
from app.game.commands import ShuffleReason
from app.game.rules.ruleset import (
    IRREGULARITIES,
    VOID_SCOPES,
    AnyIrregularity,
    Irregularity,
    Resolution,
    Ruleset,
    Ruling,
    Verdict,
    VoidScope,
    When,
    is_irregularity,
)
from app.game.subjects.irregularities.decide import IN_PLAY
from app.game.subjects.irregularities.reporting import REPORTING, Needed, ReportBy
from app.game.views.checklist import ShoeStep
from app.problems.refusals import REFUSALS


class RulingTold(NamedTuple):
    """What the book says of one way to deal with it: when it holds, and whether it may be taken."""

    choice: Choice | Resolution
    when: tuple[When, ...]
    verdict: Verdict
    clause: str


class IrregularityTold(NamedTuple):
    """Something that can go wrong. `report`: the command that reports it, with the fields it `needs` (`lies`: where the
    card lies, as `box` and `hand`); nothing where it comes to light by itself, or the book does not know it."""

    code: AnyIrregularity
    words: str
    report: ReportBy | None
    needs: tuple[Needed, ...]
    rulings: tuple[RulingTold, ...]


class ChoiceTold(NamedTuple):
    """A choice in words."""

    code: Choice | Resolution
    words: str


class VoidReason(NamedTuple):
    """A reason for a void: whether the book allows it, by which clause, and for an irregularity when that holds.
    `needs_words`: whoever proposes it writes down what happened."""

    reason: str
    words: str
    allowed: bool
    when: tuple[When, ...]
    clause: str
    needs_words: bool


class VoidTold(NamedTuple):
    """What may be void, and for which reasons; all else the clause `forbidden` forbids. `free`: a reason that is not
    listed may be written down."""

    scope: VoidScope
    words: str
    free: bool
    reasons: tuple[VoidReason, ...]
    forbidden: str


class ShuffleTold(NamedTuple):
    """A reason for which a supervisor orders a shuffle."""

    reason: ShuffleReason
    words: str
    clause: str


class StepTold(NamedTuple):
    """A step of the procedure in words."""

    step: ShoeStep
    words: str


class RefusalTold(NamedTuple):
    """A refusal: when it comes, what to do, and the book's clause for it, if it has one."""

    code: str
    words: str
    do: str
    clause: str | None


class Procedures(NamedTuple):
    """The lists of one book."""

    irregularities: tuple[IrregularityTold, ...]
    choices: tuple[ChoiceTold, ...]
    voids: tuple[VoidTold, ...]
    shuffles: tuple[ShuffleTold, ...]
    steps: tuple[StepTold, ...]
    refusals: tuple[RefusalTold, ...]


def procedures(rules: Ruleset) -> Procedures:
    """Everything that the book has of the kind."""
    ordered = rules.refusals["shuffle_due"]
    return Procedures(
        tuple([_irregularity(rules, code) for code in IRREGULARITIES]),
        tuple([ChoiceTold(code, words) for code, words in CHOICE.items()]),
        tuple([_void(rules, scope) for scope in VOID_SCOPES]),
        tuple([ShuffleTold(reason, SHUFFLE[reason], ordered) for reason in get_args(ShuffleReason)]),
        tuple([StepTold(step, STEP[step]) for step in get_args(ShoeStep)]),
        tuple([RefusalTold(code, what, do, rules.refusals.get(code)) for code, (what, do) in REFUSALS.items()]),
    )


def _irregularity(rules: Ruleset, code: Irregularity) -> IrregularityTold:
    rows = rules.irregularities[code]
    told = tuple([RulingTold(row.choice, row.when, row.verdict, row.clause) for row in rows])
    report = REPORTING.get(code) if any([row.allowed for row in rows]) else None
    by, needs = (report.command, report.needs) if report is not None else (None, ())
    paid: tuple[Needed, ...] = ("paid",) if by == "Report" and code in IN_PLAY and _asks_for_money(rows) else ()
    return IrregularityTold(code, IRREGULARITY[code], by, (*needs, *paid), told)


def _asks_for_money(rows: tuple[Ruling, ...]) -> bool:
    """Whether what may be done depends on money that was paid or collected."""
    return any([{"decided", "undecided"} & {*row.when} for row in rows])


def _void(rules: Ruleset, scope: VoidScope) -> VoidTold:
    void = rules.voids[scope]
    stated = [_stated(name, clause) for name, clause in void.reasons.items()]
    rows = [(code, row) for code in IRREGULARITIES for row in rules.irregularities[code]]
    ruled = [_ruled(code, row) for code, row in rows if row.choice == f"void_{scope}"]
    return VoidTold(scope, SCOPE[scope], "other" in void.reasons, (*stated, *ruled), void.forbidden)


def _stated(name: str, clause: str) -> VoidReason:
    return VoidReason(name, _words(name), allowed=True, when=(), clause=clause, needs_words=name in NEED_WORDS)


def _ruled(code: Irregularity, row: Ruling) -> VoidReason:
    return VoidReason(code, IRREGULARITY[code], row.allowed, row.when, row.clause, code in NEED_WORDS)


def _words(reason: str) -> str:
    return IRREGULARITY[reason] if is_irregularity(reason) else REASON[reason]
