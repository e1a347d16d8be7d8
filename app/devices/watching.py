"""Decoding a live port for a technician, without disturbing it.

A device that speaks unasked is only listened to, and nothing is ever sent. A Table Link device says nothing before it
is started up, so that is done; but no event is confirmed, and so all of them stay for the server. A device shows only
the first few events that it takes for unconfirmed: to see the next ones the device is started up again, from behind
what was seen. The server asks again for whatever it has not stored itself when it connects.
"""

import asyncio
from collections.abc import Callable, Mapping
from random import SystemRandom

from app.backoff import Backoff
from app.devices import clock
from app.devices.codecs.table_link.command_messages import Command
from app.devices.line import Line
from app.devices.line_text import captured_line, line, report_line, sent_line
from app.devices.session_protocol import Answered, Captured, Mark, Now, Output, Report, Send, Session
from app.devices.spoken_dialects import check_device, default_baud, new_session
from app.devices.transports.allowed import Check
from app.devices.transports.urls import parse_url
from app.house.dialects import FACTS

CARDS_ARE_SHOWN = "Cards are shown here, face-down ones too: nobody at the table may see this screen."
LISTENS = "Nothing is sent to the device. End with Ctrl-C."
STARTS_UP = (
    "The device is started up, which unlocks it; nothing is confirmed, all stays for the server. End with Ctrl-C."
)
SILENT = "the device is silent"
AGAIN_S = 0.2
SOONEST_S = 0.001
FIRST_DATA_BYTE = 3  # of a Table Link frame

_chance = SystemRandom()


async def watch(
    url: str,
    dialect: str,
    role: str,
    show: Callable[[str], None],
    options: Mapping[str, str] | None = None,
    now: Callable[[], Now] = clock.now,
    check: Check = lambda _url: None,
) -> None:
    """Show whatever happens on the port, one line each, until it is cancelled; raises BadUrl, BadDialect, or what
    `check` raises for a port that may not be opened."""
    check_device(dialect, role, options or {})
    port = parse_url(url, default_baud(dialect))
    check(port)
    show(f"{port}: {dialect} {role}. {CARDS_ARE_SHOWN} {LISTENS if FACTS[dialect].unasked else STARTS_UP}")
    watcher = _Watcher(dialect, role, options or {}, port.baud, show, now)
    watcher.line = Line(port, watcher, Backoff(_chance.random), check)
    try:
        await watcher.line.run()
    finally:
        watcher.end()


class _Watcher:
    """Shows what comes over a line."""

    line: Line

    def __init__(
        self,
        dialect: str,
        role: str,
        options: Mapping[str, str],
        baud: int | None,
        show: Callable[[str], None],
        now: Callable[[], Now],
    ) -> None:
        self._device = (dialect, role, options)
        self._baud = baud
        self._listens = FACTS[dialect].unasked
        self._show = show
        self._now = now
        self._mark: Mark | None = None
        self._frames = 0
        self._why = ""
        self._named = ""
        self._started = False
        self._timer: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        self._pause = Backoff(_chance.random, AGAIN_S, AGAIN_S)
        self._session = self._new_session()

    def opened(self) -> None:
        """The line is open."""
        self._why = ""
        self._started = False
        self._tell("the line is open")
        self._begin()

    def received(self, data: bytes) -> None:
        """These bytes came over it."""
        self._step(lambda now: self._session.received(data, now))

    def holds(self) -> None:
        """The line is not only open, but good."""

    def unopened(self, why: str) -> None:
        """The line could not be opened; the same reason is shown once."""
        if why != self._why:
            self._tell(why)
        self._why = why

    def lost(self, why: str, *, unannounced: bool) -> None:  # noqa: ARG002  # whoever watches compares nothing
        """The line is not open any more."""
        self._tell(f"the line is lost: {why}")
        self._step(self._session.lost)
        self.end()

    def frames(self) -> int:
        """How many good frames have come, ever."""
        return self._frames + self._session.counted.frames

    def end(self) -> None:
        """Do nothing more."""
        for timer in (self._timer, self._again):
            if timer is not None:
                timer.cancel()
        self._timer = self._again = None

    def _new_session(self) -> Session:
        dialect, role, options = self._device
        bound = frozenset({self._named} if self._named else ())
        return new_session(dialect, role, options, self._mark, bound, lambda: _chance.getrandbits(32), self._baud)

    def _begin(self) -> None:
        """Go on behind what was seen, in a session that knows nothing of what it has not confirmed."""
        self._again = None
        if not self._listens:
            self._frames = self.frames()
            self._session = self._new_session()
        self._step(self._session.connected)

    def _step(self, act: Callable[[Now], None]) -> None:
        now = self._now()
        act(now)
        for output in self._session.take():
            self._shown(output, now)
        self._look_up()
        self._set_timer()

    def _look_up(self) -> None:
        """How the session is."""
        if self._session.named not in ("", self._named):
            self._named = self._session.named
            self._tell(f"the device says that it is {self._named}")
        self._started = self._started or self._session.state in ("running", "unbound")
        if self._session.state == "silent":
            self.line.drop(SILENT)

    def _shown(self, output: Output, now: Now) -> None:
        match output:
            case Report():
                self._show(report_line(output))
                self._seen(output, now)
            case Captured():
                if not (self._started and output.why == "answer"):
                    self._show(captured_line(output))
            case Send():
                self._send(output, now)
            case Answered():
                pass  # nothing is wanted here

    def _seen(self, report: Report, now: Now) -> None:
        if self._listens:
            self._session.stored(report, now)  # nothing follows from it: what would be sent is not
            return
        self._mark = report.mark
        self._begin_again_soon()

    def _send(self, send: Send, now: Now) -> None:
        if self._listens:
            return
        if send.frame[FIRST_DATA_BYTE] == Command.CONFIRM:
            self._begin_again_soon()  # the session takes what was seen for stored: it was not
        elif self.line.write(send.frame) and send.kept and not self._started:
            self._show(sent_line(send, now))

    def _begin_again_soon(self) -> None:
        if self._again is None and self.line.connected:
            self._again = asyncio.get_running_loop().call_later(self._pause.next_s(), self._begin)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due_s = self._session.due_s()
        if due_s is not None:
            wait_s = max(SOONEST_S, due_s - self._now().s)
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._step, self._session.tick)

    def _tell(self, what: str) -> None:
        self._show(line(self._now().us, "-", what))
