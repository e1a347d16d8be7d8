"""Voids and reconstructions as they are shown: what was done in a round, what would become of it, in words and figures.

Nothing here tells what lies face down: such a card goes by a name that says only that it lay there.
"""

from collections import defaultdict
from collections.abc import Mapping
from itertools import zip_longest
from typing import NamedTuple

from app.api.moved import Moved
from app.game import commands as c
from app.game.core.accounts import Account
from app.game.core.apply import apply
from app.game.core.moment import Moment
from app.game.core.rejections import Rejected
from app.game.core.state import Line, RoundRecord, Table
from app.game.events import Event
from app.game.questions import Question
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies import allowed_remedies
from app.game.subjects.remedies.anonymous_cards import named_act, names_of
from app.game.subjects.remedies.previews import Shown
from app.game.subjects.remedies.reconstruction import Free, OfACard
from app.game.subjects.remedies.reconstruction_draft import Listed, Tried, listed_acts
from app.game.subjects.settlement.words import line_said
from app.game.views.audiences import DealerView, dealer_view
from app.language.phrases import account_in_words, gain
from app.language.rendering import say, words_of
from app.surveillance.question_words import question_in_words, questions_of_round
from app.terminal.hold_rebuilding import AT_THE_TABLE, row_that_asks


class Money(NamedTuple):
    """What one account has gained or given in the round: as it is recorded, as it would be, and what that changes."""

    account: str
    """Whose: bettor, layout, float, house, drop or exchanged."""
    box: int
    player: str
    before_cents: int
    """What it has gained (or, negative, given) in the round as it is recorded, in cents."""
    after_cents: int
    """The same in the round as it would be, in cents."""
    cents: int
    """What it gains (or, negative, gives) by the remedy, in cents."""
    words: str
    """The same in words."""


class Settlement(NamedTuple):
    """One wager as it is settled now, and as it would be; nothing where it has no result."""

    box: int
    hand: int
    player: str
    wager: str
    """Which wager it was."""
    was: Line | None
    """As it is recorded."""
    becomes: Line | None
    """As it would be."""
    words: tuple[str, str]
    """The same in words: before, and after."""


class RefusedNow(NamedTuple):
    """Why it cannot be signed as it is: `step` is the act that cannot be done, by its number in the list."""

    code: str
    """The code of the refusal."""
    message: str
    """The refusal in words."""
    clause: str | None
    box: int | None
    step: int | None
    """The act that cannot be done, by its number in the list, from 1; null if it is none of them."""


class MayBeVoid(NamedTuple):
    """Whether this may be void for this reason, and the clause that says so; else why not. `targets`: of which hands or
    wagers; none where it is the whole round."""

    scope: allowed_remedies.Scope
    """What is void: the round, a hand, a wager, or an earlier round."""
    reason: str
    allowed: bool
    """Whether the clause allows it."""
    clause: str | None
    """The clause that allows or forbids it."""
    code: str | None = None
    """The code with which it would be refused; null where it may be."""
    message: str | None = None
    """Why it may not be; null where it may."""
    targets: tuple[allowed_remedies.Target, ...] = ()
    """The hands or wagers of which it may be; none where it is the whole round."""


class MayBeRebuilt(NamedTuple):
    """Whether the round may be reconstructed, and the clause that says so; else why not."""

    allowed: bool
    """Whether the clause allows it."""
    clause: str | None
    """The clause that allows or forbids it."""
    code: str | None = None
    """The code with which it would be refused; null where it may be."""
    message: str | None = None
    """Why it may not be; null where it may."""


class StepTold(NamedTuple):
    """What one act of the corrected sequence brings about, with all that follows by itself."""

    step: int
    """The number of the act in the list, from 1; one more than there are: what was declared after it."""
    words: tuple[str, ...]
    """What happened, in words."""


class QuestionTold(NamedTuple):
    """An open question, and the same in words."""

    question: Question
    """The question, with what may be answered."""
    words: str
    """The same in words."""


