"""Printable text: what is taken, what is refused, and how what is stored already is shown."""

import sys
from datetime import date
from io import BytesIO, TextIOWrapper
from typing import NamedTuple
from unicodedata import normalize

import orjson
import pytest

from app.api.event_responses import events_told
from app.api.replaying import Told
from app.cli.database_command import who_types
from app.cli.output import put, say
from app.game.commands import OpenBetting
from app.game.core.records import Part, replace
from app.game.events import WagerPlaced
from app.printable import Unprintable, checked, is_printable, printable, shown
from app.printable_json import shown_json
from app.printable_records import shown_in
from app.roundscript.read import BadScript, read_script
from app.store.chain import Entry
from app.surveillance.dispute import verify

HIDDEN = [
    "\n", "\r", "\t", "\x00", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\u200b", "\u200d", "\u200e", "\u202e",
    "\u2066", "\u2069", "\u00ad", "\ufeff", "\u180e", "\u115f", "\u3164", "\u2800", "\ufe0f", "\U000e0041",
    "\U000e0100", "\ud800", "\U00013441", "\U00016fe4", "\U0001d159",
]  # fmt: skip


@pytest.mark.parametrize("character", HIDDEN, ids=lambda each: f"U+{ord(each):04X}")
def test_what_hides_in_a_text_is_refused_and_shown_by_its_number(character: str) -> None:
    text = f"a{character}b"
    for refused in (printable, checked):
        with pytest.raises(Unprintable, match=f"U\\+{ord(character):04X}"):
            refused(text)
    assert not is_printable(text)
    assert shown(text) == f"a<U+{ord(character):04X}>b" == verify.shown(text)


@pytest.mark.parametrize("text", ["", "Dana K.", "Zoë", "Māori", "山田", "🂡", "x = 1; <b>", "מנהל"])
def test_what_can_be_seen_is_taken_as_it_is(text: str) -> None:
    assert printable(text) == checked(text) == shown(text) == verify.shown(text) == text
    assert is_printable(text)


@pytest.mark.parametrize(
    ("text", "mark", "as_shown"),
    [
        ("a" + "\u0323" * 6, "0323", "\u1ea1" + "\u0323" * 4 + "<U+0323>"),
        ("x" + "\u0338" * 5, "0338", "x" + "\u0338" * 4 + "<U+0338>"),
        ("a b" + "\u0489" * 60, "0489", "a b" + "\u0489" * 4 + "<U+0489>" * 56),
        ("\u0338 1000", "0338", "<U+0338> 1000"),
    ],
)
def test_a_letter_has_as_many_marks_as_any_language_gives_it(text: str, mark: str, as_shown: str) -> None:
    """A pile of them covers the lines above and below; one without a letter sits on what stands before the text."""
    with pytest.raises(Unprintable, match=f"U\\+{mark}"):
        printable(text)
    assert not is_printable(text)
    told = shown(normalize("NFC", text))
    assert told == as_shown == verify.shown(normalize("NFC", text))
    for taken in (
        "Ti\u1ebfng Vi\u1ec7t",
        "\u0e17\u0e35\u0e48",
        "\u05d1\u05bc\u05b0\u05e8\u05b5",
        "\u0f62\u0f92\u0fb1\u0f74\u0f44",
    ):
        assert is_printable(normalize("NFC", taken)) and shown(taken) == taken == verify.shown(taken)


def test_a_text_gets_its_normal_form_and_plain_spaces() -> None:
    assert printable("Zoe\u0308\u00a0K\u2003L") == "Zo\u00eb K L"
    assert not is_printable("Zoe\u0308") and not is_printable("a\u00a0b")
    assert checked("Zoe\u0308") == "Zoe\u0308"
    assert shown("a\u00a0b") == "a b" == verify.shown("a\u00a0b")


def test_characters_that_nobody_knows_are_refused_and_left_where_they_are() -> None:
    with pytest.raises(Unprintable):
        printable("\ue000")
    assert shown("\ue000") == "\ue000"


class _Part(Part):
    text: str
    more: tuple[str, ...] = ()


class _Tuple(NamedTuple):
    text: str
    more: tuple[str, ...] = ()


