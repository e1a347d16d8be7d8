"""How fast the bot plays: as people do, or without a pause."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

Sleep = Callable[[float], Awaitable[None]]

# About what a dealer and players take, in seconds: the least and the most for each kind of act.
HUMAN_S: dict[str, tuple[float, float]] = {
    "shoe": (1.0, 4.0),
    "wager": (0.3, 2.0),
    "card": (0.6, 1.4),
    "decision": (0.8, 5.0),
    "round": (4.0, 9.0),
}


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the bot takes for each kind of act; without times it never waits."""

    sleep: Sleep
    times_s: dict[str, tuple[float, float]]

    def time_s(self, act: str, dice: Random) -> float:
        """How long somebody would take for this."""
        return dice.uniform(*self.times_s[act]) if self.times_s else 0.0

    async def take_time(self, act: str, dice: Random) -> None:
        """Wait as long as somebody would take for this."""
        if self.times_s:
            await self.sleep(self.time_s(act, dice))


async def _no_sleep(_seconds: float) -> None:
    return


FAST = Pace(_no_sleep, {})


def human(sleep: Sleep) -> Pace:
    """The pace of people; `sleep` is what waits."""
    return Pace(sleep, HUMAN_S)
