"""The tokens of questions to the card reader: whoever sees one can tell which round asked, after a restart too."""

from hashlib import sha256

TRIES = 256


def token_of(stream: str, round_: int, attempt: int) -> int:
    """The token of this attempt to read the hole card of this round; never 0."""
    return _round(stream, round_) << 8 | attempt % TRIES


def is_of_round(token: int, stream: str, round_: int) -> bool:
    """Whether the token is one of this round's."""
    return token >> 8 == _round(stream, round_)


def _round(stream: str, round_: int) -> int:
    digest = sha256(f"{stream}/{round_}".encode()).digest()
    return int.from_bytes(digest[:3], "big") | 1
