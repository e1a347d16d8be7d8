"""The device's end of Table Link, version 1, point to point.

A frame of the host is first judged by its SEQ: SYNC always runs; nothing else does while the link is out of step; the
last command again is answered again and not run; the same SEQ with other data puts the link out of step. What is left
is run, and its answer is kept for the repeat. Answers go out before events.

Every event is written to the ring before it is sent. While the host wants pushes, at most eight unconfirmed events are
on their way; every 100 ms they are sent again from the oldest. Five seconds without a command end that.
"""

from collections.abc import Callable
from typing import Any

from device_simulators.dialects.table_link import answers, events, framing
from device_simulators.dialects.table_link.answers import Identity, Reason
from device_simulators.dialects.table_link.commands import SIZE, Code, is_command
from device_simulators.ends.clock import Clock
from device_simulators.ends.end import Sent
from device_simulators.ends.ring import CAPACITY, Ring
from device_simulators.machines.happenings import Happening
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.reader import Reader
from device_simulators.machines.shuffler import Shuffler

ON_THEIR_WAY = 8
REPEAT_S = 0.1
SILENCE_S = 5.0
LARGEST_DATA = 255
SYNC = bytes((Code.SYNC,))
_CANNOT = {
    "busy": answers.cannot_now(Reason.BUSY),
    "dead": answers.cannot_now(Reason.BUSY),
    "locked": answers.cannot_now(Reason.LOCKED),
    "error_stands": answers.cannot_now(Reason.ERROR_STANDS),
    "impossible": answers.OUT_OF_RANGE,
}