class RemedyPreviewed(NamedTuple):
    """What the remedy would come to. Who signs it sends `seal` as `seen`, so that just this is signed; what cannot be
    signed as it is has none, and `refused` says why."""

    table: str
    version: int
    round: int
    """The number of the round that it is about."""
    seal: str | None
    """What is signed; null where it cannot be signed as it is."""
    clause: str
    difference: tuple[Moved, ...]
    """What each account gets, or (negative) gives; all together nothing."""
    signed_by: tuple[str, ...]
    """Who has signed just this already."""
    signatures: int
    """How many people have to sign."""
    may_not_sign: tuple[str, ...]
    """Who may not sign: who dealt the round, or tapped for who did."""
    refused: RefusedNow | None
    """Why it cannot be signed as it is; null where it can."""
    was: DealerView
    """The table with the round as it is recorded."""
    becomes: DealerView
    """The table with the round as it would be, as far as the acts go."""
    settlements: tuple[Settlement, ...]
    """Every wager with its result before and after."""
    money: tuple[Money, ...]
    """What every account gains or gives in the round, before and after."""
    sum_cents: int
    """What all accounts gain together: nothing."""
    steps: tuple[StepTold, ...]
    """What each act of a corrected sequence brings about."""
    questions: tuple[QuestionTold, ...]
    """What may be done next in the round, where a corrected sequence ends or stops."""
    left: tuple[str, ...]
    """The cards that left the shoe and have no place in the corrected sequence yet."""
    over: tuple[str, ...]
    """The cards in the corrected sequence that did not leave the shoe."""


class ActListed(NamedTuple):
    """Something that was done in the round after the wagers. `act` is what a corrected sequence has for it; without
    one it stays as it was, and is not said again."""

    act: Free | OfACard | None
    """The act as a reconstruction has it; null for what stays as it was."""
    box: int | None
    """The box that it was about, 0 for the dealer; null if it was none."""
    hand: int | None
    """The hand that it was about; null if it was none."""
    words: tuple[str, ...]
    """What happened, in words."""


class RoundActs(NamedTuple):
    """What was done in a round after the wagers, in order."""

    table: str
    version: int
    round: int
    """The number of the round; 0 where there is none on the table."""
    acts: tuple[ActListed, ...]
    """What was done, in order."""


class RemediesAllowed(NamedTuple):
    """What may be done about a round now, by the book that it was played under; `ruleset` is its id."""

    table: str
    version: int
    round: int
    """The number of the round; 0 where there is none on the table."""
    earlier: bool
    """Whether it is an earlier round, and not the one on the table."""
    held: str | None
    """The irregularity for which the table holds; null if it does not."""
    reconstruct: MayBeRebuilt
    """Whether the round may be reconstructed."""
    voids: tuple[MayBeVoid, ...]
    """What may be void for which reason, and what not."""
    may_not_sign: tuple[str, ...]
    """Who may not sign: who dealt the round, or tapped for who did."""
    ruleset: str
    ruleset_hash: str


class RemedyListed(NamedTuple):
    """A void or reconstruction that somebody has signed, and that another has to sign. `signable`: whether it still is
    what was signed; else `refused` says why, and it has to be proposed anew."""

    seal: str
    """The seal of what was signed: who signs the very same sends it as `seen`."""
    round: int
    """The number of the round that it is about."""
    what: str
    """What it is: reconstruct, void_round, void_box, void_hand or void_wager."""
    reason: str
    clause: str
    remedy: c.Void | c.Reconstruct
    """What is signed: a void, or the round as it should have been."""
    signed_by: tuple[str, ...]
    """Who has signed just this already."""
    since_us: int | None
    """When it was signed first, in microseconds."""
    may_not_sign: tuple[str, ...]
    """Who may not sign: who dealt the round, or tapped for who did."""
    signable: bool
    """Whether it comes to just what was signed still."""
    refused: RefusedNow | None
    """Why it cannot be signed as it is; null where it can."""
    difference: tuple[Moved, ...]
    """What each account gets, or (negative) gives; all together nothing."""


class RemediesListed(NamedTuple):
    """What waits for a second signature at a table."""

    table: str
    version: int
    remedies: tuple[RemedyListed, ...]
    """The voids and reconstructions that wait for a second signature."""


# --- what was done


def acts_listed(record: RoundRecord, table: Table | None) -> tuple[ActListed, ...]:
    """What was done in the round after the wagers."""
    names = names_of(record, table)
    return tuple(
        [
            ActListed(
                _said_again(each, names),
                getattr(each.event, "box", None),
                getattr(each.event, "hand", None),
                _words(each.event, each.before, each.after),
            )
            for each in listed_acts(record)
        ]
    )


def _said_again(each: Listed, names: Mapping[str, str]) -> Free | OfACard | None:
    if each.stays:
        return None
    act = named_act(each.act, names)
    assert isinstance(act, Free | OfACard), "a corrected sequence can have it"
    return act


