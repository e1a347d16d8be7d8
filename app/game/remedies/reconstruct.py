"""What the round would have been: played again from its opening with the sequence that supervisors say is right."""

from typing import Any

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.irregularities import decided
from app.game.rejections import Rejected
from app.game.remedies.record import BETTING, Act, Stopped, acts_of, cards_in, replay
from app.game.remedies.rewriting import not_possible
from app.game.state import RoundRecord

# Acts that may stand in a corrected sequence whatever the record has; others only as the record has them.
FREE = (
    c.DrawCard, c.DrawFaceDown, c.TurnUpBox, c.TurnUpHole, c.ReadHole, c.Insure, c.Surrender, c.Hit, c.Stand, c.Double,
    c.Split, c.TakeBackDouble, c.Proceed, c.AcceptCard, c.RefuseCard, c.TurnUpKept, c.DiscardCard,
)  # fmt: skip


def reconstructed(draft: Draft, remedy: c.Reconstruct, record: RoundRecord, *, earlier: bool) -> Draft | Rejected:
    """The round as it should have been, or why it cannot be."""
    forbidden = _forbidden(draft, record, earlier=earlier)
    if forbidden is not None:
        return forbidden
    before, after = split_acts(record.events)
    invented = [act for act in remedy.acts if not isinstance(act, FREE) and act not in after]
    if invented:
        return draft.refuse("not_in_the_record", f"{type(invented[0]).__name__} is not in the record of the round.")
    again = replay(record.opening, draft.rules, (*before, *remedy.acts))
    if isinstance(again, Stopped):
        return not_possible(Stopped(again.step - len(before), again.rejected))
    if cards_in(remedy.acts) != sorted([*cards_in(after), *_in_a_hold(draft, earlier=earlier)]):
        return draft.refuse("cards_differ", "A reconstruction has the cards that left the shoe, each of them once.")
    if earlier and not again.round.complete:
        return draft.refuse("round_not_over", "The earlier round would not be over: no card of it can still be drawn.")
    return again


def split_acts(record: tuple[Any, ...]) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """What was done before the deal, which stays, and the rest."""
    acts, betting = acts_of(record), 0
    while betting < len(acts) and (not isinstance(acts[betting], FREE) or isinstance(acts[betting], BETTING)):
        betting += 1
    return acts[:betting], acts[betting:]


def _in_a_hold(draft: Draft, *, earlier: bool) -> list[str]:
    """Cards that left the shoe and lie nowhere yet."""
    held = draft.table.held
    if earlier or held is None or not held.from_shoe:
        return []
    return [str(card) for card in (held.card, held.commitment, *held.more) if card is not None]


def _forbidden(draft: Draft, record: RoundRecord, *, earlier: bool) -> Rejected | None:
    """What the book has against rebuilding this round."""
    rules = draft.rules
    if earlier and not rules.remedies.reconstruct_earlier:
        message = "The book does not let an earlier round be reconstructed."
        return Rejected("reconstruction_forbidden", message, rules.clauses["remedies.reconstruct_earlier"])
    settled = any([isinstance(event, e.Settled) for event in record.events])
    if rules.remedies.reconstruct == "while_undecided" and (settled or (not earlier and decided(draft.table.round))):
        message = "Once a wager has been settled, the book does not let the round be reconstructed."
        return Rejected("reconstruction_forbidden", message, rules.clauses["remedies.reconstruct"])
    return None
