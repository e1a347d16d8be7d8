"""PINs: hashed with Argon2id into a table that the log does not hold, since a log is kept for ever and handed on, and
six digits are soon guessed from any hash.

The log says which hash is the one: by its seal, SHA-256 over the hash with its salt. So a hash that somebody put into
the table past the log lets nobody in. The row is written under the same lock under which the log is told, and committed
after that: a crash between leaves a PIN that is good no more, and never two.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from app.people.common_pins import why_common
from app.problems.problem import Problem
from app.store.attempt_counts import forget
from app.store.database import Database

# As slow as a person at a terminal does not notice (about 30 ms of one core), with as much memory (24 MiB) as makes
# guessing on graphics cards dear, and no less than what is recommended for Argon2id (19 MiB, twice over). Each that
# runs holds that memory, so a few run at once: one for each queue of those who sign in or sign (`door`), and one more
# for PINs that are set.
HASHER = PasswordHasher(time_cost=2, memory_cost=24 * 1024, parallelism=1, hash_len=32, salt_len=16, type=Type.ID)
AT_ONCE, SET_AT_ONCE = 3, 1
FEWEST_DIGITS, MOST_DIGITS = 6, 12
# A badge of so many digits is not part of a PIN either.
LEAST_KNOWN = 4
# A one-time code has more digits than any PIN, so that both are typed into the same field, and nobody guesses it.
CODE_DIGITS = 16
# Where a code is kept: beside the PIN, under what is nobody's name.
OF_CODE = "{} code"

Result = TypeVar("Result")
log = logging.getLogger("tablekeeper.people")


def seal_of(hash_: str) -> str:
    """What the log says of a hash."""
    return sha256(hash_.encode()).hexdigest()


def check_pin(pin: str, *known: str | None) -> None:
    """Refuse a PIN that is tried first, or that is what is `known` of the person."""
    if not (pin.isascii() and pin.isdigit() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise Problem("weak_pin", f"A PIN has {FEWEST_DIGITS} to {MOST_DIGITS} digits.")
    why = why_common(pin)
    if why:
        raise Problem("weak_pin", f"A PIN that is tried first ({why}) cannot be used: choose one without a pattern.")
    if any([each and (each == pin or (len(each) >= LEAST_KNOWN and each in pin)) for each in known]):
        raise Problem("weak_pin", "A PIN cannot be the badge or the name, or have the badge in it.")


def new_code() -> str:
    """A one-time code that nobody has had before, in digits for a PIN pad."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def in_groups(code: str) -> str:
    """As people read it."""
    return " ".join([code[at : at + 4] for at in range(0, len(code), 4)])


def as_code(typed: str) -> str | None:
    """The code that was typed, with or without spaces; None if this is as short as a PIN."""
    digits = typed.replace(" ", "").replace("-", "")
    return digits if len(digits) > MOST_DIGITS else None


class Pins:
    """The PINs of everybody, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._threads = ThreadPoolExecutor(AT_ONCE, "pins")
        self._setting = ThreadPoolExecutor(SET_AT_ONCE, "pins set")
        # Looked at for names that nobody has, so that they take as long; no digits, so that no PIN fits.
        self._dummy = HASHER.hash("nobody")

    def close(self) -> None:
        """Hash no more."""
        for threads in (self._threads, self._setting):
            threads.shutdown(wait=False, cancel_futures=True)

    async def keep(self, name: str, pin: str, tell: Callable[[str], Awaitable[Result]]) -> Result:
        """Keep the PIN; `tell` puts its seal into the log, and nothing is kept if it raises."""
        hash_ = await _threaded(self._setting, lambda: HASHER.hash(pin))
        async with self._database.connection("app") as connection, connection.transaction():
            await connection.execute(_KEEP, name, hash_)
            return await tell(seal_of(hash_))

    async def keep_code(self, name: str, code: str, tell: Callable[[str], Awaitable[Result]]) -> Result:
        """The same with a one-time code; the PIN stays."""
        return await self.keep(OF_CODE.format(name), code, tell)

    async def kept(self, name: str, seal: str) -> str | None:
        """The hash of the person's PIN, whose seal the log has; None if there is no such hash."""
        async with self._database.connection("app") as connection:
            kept: str | None = await connection.fetchval(_KEPT, name)
        if kept is None or seal == seal_of(kept):
            return kept
        if seal:
            log.warning("the hash kept for %s is not the one that was set last, and lets nobody in: set it again", name)
        return None

    async def forget_tries(self, name: str) -> None:
        """Nothing is held any more against who tries this person's PIN."""
        async with self._database.connection("app") as connection:
            await forget(connection, name)

    async def kept_code(self, name: str, seal: str) -> str | None:
        """The same of a one-time code."""
        return await self.kept(OF_CODE.format(name), seal)

    async def fits(self, hash_: str | None, pin: str) -> bool:
        """Whether the hash is that of this PIN; it takes as long without a hash."""
        fits = await _threaded(self._threads, lambda: _verified(hash_ or self._dummy, pin))
        return fits and hash_ is not None


async def _threaded(threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


def _verified(hash_: str, pin: str) -> bool:
    try:
        return HASHER.verify(hash_, pin.encode("utf-8", "replace")[: CODE_DIGITS + 1])
    except (VerificationError, InvalidHashError):
        return False


_KEPT = "SELECT hash FROM pins WHERE person = $1"
_KEEP = """
INSERT INTO pins (person, hash, set_at) VALUES ($1, $2, now())
ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at"""
