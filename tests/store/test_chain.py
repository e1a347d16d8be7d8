"""The hash of a row stands for all its columns and for no other row's."""

from datetime import date
from hashlib import sha256
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.store.chain import GENESIS, Entry, row_hash, sealed

ROW = Entry(
    "table:7", 3, date(2026, 11, 18), "7-20261118-1", "RoundOpened", 1, '{"type":"RoundOpened","number":1}', None,
    UUID("00112233-4455-6677-8899-aabbccddeeff"), bytes(range(32)), "dealer", 1_794_916_800_000_001,
    1_794_916_800_000_002, GENESIS,
)  # fmt: skip
# As docs and verifiers have it: each column behind its length in four bytes, big end first; nothing is ffffffff.
WRITTEN = (
    b"\x00\x00\x00\x07table:7"
    b"\x00\x00\x00\x013"
    b"\x00\x00\x00\x0a2026-11-18"
    b"\x00\x00\x00\x0c7-20261118-1"
    b"\x00\x00\x00\x0bRoundOpened"
    b"\x00\x00\x00\x011"
    b'\x00\x00\x00\x21{"type":"RoundOpened","number":1}'
    b"\xff\xff\xff\xff"
    b"\x00\x00\x00\x10\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff"
    b"\x00\x00\x00\x20" + bytes(range(32)) + b"\x00\x00\x00\x06dealer"
    b"\x00\x00\x00\x101794916800000001"
    b"\x00\x00\x00\x101794916800000002"
    b"\x00\x00\x00\x20" + bytes(32)
)
OTHERWISE: dict[str, list[Any]] = {
    "stream": ["table:8", "table:70", ""],
    "version": [4, 33],
    "day": [date(2026, 11, 19)],
    "round": ["7-20261118-2", "", None],
    "type": ["RoundClosed", ""],
    "schema": [2, 11],
    "payload": ['{"type":"RoundOpened","number":2}', '{"type":"RoundOpened", "number":1}', ""],
    "checkpoint": ["", "{}"],
    "command": [UUID(int=1), None],
    "command_digest": [bytes(32), b"", None],
    "actor": ["Dealer", ""],
    "event_us": [1_794_916_800_000_002],
    "recorded_us": [1_794_916_800_000_001],
    "previous": [bytes(31) + b"\x01"],
}
TEXTS = st.text(alphabet="ab\x00\xff", max_size=3)
ROWS = st.builds(
    ROW._replace,
    stream=TEXTS,
    round=TEXTS | st.none(),
    type=TEXTS,
    payload=TEXTS,
    checkpoint=TEXTS | st.none(),
    command_digest=st.binary(max_size=2) | st.none(),
    actor=TEXTS,
    version=st.integers(1, 30),
)


def test_the_hash_is_that_of_the_documented_bytes() -> None:
    assert row_hash(ROW) == sha256(WRITTEN).digest()
    assert row_hash(ROW).hex() == "2686c1cf0d6fed05860b3addae488d3630d6a63591921ae8ac36614b238db5f8"


def test_every_column_but_the_hash_itself_is_tried_here() -> None:
    assert [*OTHERWISE, "hash"] == list(Entry._fields)


@pytest.mark.parametrize("column", OTHERWISE)
def test_another_value_in_any_column_gives_another_hash(column: str) -> None:
    for value in OTHERWISE[column]:
        assert row_hash(ROW._replace(**{column: value})) != row_hash(ROW)


def test_columns_cannot_be_shifted_into_each_other() -> None:
    names = [name for name, values in OTHERWISE.items() if "" in values]
    for one, two in pairwise(names):
        left, right = _with({one: "ab", two: "c"}), _with({one: "a", two: "bc"})
        assert row_hash(left) != row_hash(right)


def _with(columns: dict[str, Any]) -> Entry:
    return ROW._replace(**columns)


def test_nothing_is_not_the_empty_text() -> None:
    assert row_hash(ROW._replace(round=None)) != row_hash(ROW._replace(round=""))
    assert row_hash(ROW._replace(checkpoint=None)) != row_hash(ROW._replace(checkpoint=""))


@given(ROWS, ROWS)
def test_two_rows_have_one_hash_only_if_they_are_the_same(one: Entry, two: Entry) -> None:
    assert (row_hash(one) == row_hash(two)) == (one == two)


def test_the_sealed_row_has_its_hash_and_is_otherwise_the_same() -> None:
    row = sealed(ROW)
    assert row.hash == row_hash(ROW)
    assert row._replace(hash=b"") == ROW
    assert row_hash(row) == row.hash
