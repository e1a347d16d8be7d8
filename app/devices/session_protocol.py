"""What every session is to the driver that carries its bytes.

A session is told what came in, what was stored and how late it is; it says what is to be sent, what is to be recorded
and what is only to be kept. It has no clock, no connection and no chance of its own. It tells a device that something
has arrived only after `stored` said that it is durable.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from app.devices.observations import Observation
from app.devices.wanted import Wanted

Mark = Mapping[str, Any]


class Now(NamedTuple):
    """The moment: seconds of a clock that never jumps, and microseconds after the epoch of the one on the wall."""

    s: float
    us: int


class Report(NamedTuple):
    """Something to be recorded. `key` names it for ever, where the dialect can; `mark` is what the session has to know
    again after a restart, once this is stored; without `play` it is stored and no table is told; `late`: it happened in
    a time in which nobody heard the device, and is told only now."""

    observation: Observation
    frame: bytes
    mark: Mark
    at_us: int
    key: str | None = None
    device_us: int | None = None
    play: bool = True
    late: bool = False

    def __repr__(self) -> str:
        return f"Report({self.observation!r}, {len(self.frame)} bytes, {self.key})"


class Captured(NamedTuple):
    """Bytes that brought nothing to record, kept as they were: `why` says what they are in one word."""

    data: bytes
    at_us: int
    sent: bool
    why: Literal["sent", "answer", "copy", "refused", "garbage"]

    def __repr__(self) -> str:
        return f"Captured({len(self.data)} bytes, {self.why})"


class Send(NamedTuple):
    """A frame for the device; `what` names it for people. Unless `kept`, it is counted only."""

    frame: bytes
    what: str
    kept: bool = True


class Answered(NamedTuple):
    """What became of something that was wanted. `counts`: cards drawn and left, where that was asked."""

    wanted: Wanted
    outcome: Literal["done", "refused", "unsupported", "no_answer"]
    detail: str = ""
    counts: tuple[int, int | None] | None = None


Output = Report | Captured | Send | Answered
State = Literal["closed", "starting", "running", "unbound", "silent"]


@dataclass(slots=True)
class Counted:
    """How often what happened on the line. `unsure`: cards that were read with low confidence."""

    frames: int = 0
    copies: int = 0
    refused: int = 0
    garbage_bytes: int = 0
    retries: int = 0
    empty_polls: int = 0
    unsure: int = 0


class Session(Protocol):
    """One device as its dialect has it."""

    counted: Counted

    @property
    def state(self) -> State:
        """How the link is: `running` is the only state in which the device is believed to be there."""
        ...

    @property
    def named(self) -> str:
        """The serial number that the device gave, or nothing."""
        ...

    @property
    def trouble(self) -> str:
        """Why it does not run though something answers, for people; or nothing."""
        ...

    def connected(self, now: Now) -> None:
        """The line is open, and nothing has come over it yet."""
        ...

    def lost(self, now: Now, since_s: float | None = None) -> None:
        """The line is gone; `since_s`: it may have been dead since then, on the clock of `Now.s`."""
        ...

    def received(self, data: bytes, now: Now) -> None:
        """These bytes came."""
        ...

    def tick(self, now: Now) -> None:
        """It is as late as this."""
        ...

    def due_s(self) -> float | None:
        """When `tick` is to be called next, on the clock of `Now.s`; None: not before something comes."""
        ...

    def take(self) -> tuple[Output, ...]:
        """What has to be done since the last call, in order."""
        ...

    def stored(self, report: Report, now: Now) -> None:
        """This report, and every one before it, is durable."""
        ...

    def want(self, wanted: Wanted, now: Now) -> None:
        """Ask this of the device; `Answered` comes with a later `take`."""
        ...

    def bind(self, serial: str) -> None:
        """The device of this serial number belongs to the table from now on."""
        ...
