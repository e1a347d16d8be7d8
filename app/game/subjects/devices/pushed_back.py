"""A card that was pushed back into the shoe is taken out of the record: the round goes on as if it had not come."""

from typing import Final

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected, rejected
from app.game.core.seals import seal
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.rulings import HOUSE_CLAUSE
from app.game.subjects.remedies.actual_payments import ticked_otherwise
from app.game.subjects.remedies.rewriting import rewrite
from app.game.subjects.remedies.round_replay import steps_of

PUSHED_BACK: Final = "card_pushed_back"
TAKEN_BACK: Final = "taken_back"
LEAVES_THE_SHOE: Final = (c.DrawCard, c.DrawFaceDown, c.BurnCard, e.CardKept, e.CardDiscarded)
# Cards that turn up by themselves do so again when their time has come.
_BY_ITSELF: Final = (c.TurnUpHole, c.TurnUpKept)


def take_back(draft: Draft) -> Rejected | None:
    """The last card that left the shoe is in it again, and its place waits for a card as before; what was settled by it
    is not, unless the dealer has paid it."""
    before, acts = draft.table, _without_last(draft.table)
    if acts is None:
        return rejected("choice_forbidden.pushed_back_removed", clause=HOUSE_CLAUSE)
    refused = rewrite(draft, acts, "irregularity", PUSHED_BACK, HOUSE_CLAUSE)
    if refused is None and ticked_otherwise(before, draft.round) is not None:
        return rejected("choice_forbidden.pushed_back_paid", clause=HOUSE_CLAUSE)
    return refused


def can_be_taken_back(table: Table, rules: Ruleset) -> bool:
    """Whether the round can go on as if the card for which the table holds had not come."""
    draft = Draft(table, rules)
    draft.emit(e.IrregularityResolved(TAKEN_BACK, HOUSE_CLAUSE))
    return take_back(draft) is None


def _without_last(table: Table) -> list[Act] | None:
    """The round without the last card that left the shoe; not one that was found to be none of the set, and removed."""
    acts = [step.act for step in steps_of(table.record)]
    removed = {seal(act.opened) for act in acts if isinstance(act, e.FaceDownRemoved)}
    left = [at for at, act in enumerate(acts) if isinstance(act, LEAVES_THE_SHOE) and _sealed_in(act) not in removed]
    if not left:
        return None
    last = left[-1]
    return [*acts[:last], *[act for act in acts[last + 1 :] if not isinstance(act, _BY_ITSELF)]]


def _sealed_in(act: Act) -> str | None:
    return act.commitment if isinstance(act, c.DrawFaceDown | c.BurnCard | e.CardKept) else None
