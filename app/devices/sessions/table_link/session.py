"""The session: what comes in, and what each answer leads to.

    connected ---> SYNC, IDENTIFY, RESEND_FROM, SET_TIME, ENABLE ---> running, or unbound
                    ^                                                   |
                    +------ four tries without an answer, F5 01 --------+
    nothing heard for 5 s: silent, and the driver connects anew

`agenda` says what is sent next, `link` repeats it until it is answered, `intake` takes the events, `ledger` knows how
far they are stored. What was given up may have been run, so it is not asked again from here.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from app.devices.codecs.table_link.answers import Answer, Counts, Done, Events, Identity, Refusal, Status, read_answer
from app.devices.codecs.table_link.command_messages import Command
from app.devices.codecs.table_link.event_messages import EVENT, split_events
from app.devices.codecs.table_link.framing import Decoder, Frame, Piece
from app.devices.session_protocol import Answered, Captured, Counted, Mark, Now, Output, Report, State
from app.devices.sessions.table_link import device_commands
from app.devices.sessions.table_link.agenda import Agenda
from app.devices.sessions.table_link.device_commands import Family
from app.devices.sessions.table_link.intake import SILENT_S, Intake
from app.devices.sessions.table_link.link import Job, Link
from app.devices.wanted import Restart, Wanted

MOST_COUNTS: Final = 3
_FIRST_ANSWER: Final = 0xF0
_FIRST_NO_COMMAND: Final = 0x80


class TableLinkSession:
    """One device on a line of its own."""

    def __init__(self, family: Family, mark: Mark | None, bound: frozenset[str], new_token: Callable[[], int],
                 baud: int | None = None, *, stayed: bool = True) -> None:  # fmt: skip
        self.counted = Counted()
        self._out: list[Output] = []
        self._intake = Intake(family, mark, bound, self._out, self.counted, stayed=stayed)
        self._agenda = Agenda(self._intake, new_token)
        self._link = Link(baud)
        self._decoder = Decoder()
        self._named = ""
        self._trouble = ""
        self._down: Literal["closed", "silent"] | None = "closed"
        self._heard_s = 0.0

    @property
    def state(self) -> State:
        """How the link is."""
        if self._down:
            return self._down
        if self._agenda.starting:
            return "starting"
        return "running" if self._intake.belongs else "unbound"

    @property
    def named(self) -> str:
        """The serial number that the device gave, or nothing."""
        return self._named

    @property
    def trouble(self) -> str:
        """Why it does not run though something answers: what it said instead of who it is, or that it is another."""
        return self._trouble or self._intake.wrong_kind

    def connected(self, now: Now) -> None:
        """The line is open, and nothing has come over it yet."""
        self._hang_up("closed")
        self._decoder = Decoder()
        self._named, self._trouble, self._down, self._heard_s = "", "", None, now.s
        self._begin(now)
        self._pump(now)

    def lost(self, now: Now, since_s: float | None = None) -> None:  # noqa: ARG002  # every session is told
        """The line is gone."""
        for piece in self._decoder.flush():
            self._piece(piece, now)
        self._hang_up("closed")

    def received(self, data: bytes, now: Now) -> None:
        """These bytes came."""
        if self._down:
            self.counted.garbage_bytes += len(data)
            return
        for piece in self._decoder.feed(data):
            self._piece(piece, now)
        self._pump(now)

    def tick(self, now: Now) -> None:
        """It is as late as this."""
        if self._down:
            return
        if now.s >= self._heard_s + SILENT_S:
            self._hang_up("silent")
            return
        late_s = self._link.late_s
        if late_s is not None and now.s >= late_s:
            self._late(now)
        self._pump(now)

    def due_s(self) -> float | None:
        """When `tick` is to be called next."""
        if self._down:
            return None
        late_s = self._link.late_s
        return min(self._heard_s + SILENT_S, self._agenda.due_s() if late_s is None else late_s)

    def take(self) -> tuple[Output, ...]:
        """What has to be done since the last call, in order."""
        taken = tuple(self._out)
        self._out.clear()
        return taken

    def stored(self, report: Report, now: Now) -> None:
        """This report, and every one before it, is durable."""
        self._intake.stored(report)
        self._pump(now)

    def want(self, wanted: Wanted, now: Now) -> None:
        """Ask this of the device."""
        data = device_commands.command_of(wanted, push=self._agenda.push)
        if isinstance(data, Answered):
            self._out.append(data)
        elif self._down:
            self._out.append(Answered(wanted, "no_answer", device_commands.NOT_SENT))
        elif not self._agenda.want(Job("want", data, wanted)):
            self._out.append(Answered(wanted, "refused", device_commands.TOO_MANY))
        self._pump(now)

    def bind(self, serial: str) -> None:
        """The device of this serial number belongs to the table from now on."""
        self._intake.bind(serial)

    def _begin(self, now: Now) -> None:
        self._give_up()
        self._intake.leave()
        self._agenda.begin(now)

    def _hang_up(self, down: Literal["closed", "silent"]) -> None:
        self._down = down
        self._give_up()
        self._intake.leave()
        for job in self._agenda.end():
            self._unanswered(job, device_commands.NOT_SENT)

    def _give_up(self) -> None:
        """Wait no more for the answer that is out."""
        job = self._link.job
        self._link.end()
        if job is not None:
            self._unanswered(job, device_commands.GIVEN_UP)

    def _unanswered(self, job: Job, detail: str) -> None:
        if job.wanted is not None:
            self._out.append(Answered(job.wanted, "no_answer", detail))

    def _late(self, now: Now) -> None:
        send = self._link.repeat(now.s)
        if send is None:
            self._begin(now)
            return
        self.counted.retries += 1
        self._out.append(send)

    def _pump(self, now: Now) -> None:
        """Send the next command if none waits for its answer."""
        if self._down or self._link.job is not None:
            return
        job = self._agenda.next_job(now)
        if job is not None:
            self._out.append(self._link.send(job, now.s))

    def _piece(self, piece: Piece, now: Now) -> None:
        if isinstance(piece, Frame):
            self.counted.frames += 1
            self._frame(piece, now)
        elif piece.why == "garbage":
            self.counted.garbage_bytes += len(piece.raw)
            self._capture(piece.raw, "garbage", now)
        else:
            self._refuse(piece.raw, now)

    def _frame(self, frame: Frame, now: Now) -> None:
        """A whole frame; commands are another host's, or the line's echo of our own."""
        direction = frame.data[0]
        if direction < _FIRST_NO_COMMAND:
            return
        if frame.address or (direction != EVENT and direction < _FIRST_ANSWER):
            self._refuse(frame.raw, now)
            return
        self._heard_s = now.s
        self._intake.heard(now)
        if direction == EVENT:
            self._pushed(frame, now)
        else:
            self._answer(frame, now)

    def _capture(self, raw: bytes, why: Literal["answer", "refused", "garbage"], now: Now) -> None:
        self._out.append(Captured(raw, now.us, sent=False, why=why))

    def _refuse(self, raw: bytes, now: Now) -> None:
        self.counted.refused += 1
        self._capture(raw, "refused", now)

    def _pushed(self, frame: Frame, now: Now) -> None:
        events = split_events(frame.data[1:])
        if events is None or len(events) != 1:
            self._refuse(frame.raw, now)
        else:
            self._intake.event(events[0], frame.raw, now)

    def _answer(self, frame: Frame, now: Now) -> None:
        job = self._link.awaits(frame.seq)
        if job is None:
            self._stray(frame, now)
            return
        answer = read_answer(job.command, frame.data)
        if job.purpose == "identify":
            self._trouble = "" if isinstance(answer, Identity) else device_commands.no_identity(frame.data)
        if answer is None:
            self._refuse(frame.raw, now)
        elif isinstance(answer, Identity) and answer.token != self._agenda.token:
            self._stray(frame, now)
        else:
            self._keep(frame, answer, job, now)
            self._settle(job, answer, now)

    def _stray(self, frame: Frame, now: Now) -> None:
        """An answer that nothing waits for; if it holds events, they come again and are not kept from here."""
        if frame.data[0] == Status.OK and split_events(frame.data[1:]) is not None:
            self.counted.copies += 1
        else:
            self._capture(frame.raw, "answer", now)

    def _keep(self, frame: Frame, answer: Answer, job: Job, now: Now) -> None:
        """Answers are kept as they came, but for those that hold events and those that say nothing."""
        if isinstance(answer, Events):
            self.counted.empty_polls += not answer.events
        elif job.command is not Command.CONFIRM or not isinstance(answer, Done):
            self._capture(frame.raw, "answer", now)

    def _settle(self, job: Job, answer: Answer, now: Now) -> None:
        """The job has its answer."""
        if isinstance(answer, Counts) and self._link.tries > 1:
            self._count_again(job)
            return
        if job.wanted is not None:
            self._out.append(device_commands.outcome(job.wanted, answer, self._link.tries, self._intake.firmware))
        self._link.end()
        if isinstance(answer, Refusal):
            self._refused(job, answer, now)
        else:
            self._done(job, answer, now)

    def _count_again(self, job: Job) -> None:
        """The answer to a repeat was counted at the first try, and cards may have left since: ask for it again."""
        self._link.end()
        if job.asked >= MOST_COUNTS or not self._agenda.want(replace(job, asked=job.asked + 1)):
            self._unanswered(job, device_commands.COUNTED_BEFORE)

    def _done(self, job: Job, answer: Answer, now: Now) -> None:
        if isinstance(answer, Identity):
            self._named = answer.serial
            self._intake.identified(answer, now)
        elif isinstance(answer, Events):
            if self._intake.polled(answer.events, now):
                self._agenda.poll_again()
        elif job.purpose == "resend":
            self._intake.resent(job.counter)
        elif job.purpose == "confirm":
            self._intake.confirmed(job.counter)
        if isinstance(job.wanted, Restart):
            self._begin(now)
        else:
            self._agenda.step_done(job, now)

    def _refused(self, job: Job, refusal: Refusal, now: Now) -> None:
        if refusal.out_of_step:
            self._begin(now)
        elif job.purpose == "resend":
            self._not_resent(job, refusal, now)
        elif job.purpose == "enable" and refusal.status is Status.OUT_OF_RANGE and self._agenda.push:
            self._agenda.poll_only(now)
        elif job.purpose in ("set_time", "enable"):
            if job.purpose == "enable" and refusal.status is Status.NOT_NOW:
                self._agenda.enable_later(now)
            self._agenda.step_done(job, now)
        elif job.purpose not in ("want", "poll"):
            self._begin(now)

    def _not_resent(self, job: Job, refusal: Refusal, now: Now) -> None:
        """Only a start, which knows by its token what the device keeps, may say that events are lost."""
        known = self._agenda.starting and refusal.oldest is not None
        if not known or not self._intake.lost(job.counter, refusal.oldest or 0, now):
            self._begin(now)
        elif self._intake.held:
            self._agenda.step_done(job, now)