@pytest.mark.parametrize("part", [_Part, _Tuple])
def test_a_record_is_shown_in_all_its_texts_and_is_the_same_where_none_changes(part: type[_Part | _Tuple]) -> None:
    event = WagerPlaced(1, "ann\nbob", "main", 1_000, True, True)
    assert shown_in(event) == replace(event, player="ann<U+000A>bob")
    plain = (part("a", ("b",)), OpenBetting(), 3, None, frozenset({"x"}))
    assert shown_in(plain) is plain
    assert shown_in(part("a", ("b\u200b",))) == part("a", ("b<U+200B>",))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain", "plain"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb\x7f", "a<U+200B>b<U+007F>"),
        ("a\x1b[2J\tb", "a<U+001B>[2J<U+0009>b"),
        ('\u0141ukasz \\ "q" \u2013', '\u0141ukasz \\ "q" \u2013'),
        ("\u0301a", "<U+0301>a"),
        ("a\nb\u2028", "a<U+000A>b<U+2028>"),
    ],
)
def test_json_that_goes_out_shows_what_would_hide(text: str, words: str) -> None:
    value = {"name": text, "in": [{text: text, "n": 9007199254740992, "none": None}]}
    shown = orjson.loads(shown_json(orjson.dumps(value).decode()))
    assert shown == {"name": words, "in": [{words: words, "n": 9007199254740992, "none": None}]}


def test_ends_of_lines_stay_in_answers_that_have_lines() -> None:
    text = orjson.dumps(["a\nb\u202e", "\n"]).decode()
    assert orjson.loads(shown_json(text, lines=True)) == ["a\nb<U+202E>", "\n"]


def test_plain_json_is_passed_on_as_it_is() -> None:
    text = orjson.dumps({"name": "ann", "cents": 1_000}).decode()
    assert shown_json(text) is text


@pytest.mark.parametrize(
    "script",
    [
        'ruleset = "nz-division-15"\n[[wager]]\nbox = 1\nplayer = "a\\u202Eb"\nmain = 10_00\n',
        'ruleset = "nz-division-15"\nplay = "1 stand\\u200B"\n',
        'ruleset = "nz-division-15"\n[reconstruct]\nreason = "x\\u001B[2J"\nplay = ""\n',
        'ruleset = "nz-division-15"\n[table]\nrestricted = ["a\\u2066"]\n',
    ],
)
def test_a_round_script_says_nothing_that_cannot_be_seen(script: str) -> None:
    with pytest.raises(BadScript, match="cannot be shown"):
        read_script(script)


def test_what_a_terminal_cannot_write_keeps_no_line_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old terminals know few letters, and a name may have any."""
    written = BytesIO()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, TextIOWrapper(written, "cp1252", write_through=True))
        for tell in (put, verify.tell) if name == "stdout" else (say,):
            tell("\u0141ukasz \u5c71")
    assert written.getvalue().splitlines() == [b"\\u0141ukasz \\u5c71"] * 3


def test_a_pack_that_is_nested_too_deep_is_refused_in_words() -> None:
    with pytest.raises(verify.Wrong, match=r"events\.jsonl is no JSON"):
        verify.said(b"[" * 100_000, "events.jsonl")


def test_the_command_line_writes_no_character_that_hides(capsys: pytest.CaptureFixture[str]) -> None:
    put("7\u202e99 pays\x1b[2J\nnext line")
    say("a\u200bb")
    told = capsys.readouterr()
    assert told.out == "7<U+202E>99 pays<U+001B>[2J<U+000A>next line\n"
    assert told.err == "a<U+200B>b\n"


def test_the_name_of_the_machine_s_user_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment says it, and it stands in the record as who did something."""
    monkeypatch.setenv("LOGNAME", "root\n99  person:ada\u202e")
    assert who_types() == "root<U+000A>99  person:ada<U+202E>"


def test_who_did_something_is_one_line_among_words_of_several() -> None:
    """Also where it was recorded before that was so."""
    none = b""
    row = Entry("house", 1, date.min, None, "X", 1, "{}", None, None, None, "root\n99  ada\u202e", 0, 0, none, none)
    (event,) = events_told([Told(row, "two\nlines", None)]).events
    assert (event.actor, event.words) == ("root<U+000A>99  ada<U+202E>", "two\nlines")