class TableLinkEnd:
    """One device that speaks Table Link."""

    def __init__(
        self, machine: Machine, ring: Ring, identity: Identity, new_boot_id: Callable[[], int], confidence: int = 98
    ) -> None:
        self._machine = machine
        self._ring = ring
        self._identity = identity
        self._new_boot_id = new_boot_id
        self._confidence = confidence
        self._clock = Clock()
        self._out: list[Sent] = []
        self._wants_restart = False
        self._frames_sent = 0
        self._now_s = 0.0
        self._forget_link()
        self._run_of: dict[Code, Callable[[bytes], bytes]] = {
            Code.SYNC: lambda _: answers.OK,
            Code.IDENTIFY: self._identify,
            Code.POLL: self._poll,
            Code.ENABLE: self._enable,
            Code.DISABLE: self._disable,
            Code.RESET: self._reset,
            Code.CONFIRM: self._confirm,
            Code.RESEND_FROM: self._resend_from,
            Code.SET_TIME: self._set_time,
            Code.CLEAR_ERROR: self._clear_error,
            Code.GET_COUNT: self._get_count,
            Code.START_SHUFFLE: self._start_shuffle,
            Code.ATTEST: self._attest,
            Code.PEEK: self._peek,
        }

    def _forget_link(self) -> None:
        self._frames = framing.Frames()
        self._in_step = False
        self._last: tuple[int, bytes] | None = None
        self._last_answer = b""
        self._pushing = False
        self._pushed = 0
        self._repeat_at_s: float | None = None
        self._last_command_s = 0.0

    def tell(self, happening: Happening, now_s: float) -> None:
        """Write this into the ring; `tick` sends it."""
        coded = events.coded(happening, self._confidence)
        if coded is not None:
            self._ring.write(self._clock.read_ms(now_s), *coded)

    def received(self, data: bytes, now_s: float) -> None:
        """Obey the commands in these bytes."""
        self._now_s = now_s
        for frame in self._frames.feed(data):
            if frame.address == 0 and is_command(frame.data):
                self._command(frame.seq, frame.data)

    def _command(self, seq: int, data: bytes) -> None:
        if data == SYNC and seq != 1:
            return
        self._last_command_s = self._now_s
        self._send(framing.encode(seq, self._answer(seq, data)))

    def _answer(self, seq: int, data: bytes) -> bytes:
        if data == SYNC:
            self._in_step = True
        elif not self._in_step:
            return answers.cannot_now(Reason.OUT_OF_STEP)
        elif self._last == (seq, data):
            return self._last_answer
        elif self._last is not None and self._last[0] == seq:
            self._in_step = False
            return answers.cannot_now(Reason.OUT_OF_STEP)
        self._last = (seq, data)
        self._last_answer = self._run(data)
        return self._last_answer

    def _run(self, data: bytes) -> bytes:
        if data[0] not in SIZE:
            return answers.UNKNOWN
        code, body = Code(data[0]), data[1:]
        if not self._knows(code):
            return answers.UNKNOWN
        if len(body) != SIZE[code]:
            return answers.WRONG_PARAMETERS
        try:
            return self._run_of[code](body)
        except CannotNow as refused:
            return _CANNOT[refused.why]

    def _knows(self, code: Code) -> bool:
        if code is Code.START_SHUFFLE:
            return isinstance(self._machine, Shuffler)
        if code is Code.PEEK:
            return isinstance(self._machine, Reader)
        return code is not Code.GET_COUNT or self._machine.counts() is not None

    def _identify(self, token: bytes) -> bytes:
        ring = self._ring
        return answers.identified(self._identity, ring.boot_id, ring.next_counter, ring.oldest_kept, token)

    def _poll(self, _body: bytes) -> bytes:
        answer = answers.OK
        for event in self._ring.unconfirmed(CAPACITY):
            if len(answer) + len(event.data) > LARGEST_DATA:
                break
            answer += event.data
        return answer

    def _enable(self, body: bytes) -> bytes:
        if body[0] > 1:
            return answers.OUT_OF_RANGE
        if self._machine.locked:
            self._machine.lock(locked=False)
        self._pushing = body[0] == 1
        self._push_again()
        return answers.OK

    def _disable(self, body: bytes) -> bytes:
        if body[0] > 1:
            return answers.OUT_OF_RANGE
        self._pushing = False
        self._machine.disabled()
        if body[0] == 1:
            self._machine.lock(locked=True)
        return answers.OK

    def _reset(self, _body: bytes) -> bytes:
        self._wants_restart = True
        return answers.OK

    def _confirm(self, body: bytes) -> bytes:
        return answers.OK if self._ring.confirm(_number(body)) else answers.OUT_OF_RANGE

    def _resend_from(self, body: bytes) -> bytes:
        if not self._ring.resend_from(_number(body)):
            return answers.too_old(self._ring.oldest_kept)
        self._push_again()
        return answers.OK

    def _set_time(self, body: bytes) -> bytes:
        return answers.OK if self._clock.set(_number(body), self._now_s) else answers.OUT_OF_RANGE

    def _clear_error(self, body: bytes) -> bytes:
        return answers.OK if self._machine.clear_error(body[0]) else answers.OUT_OF_RANGE

    def _get_count(self, _body: bytes) -> bytes:
        counts = self._machine.counts()
        assert counts is not None
        return answers.counted(*counts)

    def _start_shuffle(self, body: bytes) -> bytes:
        assert isinstance(self._machine, Shuffler)
        self._machine.start_shuffle(body[0], self._now_s)
        return answers.OK

    def _attest(self, nonce: bytes) -> bytes:
        proof = self._identity.proof(nonce)
        return answers.cannot_now(Reason.NO_KEY) if proof is None else answers.OK + proof

    def _peek(self, body: bytes) -> bytes:
        token, rank = _number(body[:4]), body[4]
        if rank > 13:
            return answers.OUT_OF_RANGE
        assert isinstance(self._machine, Reader)
        self._machine.peek(token, rank)
        return answers.OK

    def tick(self, now_s: float) -> None:
        """Push what is new, and from time to time everything again that is not confirmed."""
        if self._pushing and now_s >= self._silent_s():
            self._pushing = False
        if not self._pushing:
            self._repeat_at_s = None
            return
        if self._repeat_at_s is not None and now_s >= self._repeat_at_s:
            self._push_again()
        self._push(now_s)

    def _push_again(self) -> None:
        self._pushed = 0
        self._repeat_at_s = None

    def _push(self, now_s: float) -> None:
        waiting = self._ring.unconfirmed(ON_THEIR_WAY)
        for event in waiting:
            if event.counter > self._pushed:
                self._send(framing.encode(0, events.PUSH + event.data))
                self._pushed = event.counter
        if not waiting:
            self._repeat_at_s = None
        elif self._repeat_at_s is None:
            self._repeat_at_s = now_s + REPEAT_S

    def _send(self, frame: bytes) -> None:
        self._frames_sent += 1
        self._out.append(Sent(frame, self._frames_sent))

    def due_s(self) -> float | None:
        """When something has to be pushed again."""
        if not self._pushing:
            return None
        silent_s = self._silent_s()
        return silent_s if self._repeat_at_s is None else min(self._repeat_at_s, silent_s)

    def _silent_s(self) -> float:
        """When the host has been silent for too long; told and tested as one number, since floats that are added and
        subtracted differ."""
        return self._last_command_s + SILENCE_S

    def take(self) -> tuple[Sent, ...]:
        """The frames to be sent since the last call, in order."""
        taken = tuple(self._out)
        self._out.clear()
        return taken

    def restarted(self) -> None:
        """The device starts: it is out of step and knows no time."""
        self._forget_link()
        self._clock.forget()
        self._ring.boot_id = (self._ring.boot_id + 1) & 0xFFFFFFFF

    def lose_memory(self) -> None:
        """Know neither events nor counter any more, and have a boot id by chance."""
        self._ring.forget(self._new_boot_id())

    def wants_restart(self) -> bool:
        """Whether the host has asked for one since the last call."""
        wanted, self._wants_restart = self._wants_restart, False
        return wanted

    def set_clock_offset(self, offset_ms: int) -> None:
        """Let the device's clock be wrong by this, whatever time it is told."""
        self._clock.offset_ms = offset_ms

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        return self._ring.kept()

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        self._ring.restore(kept)

    def shown(self) -> dict[str, Any]:
        """The truth about the link, for the side channel."""
        return {
            "serial": self._identity.serial,
            "firmware": self._identity.firmware,
            "in_step": self._in_step,
            "pushing": self._pushing,
            "clock_offset_ms": self._clock.offset_ms,
            "ring": self._ring.shown(),
        }


def _number(body: bytes) -> int:
    return int.from_bytes(body, "little")
