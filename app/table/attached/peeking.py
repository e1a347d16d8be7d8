"""Arms the hole-card reader when the table waits for it, and disarms it when it does not any more.

Each attempt has a token of its own, by which the answer is known to be this reading's. A card that could not be read is
put in again under the next token; a line that was lost is asked again under the same one, which changes nothing if the
reader has it already.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import random

from app.backoff import Backoff
from app.devices.observations import HoleAnswered, HoleOutOfTurn, Observation
from app.devices.session_protocol import Answered
from app.devices.wanted import Peek, Wanted
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.table.intake.hole_reading import TRIES, reading_due, reading_of, token_of

RANKS = "A23456789TJQK"
AGAIN_S = 1.0


class Peeking:
    """The reader of one table; `note` is told, once for each reading, that it cannot be armed."""

    def __init__(
        self,
        stream: str,
        want: Callable[[Wanted], Awaitable[Answered]],
        first_attempt: int,
        note: Callable[[str], None] = lambda _words: None,
    ) -> None:
        self._stream, self._want, self._attempt, self._note = stream, want, first_attempt % TRIES, note
        self._due: tuple[int, int] | None = None
        self._noted: tuple[int, int] | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to ask."""
        self._task = asyncio.create_task(self._run(), name=f"reader {self._stream}")

    async def close(self) -> None:
        """Ask no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look(self, table: Table, rules: Ruleset) -> None:
        """The table is like this now."""
        due = self._reading(table, rules)
        if due != self._due:
            if due is not None:
                self._attempt = (self._attempt + 1) % TRIES
            self._due = due
            self._wake.set()

    def _reading(self, table: Table, rules: Ruleset) -> tuple[int, int] | None:
        """Which reading is due, and beside which rank."""
        round_ = table.round
        if round_ is None or not reading_due(table, rules):
            return None
        return reading_of(self._stream, round_), RANKS.index(round_.dealer[0][0]) + 1

    def told(self, observation: Observation) -> None:
        """The reader has told this. A card out of turn while one is due: it was not armed, whatever it had said."""
        not_read = isinstance(observation, HoleAnswered) and observation.answer == "not_read"
        if not_read or (isinstance(observation, HoleOutOfTurn) and self._due is not None):
            self._attempt = (self._attempt + 1) % TRIES
            self._wake.set()

    def back(self) -> None:
        """The reader's line is back: it may have forgotten what it was asked."""
        self._wake.set()

    def _tell(self, answered: Answered, due: tuple[int, int] | None) -> None:
        """Nobody would know why the reader takes no card; that its line is lost is noted as it is of every device."""
        if due is not None and due != self._noted and answered.outcome in ("refused", "unsupported"):
            self._noted = due
            self._note(f"the reader cannot be armed: {answered.detail or 'it does not know how'}")

    async def _run(self) -> None:
        again = Backoff(random, AGAIN_S, AGAIN_S)
        while True:
            await self._wake.wait()
            self._wake.clear()
            due = self._due
            peek = Peek(token_of(due[0], self._attempt), due[1]) if due is not None else Peek(0, 0)
            answered = await self._want(peek)
            self._tell(answered, due)
            # One that is away forgets, or is told when it is back; one that would not be disarmed now has to be.
            if answered.outcome == "refused" or (answered.outcome != "done" and self._due is not None):
                await asyncio.sleep(again.next_s())
                self._wake.set()
