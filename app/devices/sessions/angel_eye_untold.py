"""For how long cards may have left the shoe with nobody listening.

That time begins when the line is lost, and a connection alone does not end it: a device server that takes every
connection and drops it again passes nothing on. A report ends it, or a connection that lasted as long as one that the
driver believes in. If it was longer than the numbers can bridge, somebody has to compare the cards: asked at the first
connection after a loss, and of later ones as soon as they have outlived the drop of such a server.
"""

BRIDGED_S = 5.0
SETTLED_S = 1.0
PROVEN_S = 10.0


class Untold:
    """Each call gives the seconds that are to be asked about, or None. What was asked is not asked again."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._opened_s: float | None = None
        self._lost_anew = False
        self._settled = False

    @property
    def due_s(self) -> float | None:
        """When `tick` has something to do."""
        if self._since_s is None or self._opened_s is None:
            return None
        return self._opened_s + (PROVEN_S if self._settled else SETTLED_S)

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
        return self._overlong() if first else None

    def heard(self) -> float | None:
        """A report came."""
        overlong = self._overlong()
        self._since_s = None
        return overlong

    def tick(self, now_s: float) -> float | None:
        """It is as late as this."""
        due_s = self.due_s
        if due_s is None or now_s < due_s:
            return None
        overlong = self._overlong()
        if self._settled:
            self._since_s = None
        self._settled = True
        return overlong

    def _overlong(self) -> float | None:
        if self._since_s is None or self._opened_s is None:
            return None
        untold_s = self._opened_s - self._since_s
        if untold_s <= BRIDGED_S:
            return None
        self._since_s = self._opened_s
        return untold_s
