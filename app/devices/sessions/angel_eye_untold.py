"""How many reports may have been missed since the last good one: with nobody listening, or because they came damaged.

The number of a report is one digit, so as many lost reports as there are digits look like none. Before there can have
been so many, somebody has to compare the cards.

Time in which nobody listened begins when the line is lost, and a connection alone does not end it: a device server that
takes every connection and drops it again passes nothing on. A report ends it, or a connection that lasted as long as
one that the driver believes in; only a report lets it be forgotten, since the numbers bridge all that was missed since
the last one. It is asked about at the first connection after a loss, and of later ones as soon as they have outlived
the drop of such a server. Damage is asked about at once.
"""

from app.devices.codecs.angel_eye_reports import SHORTEST

BRIDGED_S = 5.0
SETTLED_S = 1.0
PROVEN_S = 10.0


class Untold:
    """Each call gives the seconds that are to be asked about, or None. What was asked is not asked again."""

    def __init__(self, digits: int) -> None:
        self._digits = digits
        self._since_s: float | None = None
        self._opened_s: float | None = None
        self._before_s = 0.0
        self.damaged = 0  # reports that can have been in what could not be read
        self._lost_anew = False
        self._settled = False

    @property
    def due_s(self) -> float | None:
        """When `tick` has something to do."""
        if self._since_s is None or self._opened_s is None:
            return None
        return self._opened_s + (PROVEN_S if self._settled else SETTLED_S)

    def disturbed(self, size: int) -> bool:
        """So many bytes came that cannot be read; whether the reports in them are to be asked about."""
        self.damaged += max(1, size // SHORTEST)
        if not self._too_many():
            return False
        self._begin_again()
        return True

    def lost(self, now_s: float) -> None:
        """The line is gone."""
        if self._since_s is None:
            self._since_s, self._lost_anew = now_s, True
        self._opened_s = None

    def opened(self, now_s: float, *, asked: bool) -> float | None:
        """The line is open; `asked`: about all that was before."""
        self._opened_s, self._settled = now_s, False
        first, self._lost_anew = self._lost_anew, False
        if asked:
            self._since_s = now_s
            self._begin_again()
        return self._overlong() if first else None

    def heard(self) -> float | None:
        """A report came."""
        overlong = self._overlong()
        self._since_s = None
        self._begin_again()
        return overlong

    def tick(self, now_s: float) -> float | None:
        """It is as late as this."""
        due_s = self.due_s
        if due_s is None or now_s < due_s:
            return None
        overlong = self._overlong()
        if self._settled:
            self._before_s, self._since_s = self._untold_s(), None
        self._settled = True
        return overlong

    def _overlong(self) -> float | None:
        untold_s = self._untold_s()
        if self._since_s is None or self._opened_s is None or not self._too_many():
            return None
        self._begin_again()
        return untold_s

    def _untold_s(self) -> float:
        if self._since_s is None or self._opened_s is None:
            return self._before_s
        return self._before_s + self._opened_s - self._since_s

    def _too_many(self) -> bool:
        """Whether as many can be missing as there are digits."""
        untold = self._untold_s() * self._digits / BRIDGED_S
        return self.damaged >= self._digits or self.damaged + untold > self._digits

    def _begin_again(self) -> None:
        """Nothing is missing that was not asked about."""
        self._before_s, self.damaged = 0.0, 0
        if self._since_s is not None and self._opened_s is not None:
            self._since_s = self._opened_s
