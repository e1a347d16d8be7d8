"""An Angel Eye II-EX shoe as its dialect has it.

The shoe pushes reports and waits for nothing, so silence of the line means nothing. Ten lost reports look like none
under a number of one digit: after more than 5 s without a good line, and after every restart of the server, since
nobody knows how long that took, the session says "line_was_down", whatever the numbers say then; and "reports_lost" as
soon as ten may have come damaged.
"""

from collections import deque

from app.devices.codecs.angel_eye import ACK, Ack, AngelEyeDecoder, Garbage, Nak, Piece, Refused
from app.devices.session_protocol import Counted, Mark, Now, Output, Report, Send, State
from app.devices.sessions.angel_eye_commands import Commands
from app.devices.sessions.angel_eye_options import AngelEyeOptions
from app.devices.sessions.angel_eye_reporting import Reporting
from app.devices.sessions.angel_eye_untold import Untold
from app.devices.sessions.outbox import Outbox
from app.devices.wanted import Wanted

__all__ = ["AngelEyeOptions", "AngelEyeSession"]

PAUSE_S = 1.0


class AngelEyeSession:
    """One shoe on one line."""

    def __init__(self, mark: Mark | None, options: AngelEyeOptions | None = None) -> None:
        options = options or AngelEyeOptions()
        self.counted = Counted()
        self._outbox = Outbox(self.counted)
        self._reporting = Reporting(mark, options, self._outbox)
        self._commands = Commands(self._outbox, bcc_includes_stx=options.command_bcc_includes_stx)
        self._decoder = AngelEyeDecoder()
        self._ack_reports = options.ack_reports
        self._acks_due: deque[int] = deque()
        self._restarted = mark is not None
        self._state: State = "closed"
        self._untold = Untold(options.digits)
        self._pause_due_s: float | None = None

    @property
    def state(self) -> State:
        """Running after the first good report of a connection."""
        return self._state

    @property
    def named(self) -> str:
        """Nothing: the shoe does not tell its serial number."""
        return ""

    @property
    def trouble(self) -> str:
        """Nothing: what can be read is understood."""
        return ""

    def connected(self, now: Now) -> None:
        """The line is open; say so if more can have been lost meanwhile than the numbers tell."""
        if self._state != "closed":
            self.lost(now)
        # It speaks only when something happens, so there is nothing to wait for.
        self._state = "running"
        if self._restarted:
            self._reporting.line_was_down("the server was started again", now)
        self._ask_about(self._untold.opened(now.s, asked=self._restarted), now)
        self._restarted = False

    def lost(self, now: Now, since_s: float | None = None) -> None:
        """The line is gone, and with it what was half told and what was asked."""
        for piece in self._decoder.close():
            self._take(piece, now)
        self._commands.drop()
        self._acks_due.clear()
        self._state, self._pause_due_s = "closed", None
        self._untold.lost(now.s if since_s is None else since_s)

    def received(self, data: bytes, now: Now) -> None:
        """Take what came."""
        self.tick(now)
        for piece in self._decoder.feed(data):
            self._take(piece, now)
        self._pause_due_s = now.s + PAUSE_S if self._decoder.unsettled else None

    def tick(self, now: Now) -> None:
        """Notice that the line has paused or holds, or that an answer is overdue."""
        self._ask_about(self._untold.tick(now.s), now)
        if self._pause_due_s is not None and now.s >= self._pause_due_s:
            self._pause_due_s = None
            for piece in self._decoder.paused():
                self._take(piece, now)
        self._commands.tick(now)

    def due_s(self) -> float | None:
        """When `tick` has something to do."""
        due = (self._pause_due_s, self._commands.due_s, self._untold.due_s)
        return min((due_s for due_s in due if due_s is not None), default=None)

    def take(self) -> tuple[Output, ...]:
        """What has to be done, in order."""
        return self._outbox.take()

    def stored(self, report: Report, now: Now) -> None:  # noqa: ARG002  # every session is told
        """This report, and every one before it, is durable."""
        self._outbox.stored(report)
        self._acknowledge()

    def want(self, wanted: Wanted, now: Now) -> None:
        """Ask this of the shoe: it can be locked, an error cancelled, a game confirmed."""
        if self._state == "closed":
            self._commands.refuse(wanted)
        else:
            self._commands.want(wanted, now)

    def bind(self, serial: str) -> None:
        """Nothing: the shoe has no serial number that could be bound."""

    def _take(self, piece: Piece, now: Now) -> None:
        match piece:
            case Ack() | Nak():
                self._outbox.capture(piece.frame, now, "answer" if self._commands.answer(piece, now) else "garbage")
                self._commands.tick(now)
            case Refused() | Garbage():
                self._disturbed(piece, now)
            case _:
                self.counted.frames += 1
                damaged = self._untold.damaged
                self._ask_about(self._untold.heard(), now)
                if self._reporting.told(piece, now, damaged) and self._ack_reports:
                    self._owe_ack()

    def _disturbed(self, piece: Refused | Garbage, now: Now) -> None:
        self._outbox.capture(piece.frame, now, "refused" if isinstance(piece, Refused) else "garbage")
        if self._untold.disturbed(len(piece.frame)):
            self._reporting.too_much_damaged(now)

    def _ask_about(self, untold_s: float | None, now: Now) -> None:
        if untold_s is not None:
            self._reporting.line_was_down(f"there was no connection for {untold_s:.0f} s", now)

    def _owe_ack(self) -> None:
        if not self._acks_due or self._acks_due[-1] != self._outbox.reported:
            self._acks_due.append(self._outbox.reported)
        self._acknowledge()

    def _acknowledge(self) -> None:
        """Say that reports arrived, once they are durable with all before them."""
        while self._acks_due and self._acks_due[0] <= self._outbox.stored_count:
            self._acks_due.popleft()
            self._outbox.put(Send(bytes((ACK,)), "acknowledge"))
