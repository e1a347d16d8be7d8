"""What is stored is read back as it was: every event, command, answer and table of a few hundred rounds."""

import json
from collections.abc import Iterator
from functools import cache
from types import NoneType
from typing import Any, Literal, NewType, get_args, get_origin, get_type_hints

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core import rejections as r
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import Card
from app.game.core.records import REQUIRED, Part, fields_of, is_part, is_record, name_of, replace
from app.game.core.rejections import Rejected
from app.game.core.seals import Opened
from app.game.core.state import Table, TableConfig
from app.game.decide import decide
from app.game.registry import COMMANDS, EVENTS
from app.game.views.audiences import RulesShown, dealer_view, floor_view, rules_shown, sign_view
from app.game.views.by_hash import RulesReference, by_hash
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.devices.events import DeviceCommandAnswered
from app.language.rejection_in_words import RejectedInWords, in_words
from app.store.codec import SHOWN, Unreadable, decode, decode_record, encode
from tests.store.plays import Play, random_plays, scripts

SEED, A_BOOK, RANDOM = 20, 45, 120


@cache
def plays() -> list[Play]:
    return [*scripts(SEED, A_BOOK), *random_plays(SEED, RANDOM)]


def tables(play: Play) -> Iterator[Table]:
    """The table after each event."""
    table = EMPTY
    for event in play.events:
        table = apply(table, event)
        yield table


def test_every_event_is_read_back_as_it_was() -> None:
    kinds = set()
    for event in [event for play in plays() for event in play.events]:
        assert decode_record(encode(event)) == event
        kinds.add(type(event))
    print(f"{len(kinds)} kinds of {len(EVENTS)}")
    assert {e.RoundRewritten, e.EarlierRoundAmended, e.RoundVoided, e.CardDealtDown, e.TableHeld} <= kinds


def test_every_command_is_read_back_as_it_was() -> None:
    kinds = set()
    for command in [command for play in plays() for command in play.commands]:
        assert decode_record(encode(command)) == command
        kinds.add(type(command))
    assert {c.SignRemedy, c.DrawFaceDown, c.OpenTable, c.PlaceWager} <= kinds


def test_every_refusal_is_read_back_with_what_it_keeps_of_the_attempt() -> None:
    found = []
    for play in plays():
        for table in tables(play):
            answer = decide(table, play.rules, c.PlaceWager(1, "late", "main", 1000))
            found += [in_words(answer)] if isinstance(answer, Rejected) else []
    assert [decode_record(encode(each)) for each in found] == found
    assert any(each.recorded for each in found)


def test_every_table_is_read_back_as_it_was() -> None:
    count = 0
    for table in [table for play in plays() for table in tables(play)]:
        assert decode(Table, encode(table)) == table
        count += 1
    print(f"{count} tables")
    assert count > 5_000


def test_what_is_read_back_has_the_very_types_that_were_written() -> None:
    for play in plays()[::10]:
        for event in play.events:
            assert types_in(decode_record(encode(event))) == types_in(event)
        assert types_in(decode(Table, encode(play.table))) == types_in(play.table)


def types_in(value: Any) -> Any:
    """The type of the value, and of all its parts."""
    if is_record(type(value)) or is_part(type(value)):
        return type(value), [types_in(getattr(value, field.name)) for field in fields_of(type(value))]
    if isinstance(value, frozenset):
        return frozenset, {type(part) for part in value}
    return type(value), [types_in(part) for part in value] if isinstance(value, tuple) else None


def test_equal_values_have_the_same_text() -> None:
    for play in plays()[::10]:
        for table, event in zip(tables(play), play.events, strict=True):
            assert encode(decode(Table, encode(table))) == encode(table)
            assert encode(decode_record(encode(event))) == encode(event)


def test_a_set_has_the_same_text_in_whatever_order_it_was_filled() -> None:
    names = [f"player {each}" for each in range(50)]
    one, two = [replace(EMPTY, regulars=frozenset(each)) for each in (names, reversed(names))]
    assert encode(one) == encode(two)
    assert decode(Table, encode(one)).regulars == frozenset(names)


def test_bytes_are_exact() -> None:
    salt = bytes(range(0, 256, 16))
    event = e.BurnDisclosed(Opened(Card("8S"), salt))
    assert decode_record(encode(event)).opened.salt == salt
    composition = bytes(range(48))
    table = replace(EMPTY, shoe=replace(EMPTY.shoe, drawn=composition))
    assert decode(Table, encode(table)).shoe.drawn == composition


@pytest.mark.parametrize("name", ["Zoë", "王", '"quoted"', "back\\slash", "line\nbreak", "𝄞", "", "\u2028"])
def test_every_name_is_exact(name: str) -> None:
    event = e.WagersWithdrawn(1, name)
    assert decode_record(encode(event)) == event


def test_a_field_that_nobody_knows_is_refused_and_named() -> None:
    text = json.dumps(json.loads(encode(e.RoundOpened(7))) | {"colour": "red"})
    with pytest.raises(Unreadable, match=r"RoundOpened.*colour"):
        decode_record(text)


