"""What a book lets be void or rebuilt of a round as it is now: every scope with every reason, and why not."""

from typing import Literal

from app.game.core.draft import Draft
from app.game.core.message import Message
from app.game.core.records import Part
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import Round, RoundRecord, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies import commands as c
from app.game.subjects.remedies.proposals import checked
from app.game.subjects.remedies.voids import hands_left, wagers_named

Scope = Literal["round", "hand", "wager", "earlier"]
CURRENT: tuple[Scope, ...] = ("round", "hand", "wager")


class Target(Part):
    """A hand, all hands of a box, or a wager that can be void."""

    box: int | None = None
    hand: int | None = None
    player: str | None = None
    kind: str | None = None
    """The kind of wager: main, or a side wager by its name."""


class MayBeVoid(Part):
    """Whether this may be void for this reason, and the clause that says so; else why not. `targets`: of which hands or
    wagers; none where it is the whole round."""

    scope: Scope
    reason: str
    allowed: bool
    clause: str | None
    code: str | None = None
    message: Message | None = None
    targets: tuple[Target, ...] = ()


class MayBeRebuilt(Part):
    """Whether the round may be reconstructed, and the clause that says so; else why not."""

    allowed: bool
    clause: str | None
    code: str | None = None
    message: Message | None = None


def may_be_rebuilt(table: Table, rules: Ruleset, record: RoundRecord | None) -> MayBeRebuilt:
    """Whether this round may be reconstructed now."""
    found = checked(Draft(table, rules), c.Reconstruct("", ()), record)
    if isinstance(found, Rejected):
        return MayBeRebuilt(allowed=False, clause=found.clause, code=found.code, message=found.message)
    return MayBeRebuilt(allowed=True, clause=found[0])


def may_be_void(table: Table, rules: Ruleset, record: RoundRecord | None) -> tuple[MayBeVoid, ...]:
    """Every scope of a void with every reason that the book has words for."""
    scopes: tuple[Scope, ...] = CURRENT if record is None else ("earlier",)
    return tuple(
        [_void(table, rules, record, scope, reason) for scope in scopes for reason in reasons(table, rules, scope)]
    )


def reasons(table: Table, rules: Ruleset, scope: Scope) -> tuple[str, ...]:
    """The reasons for this void: the book's own, irregularities that may end in it, what holds the table, another."""
    choice = f"void_{scope}"
    ruled = [code for code, rows in rules.irregularities.items() if choice in [row.choice for row in rows]]
    held = [table.held.irregularity] if table.held is not None else []
    return tuple(dict.fromkeys([*rules.voids[scope].reasons, *ruled, *held, "other"]))


def _void(table: Table, rules: Ruleset, record: RoundRecord | None, scope: Scope, reason: str) -> MayBeVoid:
    tried = [
        (target, checked(Draft(table, rules), _remedy(scope, reason, target), record))
        for target in _targets(table, rules, scope)
    ]
    allowed = [(target, found[0]) for target, found in tried if not isinstance(found, Rejected)]
    if allowed:
        targets = tuple([target for target, _ in allowed if target.box is not None])
        return MayBeVoid(scope, reason, allowed=True, clause=allowed[0][1], targets=targets)
    why = next((found for _, found in tried if isinstance(found, Rejected)), _nothing(scope))
    return MayBeVoid(scope, reason, allowed=False, clause=why.clause, code=why.code, message=why.message)


def _remedy(scope: Scope, reason: str, target: Target) -> c.Void:
    return c.Void(scope, reason, target.box, target.hand, target.player, target.kind)


def _nothing(scope: str) -> Rejected:
    """There is no hand, or no wager, that could be void."""
    if scope == "hand":
        return rejected("no_such_hand.none_left")
    return rejected("no_such_wager.none_left")


def _targets(table: Table, rules: Ruleset, scope: str) -> list[Target]:
    """All that there is of this scope."""
    round_ = table.round
    if scope not in ("hand", "wager"):
        return [Target()]
    if round_ is None:
        return []
    return _hands(round_) if scope == "hand" else _wagers(round_, rules)


def _hands(round_: Round) -> list[Target]:
    """Each box, and each hand of a box that has several."""
    found = []
    for box in round_.boxes:
        left = hands_left(round_, box.number)
        found += [Target(box.number)] * bool(left) + [Target(*hand) for hand in left] * (len(box.hands) > 1)
    return found


def _wagers(round_: Round, rules: Ruleset) -> list[Target]:
    kinds = [(place, kind) for place in round_.places for kind in ("main", *dict(place.sides), "insurance")]
    return [
        Target(place.box, None, place.player, kind)
        for place, kind in kinds
        if wagers_named(round_, rules, place.box, place.player, kind)
    ]
