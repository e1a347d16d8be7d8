"""A dialect of lines, small enough to see through, for tests of what carries any dialect.

`card 7` from the device is a report, answered with `stored 7` once it is durable; `hello` is a good frame; `noise` is
captured; `done` answers `do`, the one thing that can be wanted; `crash` is a defect of the session.
"""

from app.devices.observations import ButtonPressed
from app.devices.session_protocol import Answered, Captured, Counted, Mark, Now, Output, Report, Send, State
from app.devices.wanted import Wanted


class SpokenSession:
    """The session of that dialect; `silent_s`: after how long without a word it is silent, if ever."""

    def __init__(self, silent_s: float | None = None) -> None:
        self.counted = Counted()
        self.state: State = "closed"
        self.named = ""
        self.trouble = ""
        self.mark: Mark = {}
        self.ticks = 0
        self._silent_s = silent_s
        self._heard_s = 0.0
        self._rest = b""
        self._out: list[Output] = []
        self._wanted: list[Wanted] = []

    def connected(self, now: Now) -> None:
        self.state = "starting"
        self._heard_s = now.s
        self._rest = b""
        self._out.append(Send(b"start\n", "start"))

    def lost(self, _: Now, since_s: float | None = None) -> None:  # noqa: ARG002  # every session is told
        self.state = "closed"

    def received(self, data: bytes, now: Now) -> None:
        self._heard_s = now.s
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line.decode(), line + b"\n", now)

    def _line(self, line: str, frame: bytes, now: Now) -> None:
        word, _, number = line.partition(" ")
        if word in ("hello", "card", "done"):
            self.state = "running"
            self.counted.frames += 1
        match word:
            case "card":
                self._out.append(Report(ButtonPressed(int(number)), frame, {"last": int(number)}, now.us, key=number))
            case "noise":
                self._out.append(Captured(frame, now.us, sent=False, why="garbage"))
            case "done":
                self._out.append(Answered(self._wanted.pop(0), "done"))
            case "crash":
                raise ValueError(f"a secret: {line}")

    def tick(self, now: Now) -> None:
        self.ticks += 1
        due_s = self.due_s()
        if due_s is not None and now.s >= due_s:
            self.state = "silent"

    def due_s(self) -> float | None:
        if self._silent_s is None or self.state in ("closed", "silent"):
            return None
        return self._heard_s + self._silent_s

    def take(self) -> tuple[Output, ...]:
        out, self._out = tuple(self._out), []
        return out

    def stored(self, report: Report, _: Now) -> None:
        self.mark = report.mark
        self._out.append(Send(f"stored {report.key}\n".encode(), "stored", kept=False))

    def want(self, wanted: Wanted, _: Now) -> None:
        self._wanted.append(wanted)
        self._out.append(Send(b"do\n", "do"))

    def bind(self, serial: str) -> None:
        self.named = serial
