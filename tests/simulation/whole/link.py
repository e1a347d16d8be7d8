"""The way between one server and PostgreSQL, which can be cut, stand still or be slow, one way or both, for connections
that are open or for new ones.

What stands still is not closed and not refused: it waits, and goes on when the way is whole again. A statement whose
server has given its connection up meanwhile may arrive all the same.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Literal, Protocol

from tests.simulation.whole.loop import SimulatedLoop

Kind = Literal["", "cut", "frozen", "old frozen", "new unanswered", "no way there", "no way back", "slow"]
FAULTS: tuple[Kind, ...] = (
    "cut", "frozen", "old frozen", "new unanswered", "no way there", "no way back", "slow",
)  # fmt: skip
# In these a new connection finds nobody who answers.
UNANSWERED = ("frozen", "new unanswered", "no way there", "no way back")
SLOW_S = (0.05, 0.4)
LOOKS_EVERY_S = 0.05


class Line(Protocol):
    """A connection, as its way sees it."""

    def break_off(self) -> None:
        """It is lost."""

    def is_closed(self) -> bool:
        """Whether its server has given it up."""

    def came_late(self) -> None:
        """What it had sent arrives, and nobody waits for it."""


class Link:
    """The way of one server."""

    def __init__(self, loop: SimulatedLoop, seed: str) -> None:
        self._loop, self._dice = loop, Random(f"link/{seed}")
        self.kind: Kind = ""
        self._stands: list[Line] = []
        self._held: list[tuple[Line, bool, Callable[..., None], tuple[Any, ...]]] = []
        self._strikes = 0

    def strike(self, kind: Kind, seconds: float, lines: list[Line]) -> None:
        """Let this be so for so long, at these connections and, as the kind may be, at new ones."""
        self.heal()
        self.kind, self._stands = kind, list(lines)
        self._strikes += 1
        self._loop.world(self._loop.now_s + seconds, self._over, self._strikes)
        if kind == "cut":
            for line in lines:
                line.break_off()

    def _over(self, strike: int) -> None:
        if strike == self._strikes:
            self.heal()

    def heal(self) -> None:
        """Everything passes again, and what waited comes first."""
        held, self._held = self._held, []
        self.kind, self._stands = "", []
        self._strikes += 1
        for line, there, act, arguments in held:
            if there and line.is_closed():
                line.came_late()
            else:
                act(*arguments)

    @property
    def works(self) -> bool:
        """Whether a server that connects anew, and gives up what stands still, gets through."""
        return self.kind in ("", "old frozen")

    @property
    def refuses(self) -> bool:
        """Whether nobody can connect."""
        return self.kind == "cut"

    async def answers(self) -> None:
        """Wait until a new connection is answered."""
        while self.kind in UNANSWERED:
            await asyncio.sleep(LOOKS_EVERY_S)

    def passes(self, line: Line, after_s: float, act: Callable[..., None], *arguments: Any, there: bool) -> None:
        """Have this come through after a while, to PostgreSQL (`there`) or from it; or when the way is whole again."""
        slow_s = self._dice.uniform(*SLOW_S) if self.kind == "slow" else 0.0
        self._loop.world(self._loop.now_s + after_s + slow_s, self._come, line, there, act, arguments)

    def _come(self, line: Line, there: bool, act: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        if self._is_held(line, there):
            self._held.append((line, there, act, arguments))
        else:
            act(*arguments)

    def _is_held(self, line: Line, there: bool) -> bool:
        if self.kind == "old frozen":
            return any(each is line for each in self._stands)
        return self.kind == "frozen" or self.kind == ("no way there" if there else "no way back")
