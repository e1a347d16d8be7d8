"""From the reports of an Angel Eye shoe to what is recorded.

What is new is told by the numbering; every new report becomes one or two observations, in order, and what could have
been missed becomes a doubt:

    number further ahead    "reports_lost", then the report itself; after an outage as well: whoever has compared the
                            cards on the table by then may have done so before these left
    number behind, other    "report_changed", and nothing else is recorded; so is a copy, unless it came at once, where
                            it may be a new report under the same number: after so much damage, or after an outage
    a card told again       nothing if it is the last one recorded, else "card_resent"

The mark is what was known when a report was made: the last number, the last four reports, the last card. Of two
observations from one report the first carries the mark from before it, so that a stop between the two loses none. The
kept reports may hold a card that lies face down: a mark is as secret as a frame.
"""

from app.devices.codecs.angel_eye_reports import Booted, CardAgain, CardDrawn, Told
from app.devices.observations import CardSeen, Doubted, Observation
from app.devices.session_protocol import Mark, Now, Report
from app.devices.sessions.angel_eye_meaning import meaning
from app.devices.sessions.angel_eye_numbering import Numbering
from app.devices.sessions.angel_eye_options import AngelEyeOptions
from app.devices.sessions.outbox import Outbox

# Something was known, of a shoe that need not be this one: its numbers say nothing.
ANOTHERS: Mark = {"seq": None, "kept": [], "drawn": None}
_CHANGED = Doubted("report_changed", "a report came under a number that was taken already, and is no copy")
_DAMAGED = Doubted("reports_lost", "so much came damaged that the numbers cannot tell how many")
_RESENT = Doubted("card_resent", "a card was told again that is not the last one recorded")


class Reporting:
    """What has been recorded of one shoe, as far as the next report needs it."""

    def __init__(self, mark: Mark | None, options: AngelEyeOptions, outbox: Outbox) -> None:
        known: Mark = mark or ANOTHERS
        kept = [bytes.fromhex(frame) for frame in known["kept"]]
        self._numbering = Numbering(known["seq"], kept, options.seq_after_nine)
        self._drawn: str | None = known["drawn"]
        self._options = options
        self._outbox = outbox
        self._unbridged = False
        self._mark = self._marked()

    def mark(self) -> Mark:
        """What has to be known again after a restart."""
        return self._mark

    def _marked(self) -> Mark:
        kept = [frame.hex() for frame in self._numbering.kept]
        return {"seq": self._numbering.last, "kept": kept, "drawn": self._drawn}

    def line_was_down(self, why: str, now: Now) -> None:
        """More can have been lost than the numbers tell."""
        mark, self._unbridged = self.mark(), True
        self._outbox.report((Report(Doubted("line_was_down", why), b"", mark, now.us),), mark, now)

    def too_much_damaged(self, now: Now) -> None:
        """As many reports may have come damaged as there are numbers."""
        mark = self.mark()
        self._outbox.report((Report(_DAMAGED, b"", mark, now.us),), mark, now)

    def told(self, told: Told, now: Now, damaged: int = 0) -> bool:
        """Take a report, before which so many may have come damaged; False: too much is not durable yet, and it was
        dropped."""
        before = self.mark()
        damaged = self._options.digits if self._unbridged else damaged
        verdict = self._numbering.judge(told.frame, boots=isinstance(told, Booted), at_s=now.s, damaged=damaged)
        if verdict.kind == "copy":
            self._outbox.capture(told.frame, now, "copy")
            return True
        if verdict.kind == "changed":
            return self._record(told, (_CHANGED,), before, now)
        seen = self._seen(told)
        self._numbering.take(told.frame, now.s)
        if isinstance(told, CardDrawn):
            self._drawn = told.data.hex()
        self._mark = self._marked()
        self._unbridged = False
        return self._record(told, _lost(verdict.lost) + seen, before, now)

    def _seen(self, told: Told) -> tuple[Observation, ...]:
        if isinstance(told, CardAgain):
            return () if told.data.hex() == self._drawn else (_RESENT,)
        return meaning(told, overdraw_is_card=self._options.overdraw_is_card)

    def _record(self, told: Told, seen: tuple[Observation, ...], before: Mark, now: Now) -> bool:
        if not seen:
            self._outbox.capture(told.frame, now, "copy" if isinstance(told, CardAgain) else "answer")
            return True
        carrier = _carrier(seen)
        marks = [before] * (len(seen) - 1) + [self.mark()]
        reports = [
            Report(observation, told.frame if observation is carrier else b"", mark, now.us)
            for observation, mark in zip(seen, marks, strict=True)
        ]
        if self._outbox.report(reports, before, now):
            return True
        self._outbox.capture(told.frame, now, "refused")
        return False


def _lost(reports: int) -> tuple[Observation, ...]:
    if not reports:
        return ()
    return (Doubted("reports_lost", "1 report" if reports == 1 else f"{reports} reports"),)


def _carrier(seen: tuple[Observation, ...]) -> Observation:
    """Which of these the frame is kept with: the card, else what the report itself says."""
    for observation in seen:
        if isinstance(observation, CardSeen):
            return observation
    told = [one for one in seen if not (isinstance(one, Doubted) and one.doubt == "reports_lost")]
    return (told or seen)[0]
