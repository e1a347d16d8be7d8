"""What goes wrong on a line, one direction each: asked for now, or by chance from a seed.

Frames go through in order: whatever is late holds up what comes after it, and only a reorder, which a first-in,
first-out dialect does not have, lets a frame overtake another. Each frame suffers at most one of every kind.
"""

import random
from collections import Counter, deque
from collections.abc import Container
from dataclasses import dataclass, field

from device_simulators.ends.end import Sent

LINE_FAULTS = ("drop", "duplicate", "reorder", "flip", "split", "join", "delay", "babble")
HELD_S = 1.0
USUAL_S = 0.3
BY_CHANCE_S = 0.12  # a little more than a host of Table Link waits for an answer


@dataclass(frozen=True, slots=True)
class Details:
    """How exactly; what is None comes from the seed.

    `copies`: a drop takes all copies of the report. `held_s`: how long a frame waits for the one it is swapped or
    joined with.
    """

    at: int | None = None
    bits: int = 1
    seconds: float = USUAL_S
    count: int = 16
    copies: bool = False
    held_s: float = HELD_S


@dataclass(slots=True)
class _Armed:
    times: int
    details: Details


@dataclass(slots=True)
class _Held:
    until_s: float
    frame: bytes
    overtaken: bool


@dataclass(slots=True)
class Noise:
    """One direction of a line. `kinds` happen by chance, each to this share of the frames."""

    kinds: Container[str] = ()
    rate: float = 0.0
    seed: str = "0"
    done: Counter[str] = field(default_factory=Counter)
    _armed: dict[str, _Armed] = field(default_factory=dict)
    _queue: deque[tuple[float, bytes]] = field(default_factory=deque)
    _held: _Held | None = None
    _dropping: int | None = None
    _chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._chance = random.Random(f"noise/{self.seed}")  # noqa: S311 - repeatable on purpose

    @property
    def armed(self) -> dict[str, int]:
        """What will go wrong with the next frames."""
        return {kind: armed.times for kind, armed in self._armed.items()}

    def arm(self, kind: str, times: int, details: Details) -> None:
        """Let this happen to the next frames."""
        self._armed[kind] = _Armed(times + self.armed.get(kind, 0), details)

    def disarm(self) -> None:
        """Nothing that was asked for goes wrong any more."""
        self._armed.clear()

    def carry(self, sent: Sent, now_s: float) -> None:
        """A frame enters the line."""
        if self._dropping is not None and sent.report == self._dropping:
            return
        self._dropping = None
        struck = {kind: details for kind in LINE_FAULTS if (details := self._strikes(kind)) is not None}
        if "drop" in struck:
            self._dropping = sent.report if struck["drop"].copies else None
            return
        frame = self._flip(sent.data, struck["flip"]) if "flip" in struck else sent.data
        self._hold_or_queue(frame * 2 if "duplicate" in struck else frame, struck, now_s)

    def babble(self, details: Details, now_s: float) -> None:
        """Bytes that nobody sent, now."""
        self.done["babble"] += 1
        self._put(self._chance.randbytes(details.count), now_s)

    def cut(self) -> None:
        """What is on the line is gone."""
        self._queue.clear()
        self._held = None

    def take(self, now_s: float) -> tuple[bytes, ...]:
        """What comes out at the other end by now, each piece as it is written."""
        self._let_held_go(now_s)
        out = []
        while self._queue and self._queue[0][0] <= now_s:
            out.append(self._queue.popleft()[1])
        return tuple(out)

    def due_s(self) -> float | None:
        """When something comes out."""
        times = [self._queue[0][0]] if self._queue else []
        times += [self._held.until_s] if self._held else []
        return min(times, default=None)

    def _strikes(self, kind: str) -> Details | None:
        armed = self._armed.get(kind)
        if armed is not None:
            armed.times -= 1
            if armed.times <= 0:
                del self._armed[kind]
            self.done[kind] += 1
            return armed.details
        if kind in self.kinds and self._chance.random() < self.rate:
            self.done[kind] += 1
            seconds = self._chance.uniform(0.0, BY_CHANCE_S)
            return Details(seconds=seconds, held_s=HELD_S if kind == "reorder" else seconds)
        return None

    def _flip(self, frame: bytes, details: Details) -> bytes:
        size = len(frame) * 8
        places = [details.at % size] if details.at is not None else self._chance.sample(range(size), details.bits)
        flipped = bytearray(frame)
        for place in places:
            flipped[place // 8] ^= 1 << place % 8
        return bytes(flipped)

    def _hold_or_queue(self, frame: bytes, struck: dict[str, Details], now_s: float) -> None:
        held, self._held = self._held, None
        if held is not None:
            pieces = [frame, held.frame] if held.overtaken else [held.frame + frame]
        elif "join" in struck or "reorder" in struck:
            waits_s = struck["reorder" if "reorder" in struck else "join"].held_s
            self._held = _Held(now_s + waits_s, frame, "reorder" in struck)
            return
        else:
            pieces = [frame]
        for piece in pieces:
            self._queue_piece(piece, struck, now_s)

    def _queue_piece(self, piece: bytes, struck: dict[str, Details], now_s: float) -> None:
        if "babble" in struck:
            self._put(self._chance.randbytes(struck["babble"].count), now_s)
        at_s = now_s + (struck["delay"].seconds if "delay" in struck else 0.0)
        if "split" not in struck or len(piece) < 2:
            self._put(piece, at_s)
            return
        details = struck["split"]
        place = 1 + (details.at if details.at is not None else self._chance.randrange(len(piece))) % (len(piece) - 1)
        self._put(piece[:place], at_s)
        self._put(piece[place:], at_s + details.seconds)

    def _put(self, piece: bytes, at_s: float) -> None:
        if self._queue:
            at_s = max(at_s, self._queue[-1][0])
        self._queue.append((at_s, piece))

    def _let_held_go(self, now_s: float) -> None:
        if self._held is not None and now_s >= self._held.until_s:
            self._put(self._held.frame, now_s)
            self._held = None
