"""What a supervisor is shown who puts a round right: its acts, as they are sent back; how far a sequence goes; what the
book lets be done; and what waits for a second signature."""

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from app.api.remedying import RoundActs, acts_listed, previewed
from app.api.shaped import Shaped
from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import RoundRecord, Table
from app.game.decide import decide
from app.game.events import CardDiscarded
from app.game.questions import open_questions
from app.game.subjects.remedies.allowed_remedies import MayBeRebuilt, Target, may_be_rebuilt, may_be_void
from app.game.subjects.remedies.anonymous_cards import meant, named, names_of
from app.game.subjects.remedies.previews import Shown, shown
from app.game.subjects.remedies.signed_remedies import Preview, preview
from app.language.rendering import say
from app.shapes import model_of
from app.store.codec import encode
from app.terminal.remedy_signatures import on_the_table
from tests.properties.scenes import goes_on, scene
from tests.properties.test_evenings import Evening
from tests.properties.troubles import remedies

BOOKS = ruleset_ids()
SEEDS = st.integers(min_value=0, max_value=2**32)
FEW = settings(max_examples=12, deadline=None, derandomize=True)
SOME = settings(max_examples=25, deadline=None, derandomize=True)
STEPS = 60


class Sent(BaseModel):
    """What a screen sends."""

    model_config = ConfigDict(extra="forbid", strict=True)
    remedy: Annotated[c.Void | c.Reconstruct, Shaped(c.Void, c.Reconstruct)]


def sent_back(record: RoundRecord, table: Table | None) -> c.Reconstruct:
    """The acts as a screen gets them, sent back as they are; none of them tells what lies face down."""
    text = encode(RoundActs("1", 1, record.number, acts_listed(record, table)))
    model_of(RoundActs).model_validate_json(text)
    names = names_of(record, table)
    assert not [commitment for commitment in names if commitment in text]
    acts = [each["act"] for each in orjson.loads(text)["acts"] if each["act"] is not None]
    said = {"remedy": {"type": "Reconstruct", "reason": "as it was", "acts": acts}}
    remedy: Any = Sent.model_validate_json(orjson.dumps(said)).remedy
    assert named(meant(remedy, names), names) == remedy
    asked: c.Reconstruct = meant(remedy, names)
    return asked


def looked_at(evening: Evening, record: RoundRecord | None = None) -> Shown | None:
    """The round with its acts sent back as they are; none where the book, or what holds the table, is against it."""
    table, of = evening.table, record or on_the_table(evening.table)
    found = shown(table, evening.rules, sent_back(of, None if record else table), record)
    if isinstance(found, Rejected):
        assert not may_be_rebuilt(table, evening.rules, record).allowed
        return None
    allowed = may_be_rebuilt(table, evening.rules, record)
    if not allowed.allowed:  # shown all the same, since a card of it may be put right; as it is nobody signs it
        assert (found.seal, found.refused is not None) == (None, True)
        return None
    assert allowed == MayBeRebuilt(True, found.clause)
    return found


def assert_as_it_was(evening: Evening, found: Shown, record: RoundRecord | None = None) -> None:
    """Nothing has changed by sending the acts back."""
    assert (found.refused, found.difference, found.left, found.over) == (None, {}, (), ())
    assert found.was.round is not None and found.becomes.round is not None
    late = replace(found.becomes.round, late_wagers=found.was.round.late_wagers)
    assert late == found.was.round
    told = previewed("1", 1, evening.rules, found, ())
    assert (told.sum_cents, {each.cents for each in told.money} | {0}) == (0, {0})
    assert all([each.was == each.becomes for each in told.settlements])
    assert found.seal == _seal(evening, c.Reconstruct("as it was", _acts_of(found, record, evening)), record)


def _acts_of(found: Shown, record: RoundRecord | None, evening: Evening) -> tuple[Any, ...]:
    return sent_back(found.record, None if record else evening.table).acts


def _seal(evening: Evening, remedy: c.Reconstruct, record: RoundRecord | None) -> str | None:
    found = preview(evening.table, evening.rules, remedy, record)
    return found.seal if isinstance(found, Preview) else None


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_the_acts_sent_back_make_the_same_round(book: str, seed: int) -> None:
    evening = scene(book, seed)
    found = looked_at(evening)
    if found is not None:
        assert_as_it_was(evening, found)


@pytest.mark.parametrize("book", BOOKS)
@FEW
@given(seed=SEEDS)
def test_so_do_those_of_an_earlier_round(book: str, seed: int) -> None:
    evening = scene(book, seed)
    goes_on(evening)
    record = evening.earlier()
    found = looked_at(evening, record) if record is not None else None
    if found is not None:
        assert_as_it_was(evening, found, record)


