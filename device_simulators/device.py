"""One simulated device: a machine, its end of a dialect, a line with its noise, and the moment at which all of it acts.

Everything runs in one event loop. Whatever comes (bytes, a press, a time that is due) is followed by `settle`, which
lets the machine tell what happened, keeps it in lasting memory, and only then lets frames out.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device_simulators.ends.end import End, Sent
from device_simulators.faults import LINE_FAULTS, Details, Noise
from device_simulators.lines.line import Line
from device_simulators.machines.happenings import BootReason
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.shuffler import Shuffler
from device_simulators.memory import Memory

ACCIDENTS = ("unplug", "half-open", "take-and-drop", "reboot", "stuck-button", "clock-wrong")
STUCK_EVERY_S = 0.05
STUCK_TIMES = 20
WRONG_BY_MS = -3_600_000


@dataclass(slots=True)
class Chance:
    """What goes wrong by chance with the device as a whole, after this share of what is done with it."""

    kinds: tuple[str, ...]
    rate: float
    random: random.Random


class Device:
    """A device that a host can talk to and a test can get at."""

    def __init__(self, kind: str, dialect: str, machine: Machine, end: End, memory: Memory, chance: Chance) -> None:
        self.kind = kind
        self.dialect = dialect
        self.machine = machine
        self.end = end
        self.line: Line
        self.possible: Callable[[str], bool] = lambda _: True
        self.to_host = Noise()
        self.to_device = Noise()
        self.accidents: Counter[str] = Counter()
        self._chance = chance
        self._memory = memory
        self._lost_bytes = 0
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._later: set[asyncio.TimerHandle] = set()
        self._plugging: set[asyncio.Task[None]] = set()

    def line_up(self) -> bool:
        """Whether a host could hear of something that happens now."""
        return self.line.connected

    def received(self, data: bytes) -> None:
        """These bytes came over the line."""
        self.to_device.carry(Sent(data, 0), self._loop.time())
        self.settle()

    def settle(self) -> None:
        """Act on all that is due."""
        now_s = self._loop.time()
        arrived = self.to_device.take(now_s)
        if not self.machine.dead:
            self._act(arrived, now_s)
        for piece in self.to_host.take(now_s):
            self._lost_bytes += 0 if self.line.write(piece) else len(piece)
        if self.end.wants_restart():
            self.reboot("reset", 0.0)
        self._schedule()

    def _act(self, arrived: tuple[bytes, ...], now_s: float) -> None:
        for piece in arrived:
            self.end.received(piece, now_s)
        self.machine.tick(now_s)
        for happening in self.machine.take():
            self.end.tell(happening, now_s)
        self.end.tick(now_s)
        self._keep()
        for sent in self.end.take():
            self.to_host.carry(sent, now_s)

    def _keep(self) -> None:
        if self._memory.lasting:
            self._memory.write({"machine": self.machine.kept(), "end": self.end.kept()})

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = [self.to_host.due_s(), self.to_device.due_s()]
        if not self.machine.dead:
            due += [self.end.due_s(), self.machine.due_s()]
        times = [due_s for due_s in due if due_s is not None]
        self._timer = self._loop.call_at(min(times), self.settle) if times else None

    def done_with(self) -> None:
        """Somebody did something with the device: it acts, and by chance something goes wrong."""
        self.settle()
        for kind in self._chance.kinds:
            if self._chance.random.random() < self._chance.rate:
                self._let_happen(kind)

    def _let_happen(self, kind: str) -> None:
        seconds = self._chance.random.uniform(0.1, 1.0)
        if kind in ("half-open", "take-and-drop") and not self.line.connected:
            return
        self.accident(kind, seconds, STUCK_TIMES)

    def accident(self, kind: str, seconds: float | None, times: int) -> None:
        """Let this happen to the device as a whole, now."""
        if kind == "unplug":
            self.unplug(seconds)
        elif kind == "half-open":
            self.half_open()
        elif kind == "take-and-drop":
            self.take_and_drop(seconds)
        elif kind == "reboot":
            self.reboot("power", seconds or 0.0)
        elif kind == "stuck-button":
            self.stick_button(1, times)
        else:
            self.set_clock_offset(WRONG_BY_MS)

    def line_fault(self, kind: str, times: int, details: Details, to_device: bool) -> None:
        """Let this happen on the line to the next frames; babble comes at once."""
        assert kind in LINE_FAULTS
        noise = self.to_device if to_device else self.to_host
        if kind != "babble":
            noise.arm(kind, times, details)
            return
        for _ in range(times):
            noise.babble(details, self._loop.time())
        self.settle()

    async def heal(self) -> None:
        """Nothing that was asked for goes wrong any more, the clock is right, and the cable is in."""
        for noise in (self.to_host, self.to_device):
            noise.disarm()
        self.machine.mishaps.armed.clear()
        self.set_clock_offset(0)
        await self.replug()

    def unplug(self, seconds: float | None) -> None:
        """Pull the cable out, for so long or until `replug`."""
        self.accidents["unplug"] += 1
        self.line.unplug()
        self._be_cut_off(seconds)

    def take_and_drop(self, seconds: float | None) -> None:
        """The device server takes every host and drops it, for so long or until `replug`: nothing gets through."""
        if not self.line.take_and_drop():
            raise CannotNow("impossible", "nobody takes a host here: this needs a TCP line that is plugged in")
        self.accidents["take-and-drop"] += 1
        self._be_cut_off(seconds)

    def _be_cut_off(self, seconds: float | None) -> None:
        self.to_host.cut()
        self.to_device.cut()
        if seconds is not None:
            self._in(seconds, self._plug_soon)

    async def replug(self) -> None:
        """Put the cable in again."""
        await self.line.plug()
        self.settle()

    def half_open(self) -> None:
        """The host keeps a connection at whose other end nobody is any more."""
        if not self.line.abandon():
            raise CannotNow("impossible", "nothing to leave half open: this takes a TCP line with a host on it")
        self.accidents["half-open"] += 1

    def reboot(self, reason: BootReason, seconds: float) -> None:
        """The device is dead for so long, then it starts."""
        self.accidents["reboot"] += 1
        self.machine.die()
        if seconds > 0:
            self._in(seconds, lambda: self._start(reason))
        else:
            self._start(reason)

    def _start(self, reason: BootReason) -> None:
        self.end.restarted()
        if reason == "memory_lost":
            self.end.lose_memory()
        self.machine.start(reason)
        self.settle()

    def stick_button(self, box: int, times: int) -> None:
        """The button of this box seems pressed again and again."""
        self.accidents["stuck-button"] += 1
        for place in range(times):
            self._in(place * STUCK_EVERY_S, lambda: self.press_button(box))

    def press_button(self, box: int) -> None:
        """Somebody presses the button of a box."""
        self.machine.press_button(box)
        self.settle()

    def start_shuffle(self, shuffler: Shuffler, set_id: int) -> None:
        """Somebody presses the button that starts a shuffle."""
        shuffler.start_shuffle(set_id, self._loop.time())

    def set_clock_offset(self, offset_ms: int) -> None:
        """Let the device's clock be wrong by this."""
        self.accidents["clock-wrong"] += offset_ms != 0
        self.end.set_clock_offset(offset_ms)

    def _in(self, seconds: float, act: Callable[[], None]) -> None:
        def run() -> None:
            self._later.discard(handle)
            act()

        handle = self._loop.call_later(seconds, run)
        self._later.add(handle)

    def _plug_soon(self) -> None:
        task = self._loop.create_task(self.replug())
        self._plugging.add(task)
        task.add_done_callback(self._plugging.discard)

    async def start(self, first_start: bool) -> None:
        """Plug in and start; a device that was never on before is loaded, and says so."""
        await self.line.plug()
        if not first_start:
            self.end.restarted()
        self.machine.start("power")
        if first_start:
            self.machine.tell_filled()
        self.settle()

    async def go_on(self) -> None:
        """Plug in; it was on all along, and only its line was away."""
        await self.line.plug()
        self.settle()

    def close(self) -> None:
        """Pull every cable, the mains too."""
        for handle in [*self._later, *([self._timer] if self._timer else [])]:
            handle.cancel()
        for task in self._plugging:
            task.cancel()
        self.line.unplug()

    def shown(self) -> dict[str, Any]:
        """The truth about all of it, for the side channel."""
        done = self.to_host.done + self.to_device.done + self.machine.mishaps.done + self.accidents
        return {
            "device": self.kind,
            "dialect": self.dialect,
            "url": self.line.url,
            "line": {
                "plugged": self.line.plugged,
                "connected": self.line.connected,
                "connections": self.line.connections,
                "dropped": self.line.dropped,
                "lost_bytes": self._lost_bytes,
            },
            "machine": self.machine.shown(),
            "link": self.end.shown(),
            "faults": {
                "armed": {
                    "to_host": self.to_host.armed,
                    "to_device": self.to_device.armed,
                    "machine": dict(+self.machine.mishaps.armed),
                },
                "done": dict(sorted(done.items())),
            },
        }
