"""The fault catalogue as far as a shoe that only pushes can have it."""

import os
import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from itertools import combinations, count
from typing import Any, NamedTuple

from app.devices.wanted import Lock
from tests.simulation.evenings import BETWEEN, MIDDLE, Evening, Fault, Moment, RoundIsVoid, refused

LINES = ("pty", "tcp://127.0.0.1:0")
# So many pairs of each kind of line and moment, unless PAIRS=all; and so many in one evening with one shoe.
SAMPLE, EVENING = 6, 24
DEAD_S = 0.3
STUCK_TIMES = 3
SetOff = Callable[[Evening], Awaitable[None]]
NewEvening = Callable[[str], AbstractAsyncContextManager[Evening]]


def _told(name: str, **details: Any) -> SetOff:
    """By the side channel; a fault that cannot be at this moment is none (an unplugged line cannot be half open)."""

    async def set_off(evening: Evening) -> None:
        await refused(evening.here.shoe.fault(name, **details))

    return set_off


async def _unplug_and_replug(evening: Evening) -> None:
    await evening.unplug()
    await evening.plug()


async def _unplug(evening: Evening) -> None:
    if (await evening.state())["line"]["plugged"]:
        await evening.unplug()


async def _reboot(evening: Evening) -> None:
    await evening.here.shoe.ask("/reboot", {"seconds": 0.0})


async def _die(evening: Evening) -> None:
    await evening.here.shoe.ask("/reboot", {"seconds": DEAD_S})


async def _lock(evening: Evening) -> None:
    await evening.want(Lock(True))


def _card_goes(place: str) -> SetOff:
    async def set_off(evening: Evening) -> None:
        evening.place = place

    return set_off


LINE = (
    Fault("drop", _told("drop")),
    Fault("duplicate", _told("duplicate")),
    Fault("reorder", _told("reorder")),
    Fault("flip", _told("flip")),
    Fault("split", _told("split", seconds=0.05)),
    Fault("join", _told("join")),
    Fault("delay", _told("delay", seconds=0.1)),
    Fault("babble", _told("babble"), "nothing"),
)
CARDS = (
    Fault("unreadable", _told("unreadable"), "card"),
    Fault("two-at-once", _told("two-at-once"), "card"),
    Fault("pushed-back", _told("pushed-back"), "card"),
    Fault("foreign", _told("foreign"), "card"),
    Fault("missing", _told("missing"), "card", silent=True),
    Fault("jam", _told("jam"), "nothing"),
)
SHOE = (
    Fault("unplug-replug", _unplug_and_replug, "nothing"),
    Fault("unplug-card", _unplug, "card"),
    Fault("reboot", _reboot, "nothing"),
    Fault("reboot-card", _die, "card"),
    Fault("stuck-button", _told("stuck-button", times=STUCK_TIMES), "nothing"),
    Fault("error", _told("error", code=1), "nothing"),
)
OF_TCP = (Fault("half-open", _told("half-open"), "card"),)
ANGEL_EYE = (
    *LINE,
    Fault("drop-all", _told("drop", copies=True)),
    *CARDS,
    *SHOE,
    Fault("reverse", _told("error", code=5), "nothing"),
    Fault("retransmit", _told("retransmit"), "nothing"),
    Fault("locked", _lock, "card"),
    Fault("setting", _card_goes("setting"), "card"),
)
# A line without check digits and numbers tells neither what is missing on it nor what it has twice.
UNSEEN_BY_BEE_TEK = frozenset({"drop", "duplicate", "flip", "reboot-card", "missing"})
BEE_TEK = tuple([
    fault._replace(silent=fault.name in UNSEEN_BY_BEE_TEK)
    for fault in (*LINE, *CARDS, *SHOE, Fault("burn", _card_goes("burn"), "card"))
])  # fmt: skip


def catalogue(dialect: str, line: str) -> tuple[Fault, ...]:
    """The faults that a shoe of this dialect can have on such a line."""
    of_dialect = ANGEL_EYE if dialect == "angel-eye" else BEE_TEK
    return of_dialect if line == "pty" else (*of_dialect, *OF_TCP)


# A short time without a line and a lost report are told by the numbers alone. If the report of a boot is lost with it,
# the shoe counts anew unseen, and one time in ten or so its next number just fits.
UNTOLD_TOGETHER = (
    frozenset({"drop", "drop-all", "flip", "unplug-card", "half-open"}), frozenset({"reboot", "reboot-card"}),
)  # fmt: skip
# Without numbers, two cards that overtake each other cannot be told from two that do not.
MOVED_TOGETHER = frozenset({"reorder", "two-at-once"})


def silent_together(dialect: str, faults: Sequence[Fault]) -> bool:
    """Whether the line cannot tell of these faults, if they come together."""
    names = {fault.name for fault in faults}
    moved = dialect == "bee-tek" and names == MOVED_TOGETHER
    return moved or any([fault.silent for fault in faults]) or all([names & group for group in UNTOLD_TOGETHER])


class Pairs(NamedTuple):
    """Pairs of faults for one evening."""

    line: str
    moment: Moment
    pairs: tuple[tuple[Fault, Fault], ...]

    def __str__(self) -> str:
        return f"{self.line.partition(':')[0]}-{self.moment.name}-{len(self.pairs)}"


async def play_pairs(new_evening: NewEvening, of: Pairs) -> None:
    """Each pair in a round of its own: no card is lost, doubled, moved or invented in silence, but where the line
    cannot tell. When a book ends a round and its shoe, the rest is played on another evening."""
    left, evenings = deque(of.pairs), count(1)
    while left:
        async with new_evening(f"n{next(evenings)}") as evening:
            with suppress(RoundIsVoid):
                while left:
                    pair = left.popleft()
                    outcome = await evening.scenario(pair, of.moment)
                    told = outcome.exact or outcome.holds or silent_together(evening.here.shoe.dialect, pair)
                    assert told, [fault.name for fault in pair]


def evenings_of_pairs(dialect: str, seed: int) -> list[Pairs]:
    """All pairs, or a sample from the seed, over both kinds of lines and at both moments, in evenings."""
    chance, everything = random.Random(seed), os.environ.get("PAIRS") == "all"
    found = []
    for line in LINES:
        for moment in (MIDDLE, BETWEEN):
            pairs = list(combinations(catalogue(dialect, line), 2))
            pairs = pairs if everything else chance.sample(pairs, SAMPLE)
            found += [Pairs(line, moment, tuple(pairs[at : at + EVENING])) for at in range(0, len(pairs), EVENING)]
    return found
