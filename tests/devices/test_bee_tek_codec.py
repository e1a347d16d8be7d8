"""Bee-Tek: text to cards and alarms, however it is cut and whatever stands between."""

from collections.abc import Iterable
from math import comb
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from app.devices.codecs.bee_tek import BLANKS_MOST, HELD_MOST, BeeTekDecoder, Blank, Piece
from app.devices.codecs.bee_tek_tokens import AlarmToken, CardToken, Damaged, Token, WarningToken, parse_either
from app.game.core.cards import DECK, Card, belongs
from tests.devices import bee_tek_wire as wire
from tests.devices.chunks import at_random, byte_by_byte, flips, two_way

DOC = Path(__file__).parents[2] / "docs" / "devices" / "bee-tek.md"
STREAM = (
    b"\x00\xffnoise "
    + b"".join(wire.VECTORS)
    + b"\r\n [Game] <Card:S10>\r\n[Gam [Game]<Card:4S<Card:5S> [Game]\r\n<W0x02>"
    + b"[Game]<Card:\n4S>"
    + b"<" * 3
    + b"x" * 200
    + b" " * 150
    + b" [Nowhere]<Card:4S> <Card:4S> <Game> [Game]<Nothing> [Game]<W0x01> ["
)


def decoded(chunks: Iterable[bytes]) -> list[Piece]:
    decoder = BeeTekDecoder()
    pieces = [piece for chunk in chunks for piece in decoder.feed(chunk)]
    return pieces + decoder.close()


def tokens(*chunks: bytes) -> list[Token]:
    return [piece for piece in decoded(chunks) if isinstance(piece, CardToken | AlarmToken | WarningToken)]


def damaged(*chunks: bytes) -> list[Damaged]:
    return [piece for piece in decoded(chunks) if isinstance(piece, Damaged)]


def meant(token: Token) -> tuple[str | None, ...]:
    if isinstance(token, CardToken):
        return ("burn" if token.burnt else "game", token.card)
    return ("alarm" if isinstance(token, AlarmToken) else "warning", token.text)


def test_vectors_are_read() -> None:
    assert [meant(token) for token in tokens(*wire.VECTORS)] == [
        ("game", Card("4S")),
        ("burn", Card("KH")),
        ("alarm", "E3 Card Not Read"),
        ("alarm", "Cover Open"),
        ("warning", "W0x01"),
        ("game", None),
    ]
    assert damaged(*wire.VECTORS) == []


def test_vectors_are_made() -> None:
    assert wire.game_card("4S") == wire.VECTORS[0]
    assert wire.burnt_card("KH") == wire.VECTORS[1]


@pytest.mark.parametrize("card", wire.CARDS)
def test_every_spelling_of_every_card_is_read(card: str) -> None:
    for text in wire.spellings(card):
        assert [meant(token) for token in tokens(wire.game_card(text), wire.burnt_card(text))] == [
            ("game", card),
            ("burn", card),
        ]


@pytest.mark.parametrize(
    "text", ["", "4", "S", "SS", "44", "4s", "1S", "11S", "0S", "4S ", " 4S", "4SS", "10", "XS", "4X"]
)
def test_what_is_no_card_is_none(text: str) -> None:
    assert parse_either(text) is None
    assert [piece.why for piece in damaged(wire.game_card(text))] == ["no card has this name"]


def test_two_equal_tokens_are_two_cards() -> None:
    assert [meant(token) for token in tokens(wire.game_card("4S") * 2)] == [("game", Card("4S"))] * 2


@pytest.mark.parametrize("between", [b"", b" ", b"\r\n", b"\r", b"\n", b"  \r\n  \r\n"])
def test_blanks_between_tokens_mean_nothing(between: bytes) -> None:
    stream = between.join(vector.strip() for vector in wire.VECTORS)
    assert len(tokens(stream)) == len(wire.VECTORS)
    assert damaged(stream) == []


@pytest.mark.parametrize(
    ("stream", "why"),
    [
        (b"[Game]<Card:4S<", "broken off by the next"),
        (b"[Game]<Card:4S[", "broken off by the next"),
        (b"[Game]<Card:4S\r>", "too long, or a byte that no token has"),
        (b"[Game]<Card:4S\n>", "too long, or a byte that no token has"),
        (b"[Game]<Card:\x804S>", "too long, or a byte that no token has"),
        (b"[Game]<Card:\t4S>", "too long, or a byte that no token has"),
        (b"[Game]<Alarm:" + b"x" * 43 + b">", "too long, or a byte that no token has"),
        (b"[Game]<Cord:4S>", "an unknown token"),
        (b"[Game]<>", "an unknown token"),
        (b"<W0x1>", "an unknown token"),
        (b"<W0xGG>", "an unknown token"),
        (b"<Card:4S>", "a card without a known context"),
        (b"<Game>", "a card without a known context"),
        (b"[Gbme]<Card:4S>", "a card without a known context"),
        (b"[GameAlarm]<Card:4S>", "a card without a known context"),
        (b"[Nowhere]<Game>", "a card without a known context"),
        (b"[Game]<W0x01>", "a context without its token"),
        (b"[Game]Card:4S> ", "belongs to no token"),
        (b"[Game]\r\n<Alarm:E3>", "belongs to no token"),
        (b"[Game\x00]<Alarm:E3>", "belongs to no token"),
        (b"[Game][Game]<Alarm:E3>", "belongs to no token"),
        (b"Card:4S> ", "belongs to no token"),
        (b"> ", "belongs to no token"),
        (b"[Game]<Card:4", "broken off"),
        (b"[Ga", "broken off"),
    ],
)
def test_what_may_have_been_a_card_is_damage(stream: bytes, why: str) -> None:
    assert damaged(stream)[0].why == why
    assert not [token for token in tokens(stream) if isinstance(token, CardToken)]