def troubled(book: str, seed: int) -> Iterator[Evening]:
    """Moments of an evening at which much goes wrong."""
    evening = Evening(load_ruleset(book), seed, troubles=0.3)
    for _ in range(STEPS * 4):
        evening.step()
        if evening.table.round is not None and evening.table.round.places and evening.random.random() < 0.1:
            yield evening


@pytest.mark.parametrize("book", BOOKS)
def test_so_they_do_when_much_has_gone_wrong(book: str) -> None:
    seen = stays = 0
    for seed in range(6):
        for evening in troubled(book, seed):
            found = looked_at(evening)
            if found is None or (found.refused is not None and evening.table.held is not None):
                continue
            assert_as_it_was(evening, found)
            seen, stays = seen + 1, stays + any([each.act is None for each in acts_listed(found.record, evening.table)])
    assert seen > 20 and stays > 2, (book, seen, stays)


# --- a sequence that is not whole, or has an act that cannot be


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_a_sequence_is_shown_as_far_as_it_goes(book: str, seed: int) -> None:
    evening = scene(book, seed, dealt_from=True)
    whole = looked_at(evening)
    if whole is None or not whole.steps:
        return
    acts = sent_back(whole.record, evening.table).acts
    at = Random(seed).randrange(len(acts))
    found = _tried(evening, acts[:at])
    assert found.becomes.round == _after(whole, at)
    assert found.refused is None or found.refused.step is None
    assert (found.seal is None) == (found.refused is not None)
    assert bool(found.left) == bool([act for act in acts[at:] if isinstance(act, c.DrawCard | c.DrawFaceDown)])
    assert sum(found.difference.values()) == 0
    told = previewed("1", 1, evening.rules, found, ())
    asked = [each.question for each in told.questions]
    assert asked == [] or tuple(asked) == open_questions(found.becomes, evening.rules)
    _stops(evening, acts, at, found)


def _after(whole: Shown, steps: int) -> Any:
    """The round after so many of the acts."""
    done = [step for step in whole.steps if step.step <= steps]
    return done[-1].after.round if done else whole.steps[0].before.round


def _tried(evening: Evening, acts: tuple[Any, ...]) -> Shown:
    found = shown(evening.table, evening.rules, c.Reconstruct("tried", acts))
    assert isinstance(found, Shown)
    return found


def _stops(evening: Evening, acts: tuple[Any, ...], at: int, so_far: Shown) -> None:
    """Something that cannot be done at this place: the act is named, and the table is the one before it."""
    found = _tried(evening, (*acts[:at], c.RefuseCard(7), *acts[at:]))
    if found.refused is None or found.refused.step is None:
        return
    assert found.refused.step == at + 1 and f"Step {at + 1} " in say(found.refused.message)
    assert (found.seal, found.becomes.round) == (None, so_far.becomes.round)
    assert found.difference == so_far.difference


# --- what may be done


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_what_is_said_to_be_allowed_is_and_nothing_else(book: str, seed: int) -> None:
    evening = scene(book, seed)
    _is_as_said(evening, None)
    goes_on(evening)
    record = evening.earlier()
    if record is not None:
        _is_as_said(evening, record)


def _is_as_said(evening: Evening, record: RoundRecord | None) -> None:
    table, rules = evening.table, evening.rules
    rows = may_be_void(table, rules, record)
    allowed = {}
    for row in rows:
        assert row.allowed == (row.code is None) == (row.message is None)
        for target in row.targets or [Target()] * row.allowed:
            remedy = c.Void(row.scope, row.reason, target.box, target.hand, target.player, target.kind)
            found = preview(table, rules, remedy, record)
            assert isinstance(found, Preview), (remedy, found)
            allowed[remedy] = row.clause
    said = {(row.scope, row.reason) for row in rows}
    for remedy in remedies(table, rules) if record is None else ():
        if (remedy.scope, remedy.reason) in said and remedy not in allowed and remedy.hand is None:
            assert isinstance(preview(table, rules, remedy), Rejected), remedy


# --- what waits for a second signature


@pytest.mark.parametrize("book", BOOKS)
@SOME
@given(seed=SEEDS)
def test_what_one_has_signed_waits_for_another(book: str, seed: int) -> None:
    evening = scene(book, seed)
    remedy = _some_remedy(evening, seed)
    if remedy is None:
        return
    found = preview(evening.table, evening.rules, remedy)
    assert isinstance(found, Preview)
    evening.must(c.SignRemedy("sue", remedy, seen=found.seal))
    waiting = evening.table.waiting[-1]
    assert (waiting.seal, waiting.remedy, waiting.clause, waiting.outdated) == (found.seal, remedy, found.clause, None)
    if Random(seed).random() < 0.5:
        evening.must(c.SignRemedy("tom", waiting.remedy, seen=waiting.seal))
        assert evening.table.waiting == ()
        return
    while evening.table.waiting and evening.table.waiting[0].outdated is None:
        assert isinstance(preview(evening.table, evening.rules, remedy), Preview) or evening.table.round is None
        evening.step()
        if evening.table.round is None or evening.table.round.number != waiting.round:
            return
    answer = decide(evening.table, evening.rules, c.SignRemedy("tom", remedy, seen=found.seal))
    assert not isinstance(answer, Accepted)


