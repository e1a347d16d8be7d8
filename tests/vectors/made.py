"""The vectors: rows with everything that a column can hold, a signed line, and the same with one thing changed."""

import json
from datetime import date
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.api.routes.history import _row
from app.store.chain import GENESIS, Entry, sealed
from app.store.codec import encode
from app.store.signed_heads import FIRST_PREVIOUS, Line, SignedHead, text_hash
from app.store.signing_keys import SigningKey, key_id

STREAM, DAY, AT_US = "table:7", date(2026, 11, 18), 1_795_003_200_000_000
# A key that everybody has: what it signs proves nothing but that a verifier reads it rightly.
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def entries() -> list[Entry]:
    """A row without anything that may be missing, one with all of it, one with letters of every length."""
    bare = Entry(
        STREAM, 1, DAY, None, "TableOpened", 1, '{"type":"TableOpened"}', None, None, None, "person:sam", AT_US,
        AT_US, GENESIS,
    )  # fmt: skip
    first = sealed(bare)
    command, digest = UUID("6a5f2f0e-54f4-4d0c-9f43-3f1d6f0c6a11"), bytes(range(32))
    whole = bare._replace(
        version=2, round="7-20261118-1", type="RoundOpened", payload='{"type":"RoundOpened","number":1}',
        checkpoint='{"round":null,"empty":""}', command=command, command_digest=digest, event_us=AT_US + 1,
        recorded_us=AT_US + 999_999, previous=first.hash,
    )  # fmt: skip
    second = sealed(whole)
    letters = '{"type":"WagerPlaced","player":"Zoë \\"3A\\" 八 🂡","cents":9007199254740991}'
    third = sealed(
        whole._replace(version=3, type="WagerPlaced", payload=letters, checkpoint=None, actor="", previous=second.hash)
    )
    return [first, second, third]


def vectors() -> dict[str, Any]:
    """All of them."""
    rows = entries()
    shown = [json.loads(encode(_row(row))) for row in rows]
    key = SigningKey(key_id(PRIVATE.public_key()), PRIVATE)
    heads = (SignedHead("house", 12, bytes(32)), SignedHead(STREAM, 1, rows[0].hash))
    first = Line(1, AT_US, heads, FIRST_PREVIOUS, key.id).signed(key)
    then = (SignedHead(STREAM, 3, rows[2].hash),)
    second = Line(2, AT_US + 60_000_000, then, text_hash(first.text()), key.id).signed(key)
    return {
        "rows": shown,
        "changed": [
            {**shown[1], "checkpoint": None},
            {**shown[1], "round": None},
            {**shown[2], "payload": shown[2]["payload"].replace("cents", "Cents")},
            {**shown[2], "event_us": shown[2]["event_us"] + 1},
            {**shown[2], "previous": shown[0]["hash"]},
        ],
        "lines": [first.text(), second.text()],
        "changed_lines": [second.text().replace(',3,"', ',4,"'), second.text().replace('"number":2', '"number":3')],
        "key": {"key": key.id, "raw": PRIVATE.public_key().public_bytes_raw().hex()},
    }


def text() -> str:
    """As they are kept in the file."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"
