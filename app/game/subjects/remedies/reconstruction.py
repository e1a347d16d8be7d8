"""What the round would have been: played again from its opening with the sequence that supervisors say is right."""

from collections.abc import Iterable
from typing import Any, NamedTuple, get_args

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.cards import Card
from app.game.core.draft import Draft
from app.game.core.records import name_of, replace
from app.game.core.rejections import Rejected, rejected
from app.game.core.seals import seal
from app.game.core.state import RoundRecord, Table
from app.game.subjects.irregularities.rulings import decided, row_for, rulings
from app.game.subjects.remedies.rewriting import not_possible
from app.game.subjects.remedies.round_replay import Stopped, acts_of, amounts_first, cards_in, replay

# Acts that may stand in a corrected sequence whatever the record has; others only as the record has them.
Free = (
    c.DrawCard | c.DrawFaceDown | c.TurnUpBox | c.TurnUpHole | c.ReadHole | c.Insure | c.Surrender | c.Hit | c.Stand
    | c.Double | c.Split | c.TakeBackDouble | c.Proceed | c.AcceptCard | c.RefuseCard | c.TurnUpKept | c.DiscardCard
)  # fmt: skip
FREE: tuple[type, ...] = get_args(Free)


Corrected = tuple[tuple[Card | None, Card | None], ...]
# What is done about a card that nobody got; in a corrected sequence such a card is burnt, or goes where it belongs.
OfACard = e.CardDiscarded | e.CardKept | e.FaceDownRemoved | e.CardDealt | e.CardBurnt
OF_A_CARD: tuple[type, ...] = get_args(OfACard)


def reconstructed(draft: Draft, remedy: c.Reconstruct, record: RoundRecord, *, earlier: bool) -> Draft | Rejected:
    """The round as it should have been, where the book has nothing against it, or why it cannot be."""
    before, after = split_acts(record.events)
    invented = [act for act in remedy.acts if not isinstance(act, FREE) and act not in after]
    if invented:
        return draft.refuse("not_in_the_record", {"act": name_of(type(invented[0]))})
    acts = with_the_rest(remedy.acts, after)
    again = replay(record.opening, draft.rules, (*before, *acts))
    if isinstance(again, Stopped):
        return not_possible(Stopped(again.step - len(before), again.rejected))
    left = with_true_cards([*cards_in(after, acts), *in_a_hold(draft, earlier=earlier)], remedy.corrected)
    if left is None or cards_in(acts, after) != sorted(left):
        return draft.refuse("cards_differ")
    if earlier and not again.round.complete:
        return draft.refuse("round_not_over.earlier_round")
    return again


def with_true_cards(cards: list[str], corrected: Corrected) -> list[str] | None:
    """These cards, with those that the record has wrong as they are; nothing, if the record does not have them."""
    left = [*cards]
    for recorded, true in corrected:
        if recorded is not None and recorded not in left:
            return None
        left = _once_less(left, recorded) + ([str(true)] if true is not None else [])
    return left


def _once_less(cards: list[str], card: str | None) -> list[str]:
    at = cards.index(card) if card is not None else len(cards)
    return cards[:at] + cards[at + 1 :]


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
    hole = _place_of_hole(after, seen)
    for number, act in enumerate(corrected, 1):
        if stays(act, seen):
            continue
        turned_up = isinstance(act, c.TurnUpHole)
        while rest and (rest[0][0].reached(at, isinstance(act, _DRAWS)) or (turned_up and rest[0][0] <= hole)):
            found.append((number, rest.pop(0)[1]))
        found.append((number, act))
        at = at.after(act)
    while rest and (whole or rest[0][0].reached(at, next_draws=False)):
        found.append((len(corrected) + 1, rest.pop(0)[1]))
    return found


def seen_kept(after: tuple[Act, ...]) -> set[str]:
    """The cards that lay ready unseen, and were turned up."""
    return {seal(act.opened) for act in after if isinstance(act, c.TurnUpKept)}


_LATE_IN_THE_DEAL = (e.SecondCardDeferred, e.DealerDeferred)
_DRAWS = (c.DrawCard, c.DrawFaceDown, c.DiscardCard, e.CardDiscarded, e.CardKept, e.CardDealt, e.CardBurnt)


class _At(NamedTuple):
    """A place in a sequence: so many cards, and so many decisions since the last of them."""

    cards: int
    taps: int

    def after(self, act: Act) -> "_At":
        return _At(self.cards + 1, 0) if isinstance(act, _DRAWS) else _At(self.cards, self.taps + 1)

    def reached(self, at: "_At", next_draws: bool) -> bool:
        return self <= at or (self.cards == at.cards and next_draws)


