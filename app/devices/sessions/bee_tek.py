"""A Bee-Tek shoe as its dialect has it.

The shoe pushes text and takes nothing. There is no check digit, no number and no answer: a card that was lost, doubled
or changed on the wire cannot be seen here, and the running composition of the shoe is the only defence. So two equal
tokens are two cards, whatever cannot be read is a doubt, and so is every interruption of the line.
"""

from app.devices.codecs.bee_tek import BeeTekDecoder, Piece
from app.devices.codecs.bee_tek_tokens import AlarmToken, CardToken, Damaged, WarningToken
from app.devices.observations import CardPushedBack, CardSeen, Doubted, Jammed, Observation, Warned
from app.devices.session_protocol import Answered, Counted, Mark, Now, Output, Report, State
from app.devices.sessions.outbox import Outbox
from app.devices.wanted import Wanted

HALF_TOLD_AT_MOST_S = 5.0
ONE_DISTURBANCE_S = 1.0
_MARK: Mark = {"seen": True}
_LONG_AGO_S = float("-inf")
# Alarms are told in words that no source lists; these say that a card has not gone the way that it was told to go.
_PUSHED_BACK, _STUCK = ("revers", "push"), ("jam", "time out", "time-out", "timeout")


class BeeTekSession:
    """One shoe on one line."""

    def __init__(self, mark: Mark | None) -> None:
        self.counted = Counted()
        self._outbox = Outbox(self.counted)
        self._decoder = BeeTekDecoder()
        self._seen = mark is not None
        self._state: State = "closed"
        self._give_up_s: float | None = None
        self._disturbed_s = _LONG_AGO_S

    @property
    def state(self) -> State:
        """Running after the first good token of a connection."""
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
        """The line is open; unless it is so for the first time, cards may have been lost."""
        if self._state != "closed":
            self.lost(now)
        # It speaks only when something happens, so there is nothing to wait for.
        self._state = "running"
        if self._seen:
            self._report(Doubted("line_was_down", "this shoe does not number its cards"), b"", now)
        self._seen = True

    def lost(self, now: Now, since_s: float | None = None) -> None:  # noqa: ARG002  # every session is told
        """The line is gone, and with it what was half told."""
        self._give_up(now)
        self._state = "closed"

    def received(self, data: bytes, now: Now) -> None:
        """Take what came."""
        self.tick(now)
        for piece in self._decoder.feed(data):
            self._take(piece, now)
        self._give_up_s = now.s + HALF_TOLD_AT_MOST_S if self._decoder.half_told else None

    def tick(self, now: Now) -> None:
        """Give up what stayed half told for too long."""
        if self._give_up_s is not None and now.s >= self._give_up_s:
            self._give_up(now)

    def due_s(self) -> float | None:
        """When something half told is given up."""
        return self._give_up_s

    def take(self) -> tuple[Output, ...]:
        """What has to be done, in order."""
        return self._outbox.take()

    def stored(self, report: Report, now: Now) -> None:  # noqa: ARG002  # every session is told
        """This report, and every one before it, is durable."""
        self._outbox.stored(report)

    def want(self, wanted: Wanted, now: Now) -> None:  # noqa: ARG002  # every session is told
        """Nothing can be asked of this shoe."""
        self._outbox.put(Answered(wanted, "unsupported", "A Bee-Tek shoe takes no commands."))

    def bind(self, serial: str) -> None:
        """Nothing: the shoe has no serial number that could be bound."""

    def _give_up(self, now: Now) -> None:
        self._give_up_s = None
        for piece in self._decoder.close():
            self._take(piece, now)

    def _take(self, piece: Piece, now: Now) -> None:
        match piece:
            case CardToken() | AlarmToken() | WarningToken():
                self.counted.frames += 1
                self._disturbed_s = _LONG_AGO_S
                self._report(_observed(piece), piece.frame, now)
                if isinstance(piece, AlarmToken):
                    self._alarmed(piece.text.lower(), now)
            case Damaged():
                self._damaged(piece, now)
            case _:
                self._outbox.capture(piece.frame, now, "garbage")

    def _alarmed(self, text: str, now: Now) -> None:
        if any([word in text for word in _PUSHED_BACK]):
            self._report(CardPushedBack(), b"", now)
        elif any([word in text for word in _STUCK]):
            self._report(Jammed(), b"", now)

    def _damaged(self, damaged: Damaged, now: Now) -> None:
        """Noise that goes on after damage is the same disturbance: one doubt a second is enough for it."""
        if not damaged.whole and now.s - self._disturbed_s < ONE_DISTURBANCE_S:
            self._outbox.capture(damaged.frame, now, "garbage")
            return
        self._disturbed_s = now.s
        self.counted.refused += 1
        self._report(Doubted("damaged", damaged.why), damaged.frame, now)

    def _report(self, observation: Observation, frame: bytes, now: Now) -> None:
        if not self._outbox.report((Report(observation, frame, _MARK, now.us),), _MARK, now) and frame:
            self._outbox.capture(frame, now, "refused")


def _observed(token: CardToken | AlarmToken | WarningToken) -> Observation:
    if isinstance(token, CardToken):
        return CardSeen(token.card, place="burn" if token.burnt else "")
    return Warned(token.text)
