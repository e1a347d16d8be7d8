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
from app.game.commands import ShuffleReason
from app.game.questions import Choice
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
from app.problems.refusal_catalogue import REFUSALS


class RulingTold(NamedTuple):
    """What the book says of one way to deal with it: when it holds, and whether it may be taken."""

    choice: Choice | Resolution
    """The choice."""
    when: tuple[When, ...]
    """The conditions that have to be met for it, all of them."""
    verdict: Verdict
    """Whether it may be taken, and what it brings."""
    clause: str


class IrregularityTold(NamedTuple):
    """Something that can go wrong. `report`: the command that reports it, with the fields it `needs` (`lies`: where the
    card lies, as `box` and `hand`); nothing where it comes to light by itself, or the book does not know it."""

    code: AnyIrregularity
    """The code of it."""
    words: str
    report: ReportBy | None
    """The command that reports it; nothing where nobody reports it."""
    needs: tuple[Needed, ...]
    """The fields of that command that have to be named with it."""
    rulings: tuple[RulingTold, ...]
    """The ways to deal with it, each with its clause."""


class ChoiceTold(NamedTuple):
    """A choice in words."""

    code: Choice | Resolution
    """The code of it."""
    words: str


class VoidReason(NamedTuple):
    """A reason for a void: whether the book allows it, by which clause, and for an irregularity when that holds.
    `needs_words`: whoever proposes it writes down what happened."""

    reason: str
    words: str
    allowed: bool
    """Whether the clause allows it."""
    when: tuple[When, ...]
    """The conditions that have to be met for it, all of them."""
    clause: str
    needs_words: bool
    """Whether whoever proposes a void for this reason writes down what happened."""


class VoidTold(NamedTuple):
    """What may be void, and for which reasons; all else the clause `forbidden` forbids. `free`: a reason that is not
    listed may be written down."""

    scope: VoidScope
    """What is void: the round, a hand, a wager, or an earlier round."""
    words: str
    free: bool
    """Whether a reason that is not listed may be written down."""
    reasons: tuple[VoidReason, ...]
    """The reasons that the book allows or forbids."""
    forbidden: str
    """The clause that forbids it for all other reasons."""


class ShuffleTold(NamedTuple):
    """A reason for which a supervisor orders a shuffle."""

    reason: ShuffleReason
    """Why."""
    words: str
    clause: str


class StepTold(NamedTuple):
    """A step of the procedure in words."""

    step: ShoeStep
    """The step of the procedure."""
    words: str


class RefusalTold(NamedTuple):
    """A refusal: when it comes, what to do, and the book's clause for it, if it has one."""

    code: str
    """The code of it."""
    words: str
    do: str
    """What to do about it."""
    clause: str | None


class Procedures(NamedTuple):
    """The lists of one book."""

    irregularities: tuple[IrregularityTold, ...]
    """Everything that can go wrong at a table."""
    choices: tuple[ChoiceTold, ...]
    """Every choice, of players and of supervisors, in words."""
    voids: tuple[VoidTold, ...]
    """What may be void, and for which reasons."""
    shuffles: tuple[ShuffleTold, ...]
    """The reasons for which a supervisor orders a shuffle."""
    steps: tuple[StepTold, ...]
    """The steps of the procedure, in words."""
    refusals: tuple[RefusalTold, ...]
    """Why a command is refused."""


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
