"""Corrections, undone taps, voids and reconstructions at any moment of any round: all money and cards are there.

Every event is looked at as it comes (ledger.py); when a round is over each account has what the lines say, and when it
is void each has what it had before it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.core.ledger import postings
from app.game.core.rejections import Accepted, Rejected
from app.game.core.round_log import of_the_round
from app.game.core.state import RoundRecord, Table
from app.game.decide import decide
from app.game.events import EarlierRoundAmended, WagersVoided
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.dealer_corrections import Correction, corrections, undoable
from app.game.subjects.remedies.reconstruction import split_acts
from app.game.subjects.remedies.round_replay import Stopped, do_act, replay
from app.game.subjects.remedies.signed_remedies import Preview, preview
from tests.properties.ledger import assert_replays, bare, differing, folded
from tests.properties.scenes import Watched, goes_on, scene
from tests.properties.test_evenings import Evening
from tests.properties.troubles import remedies, signed

BOOKS = ruleset_ids()
SEEDS = st.integers(min_value=0, max_value=2**32)
FEW = settings(max_examples=12, deadline=None, derandomize=True)
SOME = settings(max_examples=25, deadline=None, derandomize=True)
READINGS = [Correction(kind, box, hand) for kind in ("stood", "hit") for box in range(8) for hand in range(1, 5)]
# What the book, or the cards, may have against a changed sequence.
REFUSALS = {"cards_differ", "round_not_over", "reconstruction_forbidden"}


# --- the dealer's own


def as_command(reading: Correction) -> c.CorrectRecord:
    """What the dealer asks to have this reading recorded."""
    return c.CorrectRecord(reading.correction, reading.box, reading.hand)


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_each_correction_offered_is_accepted_and_no_other(book: str, seed: int) -> None:
    evening = scene(book, seed, dealt_from=True)
    offered = corrections(evening.table, evening.rules)
    for reading in READINGS:
        answer = decide(evening.table, evening.rules, as_command(reading))
        assert isinstance(answer, Accepted) == (reading in offered), (reading, offered, answer)
    if offered:
        evening.must(as_command(Random(seed).choice(offered)))
        evening.turned_up()
        assert_replays(evening.table, evening.rules)
        assert folded(evening.events) == evening.table
        goes_on(evening)


@pytest.mark.parametrize("book", BOOKS)
@FEW
@given(seed=SEEDS)
def test_an_undone_tap_was_never_tapped(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    before: Table | None = None
    for table in Watched(rules, seed).play().moments:
        answer = decide(table, rules, c.UndoTap())
        assert isinstance(answer, Accepted) == (undoable(table) is not None)
        if before is not None and isinstance(answer, Accepted):
            undone = Draft(table, rules)
            for event in answer.events:
                assert sum(move.cents for move in postings(undone.table, event)) == 0
                undone.emit(event)
            if not _first_wager(table):
                assert bare(undone.table) == bare(before), differing(bare(undone.table), bare(before))
            assert_replays(undone.table, rules)
        before = table


def _first_wager(table: Table) -> bool:
    """Before the first wager the round was not open; undone, it is open without one."""
    return len(table.record) == 1


# --- voids


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_a_void_brings_all_money_back(book: str, seed: int) -> None:
    shown = scene(book, seed)
    allowed = [each for each in remedies(shown.table, shown.rules) if _allowed(shown, each)]
    for remedy in Random(seed).sample(allowed, min(len(allowed), 3)):
        evening = scene(book, seed)
        expected = preview(evening.table, evening.rules, remedy)
        assert isinstance(expected, Preview)
        _sign(evening, remedy, expected)
        if remedy.scope == "round":
            assert evening.moved() == {}
        assert_replays(evening.table, evening.rules)
        assert folded(evening.events) == evening.table
        goes_on(evening)


def _allowed(evening: Evening, remedy: c.Void) -> bool:
    return isinstance(preview(evening.table, evening.rules, remedy), Preview)


def _sign(evening: Evening, remedy: c.Void | c.Reconstruct, shown: Preview) -> None:
    """Two sign; what the event moves is what they were shown."""
    assert sum(shown.difference.values()) == 0
    before = dict(evening.accounts)
    evening.must(c.SignRemedy("sue", remedy, seen=shown.seal))
    assert {key: cents for key, cents in evening.accounts.items() if cents} == {k: v for k, v in before.items() if v}
    evening.must(c.SignRemedy("tom", remedy, seen=shown.seal))
    if any(isinstance(event, WagersVoided) for event in evening.events[-1:]) or isinstance(remedy, c.Reconstruct):
        gained = {key: cents - before.get(key, 0) for key, cents in evening.accounts.items()}
        assert {key: cents for key, cents in gained.items() if cents} == shown.difference
    evening.turned_up()


@pytest.mark.parametrize("book", BOOKS)
@FEW
@given(seed=SEEDS)
def test_an_earlier_round_is_undone_where_the_book_allows_it(book: str, seed: int) -> None:
    evening = _two_rounds(book, seed)
    record = evening.earlier()
    if record is None:
        return
    for reason in (*evening.rules.voids["earlier"].reasons, "another"):
        remedy = c.Void("earlier", reason)
        shown = preview(evening.table, evening.rules, remedy, record)
        if isinstance(shown, Rejected):
            assert not evening.may(c.SignRemedy("sue", remedy, record))
            continue
        before, table = dict(evening.accounts), evening.table
        evening.must(*signed(remedy, record))
        assert isinstance(evening.events[-1], EarlierRoundAmended)
        gained = {account: evening.accounts[account] - before.get(account, 0) for account in evening.accounts}
        assert {account: cents for account, cents in gained.items() if cents} == shown.difference
        assert bare(evening.table) == bare(table)
        assert _code(evening, c.SignRemedy("uma", remedy, record)) == "round_is_void"
        assert_replays(evening.table, evening.rules)
        goes_on(evening)
        return


def test_a_void_earlier_round_is_void_whatever_is_rewritten() -> None:
    evening = _two_rounds("nz-gazette-2000", 0)
    record, remedy = evening.earlier(), c.Void("earlier", "other")
    assert record is not None
    evening.must(*signed(remedy, record), *signed(c.Reconstruct("as it was", split_acts(evening.table.record)[1])))
    assert _code(evening, c.SignRemedy("uma", remedy, record)) == "round_is_void"


def _two_rounds(book: str, seed: int) -> Evening:
    """A round that is over, and the next one in play."""
    evening = scene(book, seed)
    goes_on(evening)
    return evening


# --- reconstructions


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_a_reconstruction_with_nothing_changed_changes_nothing(book: str, seed: int) -> None:
    evening = scene(book, seed)
    table = evening.table
    remedy = c.Reconstruct("as it was", split_acts(table.record)[1])
    shown = preview(table, evening.rules, remedy)
    if isinstance(shown, Rejected):
        assert shown.code == "reconstruction_forbidden"
        return
    assert shown.difference == {}
    _sign(evening, remedy, shown)
    assert bare(evening.table) == bare(table)
    assert_replays(evening.table, evening.rules)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_reconstruction_and_the_reverse_bring_all_back(book: str, seed: int) -> None:
    evening = scene(book, seed)
    _reconstructed_and_back(evening, seed)


def test_rounds_are_reconstructed() -> None:
    """The property above is about something."""
    for book in BOOKS:
        assert sum(_reconstructed_and_back(scene(book, seed), seed) for seed in range(30)) >= 5, book


def _reconstructed_and_back(evening: Evening, seed: int) -> bool:
    table, before = evening.table, dict(evening.accounts)
    as_it_was, random = split_acts(table.record)[1], Random(seed)
    tried = [_changed(table, evening.rules, random) for _ in range(8)]
    shown, remedy = _first_possible(evening, [acts for acts in tried if acts != as_it_was])
    if shown is None:
        return False
    reverse = c.Reconstruct("back", as_it_was)
    _sign(evening, remedy, shown)
    assert_replays(evening.table, evening.rules)
    again = preview(evening.table, evening.rules, reverse)
    if isinstance(again, Rejected):
        assert again.code == "reconstruction_forbidden", (again, remedy.acts, as_it_was)
        return False
    _sign(evening, reverse, again)
    assert {key: cents for key, cents in evening.accounts.items() if cents} == {k: v for k, v in before.items() if v}
    assert bare(evening.table) == bare(table), differing(bare(evening.table), bare(table))
    assert folded(evening.events) == evening.table
    goes_on(evening)
    return True


def _first_possible(evening: Evening, tried: list[tuple[Act, ...]]) -> tuple[Preview | None, c.Reconstruct]:
    for acts in tried:
        remedy = c.Reconstruct("changed", acts)
        shown = preview(evening.table, evening.rules, remedy)
        if isinstance(shown, Preview):
            return shown, remedy
        assert shown.code in REFUSALS, shown
    return None, c.Reconstruct("none", ())


def _changed(table: Table, rules: Ruleset, random: Random) -> tuple[Act, ...]:
    """The acts with one of them changed, and those after it as far as they can be done."""
    betting, acts = split_acts(table.record)
    if not acts:
        return acts
    at = random.randrange(len(acts))
    box = random.choice([place.box for place in table.round.places]) if table.round else 1
    tap = random.choice((c.Stand(box), c.Hit(box), c.Double(box), c.Split(box), c.Surrender(box)))
    instead = [c.DiscardCard(act.card) for act in acts[at : at + 1] if isinstance(act, c.DrawCard)]
    swapped = [*acts[at + 1 : at + 2], acts[at]]
    changes = ([tap, acts[at]], instead, [tap, *instead])
    wanted = [*acts[:at], *random.choice(changes), *acts[at + 1 :]]
    if random.random() < 0.3:
        wanted = [*acts[:at], *swapped, *acts[at + 2 :]]
    assert table.opening is not None
    begun = replay(table.opening, rules, betting)
    assert not isinstance(begun, Stopped)
    return tuple(_possible(begun.table, rules, wanted))


def _possible(table: Table, rules: Ruleset, wanted: list[Act]) -> Iterator[Act]:
    """What of it can be done; a card that nothing awaits goes to the discard rack."""
    for act in wanted:
        discarded: list[Any] = [c.DiscardCard(act.card)] if isinstance(act, c.DrawCard) else []
        for each in (act, *discarded):
            draft = Draft(table, rules)
            if do_act(draft, each) is None:
                table = draft.table
                yield each
                break


# --- signatures


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_two_persons_sign_who_did_not_deal(book: str, seed: int) -> None:
    evening = scene(book, seed)
    rules = evening.rules
    if evening.table.round is None or evening.table.round.complete:
        return  # who takes the table now did not deal the round
    evening.must(c.ChangeDealer("dee"), c.ChangeDealer("don"))
    remedy = _some_remedy(evening, seed)
    if remedy is None:
        return
    shown = preview(evening.table, rules, remedy)
    assert isinstance(shown, Preview)
    for who, code in (("dee", "signed_by_dealer"), ("don", "signed_by_dealer"), ("", "who_signs")):
        assert _code(evening, c.SignRemedy(who, remedy)) == code
    assert _code(evening, c.SignRemedy("sue", remedy, seen="0" * 64)) == "difference_changed"
    record = evening.table.record
    evening.must(c.SignRemedy("sue", remedy, seen=shown.seal))
    assert evening.table.record == record
    assert _code(evening, c.SignRemedy("sue", remedy)) == "second_person_needed"
    assert _code(evening, c.SignRemedy("tom", remedy, seen="0" * 64)) == "difference_changed"
    again = preview(evening.table, rules, remedy)
    assert isinstance(again, Preview)
    assert (again.seal, again.signed_by) == (shown.seal, ("sue",))
    evening.must(c.SignRemedy("tom", remedy, seen=shown.seal))
    assert len(evening.table.record) > len(record) or isinstance(remedy, c.Reconstruct)


def _some_remedy(evening: Evening, seed: int) -> c.Void | c.Reconstruct | None:
    """One that the book allows at this moment; none where a shuffle in between made a reconstruction impossible."""
    allowed: list[c.Void | c.Reconstruct] = [
        each for each in remedies(evening.table, evening.rules) if _allowed(evening, each)
    ]
    unchanged = c.Reconstruct("as it was", split_acts(evening.table.record)[1])
    if isinstance(preview(evening.table, evening.rules, unchanged), Preview):
        allowed.append(unchanged)
    return Random(seed).choice(allowed) if allowed else None


def _code(evening: Evening, command: c.Command) -> str:
    answer = decide(evening.table, evening.rules, command)
    return answer.code if isinstance(answer, Rejected) else ""


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_what_happens_between_two_signatures_makes_the_first_void(book: str, seed: int) -> None:
    evening = scene(book, seed)
    remedy = _some_remedy(evening, seed)
    if remedy is None:
        return
    shown = preview(evening.table, evening.rules, remedy)
    assert isinstance(shown, Preview)
    evening.must(c.SignRemedy("sue", remedy, seen=shown.seal))
    record, number = evening.table.record, evening.table.round.number if evening.table.round else 0
    while of_the_round(evening.table.record) == of_the_round(record):
        evening.step()
    if evening.table.round is None or evening.table.round.number != number:
        return
    assert _code(evening, c.SignRemedy("tom", remedy, seen=shown.seal))
    now = preview(evening.table, evening.rules, remedy)
    if isinstance(now, Preview):
        before = evening.table
        evening.must(c.SignRemedy("tom", remedy))
        assert bare(evening.table) == bare(before)


@pytest.mark.parametrize("book", BOOKS)
@FEW
@given(seed=SEEDS)
def test_later_rounds_do_not_matter_for_an_earlier_one(book: str, seed: int) -> None:
    evening = _two_rounds(book, seed)
    record = evening.earlier()
    remedy = _of_earlier(evening, record)
    if record is None or remedy is None:
        return
    shown = preview(evening.table, evening.rules, remedy, record)
    assert isinstance(shown, Preview)
    evening.must(c.SignRemedy("sue", remedy, record, shown.seal))
    goes_on(evening)
    evening.must(c.SignRemedy("tom", remedy, record, shown.seal))
    assert isinstance(evening.events[-1], EarlierRoundAmended)


def _of_earlier(evening: Evening, record: RoundRecord | None) -> c.Void | c.Reconstruct | None:
    if record is None:
        return None
    choices: list[c.Void | c.Reconstruct] = [c.Void("earlier", reason) for reason in ("fraud", "other", "another")]
    choices.append(c.Reconstruct("as it was", split_acts(record.events)[1]))
    allowed = [each for each in choices if isinstance(preview(evening.table, evening.rules, each, record), Preview)]
    return allowed[-1] if allowed else None
