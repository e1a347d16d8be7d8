"""One command at a time: its number, its repeats, its answer."""

from dataclasses import dataclass
from typing import Final, Literal

from app.devices.codecs.table_link.command_messages import Command
from app.devices.codecs.table_link.framing import LONGEST_FRAME, encode_frame
from app.devices.session_protocol import Send
from app.devices.wanted import Wanted

Purpose = Literal["sync", "identify", "resend", "set_time", "enable", "confirm", "poll", "want"]
MOST_TRIES: Final = 4
_ANSWER_S: Final = 0.1
_FAST_BAUD: Final = 115_200
_BITS_PER_BYTE: Final = 10
_NOT_KEPT: Final = (Command.POLL, Command.CONFIRM)


@dataclass(frozen=True, slots=True)
class Job:
    """A command and what it is for."""

    purpose: Purpose
    data: bytes
    wanted: Wanted | None = None
    counter: int = 0
    asked: int = 1

    @property
    def command(self) -> Command:
        """Which command it is."""
        return Command(self.data[0])


@dataclass(slots=True)
class _Waiting:
    job: Job
    seq: int
    frame: bytes
    sent_s: float
    tries: int


class Link:
    """The command that waits for its answer, and how often it was sent."""

    def __init__(self, baud: int | None) -> None:
        slow = baud is not None and baud < _FAST_BAUD
        self._patience_s = _ANSWER_S + (LONGEST_FRAME * _BITS_PER_BYTE / baud if slow and baud else 0.0)
        self._seq = 1
        self._waiting: _Waiting | None = None

    @property
    def job(self) -> Job | None:
        """What waits for its answer."""
        return self._waiting.job if self._waiting else None

    @property
    def tries(self) -> int:
        """How often that was sent."""
        return self._waiting.tries if self._waiting else 0

    @property
    def late_s(self) -> float | None:
        """When its answer is late."""
        return self._waiting.sent_s + self._patience_s if self._waiting else None

    def send(self, job: Job, now_s: float) -> Send:
        """The frame of a new command. A SYNC always has number 1, and what follows has the other one each time."""
        assert self._waiting is None
        self._seq = 1 if job.purpose == "sync" else self._seq ^ 1
        self._waiting = _Waiting(job, self._seq, encode_frame(self._seq, job.data), now_s, 1)
        return _sending(self._waiting)

    def repeat(self, now_s: float) -> Send | None:
        """The same frame again, or None: it was sent often enough."""
        waiting = self._waiting
        assert waiting is not None
        if waiting.tries >= MOST_TRIES:
            return None
        waiting.tries, waiting.sent_s = waiting.tries + 1, now_s
        return _sending(waiting)

    def awaits(self, seq: int) -> Job | None:
        """The job whose answer has this number."""
        return self._waiting.job if self._waiting and self._waiting.seq == seq else None

    def end(self) -> None:
        """It waits no more."""
        self._waiting = None


def _sending(waiting: _Waiting) -> Send:
    command = waiting.job.command
    return Send(waiting.frame, command.name, kept=command not in _NOT_KEPT)