def test_a_token_of_48_is_read_and_one_of_49_is_not() -> None:
    assert len(tokens(b"<Alarm:" + b"x" * 42 + b">")) == 1
    assert tokens(b"<Alarm:" + b"x" * 43 + b">") == []


def test_an_alarm_needs_no_context_and_is_never_a_card() -> None:
    stream = b"<Alarm:E1><Alarm:Card:4S>[Elsewhere]<Alarm:E3 Card Not Read>"
    assert [type(token) for token in tokens(stream)] == [AlarmToken] * 3


def test_an_unread_card_has_a_place_too() -> None:
    assert [meant(token) for token in tokens(b"[Game]<Game>[Manual Burn Cards]<Game>")] == [
        ("game", None),
        ("burn", None),
    ]


def test_any_chunking_gives_the_same_pieces() -> None:
    whole = decoded([STREAM])
    assert len(tokens(STREAM)) == len(wire.VECTORS) + 2
    assert sum(isinstance(piece, Blank) for piece in whole) == 2
    assert decoded(byte_by_byte(STREAM)) == whole
    assert all(decoded(chunks) == whole for chunks in two_way(STREAM))
    assert all(decoded(at_random(STREAM, Random(seed))) == whole for seed in range(200))


def test_nothing_is_lost_of_what_came() -> None:
    assert b"".join(piece.frame for piece in decoded([STREAM])) == STREAM


@pytest.mark.parametrize(
    "garbage", [b"\x00", b"<", b"[", b">", b"]", b"[Game]", b"[Game]<Card:", bytes(999), b"\xff" * 70]
)
def test_garbage_costs_nothing_but_what_it_touches(garbage: bytes) -> None:
    cards = [wire.game_card(card) for card in ("4S", "KH", "TD")]
    read = tokens(garbage + garbage.join(cards) + garbage)
    assert [meant(token) for token in read] == [("game", "4S"), ("game", "KH"), ("game", "TD")]
    assert damaged(garbage + garbage.join(cards) + garbage)


def test_a_token_broken_off_costs_nothing_but_itself() -> None:
    for length in range(1, len(wire.game_card("4S")) - 2):
        read = tokens(wire.game_card("4S")[:length], wire.game_card("5S"))
        assert [meant(token) for token in read] == [("game", "5S")]


def test_little_is_held() -> None:
    for endless in (b"\x00", b" ", b"<", b"[", b"[Game]", b"[Game] ", b"<x", b"x", b"[Game]<Card:4S"):
        decoder = BeeTekDecoder()
        held = 0
        for _ in range(2000):
            held += len(endless) - sum([len(piece.frame) for piece in decoder.feed(endless)])
            assert held <= HELD_MOST


def test_too_many_blanks_are_let_go() -> None:
    assert BeeTekDecoder().feed(b" " * BLANKS_MOST) == [Blank(b" " * BLANKS_MOST)]


def test_nothing_prints_a_card() -> None:
    def printed(card: str) -> str:
        return repr(decoded([wire.game_card(card), wire.burnt_card(card), wire.game_card(card)[:-3]]))

    assert printed("4S") == printed("KH")


class Flipped(NamedTuple):
    """Of all single wrong bits in all cards of the game, in both orders: how many read how."""

    every: int
    another: int
    ten: int


def flipped_cards() -> Flipped:
    every = another = ten = 0
    for text in (text for card in DECK for text in wire.spellings(card)):
        right = parse_either(text)
        for flipped in flips(wire.game_card(text)):
            pieces = decoded([flipped])
            cards = [piece.card for piece in pieces if isinstance(piece, CardToken)]
            every += 1
            if cards == [right]:
                continue
            changed = cards[0] if cards else None
            assert changed or any([isinstance(piece, Damaged) for piece in pieces]), "a card vanished unseen"
            another += changed is not None
            ten += changed is not None and not belongs(changed)
    return Flipped(every, another, ten)


def test_the_share_of_flips_that_make_another_card_is_what_the_document_says() -> None:
    every, another, ten = flipped_cards()
    words = f"{another} of {every:,} ({100 * another / every:.1f} %); {ten} of them name a ten"
    assert words in DOC.read_text(encoding="utf-8")


@pytest.mark.parametrize("undealt", [0, 1, 10, 52, 78, 104])
def test_the_chance_that_the_composition_misses_a_changed_card_is_what_the_document_says(undealt: int) -> None:
    dealt, copies = 384 - undealt, 8
    # Card X was told as Y. It is found when a ninth Y is told: all eight are among the dealt cards besides X.
    found = comb(dealt - 1, copies) / comb(384 - 1, copies)
    assert f"| {undealt} | {100 * (1 - found):.0f} % |" in DOC.read_text(encoding="utf-8")


def test_other_vectors_never_turn_into_a_card() -> None:
    for vector in wire.VECTORS[2:5]:
        for flipped in flips(vector):
            assert not [token for token in tokens(flipped) if isinstance(token, CardToken)]


def test_an_unread_card_never_turns_into_a_read_one() -> None:
    for flipped in flips(wire.VECTORS[5]):
        assert [token.card for token in tokens(flipped) if isinstance(token, CardToken)] in ([], [None])