def _places(after: tuple[Act, ...], seen: set[str]) -> list[tuple[_At, Act]]:
    """What stays, each with its place among the cards and decisions. Who is served late in the deal is so from its
    beginning, however many cards there are before that turn."""
    at, deal, rest = _At(0, 0), _At(0, 0), []
    for act in after:
        deal = at if isinstance(act, e.BetsClosed) else deal
        if stays(act, seen):
            rest.append((deal if isinstance(act, _LATE_IN_THE_DEAL) else at, act))
        else:
            at = at.after(act)
    return sorted(rest, key=_by_place)


def _place_of_hole(after: tuple[Act, ...], seen: set[str]) -> _At:
    """Where the face-down card was turned up: what was said before that is said before it in the corrected sequence
    too."""
    at = _At(0, 0)
    for act in after:
        if isinstance(act, c.TurnUpHole):
            break
        at = at if stays(act, seen) else at.after(act)
    return at


def _by_place(each: tuple[_At, Act]) -> _At:
    return each[0]


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


def _forbidden_in_the_hold(draft: Draft, choice: str) -> Rejected | None:
    """Whether what holds the table is to be dealt with otherwise: the book forbids it, or the players are asked. What
    the shoe told beside keyed cards is put right by the cards' places, and no book knows of it."""
    held = draft.table.held
    if held is None or held.irregularity == "keyed_differs":
        return None
    if held.asked:
        return draft.refuse("table_holds.players_asked")
    row = row_for(draft.table, draft.rules, held, choice)
    if row is not None and row.allowed:
        return None
    allowed = [each for each in rulings(draft.table, draft.rules, held) if each.allowed]
    clause = row.clause if row is not None else allowed[0].clause
    return rejected("choice_forbidden.reconstruction", clause=clause)


def _may_rebuild_earlier(draft: Draft, record: RoundRecord) -> bool:
    """Where a round is an earlier one with the first card of the next, the last one is open until then."""
    policy = draft.rules.remedies.reconstruct_earlier
    return policy == "always" or (policy == "until_first_card" and still_open(draft.table, record))


def still_open(table: Table, record: RoundRecord) -> bool:
    """Whether this is the last round, and no card of the next has been dealt."""
    waits = table.round is None or not table.round.bets_closed
    return waits and table.last is not None and record.number == table.last.number


def only_puts_cards_right(remedy: c.Reconstruct, record: RoundRecord) -> bool:
    """Whether the round stays as it went, and its record has the cards that lay there: no book is asked about that.
    What was tapped to stand or to end an offer may fall away with a card, or be missing because of one."""
    wrong, at = list(remedy.corrected), 0
    recorded = _cards_and_decisions([act for act in split_acts(record.events)[1] if not stays(act, set())])
    for act in _cards_and_decisions(remedy.acts):
        while at < len(recorded) and recorded[at] != act and _is_wrong(recorded[at], None, wrong):
            at += 1
        there = recorded[at] if at < len(recorded) else None
        if there == act or (there is not None and _is_wrong(there, act, wrong)):
            at += 1
        elif not _is_wrong(None, act, wrong):
            return False
    return bool(remedy.corrected) and all([_is_wrong(each, None, wrong) for each in recorded[at:]])


def _cards_and_decisions(acts: Iterable[Act]) -> list[Act]:
    """The acts without taps that may fall away, and without where a card is known from."""
    return [
        replace(act, source="") if isinstance(act, c.DrawCard | c.DrawFaceDown) else act
        for act in acts
        if not isinstance(act, c.Stand | c.Proceed)
    ]


def _is_wrong(recorded: Act | None, true: Act | None, wrong: list[tuple[Card | None, Card | None]]) -> bool:
    """Whether one card is named as another, as none, or as forgotten; each is named for one card."""
    draws = (c.DrawCard, type(None))
    if not isinstance(recorded, draws) or not isinstance(true, draws):
        return False
    pair = (recorded.card if recorded is not None else None, true.card if true is not None else None)
    if pair not in wrong:
        return False
    wrong.remove(pair)
    return True


def forbidden(draft: Draft, remedy: c.Reconstruct, record: RoundRecord, *, earlier: bool) -> Rejected | None:
    """What the book has against rebuilding this round."""
    rules = draft.rules
    in_the_hold = _forbidden_in_the_hold(draft, "reconstruct_earlier" if earlier else "reconstruct")
    if in_the_hold is not None:
        return in_the_hold
    if only_puts_cards_right(remedy, record):
        return None
    if earlier and not _may_rebuild_earlier(draft, record):
        return rejected("reconstruction_forbidden.earlier_round", clause=rules.clauses["remedies.reconstruct_earlier"])
    settled = any([isinstance(event, e.Settled) for event in record.events])
    if rules.remedies.reconstruct == "while_undecided" and (settled or (not earlier and decided(draft.table.round))):
        return draft.refuse("reconstruction_forbidden.settled")
    return None


def only_in_a_reconstruction(draft: Draft, _command: c.DiscardCard) -> Rejected:
    """By itself a card is discarded in no such way."""
    return draft.refuse("not_now.in_a_reconstruction_only")
