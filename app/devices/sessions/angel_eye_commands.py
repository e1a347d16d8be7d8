"""What is asked of an Angel Eye shoe: one command at a time, half a second for the answer, never sent twice.

The answer only says that the command was understood; what happened is told by a report. A command without an answer is
given up, and the next waits as long again, so that a late answer is not taken for its own.
"""

from collections import deque
from typing import Literal, NamedTuple

from app.devices.codecs.angel_eye import Ack, Nak
from app.devices.codecs.angel_eye_commands import HIGHEST_ERROR, NAK_MEANINGS, cancel_error, confirm_game, lock
from app.devices.session_protocol import Answered, Now, Send
from app.devices.sessions.angel_eye_meaning import MAKERS_ERRORS
from app.devices.sessions.outbox import Outbox
from app.devices.wanted import ClearError, ConfirmGame, Lock, Wanted

ANSWER_WITHIN_S = 0.5
WAITING_MOST = 16
_SILENT = "The shoe did not answer; its own reports tell what happened."

Outcome = Literal["done", "refused", "unsupported", "no_answer"]


class _Asked(NamedTuple):
    wanted: Wanted
    send: Send


class Commands:
    """The command that waits for its answer, and those that wait for their turn."""

    def __init__(self, outbox: Outbox, *, bcc_includes_stx: bool) -> None:
        self._outbox = outbox
        self._bcc_includes_stx = bcc_includes_stx
        self._asked: _Asked | None = None
        self._queue: deque[_Asked] = deque()
        self._until_s = float("-inf")

    @property
    def due_s(self) -> float | None:
        """When an answer is overdue, or the next command may go."""
        return self._until_s if self._asked or self._queue else None

    def want(self, wanted: Wanted, now: Now) -> None:
        """Ask this of the shoe, in its turn."""
        send = self._encoded(wanted)
        if send is None:
            self._answered(wanted, "unsupported", "An Angel Eye shoe has no command for this.")
        elif len(self._queue) >= WAITING_MOST:
            self._answered(wanted, "refused", f"{WAITING_MOST} commands wait for the shoe already.")
        else:
            self._queue.append(_Asked(wanted, send))
            self.tick(now)

    def answer(self, answer: Ack | Nak, now: Now) -> bool:
        """Take an answer; False: no command waits for one."""
        if self._asked is None:
            return False
        if isinstance(answer, Ack):
            self._answered(self._asked.wanted, "done", "")
        else:
            self._answered(self._asked.wanted, "refused", f"The shoe refused: {NAK_MEANINGS[answer.code]}.")
        self._asked, self._until_s = None, now.s
        return True

    def tick(self, now: Now) -> None:
        """Give up what was not answered; send what may go."""
        if now.s < self._until_s:
            return
        if self._asked is not None:
            self._answered(self._asked.wanted, "no_answer", _SILENT)
            self._asked, self._until_s = None, now.s + ANSWER_WITHIN_S
        elif self._queue:
            self._asked, self._until_s = self._queue.popleft(), now.s + ANSWER_WITHIN_S
            self._outbox.put(self._asked.send)

    def drop(self) -> None:
        """The line is gone: nothing that was asked can be answered."""
        asked = (self._asked,) if self._asked else ()
        for dropped in (*asked, *self._queue):
            self._answered(dropped.wanted, "no_answer", "The line to the shoe was lost.")
        self._queue.clear()
        self._asked, self._until_s = None, float("-inf")

    def refuse(self, wanted: Wanted) -> None:
        """There is no line to ask over."""
        self._answered(wanted, "no_answer", "There is no line to the shoe.")

    def _encoded(self, wanted: Wanted) -> Send | None:
        stx = self._bcc_includes_stx
        match wanted:
            case Lock(locked=locked):
                return Send(lock(locked=locked, bcc_includes_stx=stx), "lock" if locked else "unlock")
            case ClearError(code=code):
                code = code - MAKERS_ERRORS if code >= MAKERS_ERRORS else code
                if 0 <= code <= HIGHEST_ERROR:
                    return Send(cancel_error(code, bcc_includes_stx=stx), f"cancel error {code}")
                return None
            case ConfirmGame():
                return Send(confirm_game(bcc_includes_stx=stx), "confirm the game")
            case _:
                return None

    def _answered(self, wanted: Wanted, outcome: Outcome, detail: str) -> None:
        self._outbox.put(Answered(wanted, outcome, detail))
