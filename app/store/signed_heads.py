"""Signed heads: one line for all heads of streams that moved since the line before.

A line is a JSON object: `number` (1, 2, 3...), `time_us`, `heads` (stream, version, hash in hexadecimal), `previous`
(SHA-256 of the text of the line before, without its line end; 64 zeros at the first), `key` and `signature`. The
signature is over these bytes, so that no verifier needs canonical JSON: the words "tablekeeper signed heads", number,
time, previous, key id, then stream, version and hash of each head in order. Each part has its length before it as
four bytes, the highest first; numbers are written in decimal, `previous` and the hashes as their 32 bytes.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple, Self

import orjson

from app.store.signing_keys import SigningKey, VerifyingKey

TITLE = "tablekeeper signed heads"
FIRST_PREVIOUS = bytes(32)
SIGNATURE_BYTES, HASH_BYTES = 64, 32


class NoLine(Exception):
    """A text that is no line of signed heads: says why."""


class SignedHead(NamedTuple):
    """The end of one stream."""

    stream: str
    version: int
    hash: bytes


class Line(NamedTuple):
    """One line of the signed heads."""

    number: int
    time_us: int
    heads: tuple[SignedHead, ...]
    previous: bytes
    key: str
    signature: bytes = b""

    def message(self) -> bytes:
        """The bytes that are signed."""
        parts: list[str | int | bytes] = [TITLE, self.number, self.time_us, self.previous, self.key]
        for head in self.heads:
            parts += head
        return b"".join(_measured(parts))

    def signed(self, key: SigningKey) -> Self:
        """The line with its signature."""
        return self._replace(signature=key.sign(self.message()))

    def is_of(self, key: VerifyingKey) -> bool:
        """Whether the signature is this key's."""
        return self.key == key.id and key.signed(self.message(), self.signature)

    def text(self) -> str:
        """The line as it is kept."""
        heads = [[head.stream, head.version, head.hash.hex()] for head in self.heads]
        signature = self.signature.hex()
        return orjson.dumps({**self._asdict(), "heads": heads, "signature": signature}, default=_hex).decode()


def _hex(value: Any) -> str:
    assert isinstance(value, bytes)
    return value.hex()


def _measured(parts: Iterable[str | int | bytes]) -> Iterable[bytes]:
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        yield len(data).to_bytes(4, "big") + data


def text_hash(text: str) -> bytes:
    """What the next line has as `previous`."""
    return sha256(text.encode()).digest()


def read_line(text: str) -> Line:
    """The line that the text is; one that is not written as a signer writes it is none."""
    try:
        said = orjson.loads(text)
        heads = [SignedHead(stream, version, bytes.fromhex(hash_)) for stream, version, hash_ in said["heads"]]
        line = Line(
            said["number"], said["time_us"], tuple(heads), bytes.fromhex(said["previous"]), said["key"],
            bytes.fromhex(said["signature"]),
        )  # fmt: skip
        whole = _fits(line) and line.text() == text
    except (ValueError, TypeError, KeyError) as error:
        raise NoLine(f"it is no line of signed heads ({error})") from error
    if not whole:
        raise NoLine("it is not written as a signer writes it")
    return line


def _fits(line: Line) -> bool:
    """Whether every part is what it has to be."""
    whole = [line.number, line.time_us, *[head.version for head in line.heads]]
    texts = [line.key, *[head.stream for head in line.heads]]
    hashes = [line.previous, *[head.hash for head in line.heads]]
    return (
        all([type(each) is int for each in whole])
        and all([type(each) is str for each in texts])
        and all([len(each) == HASH_BYTES for each in hashes])
        and len(line.signature) == SIGNATURE_BYTES
    )