def _some_remedy(evening: Evening, seed: int) -> c.Void | c.Reconstruct | None:
    wanted: list[c.Void | c.Reconstruct] = [*remedies(evening.table, evening.rules)]
    wanted.append(c.Reconstruct("as it was", _unchanged(evening)))
    Random(seed).shuffle(wanted)
    return next((each for each in wanted if isinstance(preview(evening.table, evening.rules, each), Preview)), None)


def _unchanged(evening: Evening) -> tuple[Any, ...]:
    return sent_back(on_the_table(evening.table), evening.table).acts


@pytest.mark.parametrize("book", BOOKS)
def test_that_something_is_outdated_is_told_through_one_more_round(book: str) -> None:
    for seed in range(3):
        evening = scene(book, seed)
        remedy = _some_remedy(evening, seed)
        if remedy is None or isinstance(remedy, c.Reconstruct):
            continue
        evening.must(c.SignRemedy("sue", remedy))
        number, told = evening.table.waiting[0].round, set()
        while evening.table.rounds_opened < number + 2:
            evening.step()
            if evening.table.rounds_opened == number + 1:
                told.add(tuple([each.outdated for each in evening.table.waiting]))
        assert (told, evening.table.waiting) == ({(number,)}, ()), (book, seed)


# --- and what the rest of it comes to


@pytest.mark.parametrize("book", BOOKS)
def test_a_void_is_shown_as_it_would_be(book: str) -> None:
    for seed in range(6):
        evening = scene(book, seed)
        _shown_as_it_is_signed(evening, list(remedies(evening.table, evening.rules)), None)
        goes_on(evening)
        record = evening.earlier()
        if record is not None:
            earlier = [c.Void("earlier", reason) for reason in (*evening.rules.voids["earlier"].reasons, "other")]
            _shown_as_it_is_signed(evening, earlier, record)


def _shown_as_it_is_signed(evening: Evening, wanted: list[c.Void], record: RoundRecord | None) -> None:
    for remedy in wanted:
        found, expected = (look(evening.table, evening.rules, remedy, record) for look in (shown, preview))
        assert isinstance(found, Rejected) == isinstance(expected, Rejected)
        if isinstance(found, Shown) and isinstance(expected, Preview):
            assert (found.seal, found.difference, found.left) == (expected.seal, expected.difference, ())
            assert found.becomes.round is not None
            assert any([line.outcome == "void" for line in found.becomes.round.lines]) or not found.difference
            assert meant(remedy, {}) == remedy


def test_whoever_tapped_does_not_sign_and_an_earlier_signature_is_outdated_by_another_remedy() -> None:
    evening = scene("nz-gazette-2000", 3)
    goes_on(evening)
    record, void = evening.earlier(), c.Void("earlier", "other")
    assert record is not None
    tapped = decide(evening.table, evening.rules, c.SignRemedy("sue", void, record, tapped=("tom", "sue")))
    assert isinstance(tapped, Rejected) and tapped.code == "signed_by_dealer"
    other = c.Reconstruct("as it was", sent_back(record, None).acts)
    evening.must(c.SignRemedy("sue", other, record), c.SignRemedy("sue", void, record))
    assert [each.outdated is None for each in evening.table.waiting] == [True, True]
    evening.must(c.SignRemedy("tom", void, record))
    assert [each.outdated is None for each in evening.table.waiting] == [False]


def test_a_card_too_many_and_an_act_that_was_invented_are_told() -> None:
    evening = scene("nz-gazette-2000", 3, dealt_from=True)
    acts = sent_back(on_the_table(evening.table), evening.table).acts
    too_many = _tried(evening, (*acts, c.DiscardCard(Card("2C"))))
    assert too_many.over == ("2C",) and too_many.refused is not None
    invented = _tried(evening, (*acts, CardDiscarded(Card("2C"), "16.5")))
    assert invented.refused is not None and invented.refused.code == "not_in_the_record"
    unknown = _tried(evening, (*acts, c.DrawFaceDown("face_down:9")))
    assert unknown.seal is None


def test_before_anything_lies_there_nothing_can_be_void() -> None:
    evening = Evening(load_ruleset("nz-gazette-2000"), 1)
    assert not [row for row in may_be_void(evening.table, evening.rules, None) if row.allowed]
    assert not may_be_rebuilt(evening.table, evening.rules, None).allowed
