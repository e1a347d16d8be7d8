"""A session and a device with two lines between them, on a clock of their own: lossy, from a seed.

A line is first in, first out: bytes are lost, damaged, doubled later or late, and never overtake each other.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from app.devices.session_protocol import Answered, Captured, Now, Report, Send
from app.devices.sessions.table_link import Family, TableLinkSession
from tests.devices.table_link_device import Device

EPOCH_S = 1_790_000_000


@dataclass
class Faults:
    drop: float = 0.0
    double: float = 0.0
    late: float = 0.0
    flip: float = 0.0
    babble: float = 0.0


@dataclass
class World:
    """The host's end stores what it is given after a while, and starts anew from what was stored."""

    seed: int = 0
    faults: Faults = field(default_factory=Faults)
    family: Family = "shoe"
    bound: frozenset[str] = frozenset({"SH-0042"})
    mark: dict[str, object] | None = None
    store_s: float = 0.003
    storing: bool = True
    ring: int = 1024
    baud: int | None = None

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.s = 0.0
        self.heap: list[tuple[float, int, Callable[[], None]]] = []
        self.order = 0
        self.line = 0
        self.latest = [0.0, 0.0]
        self.journal: list[Report] = []
        self.waiting: list[Report] = []
        self.captured: list[Captured] = []
        self.answered: list[Answered] = []
        self.sent: list[Send] = []
        self.tokens = iter(range(self.seed * 1000 + 1, 1 << 32))
        self.plugged = False
        self.device = Device(lambda data: self.carry(1, data), ring=self.ring)
        self.session = self.new_session()

    def new_session(self) -> TableLinkSession:
        mark = self.journal[-1].mark if self.journal else self.mark
        return TableLinkSession(self.family, mark, self.bound, lambda: next(self.tokens), self.baud)

    @property
    def now(self) -> Now:
        return Now(self.s, int((EPOCH_S + self.s) * 1_000_000))

    def at(self, s: float, act: Callable[[], None]) -> None:
        self.order += 1
        heapq.heappush(self.heap, (s, self.order, act))

    def carry(self, end: int, data: bytes, *, spoil: bool = True) -> None:
        """Send bytes to this end: 0 the device, 1 the host."""
        if not self.plugged:
            return
        faults, chance = self.faults, self.chance
        if spoil and chance.random() < faults.double:
            self.at(self.s + chance.random() * 0.3, self.doubled(end, data))
        data = self.spoilt(data) if spoil else data
        delay_s = 0.001 + (chance.random() * 0.25 if spoil and chance.random() < faults.late else 0.0)
        self.latest[end] = max(self.latest[end], self.s + delay_s)
        line = self.line
        self.at(self.latest[end], lambda: self.arrive(end, data, line))

    def doubled(self, end: int, data: bytes) -> Callable[[], None]:
        line = self.line
        return lambda: self.carry(end, data, spoil=False) if line == self.line else None

    def spoilt(self, data: bytes) -> bytes:
        faults, chance, spoilt = self.faults, self.chance, bytearray(data)
        if chance.random() < faults.drop:
            first = chance.randrange(len(spoilt))
            del spoilt[first : first + chance.randint(1, len(spoilt))]
        if spoilt and chance.random() < faults.flip:
            for _ in range(chance.randint(1, 3)):
                spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        if chance.random() < faults.babble:
            noise = bytes(chance.choice((0x7F, 0, 0x80, chance.randrange(256))) for _ in range(chance.randint(1, 40)))
            at = chance.randint(0, len(spoilt))
            spoilt[at:at] = noise
        return bytes(spoilt)

    def arrive(self, end: int, data: bytes, line: int) -> None:
        if line != self.line or not self.plugged:
            return
        if end == 0:
            self.device.hear(data, self.s)
            return
        for portion in self.portions(data):
            self.session.received(portion, self.now)
        self.drain()

    def portions(self, data: bytes) -> list[bytes]:
        cut = self.chance.randint(0, len(data))
        return [data[:cut], data[cut:]]

    def drain(self) -> None:
        for output in self.session.take():
            if isinstance(output, Send):
                self.sent.append(output)
                self.carry(0, output.frame)
            elif isinstance(output, Report):
                self.waiting.append(output)
                self.at(self.s + self.chance.random() * 2 * self.store_s, partial(self.store, self.session))
            elif isinstance(output, Captured):
                self.captured.append(output)
            else:
                self.answered.append(output)

    def store(self, session: TableLinkSession) -> None:
        """The oldest report that waits is durable."""
        if session is self.session and self.waiting and self.storing:
            report = self.waiting.pop(0)
            self.journal.append(report)
            session.stored(report, self.now)
            self.drain()

    def store_all(self) -> None:
        self.storing = True
        while self.waiting:
            self.store(self.session)

    def plug(self) -> None:
        self.plugged = True
        self.line += 1
        self.latest = [self.s, self.s]
        self.session.connected(self.now)
        self.drain()

    def unplug(self) -> None:
        self.plugged = False
        self.session.lost(self.now)
        self.drain()

    def crash_host(self) -> None:
        """All that was not stored is forgotten."""
        self.plugged = False
        self.waiting.clear()
        self.session = self.new_session()
        self.plug()

    def run(self, seconds: float) -> None:
        end = self.s + seconds
        while self.s < end:
            self.step(end)

    def until(self, met: Callable[[], bool], seconds: float = 60.0) -> None:
        end = self.s + seconds
        while not met():
            assert self.s < end, "not within the time"
            self.step(end)

    def step(self, end: float) -> None:
        """To the next moment at which something happens; the device looks at its clock every 10 ms."""
        due = self.session.due_s()
        moments = [end, self.s + 0.01]
        moments += [max(due, self.s)] if due is not None else []
        moments += [self.heap[0][0]] if self.heap else []
        self.s = max(self.s, min(moments))
        while self.heap and self.heap[0][0] <= self.s:
            heapq.heappop(self.heap)[2]()
        self.device.tick(self.s)
        if due is not None and due <= self.s:
            self.session.tick(self.now)
            self.drain()
        if self.session.state == "silent":
            self.unplug()
            self.at(self.s + 0.2, lambda: None if self.plugged else self.plug())

    def running(self) -> bool:
        return self.session.state == "running"
