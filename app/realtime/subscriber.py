"""Somebody who looks: who it is, at what, and the way out to the socket."""

import asyncio
from dataclasses import dataclass, field

from app.people.caller import Caller
from app.realtime.audiences import Audience
from app.realtime.closing import Closing
from app.realtime.outlet import Outlet
from app.realtime.writing import Change, joined

WAITING_CHANGE = "change"


@dataclass(eq=False, slots=True)
class Subscriber:
    """One socket. `audience` and `table` are empty where it looks at the floor's wall."""

    caller: Caller
    audience: Audience | None
    table: str | None
    outlet: Outlet
    task: "asyncio.Task[None] | None" = None
    left: bool = False
    _change: Change | None = field(default=None)

    def changed(self, change: Change) -> None:
        """Tell it; a sign that has not taken the last change yet gets both in one."""
        if self.audience != "sign":
            self.outlet.put(change.text)
            return
        if self._change is not None and self.outlet.waits_under(WAITING_CHANGE):
            change = joined(self._change, change)
        self._change = change
        self.outlet.put(change.text, WAITING_CHANGE)

    def close(self, why: Closing) -> None:
        """Tell it why, and close."""
        self.outlet.close(why)

    def abandon(self) -> None:
        """Leave a socket to itself that takes nothing any more."""
        self.left = True
        if self.task is not None:
            self.task.cancel()
