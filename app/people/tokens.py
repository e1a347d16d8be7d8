"""Secrets that are given out once: 128 bits of chance. What is kept of one is its SHA-256, from which nobody finds it
back, as nobody guesses it."""

import secrets
from hashlib import sha256

BYTES = 16


def new_token() -> str:
    """A secret that nobody has had before."""
    return secrets.token_urlsafe(BYTES)


def hash_of(token: str) -> str:
    """What is kept of it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()