def test_a_field_that_nobody_knows_is_refused_inside_a_table_too() -> None:
    parts = json.loads(encode(EMPTY))
    parts["shoe"]["colour"] = "red"
    with pytest.raises(Unreadable, match=r"Shoe.*colour"):
        decode(Table, json.dumps(parts))


def test_a_missing_field_that_has_a_default_is_read_as_that() -> None:
    parts = json.loads(encode(e.CardDealt(Card("8S"), 1, 1, implied_hit=True)))
    del parts["implied_hit"]
    assert decode_record(json.dumps(parts)) == e.CardDealt(Card("8S"), 1, 1)
    config = json.loads(encode(TableConfig(decks=4)))
    del config["boxes"]
    assert decode(TableConfig, json.dumps(config)) == TableConfig(decks=4)


def test_a_missing_field_without_a_default_is_refused_and_named() -> None:
    parts = json.loads(encode(e.CardDealt(Card("8S"), 1, 1)))
    del parts["hand"]
    with pytest.raises(Unreadable, match=r"CardDealt.*hand"):
        decode_record(json.dumps(parts))


@pytest.mark.parametrize("text", ['{"type": "CardEaten"}', '{"card": "8S"}', "7", "null", "[]"])
def test_what_has_no_known_name_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="nothing that is stored is called"):
        decode_record(text)


def records() -> list[type]:
    found: list[Any] = [each for module in (c, e, r) for each in vars(module).values()]
    return [each for each in found if is_record(each) and not each.__module__.endswith((".records", ".fields"))]


def test_what_has_another_name_than_it_is_stored_under_is_read_and_written_under_that() -> None:
    wished = DeviceCommandAnswered(3, "done", "")
    assert json.loads(encode(wished)) == {"type": "WishAnswered", "number": 3, "outcome": "done", "words": ""}
    assert decode_record(encode(wished)) == wished
    with pytest.raises(Unreadable, match="nothing that is stored is called 'DeviceCommandAnswered'"):
        decode_record('{"type": "DeviceCommandAnswered", "number": 3, "outcome": "done", "words": ""}')


def test_every_event_command_and_answer_is_known_by_its_name() -> None:
    types = {*records(), RejectedInWords, RefusedInWords} - {Rejected}
    assert types >= {*EVENTS, *COMMANDS}
    for type_ in types:
        with_no_fields = json.dumps({"type": name_of(type_)})
        required = [field.name for field in fields_of(type_) if field.default is REQUIRED]
        if required:
            with pytest.raises(Unreadable, match=rf"{name_of(type_)} was written by another version: .*{required[0]}"):
                decode_record(with_no_fields)
        else:
            assert type(decode_record(with_no_fields)) is type_


@pytest.mark.parametrize("book", ruleset_ids())
def test_rules_that_are_shown_again_are_written_as_they_are(book: str) -> None:
    rules = load_ruleset(book)
    every, no = [rules_shown(TableConfig(side_bets=bets), rules) for bets in (tuple(rules.side_bets), ())]
    texts = [encode(each) for each in (every, no, every, no)]
    assert [decode(RulesShown, text) for text in texts] == [every, no, every, no]
    assert encode({"rules": every}) == f'{{"rules":{texts[0]}}}'


@pytest.mark.parametrize("type_", SHOWN, ids=lambda type_: type_.__name__)
def test_a_view_that_is_written_at_once_holds_nothing_that_would_be_written_otherwise(type_: type) -> None:
    """Bytes, sets, records and what may be anything are for the codec to write."""
    assert is_part(type_)
    known: set[Any] = {str, int, bool, NoneType}
    waiting: list[Any] = [type_]
    while waiting:
        hint = waiting.pop()
        if get_origin(hint) is Literal or isinstance(hint, NewType) or hint in known:
            continue
        known.add(hint)
        assert get_args(hint) or issubclass(hint, Part), hint
        assert get_origin(hint) not in (frozenset, dict, list), hint
        inside = get_type_hints(hint).values() if not get_args(hint) else get_args(hint)
        waiting += [each for each in inside if each is not Ellipsis]


def test_a_view_that_is_written_at_once_has_the_bytes_that_its_parts_have() -> None:
    seen = set()
    for play in plays()[::20]:
        for table in list(tables(play))[::5]:
            whole = [make(table, play.rules) for make in (sign_view, dealer_view, floor_view)]
            for view in (*whole, *[by_hash(each, RulesReference("0" * 64)) for each in whole]):
                assert encode(view) == encode(_taken_apart(view))
                seen.add(type(view))
    assert seen == set(SHOWN)


def _taken_apart(value: Any) -> Any:
    """The value with every part as the object of its fields."""
    if is_part(type(value)):
        return {name: _taken_apart(getattr(value, name)) for name, _ in fields_of(type(value))}
    return [_taken_apart(each) for each in value] if isinstance(value, tuple) else value
