"""Signs the heads of all streams, once a minute when something moved, and when a shoe has ended.

A line goes into the database first, where its number is the primary key: of two servers that sign at the same moment
one finds the number taken, reads again, and signs behind the other. Only what is in the database is added to the file.
A crash between the two leaves the file behind, and the next start completes it from the database; a database that was
restored from a backup is behind the file, and gets the file's lines back. So there is one chain of lines, and neither
side can fork. Where the two disagree, nothing more is signed, and that is said every time.

What another server signed comes into this one's file a minute later at most, or at its next start. So each server puts
on record how far its own file goes, once that is written: a file that ends before is one that was cut.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import random
from uuid import UUID

import asyncpg

from app.backoff import Backoff
from app.settings import Settings
from app.store.database import Database
from app.store.heads_file import HeadsDisagree, add_lines, end_of, lines_after
from app.store.kept_connections import close
from app.store.signed_heads import FIRST_PREVIOUS, Line, NoLine, SignedHead, read_line, text_hash
from app.store.signing_keys import KeyRefused, SigningKey, keys_beside, signing_key, verifying_keys
from app.store.writer import LOST

log = logging.getLogger("tablekeeper.store")
EVERY_S = 60.0
AGAIN_AFTER_S = 2.0
STATEMENT_S = 30.0
MOST_TRIES = 20
# A head that was last signed longer ago than this many lines is signed once more after a start.
LINES_READ_AT_START = 1_000
LINES_AT_ONCE = 500


class SigningStopped(Exception):
    """Nothing can be signed until a person has looked: says why."""


class Signer:
    """Signs for this process."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        every_s: float = EVERY_S,
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
        server: UUID | None = None,
    ) -> None:
        self._database, self._every_s, self._now_us, self._server = database, every_s, now_us, server
        self._key_path, self._file = settings.signing_key_path, settings.heads_path
        self._key: SigningKey | None = None
        self._connection: asyncpg.Connection | None = None
        self._looked_back = False
        self._last, self._last_hash, self._last_us = 0, FIRST_PREVIOUS, 0
        self._signed: dict[str, SignedHead] = {}
        self._on_record = 0
        self._agreed_s: float | None = None
        self._trouble = ""
        self._busy = asyncio.Lock()
        self._nudged = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Make or read the key, bring file and database to the same line, sign what moved, and go on."""
        self._key = await asyncio.to_thread(signing_key, self._key_path)
        await self._try_to_sign()
        self._task = asyncio.create_task(self._run(), name="signer")

    async def close(self) -> None:
        """Sign what moved since, and stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._key is not None:
            await self._try_to_sign()
        if self._connection is not None:
            await close(self._connection)

    @property
    def agreed_s(self) -> float | None:
        """When all heads were signed last, on the clock of `time.monotonic`; None: not yet."""
        return self._agreed_s

    @property
    def trouble(self) -> str:
        """Why nothing is signed until somebody has looked, or nothing."""
        return self._trouble

    @property
    def key_id(self) -> str:
        """The id of the key with which this server signs."""
        return self._key.id if self._key is not None else ""

    @property
    def key_path(self) -> Path:
        """Where that key lies."""
        return self._key_path

    def knows(self, key_id: str) -> bool:
        """Whether the public half of this key lies beside this server's, so that what it signs can be verified here."""
        return key_id in verifying_keys(keys_beside(self._key_path))

    async def sign_soon(self) -> None:
        """Sign what moved, if that can be done just now; if not, the log says why."""
        await self._try_to_sign()

    def nudge(self) -> None:
        """A shoe has ended: sign now."""
        self._nudged.set()

    async def sign_now(self) -> Line | None:
        """The new line, in the database and in the file; None: nothing moved since the last."""
        async with self._busy:
            connection = await self._connected()
            if not self._looked_back:
                await self._look_back(connection)
            at = await self._agree(connection)
            line = await self._sign(connection)
            await self._complete(connection, at)
            self._agreed_s, self._trouble = time.monotonic(), ""
            return line

    async def _run(self) -> None:
        wait_s, again_s = self._every_s, min(AGAIN_AFTER_S, self._every_s)
        again = Backoff(random, again_s, again_s)
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._nudged.wait(), wait_s)
            self._nudged.clear()
            wait_s = self._every_s if await self._try_to_sign() else again.next_s()

    async def _try_to_sign(self) -> bool:
        """Whether it went well; if not, the log says why."""
        try:
            await self.sign_now()
        except (*LOST, asyncpg.PostgresError) as error:
            log.warning("the heads were not signed, and will be: %s", error)
            self._drop_connection()
            return False
        except (HeadsDisagree, NoLine, SigningStopped, KeyRefused) as error:
            self._trouble = str(error)
            log.error("the heads are not signed: %s; run `tablekeeper verify`", error)  # noqa: TRY400
        except Exception:  # whatever it is, it must not end the signing
            log.exception("the heads were not signed")
        return True

    # --- the database

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._database.connect("app")
        return self._connection

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _sign(self, connection: asyncpg.Connection) -> Line | None:
        assert self._key is not None, "a signer is started before it signs"
        for _ in range(MOST_TRIES):
            await self._catch_up(connection)
            moved = await self._moved(connection)
            if not moved:
                return None
            time_us = max(self._now_us(), self._last_us)
            line = Line(self._last + 1, time_us, moved, self._last_hash, self._key.id).signed(self._key)
            if await connection.fetchval(_INSERT, line.number, line.text(), timeout=STATEMENT_S):
                self._seen(line.number, line.text())
                return line
        raise SigningStopped(f"other servers took the number of the line {MOST_TRIES} times")

    async def _moved(self, connection: asyncpg.Connection) -> tuple[SignedHead, ...]:
        """The heads that are not as they were signed last."""
        rows = await connection.fetch(_HEADS, timeout=STATEMENT_S)
        heads = [SignedHead(*row.values()) for row in rows]
        moved = tuple([head for head in heads if self._signed.get(head.stream) != head])
        for head in moved:
            before = self._signed.get(head.stream)
            if before is not None and before.version >= head.version:
                log.error("%s was signed at version %d and is at %d", head.stream, before.version, head.version)
        return moved

    async def _look_back(self, connection: asyncpg.Connection) -> None:
        """Which heads were signed of late."""
        newest = await connection.fetchval(_NEWEST, timeout=STATEMENT_S) or 0
        self._last = max(0, newest - LINES_READ_AT_START)
        if self._last:
            before = await connection.fetchval(_LINE, self._last, timeout=STATEMENT_S)
            if before is None:
                raise HeadsDisagree(f"line {self._last} is not in the database")
            self._last_hash = text_hash(before)
        await self._catch_up(connection)
        self._looked_back = True

    async def _catch_up(self, connection: asyncpg.Connection) -> None:
        """Read what this or another server signed since."""
        while rows := await connection.fetch(_LINES_AFTER, self._last, LINES_AT_ONCE, timeout=STATEMENT_S):
            for row in rows:
                self._seen(row["number"], row["line"])

    def _seen(self, number: int, text: str) -> None:
        line = read_line(text)
        if (line.number, number, line.previous) != (number, self._last + 1, self._last_hash):
            raise HeadsDisagree(f"line {number} of the database does not follow line {self._last}")
        self._last, self._last_hash, self._last_us = number, text_hash(text), line.time_us
        self._signed.update({head.stream: head for head in line.heads})

    # --- the file

    async def _agree(self, connection: asyncpg.Connection) -> int:
        """Whichever of file and database is behind gets what it lacks; the number of the last line in the file."""
        end = await asyncio.to_thread(end_of, self._file)
        if end.number > self._last:
            await self._catch_up(connection)
        if end.number > self._last:
            await self._give_back(connection)
        elif end.number:
            line = await connection.fetchval(_LINE, end.number, timeout=STATEMENT_S)
            if line != end.text:
                raise HeadsDisagree(f"line {end.number} of {self._file} is not that of the database")
        return await self._complete(connection, end.number)

    async def _complete(self, connection: asyncpg.Connection, number: int) -> int:
        """Add to the file what the database has behind the line of this number; the number of the last."""
        while rows := await connection.fetch(_LINES_AFTER, number, LINES_AT_ONCE, timeout=STATEMENT_S):
            lines = [(row["number"], row["line"]) for row in rows]
            await asyncio.to_thread(add_lines, self._file, lines)
            number = lines[-1][0]
        await self._put_on_record(connection, number)
        return number

    async def _put_on_record(self, connection: asyncpg.Connection, number: int) -> None:
        """The file is on the disk up to this line; nothing takes that back."""
        if self._server is not None and number > self._on_record:
            await connection.execute(_WRITTEN, self._server, number, timeout=STATEMENT_S)
            self._on_record = number

    async def _give_back(self, connection: asyncpg.Connection) -> None:
        """The database was restored from a backup: what was signed since is in the file, and stays signed."""
        log.error("the database lacks signed heads behind line %d, and gets them back from the file", self._last)
        lines = await asyncio.to_thread(_list_after, self._file, self._last)
        await asyncio.to_thread(self._check_signed, [text for _, text in lines])
        for number, text in lines:
            self._seen(number, text)
            await connection.execute(_INSERT, number, text, timeout=STATEMENT_S)

    def _check_signed(self, texts: list[str]) -> None:
        """Whoever can write the file could else have the database keep, for ever, what nobody has signed."""
        keys = verifying_keys(keys_beside(self._key_path))
        for line in map(read_line, texts):
            key = keys.get(line.key)
            if key is None or not line.is_of(key):
                raise HeadsDisagree(
                    f"line {line.number} of {self._file}, which the database lacks, is signed with no key that lies"
                    f" in {self._key_path.parent}"
                )


def _list_after(path: Path, number: int) -> list[tuple[int, str]]:
    return list(lines_after(path, number))


_HEADS = "SELECT stream, version, hash FROM stream_heads WHERE version > 0 ORDER BY stream"
_INSERT = "INSERT INTO head_signatures (number, line) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING number"
_WRITTEN = "INSERT INTO heads_written (server, number) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_NEWEST = "SELECT max(number) FROM head_signatures"
_LINE = "SELECT line FROM head_signatures WHERE number = $1"
_LINES_AFTER = "SELECT number, line FROM head_signatures WHERE number > $1 ORDER BY number LIMIT $2"
