"""The vectors are those that the program makes, and the pack's own verifier reads them so; a browser's has to, too."""

import hashlib
import json
from pathlib import Path
from typing import Any

from app.surveillance.dispute import verify
from tests.vectors.made import text

KEPT = Path(__file__).with_name("chain.json")
VECTORS: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))


def hash_of(row: dict[str, Any]) -> str:
    """The hash of a row, by the columns alone."""
    return hashlib.sha256(b"".join([verify.column_bytes(name, row[name]) for name in verify.COLUMNS])).hexdigest()


def is_signed(line: str) -> bool:
    """Whether the line carries a good signature of the key."""
    said = json.loads(line)
    parts = [verify.TITLE, str(said["number"]).encode(), str(said["time_us"]).encode()]
    parts += [bytes.fromhex(said["previous"]), said["key"].encode()]
    for stream, version, head in said["heads"]:
        parts += [stream.encode(), str(version).encode(), bytes.fromhex(head)]
    raw = bytes.fromhex(VECTORS["key"]["raw"])
    return verify.is_signed(raw, verify.measured(parts), bytes.fromhex(said["signature"]))


def test_the_vectors_are_those_of_the_program() -> None:
    assert KEPT.read_text("utf-8") == text(), "stale: python -m tests.vectors > tests/vectors/chain.json"


def test_rows_have_their_hashes_and_follow_each_other() -> None:
    previous = "00" * 32
    for row in VECTORS["rows"]:
        assert (hash_of(row), row["previous"]) == (row["hash"], previous)
        previous = row["hash"]
    for row in VECTORS["changed"]:
        assert hash_of(row) != row["hash"]


def test_lines_are_signed_and_follow_each_other() -> None:
    first, second = VECTORS["lines"]
    assert is_signed(first) and is_signed(second)
    assert json.loads(second)["previous"] == hashlib.sha256(first.encode()).hexdigest()
    assert json.loads(second)["heads"] == [["table:7", 3, VECTORS["rows"][2]["hash"]]]
    assert not [line for line in VECTORS["changed_lines"] if is_signed(line)]