def _words(event: Event, before: Table, after: Table) -> tuple[str, ...]:
    return tuple(words_of(event, Moment(before, after)).split("\n"))


# --- what it would come to


def previewed(number: str, version: int, rules: Ruleset, found: Shown, tapped: tuple[str, ...]) -> RemedyPreviewed:
    """What the remedy would come to, as it is shown."""
    money = money_of(found)
    return RemedyPreviewed(
        number, version, found.record.number, found.seal, found.clause, moves_of(found), found.signed_by, found.people,
        may_not_sign(found.dealers, tapped), refused_now(found.refused), dealer_view(found.was, rules),
        dealer_view(found.becomes, rules), settlements(found.was, found.becomes), money,
        sum([each.cents for each in money]), tuple([_told(step) for step in found.steps]),
        _asked(found.becomes, rules), found.left, found.over,
    )  # fmt: skip


def may_not_sign(dealers: tuple[str, ...], tapped: tuple[str, ...]) -> tuple[str, ...]:
    """Who dealt the round, or tapped for who did."""
    return tuple([name for name in dict.fromkeys((*dealers, *tapped)) if name])


def moves_of(found: Shown) -> tuple[Moved, ...]:
    """What each account gets or gives."""
    return tuple([Moved(*account, cents) for account, cents in found.difference.items()])


def refused_now(refused: Rejected | None) -> RefusedNow | None:
    """Why not, as it is told."""
    if refused is None:
        return None
    return RefusedNow(refused.code, say(refused.message), refused.clause, refused.box, refused.step)


def voids_told(found: tuple[allowed_remedies.MayBeVoid, ...]) -> tuple[MayBeVoid, ...]:
    """What may be void and what not, in words."""
    return tuple([MayBeVoid(each.scope, each.reason, each.allowed, *_because(each), each.targets) for each in found])


def rebuilt_told(found: allowed_remedies.MayBeRebuilt) -> MayBeRebuilt:
    """Whether a round may be reconstructed, in words."""
    return MayBeRebuilt(found.allowed, *_because(found))


def signed_told(found: allowed_remedies.MayBeRebuilt, table: Table, rules: Ruleset) -> MayBeRebuilt:
    """The same of the round on the table: a signed reconstruction would pass over the players who are to be asked."""
    if not found.allowed or row_that_asks(table, rules) is None:
        return rebuilt_told(found)
    return MayBeRebuilt(allowed=False, clause=None, code="table_holds", message=AT_THE_TABLE)


def _because(
    found: allowed_remedies.MayBeVoid | allowed_remedies.MayBeRebuilt,
) -> tuple[str | None, str | None, str | None]:
    """The clause, and the code and the words of what is refused."""
    return found.clause, found.code, say(found.message) if found.message is not None else None


def money_of(found: Shown) -> tuple[Money, ...]:
    """Every account that the round moves, as it is recorded or as it would be."""
    before, after = found.before, found.after
    return tuple([_money(each, before.get(each, 0), after.get(each, 0)) for each in sorted({*before, *after})])


def _money(account: Account, before: int, after: int) -> Money:
    words = f"{account_in_words(account)}: {gain(before)} before, {gain(after)} after, {gain(after - before)} by it"
    return Money(*account, before, after, after - before, words)


def settlements(was: Table, becomes: Table) -> tuple[Settlement, ...]:
    """Every wager that has a result, as it is recorded or as it would be."""
    found: dict[tuple[int, int, str, str], tuple[list[Line], list[Line]]] = defaultdict(lambda: ([], []))
    for side, table in enumerate((was, becomes)):
        for line in table.round.lines if table.round is not None else ():
            found[line.box, line.hand, line.player, line.wager][side].append(line)
    return tuple([_settlement(key, *pair) for key in sorted(found) for pair in zip_longest(*found[key])])


def _settlement(key: tuple[int, int, str, str], was: Line | None, becomes: Line | None) -> Settlement:
    words = [say(line_said(line)) if line is not None else "not settled" for line in (was, becomes)]
    return Settlement(*key, was, becomes, (words[0], words[1]))


def _told(step: Tried) -> StepTold:
    table, words = step.before, list[str]()
    for event in step.events:
        after = apply(table, event)
        words += _words(event, table, after)
        table = after
    return StepTold(step.step, tuple(words))


def _asked(table: Table, rules: Ruleset) -> tuple[QuestionTold, ...]:
    return tuple([QuestionTold(each, question_in_words(each)) for each in questions_of_round(table, rules)])
