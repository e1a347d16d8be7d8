"""What is sent next: first the steps of the start, then whatever is due.

After the start the order is: RESEND_FROM (a gap, or leave to go on), CONFIRM (something is stored that the device does
not know of), what is wanted, ENABLE where the start could not have it, POLL (once a second, and after a poll that
brought events). A device that does not push, since it is made for a line with others, is polled often instead.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from app.devices.codecs.table_link import command_messages
from app.devices.session_protocol import Now
from app.devices.sessions.table_link.intake import Intake
from app.devices.sessions.table_link.link import Job, Purpose
from app.devices.wanted import Lock

HEARTBEAT_S: Final = 1.0
POLLED_S: Final = 0.05
MOST_WANTS: Final = 16
_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 2.0
_PATIENT_STARTS: Final = 32
_MOST_DOUBLED: Final = 5
_START: Final[tuple[Purpose, ...]] = ("sync", "identify", "resend", "set_time", "enable")


class Agenda:
    """The steps of the start that are left, the wants, and when the device is to be asked for something again."""

    def __init__(self, intake: Intake, new_token: Callable[[], int]) -> None:
        self.token = 0
        self.push = True
        self._intake = intake
        self._new_token = new_token
        self._steps: deque[Purpose] = deque()
        self._wants: deque[Job] = deque()
        self._begun_s: float | None = None
        self._hasty = 0
        self._pause_until_s = 0.0
        self._poll_due_s = 0.0
        self._poll_again = False
        self._enable_due_s: float | None = None

    @property
    def starting(self) -> bool:
        """Whether the start is not over."""
        return bool(self._steps)

    def begin(self, now: Now) -> None:
        """Start, with a pause if the last start was only just now, and a longer one when that has gone on for a while:
        a device that fails at once is not run hot, and does not fill the record with what it says of itself."""
        hasty = self._begun_s is not None and now.s < self._begun_s + HEARTBEAT_S
        self._hasty = self._hasty + 1 if hasty else 0
        self._begun_s = self._pause_until_s = now.s + (self._pause_s() if hasty else 0.0)
        self._enable_due_s, self._poll_again, self.push = None, False, True
        self._steps = deque(_START)

    def end(self) -> tuple[Job, ...]:
        """Do nothing more; what was wanted and never sent."""
        self._steps.clear()
        self._begun_s = None
        unsent = tuple(self._wants)
        self._wants.clear()
        return unsent

    def want(self, job: Job) -> bool:
        """Ask this when its turn comes; whether there is room for it."""
        if len(self._wants) >= MOST_WANTS:
            return False
        self._wants.append(job)
        return True

    def due_s(self) -> float:
        """When `next_job` is to be called at the latest, if no answer is waited for."""
        if self._steps:
            return self._pause_until_s
        due = (self._poll_due_s, self._enable_due_s, self._intake.resend_due_s)
        return min(at_s for at_s in due if at_s is not None)

    def next_job(self, now: Now) -> Job | None:
        """What is to be sent now."""
        return self._step(now) if self._steps else self._due(now)

    def step_done(self, job: Job, now: Now) -> None:
        """Go on to the next step of the start, if this was one."""
        if not self._steps or self._steps[0] != job.purpose:
            return
        self._steps.popleft()
        if not self._steps:
            self._poll_due_s = now.s + self._beat_s

    def poll_again(self) -> None:
        """Ask for more as soon as all that came is stored."""
        self._poll_again = True

    def enable_later(self, now: Now) -> None:
        """The device cannot be enabled now: try again."""
        self._enable_due_s = now.s + HEARTBEAT_S

    def poll_only(self, now: Now) -> None:
        """The device does not push: enable it without, and ask it often."""
        self.push = False
        if not self._steps:
            self._enable_due_s = now.s

    @property
    def _beat_s(self) -> float:
        return HEARTBEAT_S if self.push else POLLED_S

    def _pause_s(self) -> float:
        doubled = min(max(0, self._hasty - _PATIENT_STARTS), _MOST_DOUBLED)
        return min(_LONGEST_PAUSE_S, _PAUSE_S * float(2**doubled))

    def _step(self, now: Now) -> Job | None:
        if now.s < self._pause_until_s:
            return None
        if self._intake.crowded:
            self._pause_until_s = now.s + HEARTBEAT_S
            return None
        if self._steps[0] == "resend" and self._intake.held:
            self._steps.popleft()
        match self._steps[0]:
            case "sync":
                return Job("sync", command_messages.sync())
            case "identify":
                self.token = self._new_token() & command_messages.HIGHEST_U32
                return Job("identify", command_messages.identify(self.token))
            case "resend":
                return self._resend()
            case "set_time":
                return Job("set_time", command_messages.set_time(max(now.us // 1000, 0)))
        return self._enable()

    def _due(self, now: Now) -> Job | None:
        resend_due_s = self._intake.resend_due_s
        if resend_due_s is not None and now.s >= resend_due_s:
            return self._resend()
        counter = self._intake.to_confirm
        if counter is not None:
            self._intake.confirming()
            return Job("confirm", command_messages.confirm(counter), counter=counter)
        return self._wanted() if self._wants else self._idle(now)

    def _resend(self) -> Job:
        self._intake.resending()
        counter = self._intake.resume_at
        return Job("resend", command_messages.resend_from(counter), counter=counter)

    def _wanted(self) -> Job:
        job = self._wants.popleft()
        if isinstance(job.wanted, Lock):
            self._enable_due_s = None
        return job

    def _enable(self) -> Job:
        return Job("enable", command_messages.enable(push=self.push))

    def _idle(self, now: Now) -> Job | None:
        if self._enable_due_s is not None and now.s >= self._enable_due_s:
            self._enable_due_s = None
            return self._enable()
        if now.s >= self._poll_due_s or (self._poll_again and self._intake.settled):
            self._poll_due_s, self._poll_again = now.s + self._beat_s, False
            return Job("poll", command_messages.poll())
        return None
