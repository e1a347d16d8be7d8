"""What the round would have been: played again from its opening with the sequence that supervisors say is right."""

from typing import Any, NamedTuple, get_args

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.irregularities import decided, row_for, rulings
from app.game.rejections import Rejected
from app.game.remedies.record import Act, Stopped, acts_of, amounts_first, cards_in, replay
from app.game.remedies.rewriting import not_possible
from app.game.seals import seal
from app.game.state import RoundRecord

# Acts that may stand in a corrected sequence whatever the record has; others only as the record has them.
Free = (
    c.DrawCard | c.DrawFaceDown | c.TurnUpBox | c.TurnUpHole | c.ReadHole | c.Insure | c.Surrender | c.Hit | c.Stand
    | c.Double | c.Split | c.TakeBackDouble | c.Proceed | c.AcceptCard | c.RefuseCard | c.TurnUpKept | c.DiscardCard
)  # fmt: skip
FREE: tuple[type, ...] = get_args(Free)


# What is done about a card that nobody got; in a corrected sequence such a card is burnt, or goes where it belongs.
OfACard = e.CardDiscarded | e.CardKept | e.FaceDownRemoved
OF_A_CARD: tuple[type, ...] = get_args(OfACard)


def reconstructed(draft: Draft, remedy: c.Reconstruct, record: RoundRecord, *, earlier: bool) -> Draft | Rejected:
    """The round as it should have been, where the book has nothing against it, or why it cannot be."""
    before, after = split_acts(record.events)
    invented = [act for act in remedy.acts if not isinstance(act, FREE) and act not in after]
    if invented:
        return draft.refuse("not_in_the_record", f"{type(invented[0]).__name__} is not in the record of the round.")
    acts = with_the_rest(remedy.acts, after)
    again = replay(record.opening, draft.rules, (*before, *acts))
    if isinstance(again, Stopped):
        return not_possible(Stopped(again.step - len(before), again.rejected))
    if cards_in(acts, after) != sorted([*cards_in(after, acts), *in_a_hold(draft, earlier=earlier)]):
        return draft.refuse("cards_differ", "A reconstruction has the cards that left the shoe, each of them once.")
    if earlier and not again.round.complete:
        return draft.refuse("round_not_over", "The earlier round would not be over: no card of it can still be drawn.")
    return again


def split_acts(record: tuple[Any, ...]) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """What was done before the deal, which stays, and the rest."""
    acts, betting = tuple(amounts_first(acts_of(record))), 0
    while betting < len(acts) and not isinstance(acts[betting], (*FREE, *OF_A_CARD)):
        betting += 1
    return acts[:betting], acts[betting:]


def with_the_rest(corrected: tuple[Act, ...], after: tuple[Act, ...], *, whole: bool = True) -> tuple[Act, ...]:
    """The corrected sequence with all that it is not about: who dealt, the shoe, what was void, who was away. Each
    stands where it stood: behind as many cards, and as many decisions since. `whole`: nothing more is to come."""
    return tuple([act for _, act in merged(corrected, after, whole=whole)])


def merged(corrected: tuple[Act, ...], after: tuple[Act, ...], *, whole: bool) -> list[tuple[int, Act]]:
    """The same, each with the number of the corrected act that it is, or stands before."""
    seen = seen_kept(after)
    rest, found, at = _places(after, seen), list[tuple[int, Act]](), _At(0, 0)
    for number, act in enumerate(corrected, 1):
        if stays(act, seen):
            continue
        while rest and rest[0][0].reached(at, isinstance(act, _DRAWS)):
            found.append((number, rest.pop(0)[1]))
        found.append((number, act))
        at = at.after(act)
    while rest and (whole or rest[0][0].reached(at, next_draws=False)):
        found.append((len(corrected) + 1, rest.pop(0)[1]))
    return found


def seen_kept(after: tuple[Act, ...]) -> set[str]:
    """The cards that lay ready unseen, and were turned up."""
    return {seal(act.opened) for act in after if isinstance(act, c.TurnUpKept)}


_DRAWS = (c.DrawCard, c.DrawFaceDown, c.DiscardCard, e.CardDiscarded, e.CardKept)


class _At(NamedTuple):
    """A place in a sequence: so many cards, and so many decisions since the last of them."""

    cards: int
    taps: int

    def after(self, act: Act) -> "_At":
        return _At(self.cards + 1, 0) if isinstance(act, _DRAWS) else _At(self.cards, self.taps + 1)

    def reached(self, at: "_At", next_draws: bool) -> bool:
        return self <= at or (self.cards == at.cards and next_draws)


def _places(after: tuple[Act, ...], seen: set[str]) -> list[tuple[_At, Act]]:
    """What stays, each with its place among the cards and decisions."""
    at, rest = _At(0, 0), []
    for act in after:
        if stays(act, seen):
            rest.append((at, act))
        else:
            at = at.after(act)
    return rest


def stays(act: Act, seen: set[str]) -> bool:
    """Whether the act is none of the cards and decisions that a correction is about."""
    unseen = isinstance(act, e.CardKept) and act.card is None and act.commitment not in seen
    return unseen or not isinstance(act, (*FREE, *OF_A_CARD))


def in_a_hold(draft: Draft, *, earlier: bool) -> list[str]:
    """Cards that left the shoe and lie nowhere yet."""
    held = draft.table.held
    if earlier or held is None or not held.from_shoe:
        return []
    return [str(card) for card in (held.card, held.commitment, *held.more) if card is not None]


def _forbidden_in_the_hold(draft: Draft) -> Rejected | None:
    """Whether what holds the table is to be dealt with otherwise: the book forbids it, or the players are asked."""
    held = draft.table.held
    if held is None:
        return None
    if held.asked:
        return draft.refuse("table_holds", "The players are asked: they have to answer first.")
    row = row_for(draft.table, draft.rules, held, "reconstruct")
    if row is not None and row.allowed:
        return None
    allowed = [each for each in rulings(draft.table, draft.rules, held) if each.allowed]
    clause = row.clause if row is not None else allowed[0].clause
    return Rejected("choice_forbidden", "The book does not have this put right by a reconstruction.", clause)


def forbidden(draft: Draft, record: RoundRecord, *, earlier: bool) -> Rejected | None:
    """What the book has against rebuilding this round."""
    rules = draft.rules
    in_the_hold = _forbidden_in_the_hold(draft)
    if in_the_hold is not None:
        return in_the_hold
    if earlier and not rules.remedies.reconstruct_earlier:
        message = "The book does not let an earlier round be reconstructed."
        return Rejected("reconstruction_forbidden", message, rules.clauses["remedies.reconstruct_earlier"])
    settled = any([isinstance(event, e.Settled) for event in record.events])
    if rules.remedies.reconstruct == "while_undecided" and (settled or (not earlier and decided(draft.table.round))):
        message = "Once a wager has been settled, the book does not let the round be reconstructed."
        return draft.refuse("reconstruction_forbidden", message)
    return None
