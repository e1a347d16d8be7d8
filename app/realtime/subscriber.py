"""Somebody who looks: who it is, at what, and the way out to the socket."""

import asyncio
from dataclasses import dataclass, field

from app.people.caller import Caller
from app.realtime.audience import Audience
from app.realtime.close_reasons import Closing
from app.realtime.forms import Form
from app.realtime.outlet import Outlet
from app.realtime.writing import Change, Rules, joined

WAITING_CHANGE = "change"


@dataclass(eq=False, slots=True)
class Subscriber:
    """One socket. `audience` and `table` are empty where it looks at the floor's wall; `form`: how views go to it."""

    caller: Caller
    audience: Audience | None
    table: str | None
    outlet: Outlet
    task: "asyncio.Task[None] | None" = None
    left: bool = False
    form: Form = "whole"
    _change: Change | None = field(default=None)
    # The hash of the rules that it has, whatever becomes of what waits; and of those that it has once all is out.
    _has: str = ""
    _gets: str = ""

    def greet(self, text: str, rules: Rules | None) -> None:
        """Tell it the first view, which names these rules."""
        self._put(text, rules, None)

    def changed(self, change: Change) -> None:
        """Tell it; a sign that has not taken the last change yet gets both in one."""
        if self._change is not None and self.outlet.waits_under(WAITING_CHANGE):
            change = joined(self._change, change)
        else:
            self._has = self._gets
        rules = change.view.rules if change.view is not None else None
        if self.audience != "sign":
            self._put(change.text, rules, None)
            return
        self._change = change
        self._put(change.text, rules, WAITING_CHANGE)

    def _put(self, text: str, rules: Rules | None, key: object) -> None:
        """The rules go before the view that names them, unless it has them: with it, so that they share its fate."""
        if rules is None or rules.hash == self._has:
            self._gets, lead = self._has, None
        else:
            self._gets, lead = rules.hash, rules.text
        self.outlet.put(text, key, led_by=lead)

    def close(self, why: Closing) -> None:
        """Tell it why, and close."""
        self.outlet.close(why)

    def abandon(self) -> None:
        """Leave a socket to itself that takes nothing any more."""
        self.left = True
        if self.task is not None:
            self.task.cancel()
